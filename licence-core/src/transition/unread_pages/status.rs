//! The status of a licence from a wording that is kept.

use crate::licence::Licence;
use crate::status::StatusQualifier;
use crate::status::wording::classify;

pub(super) fn set_status(
    licence: &mut Licence,
    wording: Option<String>,
    qualifier: Option<StatusQualifier>,
) {
    let reading = classify(licence.jurisdiction_code, wording.as_deref(), qualifier);
    (licence.status, licence.status_qualifier) = (reading.status, reading.qualifier);
    licence.upstream_status = wording;
}

/// Keeps the time when a status that stays was observed.
pub(super) fn keep_time(licence: &mut Licence, held: &Licence) {
    let status = |of: &Licence| (of.status, of.status_qualifier, of.upstream_status.clone());
    if status(licence) == status(held) {
        licence.status_observed_at = held.status_observed_at;
    }
}
