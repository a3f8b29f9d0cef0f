//! A page of one licence that was read without the register, or the register without it: a certificate
//! of Curaçao, a seal of Malta or Tobique, the spreadsheet of the Isle of Man beside its page. The
//! register alone says the type, the dates and the status of its licences. What the page adds is the same
//! as if both had been read at once (decisions, "The registers", CW), and is not lost when the page is
//! not read again: its words stay in `raw_data` ([`pages`](crate::register::reading::pages)) until then.

mod seals;
mod status;

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use crate::jurisdiction::JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use crate::licence::Licence;
use crate::register::domain_cell::site_key;
use crate::register::reading::ListedLicence;
use crate::register::reading::pages::{
    CERTIFICATE_ALONE, CERTIFICATE_STATUS, CERTIFICATES, CERTIFIED, FIRM_STATUS,
    OTHER_CERTIFICATES, PAGE_STATUS, REMOVED_CERTIFICATES, SPREADSHEET, SPREADSHEET_REMARKS,
    STATUS_DIFFERENCE, address_of, certificate_words, is_certificate_of_licence, pages_in,
    with_certificates, without_certificates,
};
use crate::status::LicenceStatus::{Active, NotInRegister};
use crate::status::wording::{is_active, is_active_when_certified, is_known, rank};
use crate::text::folded;
use crate::transition::listed::Listed;
use crate::transition::observation::Observation;
use crate::transition::records::LicenceRecord;
use crate::transition::unlisted_pages::may_be_of;
use crate::transition::unread_pages::status::{keep_time, set_status};

impl Listed<'_> {
    /// Returns whether this is a certificate alone of a licence that the register listed.
    pub(super) fn is_certificate_of(&self, held: &Licence) -> bool {
        let is_alone = |licence: &Licence| licence.raw_data.contains_key(CERTIFICATE_ALONE);
        self.row.raw_data.contains_key(CERTIFICATE_ALONE) && !is_alone(held)
    }
}

/// Keeps in `raw_data` of a new licence what its pages say, where that may count in a later reading.
pub(super) fn keep_own(licence: &mut Licence) {
    match licence.jurisdiction_code {
        Mga | Tgc => seals::keep_own(licence),
        An | Cw | Iom | Kh | Ukgc => {}
    }
}

impl<'a> Observation<'a> {
    /// Adds what the unread pages, and in a partial reading the list, state about a licence.
    pub(super) fn keep_unread(
        &self,
        record: &mut LicenceRecord,
        held: &LicenceRecord,
        listed: &Listed<'_>,
    ) {
        let is_passed_on = record.operator_id != held.operator_id;
        let licence = &mut record.licence;
        match licence.jurisdiction_code {
            Cw => self.keep_certified(licence, held, is_passed_on),
            Mga | Tgc => self.keep_sealed(licence, held, listed),
            Iom => {
                keep_in_spreadsheet(licence, &held.licence);
                keep_on_page(licence, &held.licence);
            }
            An | Kh | Ukgc => {}
        }
    }

    /// Returns whether a page was read, whatever licence it is about now.
    pub(super) fn is_read(&self, page: &str) -> bool {
        let pages = || {
            let of_rows = self.reading.licences.iter().flat_map(ListedLicence::page_addresses);
            let removed = self.reading.removed_pages.iter();
            of_rows.chain(removed.filter_map(|it| it.verification_url.as_deref())).collect()
        };
        self.read_pages.get_or_init(pages).contains(page)
    }

    /// Keeps the certificates of a licence that were not read again; those that call it active not for another
    /// holder.
    fn keep_certified(&self, licence: &mut Licence, held: &LicenceRecord, is_passed_on: bool) {
        let removed = self.pages_removed_by_name(held);
        let held = &held.licence;
        let counts = |word: &str, address: Option<&str>| {
            folded(word) != CERTIFIED || !(is_passed_on || removed.contains(&address))
        };
        if !self.keep_certificates(&mut licence.raw_data, &held.raw_data, counts) {
            return;
        }
        let words = certificate_words(&licence.raw_data);
        let own = licence.upstream_status.as_deref().and_then(without_certificates);
        let (wording, qualifier) = with_certificates(own, &words);
        if qualifier != licence.status_qualifier || wording != licence.upstream_status {
            set_status(licence, wording, qualifier);
            keep_time(licence, held);
        }
    }

