//! A certificate that was read without the register. The register alone says the type, the dates and
//! the status of its licences; what the certificate adds is the same as if both had been read at once
//! (decisions, "The registers", CW).

use crate::licence::Licence;
use crate::register::reading::CERTIFICATE_ALONE;
use crate::status::LicenceStatus::{Active, Pending, Unknown};
use crate::status::StatusQualifier::Provisional;
use crate::status::wording::table;
use crate::text::folded;
use crate::time::Timestamp;
use crate::transition::listed::Listed;

impl Listed<'_> {
    /// Returns whether this is a certificate alone of a licence that the register listed.
    pub(super) fn is_certificate_of(&self, held: &Licence) -> bool {
        let is_alone = |licence: &serde_json::Map<_, _>| licence.contains_key(CERTIFICATE_ALONE);
        is_alone(&self.row.raw_data) && !is_alone(&held.raw_data)
    }
}

/// Returns the licence on record with what its certificate says. A licence under assessment is active
/// for the time being while its certificate calls it active; one in force of which the certificate
/// says anything else is unknown.
pub(super) fn certified(held: &Licence, certificate: &Listed<'_>, read_at: Timestamp) -> Licence {
    let mut licence = held.clone();
    let texts = certificate.row.raw_data.iter().filter(|(name, _)| *name != CERTIFICATE_ALONE);
    licence.raw_data.extend(texts.map(|(name, text)| (name.clone(), text.clone())));
    let wording = held.upstream_status.as_deref().map(folded);
    let is_assessed = wording.is_some()
        && wording.as_deref() == table(held.jurisdiction_code).active_when_certified;
    let is_active = certificate.status == Active && certificate.qualifier.is_none();
    match held.status {
        Pending if is_assessed && is_active => {
            (licence.status, licence.status_qualifier) = (Active, Some(Provisional));
        }
        Active if is_assessed && !is_active => {
            (licence.status, licence.status_qualifier) = (Pending, None);
        }
        Active if !is_active => {
            let word = certificate.row.status_text.as_deref().unwrap_or_default();
            let words =
                held.upstream_status.iter().cloned().chain([format!("Certificate: {word}")]);
            licence.upstream_status = Some(words.collect::<Vec<_>>().join("; "));
            (licence.status, licence.status_qualifier) = (Unknown, None);
        }
        _ => return licence,
    }
    licence.status_observed_at = read_at;
    licence
}
