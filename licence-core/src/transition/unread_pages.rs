//! A page of one licence that was read without the register, or the register without it: a certificate
//! of Curaçao, a seal of Malta or Tobique, the spreadsheet of the Isle of Man. The register alone says
//! the type, the dates and the status of its licences. What the page adds is the same as if both had been
//! read at once (decisions, "The registers", CW), and is not lost when the page is not read again: its
//! words stay in `raw_data` ([`pages`](crate::register::reading::pages)) until then.

mod seals;
mod status;

use crate::jurisdiction::JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use crate::licence::Licence;
use crate::register::reading::pages::{
    CERTIFICATE_ALONE, CERTIFICATES, FIRM_STATUS, OTHER_CERTIFICATES, SPREADSHEET,
    SPREADSHEET_REMARKS, STATUS_DIFFERENCE, certificate_words, with_certificates,
    without_certificates,
};
use crate::status::LicenceStatus::{Active, NotInRegister};
use crate::status::wording::{is_active, is_active_when_certified, is_known, rank};
use crate::time::Timestamp;
use crate::transition::listed::Listed;
use crate::transition::records::LicenceRecord;
use crate::transition::unread_pages::status::{keep_time, set_status};

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

/// Keeps the certificates of a licence if the reading has none of its number that states a status. A licence
/// is no longer active for the time being once a page of its domains says that its domain was removed.
fn keep_certified(licence: &mut Licence, held: &Licence, is_removed: bool) {
    let words = certificate_words(&held.raw_data);
    let is_read = licence.raw_data.contains_key(OTHER_CERTIFICATES)
        || !certificate_words(&licence.raw_data).is_empty();
    let (wording, qualifier) = with_certificates(licence.upstream_status.as_deref(), &words);
    if words.is_empty() || is_read || (qualifier.is_some() && is_removed) {
        return;
    }
    keep_members(licence, held, &[CERTIFICATES]);
    if qualifier.is_some() || wording != licence.upstream_status {
        set_status(licence, wording, qualifier);
        keep_time(licence, held);
    }
}

/// Keeps the row of the Isle of Man's spreadsheet if this reading has the page alone. Of both words the
/// worse counts against a licence that the page calls active, and every remark on the row.
fn keep_in_spreadsheet(licence: &mut Licence, held: &Licence) {
    let Some(row) = held.raw_data.get(SPREADSHEET) else { return };
    if licence.raw_data.contains_key(SPREADSHEET) {
        return;
    }
    keep_members(licence, held, &[SPREADSHEET, SPREADSHEET_REMARKS, STATUS_DIFFERENCE]);
    let page = licence.upstream_status.as_deref();
    let is_worse =
        |word: &&str| is_known(Iom, Some(word)) && rank(Iom, Some(word)) > rank(Iom, page);
    let word = row.get(FIRM_STATUS).and_then(|word| word.as_str()).filter(is_worse);
    let remarks = held.raw_data.get(SPREADSHEET_REMARKS).and_then(|texts| texts.as_str());
    if licence.status == Active && (word.is_some() || remarks.is_some()) {
        let texts: Vec<_> = [word.or(page), remarks].into_iter().flatten().collect();
        set_status(licence, Some(texts.join("; ")), None);
        licence.status_source_url.clone_from(&held.status_source_url);
        keep_time(licence, held);
    }
}

fn keep_members(licence: &mut Licence, held: &Licence, names: &[&str]) {
    let members = names.iter().filter_map(|name| held.raw_data.get_key_value(*name));
    licence.raw_data.extend(members.map(|(name, value)| (name.clone(), value.clone())));
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