    /// Returns the addresses of the certificates of domains that a page of this reading removes by their names, and
    /// `None` for a certificate without one. That of a whole licence has other domains.
    fn pages_removed_by_name<'h>(&self, held: &'h LicenceRecord) -> HashSet<Option<&'h str>> {
        let pages = self.reading.removed_pages.iter();
        let pages = pages.filter(|page| may_be_of(page.license_number.as_deref(), &held.licence));
        let sites: HashSet<_> = pages.flat_map(|it| &it.domains).map(|it| site_key(it)).collect();
        let removed = held.domains.iter().filter(|domain| sites.contains(domain.key()));
        let addresses = removed.map(|it| it.domain.verification_url.as_deref());
        let of_domains = addresses.filter(|it| !it.is_some_and(is_certificate_of_licence));
        of_domains.flat_map(|address| [None, address]).collect()
    }

    /// Adds the certificates on record whose word `counts` and that were not read again to those of a licence.
    /// One without an address ends with the next certificate. Returns whether it added any.
    fn keep_certificates(
        &self,
        raw_data: &mut Map<String, Value>,
        held: &Map<String, Value>,
        counts: impl Fn(&str, Option<&str>) -> bool,
    ) -> bool {
        let is_any_read = !certificate_words(raw_data).is_empty()
            || raw_data.contains_key(OTHER_CERTIFICATES)
            || raw_data.contains_key(REMOVED_CERTIFICATES);
        let is_unread = |page: &&Value| match address_of(page) {
            Some(address) => !self.is_read(address),
            None => !is_any_read,
        };
        let has_word = |page: &&Value| {
            let word = page.get(CERTIFICATE_STATUS).and_then(Value::as_str);
            word.is_some_and(|word| counts(word, address_of(page)))
        };
        let kept = pages_in(held, CERTIFICATES).filter(has_word).filter(is_unread);
        let kept: Vec<_> = kept.cloned().collect();
        let has_kept = !kept.is_empty();
        if has_kept {
            let all = pages_in(raw_data, CERTIFICATES).cloned().chain(kept);
            let pages = all.map(|page| (page.to_string(), page));
            let pages = pages.collect::<BTreeMap<_, _>>().into_values().collect();
            raw_data.insert(CERTIFICATES.to_owned(), pages);
        }
        has_kept
    }

    /// Returns the licence on record with what its certificate says.
    pub(super) fn certified(&self, held: &Licence, certificate: &Listed<'_>) -> Licence {
        let mut licence = held.clone();
        let row = certificate.row;
        let texts = row.raw_data.iter().filter(|(name, _)| *name != CERTIFICATE_ALONE);
        licence.raw_data.extend(texts.map(|(name, text)| (name.clone(), text.clone())));
        if row.raw_data.contains_key(CERTIFICATES) {
            self.keep_certificates(&mut licence.raw_data, &held.raw_data, |_, _| true);
        }
        let own = held.upstream_status.as_deref().and_then(without_certificates);
        let is_in_question = is_active(Cw, own) || is_active_when_certified(Cw, own);
        if held.status == NotInRegister || !is_in_question {
            return licence;
        }
        let mut words = certificate_words(&licence.raw_data);
        if words.is_empty() {
            words.extend(row.status_text.as_deref());
        }
        let (wording, qualifier) = with_certificates(own, &words);
        set_status(&mut licence, wording, qualifier);
        licence.status_observed_at = self.reading.read_at;
        keep_time(&mut licence, held);
        licence
    }
}

/// Keeps what the Isle of Man's spreadsheet said if this reading has the page alone. Of both words the worse
/// counts against a licence that the page calls active, and every remark on the row.
fn keep_in_spreadsheet(licence: &mut Licence, held: &Licence) {
    let word_in = |licence: &Licence| {
        let row = licence.raw_data.get(SPREADSHEET).and_then(Value::as_object);
        let word = row.unwrap_or(&licence.raw_data).get(FIRM_STATUS)?.as_str();
        word.map(str::to_owned)
    };
    let (Some(word), None) = (word_in(held), word_in(licence)) else { return };
    let members = [SPREADSHEET_REMARKS, STATUS_DIFFERENCE].into_iter();
    let members = members.filter_map(|name| held.raw_data.get_key_value(name));
    licence.raw_data.extend(members.map(|(name, value)| (name.clone(), value.clone())));
    let row = held.raw_data.get(SPREADSHEET).cloned();
    let row = row.unwrap_or_else(|| json!({ FIRM_STATUS: word }));
    licence.raw_data.insert(SPREADSHEET.to_owned(), row);
    let (word, page) = (Some(word.as_str()), licence.upstream_status.as_deref());
    let worse = word.filter(|_| is_known(Iom, word) && rank(Iom, word) > rank(Iom, page));
    let remarks = licence.raw_data.get(SPREADSHEET_REMARKS).and_then(Value::as_str);
    if licence.status == Active && (worse.is_some() || remarks.is_some()) {
        let texts: Vec<_> = [worse.or(page), remarks].into_iter().flatten().collect();
        set_status(licence, Some(texts.join("; ")), None);
        licence.status_source_url.clone_from(&held.status_source_url);
        keep_time(licence, held);
    }
}

/// Keeps what the Isle of Man's page said against a licence if this reading has the spreadsheet alone.
fn keep_on_page(licence: &mut Licence, held: &Licence) {
    let has_page = !licence.raw_data.contains_key(FIRM_STATUS);
    let Some(words) = words_of_page(held).filter(|_| !has_page) else { return };
    licence.raw_data.insert(PAGE_STATUS.to_owned(), words.into());
    if licence.status == Active {
        set_status(licence, Some(words.to_owned()), None);
        licence.status_source_url.clone_from(&held.status_source_url);
        keep_time(licence, held);
    }
}

/// Returns what the page said against a licence. A notice beside the list is in its status alone.
fn words_of_page(held: &Licence) -> Option<&str> {
    let members = [FIRM_STATUS, SPREADSHEET_REMARKS, STATUS_DIFFERENCE];
    let status = held.upstream_status.as_deref();
    let in_sheet = held.raw_data.get(SPREADSHEET).and_then(|row| row.get(FIRM_STATUS)?.as_str());
    let is_of_sheet = members.into_iter().any(|member| held.raw_data.contains_key(member))
        || in_sheet.is_some_and(|word| status.is_some_and(|it| folded(it) == folded(word)));
    let of_page = held.raw_data.get(PAGE_STATUS).and_then(Value::as_str);
    of_page.or(status.filter(|_| held.status != Active && !is_of_sheet))
}
