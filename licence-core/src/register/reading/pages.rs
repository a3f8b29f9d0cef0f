//! The members of `raw_data` that say what each page of a licence says of it, so that a page counts as
//! long as it is not read again.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::ListedLicence;
use crate::domain::{self, DomainStatus};
use crate::jurisdiction::JurisdictionCode::{self, Cw};
use crate::status::StatusQualifier;
use crate::status::wording::{is_active, is_active_when_certified};
use crate::text::folded;

/// The member of a licence of which a certificate of Curaçao alone was read, and not its row in the
/// register. It takes away nothing that the register said.
pub(crate) const CERTIFICATE_ALONE: &str = "Certificate alone";
/// The member of a certificate or seal with its address.
pub(crate) const PAGE: &str = "Page";

/// The member with the certificates that were read.
pub(crate) const CERTIFICATES: &str = "Certificate";
/// The member of a certificate with the status that it prints.
pub(crate) const CERTIFICATE_STATUS: &str = "Current status";
/// The member with the certificates under the number of a licence that name another company.
pub(crate) const OTHER_CERTIFICATES: &str = "Certificate of another company";
/// The member with the pages of a licence that say that it was removed, and name no domain.
pub(crate) const REMOVED_CERTIFICATES: &str = "Certificate removed";
/// The beginning of the remark that the word of a certificate is on the status of its licence.
const CERTIFICATE_REMARK: &str = "Certificate: ";
/// What a certificate calls a licence in force.
pub(crate) const CERTIFIED: &str = "active";

/// The member with the seals of Malta or Tobique that were read, where one or the list speaks against the
/// licence.
pub(crate) const SEALS: &str = "Seals";
/// The member of a seal with its word for the licence and the remarks beside it.
pub(crate) const SEAL_STATUS: &str = "Status";
/// The member with the word of the list beside these seals.
pub(crate) const LIST_STATUS: &str = "List Status";

/// The member with the cells of a row of Tobique that hold more than addresses.
pub(crate) const WEBSITE_CELLS: &str = "Website";
/// The wording of a domain of Tobique that only a seal has, where its licence has such cells: what is struck
/// out or cannot be read there may be this domain.
pub(crate) const NOT_ON_LIST: &str = "not on the list";

/// The member with the row of the Isle of Man's spreadsheet.
pub(crate) const SPREADSHEET: &str = "Spreadsheet";
/// The member of that row with its word for the status.
pub(crate) const FIRM_STATUS: &str = "Firm Status";
/// The member with the remarks on that row, joined by semicolons, also where the row was read by itself.
pub(crate) const SPREADSHEET_REMARKS: &str = "Spreadsheet remarks";
/// The member with the word and remarks of the page, where they speak against the licence.
pub(crate) const PAGE_STATUS: &str = "Page status";
/// The member that says how the word of the spreadsheet differs from that of the page.
pub(crate) const STATUS_DIFFERENCE: &str = "Status difference";

/// Returns whether an address in Curaçao is that of a certificate of a licence, which lists its domains,
/// and not of the certificate of one domain.
pub(crate) fn is_certificate_of_licence(address: &str) -> bool {
    address.contains("/token")
}

/// Returns whether a page that prints this about the licence is proof for its domain (specification
/// 2.10). One that prints nothing says nothing.
pub(crate) fn is_proof(code: JurisdictionCode, word: &str) -> bool {
    let domain_is_active = domain::standing(Some(word), None).status == Some(DomainStatus::Active);
    word.trim().is_empty() || domain_is_active || is_active(code, Some(word))
}

impl ListedLicence {
    /// Returns the addresses of the pages that were read of it, beside the list.
    pub(crate) fn page_addresses(&self) -> impl Iterator<Item = &str> {
        let members = [CERTIFICATES, OTHER_CERTIFICATES, REMOVED_CERTIFICATES, SEALS];
        let of_members = members.into_iter().flat_map(|member| pages_in(&self.raw_data, member));
        let of_domains = self.domains.iter().filter_map(|it| it.verification_url.as_deref());
        let of_status = self.status_source_url.as_deref();
        of_status.into_iter().chain(of_domains).chain(of_members.filter_map(address_of))
    }
}

/// Returns the pages of a member of `raw_data`.
pub(crate) fn pages_in<'r>(
    raw_data: &'r Map<String, Value>,
    member: &str,
) -> impl Iterator<Item = &'r Value> {
    raw_data.get(member).and_then(Value::as_array).into_iter().flatten()
}

/// Returns the address of a page, if `raw_data` has it.
pub(crate) fn address_of(page: &Value) -> Option<&str> {
    page.get(PAGE)?.as_str()
}

/// Returns the words of the certificates in `raw_data` that state one.
pub(crate) fn certificate_words(raw_data: &Map<String, Value>) -> Vec<&str> {
    let pages = pages_in(raw_data, CERTIFICATES);
    pages.filter_map(|page| page.get(CERTIFICATE_STATUS)?.as_str()).collect()
}

/// Returns what the register of Curaçao and the certificates of a licence say together, from the wording
/// of the register. A licence under assessment is active for the time being while all certificates call it
/// active. One in force of which a certificate says anything else has a remark, and so is unknown. The
/// register's own word for any other licence stays.
pub(crate) fn with_certificates(
    wording: Option<&str>,
    words: &[&str],
) -> (Option<String>, Option<StatusQualifier>) {
    let others = words.iter().filter(|word| folded(word) != CERTIFIED);
    let remarks: BTreeSet<_> = others.map(|word| format!("{CERTIFICATE_REMARK}{word}")).collect();
    if remarks.is_empty() || !is_active(Cw, wording) {
        let is_certified = remarks.is_empty() && !words.is_empty();
        let is_provisional = is_certified && is_active_when_certified(Cw, wording);
        let qualifier = is_provisional.then_some(StatusQualifier::Provisional);
        return (wording.map(str::to_owned), qualifier);
    }
    let own = wording.filter(|wording| !wording.is_empty()).map(str::to_owned);
    let texts: Vec<_> = own.into_iter().chain(remarks).collect();
    (Some(texts.join("; ")), None)
}

/// Returns a wording without the remarks of certificates: that of the register.
pub(crate) fn without_certificates(wording: &str) -> Option<&str> {
    let own = wording.split(CERTIFICATE_REMARK).next()?.trim_end_matches([';', ' ']);
    Some(own).filter(|own| !own.is_empty())
}
