//! A page of one licence that was read without the register, or the register without it: a certificate
//! of Curaçao, a seal of Malta or Tobique, the spreadsheet of the Isle of Man. The register alone says
//! the type, the dates and the status of its licences. What the page adds is the same as if both had been
//! read at once (decisions, "The registers", CW), and is not lost when the page is not read again: its
//! words stay in `raw_data` ([`pages`](crate::register::reading::pages)) until then.

mod seals;

use crate::jurisdiction::JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use crate::licence::Licence;
use crate::register::reading::pages::{
    CERTIFICATE_ALONE, CERTIFICATES, FIRM_STATUS, SPREADSHEET, SPREADSHEET_REMARKS,
    STATUS_DIFFERENCE, certificate_words, with_certificates, without_certificates,
};
use crate::status::LicenceStatus::{Active, NotInRegister, Unknown};
use crate::status::StatusQualifier;
use crate::status::wording::{classify, is_active, is_active_when_certified};
use crate::time::Timestamp;
use crate::transition::listed::Listed;
use crate::transition::records::LicenceRecord;

impl Listed<'_> {
    /// Returns whether this is a certificate alone of a licence that the register listed.
    pub(super) fn is_certificate_of(&self, held: &Licence) -> bool {
        let is_alone = |licence: &Licence| licence.raw_data.contains_key(CERTIFICATE_ALONE);
        self.row.raw_data.contains_key(CERTIFICATE_ALONE) && !is_alone(held)
    }
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
    match licence.jurisdiction_code {
        Cw => keep_certified(licence, &held.licence, is_removed),
        Mga | Tgc => seals::keep(licence, held, listed, is_complete),
        Iom => keep_in_spreadsheet(licence, &held.licence),
        An | Kh | Ukgc => {}
    }
}

/// Keeps the certificates of a licence if the reading has none that states a status. A licence is no longer
/// active for the time being once a page of its domains says that its domain was removed.
fn keep_certified(licence: &mut Licence, held: &Licence, is_removed: bool) {
    let words = certificate_words(&held.raw_data);
    if words.is_empty() || !certificate_words(&licence.raw_data).is_empty() {
        return;
    }
    let (wording, qualifier) = with_certificates(licence.upstream_status.as_deref(), &words);
    keep_members(licence, held, &[CERTIFICATES]);
    if qualifier.is_none() || !is_removed {
        set_status(licence, wording, qualifier);
    }
    keep_time(licence, held);
}

/// Keeps what the spreadsheet of the Isle of Man said, if this reading has the page alone, and the word of
/// the spreadsheet or a remark there speaks against a licence that the page calls active.
fn keep_in_spreadsheet(licence: &mut Licence, held: &Licence) {
    let Some(row) = held.raw_data.get(SPREADSHEET) else { return };
    if licence.raw_data.contains_key(SPREADSHEET) {
        return;
    }
    let word = row.get(FIRM_STATUS).and_then(|word| word.as_str());
    let remarks = held.raw_data.get(SPREADSHEET_REMARKS).and_then(|said| said.as_str());
    let is_against =
        |word: &&str| !matches!(classify(Iom, Some(word), None).status, Active | Unknown);
    keep_members(licence, held, &[SPREADSHEET, SPREADSHEET_REMARKS, STATUS_DIFFERENCE]);
    let said = remarks.or(word.filter(is_against));
    if let (Active, Some(said)) = (licence.status, said) {
        set_status(licence, Some(said.to_owned()), None);
        licence.status_source_url.clone_from(&held.status_source_url);
    }
    keep_time(licence, held);
}

fn keep_members(licence: &mut Licence, held: &Licence, names: &[&str]) {
    let said = names.iter().filter_map(|name| held.raw_data.get_key_value(*name));
    licence.raw_data.extend(said.map(|(name, said)| (name.clone(), said.clone())));
}

fn set_status(licence: &mut Licence, wording: Option<String>, qualifier: Option<StatusQualifier>) {
    let reading = classify(licence.jurisdiction_code, wording.as_deref(), qualifier);
    (licence.status, licence.status_qualifier) = (reading.status, reading.qualifier);
    licence.upstream_status = wording;
}

/// Keeps the time when a status that stays was observed.
fn keep_time(licence: &mut Licence, held: &Licence) {
    let status = |of: &Licence| (of.status, of.status_qualifier, of.upstream_status.clone());
    if status(licence) == status(held) {
        licence.status_observed_at = held.status_observed_at;
    }
}

/// Returns the licence on record with what its certificate says.
pub(super) fn certified(held: &Licence, certificate: &Listed<'_>, read_at: Timestamp) -> Licence {
    let mut licence = held.clone();
    let row = certificate.row;
    let texts = row.raw_data.iter().filter(|(name, _)| *name != CERTIFICATE_ALONE);
    licence.raw_data.extend(texts.map(|(name, text)| (name.clone(), text.clone())));
    let own = held.upstream_status.as_deref().and_then(without_certificates);
    let is_in_question = is_active(Cw, own) || is_active_when_certified(Cw, own);
    if held.status == NotInRegister || !is_in_question {
        return licence;
    }
    let mut words = certificate_words(&row.raw_data);
    if words.is_empty() {
        words.extend(row.status_text.as_deref());
    }
    let (wording, qualifier) = with_certificates(own, &words);
    set_status(&mut licence, wording, qualifier);
    licence.status_observed_at = read_at;
    keep_time(&mut licence, held);
    licence
}
