//! A page of one licence that was read without the register, or the register without it: a certificate
//! of Curaçao, a seal of Malta or Tobique, the spreadsheet of the Isle of Man. The register alone says
//! the type, the dates and the status of its licences. What the page adds is the same as if both had been
//! read at once (decisions, "The registers", CW), and is not lost when the page is not read again: its
//! words stay in `raw_data` ([`pages`](crate::register::reading::pages)) until then.

mod seals;
mod status;

use serde_json::{Map, Value, json};

use crate::jurisdiction::JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use crate::licence::Licence;
use crate::register::reading::ListedLicence;
use crate::register::reading::pages::{
    CERTIFICATE_ALONE, CERTIFICATE_STATUS, CERTIFICATES, FIRM_STATUS, OTHER_CERTIFICATES, SEALS,
    SPREADSHEET, SPREADSHEET_REMARKS, STATUS_DIFFERENCE, address_of, certificate_words, pages_in,
    with_certificates, without_certificates,
};
use crate::status::LicenceStatus::{Active, NotInRegister};
use crate::status::wording::{is_active, is_active_when_certified, is_known, rank};
use crate::transition::listed::Listed;
use crate::transition::observation::Observation;
use crate::transition::records::LicenceRecord;
use crate::transition::unread_pages::status::{keep_time, set_status};

impl Listed<'_> {
    /// Returns whether this is a certificate alone of a licence that the register listed.
    pub(super) fn is_certificate_of(&self, held: &Licence) -> bool {
        let is_alone = |licence: &Licence| licence.raw_data.contains_key(CERTIFICATE_ALONE);
        self.row.raw_data.contains_key(CERTIFICATE_ALONE) && !is_alone(held)
    }
}

impl<'a> Observation<'a> {
    /// Keeps what was said of a licence by what this reading does not have: a page of it, or the list if
    /// the reading is partial.
    pub(super) fn keep_unread(
        &self,
        licence: &mut Licence,
        held: &LicenceRecord,
        listed: &Listed<'_>,
    ) {
        match licence.jurisdiction_code {
            Cw => self.keep_certified(licence, &held.licence),
            Mga | Tgc => self.keep_sealed(licence, held, listed),
            Iom => keep_in_spreadsheet(licence, &held.licence),
            An | Kh | Ukgc => {}
        }
    }

    /// Returns whether a page was read, whatever licence it is about now.
    fn is_read(&self, page: &str) -> bool {
        let pages = || {
            let rows = self.listed.iter().map(|(licence, _)| licence.row);
            let of_domains = |row: &'a ListedLicence| {
                row.domains.iter().filter_map(|it| it.verification_url.as_deref())
            };
            let of_members = |row: &'a ListedLicence| {
                [CERTIFICATES, OTHER_CERTIFICATES, SEALS]
                    .into_iter()
                    .flat_map(|member| pages_in(&row.raw_data, member))
                    .filter_map(address_of)
            };
            let of_rows = rows.flat_map(|row| {
                row.status_source_url
                    .as_deref()
                    .into_iter()
                    .chain(of_domains(row))
                    .chain(of_members(row))
            });
            let removed = self.reading.removed_pages.iter().map(|it| it.verification_url.as_str());
            of_rows.chain(removed).collect()
        };
        self.read_pages.get_or_init(pages).contains(page)
    }

    /// Keeps the certificates of a licence that were not read again.
    fn keep_certified(&self, licence: &mut Licence, held: &Licence) {
        if !self.keep_certificates(&mut licence.raw_data, &held.raw_data) {
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

    /// Adds the certificates on record that state a status and were not read again to those of a licence.
    /// One without an address ends with the next certificate. Returns whether there are some.
    fn keep_certificates(
        &self,
        raw_data: &mut Map<String, Value>,
        held: &Map<String, Value>,
    ) -> bool {
        let has_words = !certificate_words(raw_data).is_empty();
        let is_unread = |page: &&Value| match address_of(page) {
            _ if page.get(CERTIFICATE_STATUS).is_none() => false,
            Some(address) => !self.is_read(address),
            None => !has_words,
        };
        let kept: Vec<_> = pages_in(held, CERTIFICATES).filter(is_unread).cloned().collect();
        let has_kept = !kept.is_empty();
        if has_kept {
            let all = pages_in(raw_data, CERTIFICATES).cloned().chain(kept).collect();
            raw_data.insert(CERTIFICATES.to_owned(), Value::Array(all));
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
            self.keep_certificates(&mut licence.raw_data, &held.raw_data);
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
    let is_read = [SPREADSHEET, FIRM_STATUS].iter().any(|it| licence.raw_data.contains_key(*it));
    let Some((word, remarks)) = row_of_spreadsheet(held).filter(|_| !is_read) else { return };
    keep_members(licence, held, &[SPREADSHEET, SPREADSHEET_REMARKS, STATUS_DIFFERENCE]);
    let row = licence.raw_data.entry(SPREADSHEET);
    row.or_insert_with(|| json!({ FIRM_STATUS: word }));
    if let Some(remarks) = &remarks {
        licence.raw_data.insert(SPREADSHEET_REMARKS.to_owned(), remarks.as_str().into());
    }
    let page = licence.upstream_status.as_deref();
    let is_worse =
        |word: &str| is_known(Iom, Some(word)) && rank(Iom, Some(word)) > rank(Iom, page);
    let worse = Some(word.as_str()).filter(|word| is_worse(word));
    if licence.status == Active && (worse.is_some() || remarks.is_some()) {
        let texts: Vec<_> = [worse.or(page), remarks.as_deref()].into_iter().flatten().collect();
        set_status(licence, Some(texts.join("; ")), None);
        licence.status_source_url.clone_from(&held.status_source_url);
        keep_time(licence, held);
    }
}

/// Returns the word and the remarks of the spreadsheet on record, which may have been read by itself.
fn row_of_spreadsheet(held: &Licence) -> Option<(String, Option<String>)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    if let Some(row) = held.raw_data.get(SPREADSHEET) {
        let word = row.get(FIRM_STATUS).and_then(text).unwrap_or_default();
        return Some((word, held.raw_data.get(SPREADSHEET_REMARKS).and_then(text)));
    }
    let word = held.raw_data.get(FIRM_STATUS).and_then(text)?;
    let wording = held.upstream_status.as_deref().unwrap_or_default();
    let remarks = wording.strip_prefix(word.as_str()).map(|rest| rest.trim_start_matches("; "));
    Some((word, remarks.filter(|rest| !rest.is_empty()).map(str::to_owned)))
}

fn keep_members(licence: &mut Licence, held: &Licence, names: &[&str]) {
    let members = names.iter().filter_map(|name| held.raw_data.get_key_value(*name));
    licence.raw_data.extend(members.map(|(name, value)| (name.clone(), value.clone())));
}
