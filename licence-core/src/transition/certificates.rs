//! A certificate that was read without the register. The register alone says the type, the dates and
//! the status of its licences; what the certificate adds is the same as if both had been read at once
//! (decisions, "The registers", CW).

use crate::licence::Licence;
use crate::register::reading::{
    CERTIFICATE_ALONE, CERTIFICATE_STATUS, CERTIFICATES, certificate_remark,
};
use crate::status::LicenceStatus::{Active, Pending, Unknown};
use crate::status::StatusQualifier::Provisional;
use crate::status::wording::is_active_when_certified;
use crate::time::Timestamp;
use crate::transition::listed::Listed;

impl Listed<'_> {
    /// Returns whether this is a certificate alone of a licence that the register listed.
    pub(super) fn is_certificate_of(&self, held: &Licence) -> bool {
        let is_alone = |licence: &serde_json::Map<_, _>| licence.contains_key(CERTIFICATE_ALONE);
        is_alone(&self.row.raw_data) && !is_alone(&held.raw_data)
    }
}

/// Keeps what an earlier certificate said of a licence for which the register still has the same word. The
/// reading has no certificate with a status, so nothing says that this ended.
pub(super) fn keep_certified(licence: &mut Licence, held: &Licence) {
    let is_certified = held.status == Active && held.status_qualifier == Some(Provisional);
    let pages = licence.raw_data.get(CERTIFICATES).and_then(|pages| pages.as_array());
    let has_status = pages.into_iter().flatten().any(|page| page.get(CERTIFICATE_STATUS).is_some());
    let is_kept = match licence.status {
        Pending => is_certified && is_assessed(licence) && is_assessed(held),
        Active => held.status == Unknown && is_doubted(held, licence),
        _ => false,
    };
    if is_kept && !has_status {
        (licence.status, licence.status_qualifier) = (held.status, held.status_qualifier);
        licence.upstream_status.clone_from(&held.upstream_status);
        licence.status_observed_at = held.status_observed_at;
    }
}

/// Returns whether the wording on record is that of the register with the word of a certificate.
fn is_doubted(held: &Licence, licence: &Licence) -> bool {
    let wording = held.upstream_status.as_deref().unwrap_or_default();
    let rest = wording.strip_prefix(licence.upstream_status.as_deref().unwrap_or_default());
    rest.is_some_and(|rest| rest.trim_start_matches("; ").starts_with(&certificate_remark("")))
}

/// Returns whether the register says what means `active` while a certificate says so.
fn is_assessed(licence: &Licence) -> bool {
    is_active_when_certified(licence.jurisdiction_code, licence.upstream_status.as_deref())
}

/// Returns the licence on record with what its certificate says. A licence under assessment is active
/// for the time being while its certificate calls it active; one in force of which the certificate
/// says anything else is unknown.
pub(super) fn certified(held: &Licence, certificate: &Listed<'_>, read_at: Timestamp) -> Licence {
    let mut licence = held.clone();
    let texts = certificate.row.raw_data.iter().filter(|(name, _)| *name != CERTIFICATE_ALONE);
    licence.raw_data.extend(texts.map(|(name, text)| (name.clone(), text.clone())));
    let is_assessed = is_assessed(held);
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
            let words = held.upstream_status.iter().cloned().chain([certificate_remark(word)]);
            licence.upstream_status = Some(words.collect::<Vec<_>>().join("; "));
            (licence.status, licence.status_qualifier) = (Unknown, None);
        }
        _ => return licence,
    }
    licence.status_observed_at = read_at;
    licence
}
