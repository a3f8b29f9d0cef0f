//! What the list and the seals of Malta and Tobique say, each as long as it is not read again.

use std::cmp::Reverse;

use serde_json::{Value, json};

use super::status::set_status;
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::licence::Licence;
use crate::register::reading::pages::{LIST_STATUS, PAGE, SEAL_STATUS, SEALS, WEBSITE_CELLS};
use crate::status::LicenceStatus::{Active, NotInRegister};
use crate::status::wording::{best_first, rank};
use crate::transition::listed::Listed;
use crate::transition::observation::Observation;
use crate::transition::records::{DomainRecord, LicenceRecord};

/// A seal, or the list, and what it says of a licence.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Statement {
    page: Option<String>,
    wording: Option<String>,
}

impl Observation<'_> {
    /// Keeps what the seals said that this reading does not have, and what the list said if the reading has
    /// seals alone.
    pub(super) fn keep_sealed(
        &self,
        licence: &mut Licence,
        held: &LicenceRecord,
        listed: &Listed<'_>,
    ) {
        let (mut seals, before) = (seals_of(licence), &held.licence);
        let has_list_status = licence.raw_data.contains_key(LIST_STATUS);
        let is_list_read = self.reading.complete || seals.is_empty() || has_list_status;
        let list = list_of(if is_list_read { licence } else { before });
        if let Some(cells) = before.raw_data.get(WEBSITE_CELLS).filter(|_| !is_list_read) {
            licence.raw_data.insert(WEBSITE_CELLS.to_owned(), cells.clone());
        }
        let mut kept = seals_of(before);
        kept.retain(|seal| {
            let is_read = seal.page.as_deref().is_some_and(|page| self.is_read(page));
            let has_ended = match licence.jurisdiction_code {
                Mga => !seals.is_empty(),
                _ => self.has_ended(seal, held, listed, is_list_read),
            };
            !is_read && !has_ended
        });
        seals.extend(kept.iter().cloned());
        seals.sort();
        write_seals(licence, &seals, &list);
        kept.extend((!is_list_read).then_some(list));
        count_worst(licence, before, kept);
        if !is_list_read && before.not_listed_since.is_some() {
            stay_missing(licence, before);
        }
    }

    /// Returns whether a seal of Tobique no longer counts though it was not read: each of its domains has
    /// another seal, or is not on the list that was read.
    fn has_ended(
        &self,
        seal: &Statement,
        held: &LicenceRecord,
        listed: &Listed<'_>,
        is_list_read: bool,
    ) -> bool {
        let is_of_seal = |it: &&DomainRecord| it.domain.verification_url == seal.page;
        let mut of_seal = held.domains.iter().filter(is_of_seal).peekable();
        let is_over = |domain: &DomainRecord| {
            let here = listed.domains.iter().find(|it| it.key() == domain.key());
            match here {
                Some(host) => host.row.verification_url.is_some(),
                None => is_list_read && !self.is_listed_without_seal(domain.key()),
            }
        };
        of_seal.peek().is_some() && of_seal.all(is_over)
    }

    /// Returns whether the reading lists a site, under any licence, and has no seal of it.
    fn is_listed_without_seal(&self, site: &str) -> bool {
        let domains = self.listed.iter().flat_map(|(licence, _)| &licence.domains);
        let mut of_site = domains.filter(|host| host.key() == site);
        self.sites.contains(site) && of_site.all(|host| host.row.verification_url.is_none())
    }
}

/// Keeps a licence missing, because a seal alone does not list it.
fn stay_missing(licence: &mut Licence, before: &Licence) {
    licence.not_listed_since = before.not_listed_since;
    licence.last_listed_at = before.last_listed_at;
    if before.status == NotInRegister {
        (licence.status, licence.status_qualifier) = (NotInRegister, None);
        licence.upstream_status.clone_from(&before.upstream_status);
        licence.status_source_url.clone_from(&before.status_source_url);
        licence.status_observed_at = before.status_observed_at;
    }
}

/// Gives a licence that this reading calls active the worst of what else is said of it.
fn count_worst(licence: &mut Licence, before: &Licence, others: Vec<Statement>) {
    let rank_of = |other: &Statement| rank(licence.jurisdiction_code, other.wording.as_deref());
    let others = others.into_iter().filter(|other| other.wording.is_some());
    // Of equals the first page counts, as in a reading of all.
    let by_rank = |other: &Statement| (Reverse(rank_of(other)), other.page.clone());
    let Some(worst) = others.min_by_key(by_rank) else { return };
    let now = (best_first(Active), licence.status_qualifier.is_some());
    if licence.status == Active && rank_of(&worst) > now {
        set_status(licence, worst.wording, None);
        licence.status_source_url = worst.page;
        licence.status_observed_at = before.status_observed_at;
    }
}

/// Returns the seals of a licence, or, if `raw_data` has none, the page of its status.
fn seals_of(licence: &Licence) -> Vec<Statement> {
    if let Some(Value::Array(seals)) = licence.raw_data.get(SEALS) {
        let text = |seal: &Value, name| Some(seal.get(name)?.as_str()?.to_owned());
        let statement =
            |seal| Statement { page: text(seal, PAGE), wording: text(seal, SEAL_STATUS) };
        return seals.iter().map(statement).collect();
    }
    let page = licence.status_source_url.clone().filter(|_| !is_by_list(licence));
    let wording = licence.upstream_status.clone();
    page.into_iter().map(|page| Statement { page: Some(page), wording: wording.clone() }).collect()
}

fn is_by_list(licence: &Licence) -> bool {
    licence.status_source_url == licence.source_url
}

/// Returns what the list says of a licence; without a wording if it was not read.
fn list_of(licence: &Licence) -> Statement {
    let has_seals = !seals_of(licence).is_empty();
    let own = licence.upstream_status.clone().filter(|_| !has_seals || is_by_list(licence));
    let beside_seals = licence.raw_data.get(LIST_STATUS).and_then(Value::as_str);
    let wording = beside_seals.map(str::to_owned).or(own);
    Statement { page: licence.source_url.clone(), wording }
}

/// Removes what the reader gives of a new licence in `raw_data`, except what speaks against the licence.
pub(super) fn keep_own(licence: &mut Licence) {
    let (seals, list) = (seals_of(licence), list_of(licence));
    write_seals(licence, &seals, &list);
}

/// Writes the seals into `raw_data`, and the word of the list beside them, where the licence is not in force
/// or one of them speaks against it.
fn write_seals(licence: &mut Licence, seals: &[Statement], list: &Statement) {
    let members = |seal: &Statement| match &seal.wording {
        Some(wording) => json!({ PAGE: seal.page, SEAL_STATUS: wording }),
        None => json!({ PAGE: seal.page }),
    };
    let code = licence.jurisdiction_code;
    let in_force = (best_first(Active), false);
    let is_against =
        |it: &Statement| it.wording.is_some() && rank(code, it.wording.as_deref()) > in_force;
    let is_in_force = (licence.status, licence.status_qualifier) == (Active, None);
    let is_disputed = !is_in_force || seals.iter().chain([list]).any(is_against);
    licence.raw_data.remove(SEALS);
    licence.raw_data.remove(LIST_STATUS);
    if seals.is_empty() || !is_disputed {
        return;
    }
    licence.raw_data.insert(SEALS.to_owned(), seals.iter().map(members).collect());
    if let Some(wording) = &list.wording {
        licence.raw_data.insert(LIST_STATUS.to_owned(), wording.as_str().into());
    }
}
