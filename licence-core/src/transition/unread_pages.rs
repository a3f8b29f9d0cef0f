//! A page of one licence that was read without the register, or the register without it: a certificate
//! of Curaçao, a seal of Malta or Tobique, the spreadsheet of the Isle of Man. The register alone says
//! the type, the dates and the status of its licences. What the page adds is the same as if both had been
//! read at once (decisions, "The registers", CW), and is not lost when the page is not read again.

use crate::jurisdiction::JurisdictionCode::{Iom, Mga, Tgc};
use crate::licence::Licence;
use crate::register::reading::{
    CERTIFICATE_ALONE, CERTIFICATE_STATUS, CERTIFICATES, FIRM_STATUS, SPREADSHEET,
    STATUS_DIFFERENCE, certificate_remark,
};
use crate::status::LicenceStatus::{Active, NotInRegister, Pending, Unknown};
use crate::status::StatusQualifier::Provisional;
use crate::status::wording::is_active_when_certified;
use crate::time::Timestamp;
use crate::transition::domains::key;
use crate::transition::listed::Listed;
use crate::transition::records::{DomainRecord, LicenceRecord};

impl Listed<'_> {
    /// Returns whether this is a certificate alone of a licence that the register listed.
    pub(super) fn is_certificate_of(&self, held: &Licence) -> bool {
        self.row.raw_data.contains_key(CERTIFICATE_ALONE) && !is_certificate_alone(held)
    }
}

/// Returns whether only a certificate listed a licence, and not yet the register.
fn is_certificate_alone(licence: &Licence) -> bool {
    licence.raw_data.contains_key(CERTIFICATE_ALONE)
}

/// Keeps what was said of a licence by what this reading does not have: a page of it, or the list if the
/// reading is partial. `is_removed` is whether a page now says that a domain of the licence was removed.
pub(super) fn keep_unread(
    licence: &mut Licence,
    held: &LicenceRecord,
    listed: &Listed<'_>,
    is_removed: bool,
    is_complete: bool,
) {
    keep_certified(licence, &held.licence, is_removed);
    keep_sealed(licence, held, listed);
    keep_in_spreadsheet(licence, &held.licence);
    if !is_complete {
        keep_listed(licence, &held.licence, listed);
    }
}

/// Keeps what an earlier certificate said of a licence for which the register still has the same word. The
/// reading has no certificate with a status, so nothing says that this ended, unless a page of its domains
/// now says that its domain was removed.
fn keep_certified(licence: &mut Licence, held: &Licence, is_removed: bool) {
    let pages = licence.raw_data.get(CERTIFICATES).and_then(|pages| pages.as_array());
    if pages.into_iter().flatten().any(|page| page.get(CERTIFICATE_STATUS).is_some()) {
        return;
    }
    match (licence.status, held.status, held.status_qualifier) {
        (Pending, ..) if is_removed || !is_assessed(licence) => {}
        (Pending, Active, None) if is_certificate_alone(held) => {
            (licence.status, licence.status_qualifier) = (Active, Some(Provisional));
        }
        (Pending, Active, Some(Provisional)) if is_assessed(held) => keep_status(licence, held),
        (Active, Unknown, _) if is_doubted(held, licence) => keep_status(licence, held),
        _ => {}
    }
}

/// Returns whether anything but that it is in force, or no longer listed, is on record of a licence.
fn is_against(held: &Licence) -> bool {
    !matches!(held.status, Active | NotInRegister)
}

fn keep_status(licence: &mut Licence, held: &Licence) {
    (licence.status, licence.status_qualifier) = (held.status, held.status_qualifier);
    licence.upstream_status.clone_from(&held.upstream_status);
    licence.status_source_url.clone_from(&held.status_source_url);
    licence.status_observed_at = held.status_observed_at;
}

/// Keeps what a seal said against a licence that the list calls licensed, if this reading has no seal of
/// the licence, or not that of the domain of the seal, which it still lists: nothing says that this ended.
fn keep_sealed(licence: &mut Licence, held: &LicenceRecord, listed: &Listed<'_>) {
    let before = &held.licence;
    let seal =
        before.status_source_url.as_ref().filter(|url| before.source_url.as_ref() != Some(url));
    let (Mga | Tgc, Active, true, Some(seal)) =
        (licence.jurisdiction_code, licence.status, is_against(before), seal)
    else {
        return;
    };
    let mut pages = listed.domains.iter().filter_map(|host| host.row.verification_url.as_ref());
    let is_read = listed.row.status_source_url.is_some() || pages.any(|url| url == seal);
    let mut of_seal =
        held.domains.iter().filter(|it| it.domain.verification_url.as_ref() == Some(seal));
    let is_unread = |domain: &DomainRecord| {
        let mut listed = listed.domains.iter().filter(|it| it.key() == key(domain));
        listed.any(|it| it.row.verification_url.is_none())
    };
    let has_ended = of_seal.clone().next().is_some() && !of_seal.any(is_unread);
    if !is_read && !has_ended {
        keep_status(licence, before);
    }
}

/// Keeps what the list said against a licence, if this reading has a seal of it and no list: of both read
/// at once the worse counts.
fn keep_listed(licence: &mut Licence, held: &Licence, listed: &Listed<'_>) {
    let is_by_list = held.status_source_url == held.source_url;
    let is_by_seal = listed.row.status_source_url.is_some();
    let is_lifted = matches!((licence.jurisdiction_code, licence.status), (Mga | Tgc, Active));
    if is_lifted && is_against(held) && is_by_list && is_by_seal {
        keep_status(licence, held);
    }
}

/// Keeps what the spreadsheet of the Isle of Man said against a licence that its page calls active, if
/// this reading has the page alone.
fn keep_in_spreadsheet(licence: &mut Licence, held: &Licence) {
    let word = held.raw_data.get(SPREADSHEET).and_then(|row| row.get(FIRM_STATUS)?.as_str());
    let counts = held.raw_data.contains_key(STATUS_DIFFERENCE)
        && word.is_some_and(|word| held.upstream_status.as_deref() == Some(word));
    let is_read = licence.raw_data.contains_key(SPREADSHEET);
    let is_active = (licence.jurisdiction_code, licence.status) == (Iom, Active);
    if is_active && is_against(held) && counts && !is_read {
        keep_status(licence, held);
        for name in [SPREADSHEET, STATUS_DIFFERENCE] {
            let said = held.raw_data.get(name).map(|said| (name.to_owned(), said.clone()));
            licence.raw_data.extend(said);
        }
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
