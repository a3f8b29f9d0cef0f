//! What the list and the seals of Malta and Tobique say, each as long as it is not read again.

use serde_json::{Value, json};

use super::{keep_time, set_status};
use crate::jurisdiction::JurisdictionCode::Mga;
use crate::licence::Licence;
use crate::register::reading::pages::{LIST_STATUS, SEAL_PAGE, SEAL_STATUS, SEALS};
use crate::status::LicenceStatus::Active;
use crate::status::wording::rank;
use crate::transition::domains::key;
use crate::transition::listed::Listed;
use crate::transition::records::{DomainRecord, LicenceRecord};

/// A seal, or the list, and what it says of a licence.
#[derive(Clone, PartialEq, Eq)]
struct Said {
    page: Option<String>,
    wording: Option<String>,
}

/// Keeps what the seals said that this reading does not have, and what the list said if the reading has
/// seals alone. Of all that is said, the worst counts against a licence that this reading calls active.
pub(super) fn keep(
    licence: &mut Licence,
    held: &LicenceRecord,
    listed: &Listed<'_>,
    is_complete: bool,
) {
    let (mut seals, before) = (seals_of(licence), &held.licence);
    let is_list_read = is_complete || seals.is_empty() || has_list_status(licence);
    let (list, list_before) = (list_of(licence, &seals), list_of(before, &seals_of(before)));
    let is_read = |seal: &Said| match licence.jurisdiction_code {
        Mga => !seals.is_empty(),
        _ => seals.iter().any(|read| read.page == seal.page),
    };
    let mut kept = seals_of(before);
    kept.retain(|seal| !is_read(seal) && !has_ended(seal, held, listed));
    seals.extend(kept.iter().cloned());
    let list = if is_list_read { list } else { list_before };
    note(licence, &seals, &list);
    kept.extend((!is_list_read).then_some(list));
    let rank_of = |said: &Said| rank(licence.jurisdiction_code, said.wording.as_deref());
    let kept = kept.into_iter().filter(|said| said.wording.is_some());
    let Some(worst) = kept.max_by_key(rank_of) else { return };
    let now = (0, licence.status_qualifier.is_some());
    if licence.status == Active && rank_of(&worst) > now {
        set_status(licence, worst.wording, None);
        licence.status_source_url = worst.page;
        licence.status_observed_at = before.status_observed_at;
    }
    keep_time(licence, before);
}

/// Returns the seals of a licence, or the one from which its status is.
fn seals_of(licence: &Licence) -> Vec<Said> {
    if let Some(Value::Array(seals)) = licence.raw_data.get(SEALS) {
        let text = |seal: &Value, name| Some(seal.get(name)?.as_str()?.to_owned());
        let said = |seal| Said { page: text(seal, SEAL_PAGE), wording: text(seal, SEAL_STATUS) };
        return seals.iter().map(said).collect();
    }
    let page = licence.status_source_url.clone().filter(|_| !is_by_list(licence));
    let wording = licence.upstream_status.clone();
    page.into_iter().map(|page| Said { page: Some(page), wording: wording.clone() }).collect()
}

fn is_by_list(licence: &Licence) -> bool {
    licence.status_source_url == licence.source_url
}

fn has_list_status(licence: &Licence) -> bool {
    licence.raw_data.contains_key(LIST_STATUS)
}

/// Returns what the list says of a licence with these seals; without a wording if it was not read.
fn list_of(licence: &Licence, seals: &[Said]) -> Said {
    let own = licence.upstream_status.clone().filter(|_| seals.is_empty() || is_by_list(licence));
    let beside_seals = licence.raw_data.get(LIST_STATUS).and_then(Value::as_str);
    let wording = beside_seals.map(str::to_owned).or(own);
    Said { page: licence.source_url.clone(), wording }
}

/// Notes the seals in `raw_data`, and the word of the list beside them.
fn note(licence: &mut Licence, seals: &[Said], list: &Said) {
    let members = |seal: &Said| match &seal.wording {
        Some(wording) => json!({ SEAL_PAGE: seal.page, SEAL_STATUS: wording }),
        None => json!({ SEAL_PAGE: seal.page }),
    };
    if seals.is_empty() {
        return;
    }
    licence.raw_data.insert(SEALS.to_owned(), seals.iter().map(members).collect());
    if let Some(wording) = &list.wording {
        licence.raw_data.insert(LIST_STATUS.to_owned(), wording.as_str().into());
    }
}

/// Returns whether a seal speaks no more: the list has none of its domains any longer, or they have
/// another seal.
fn has_ended(seal: &Said, held: &LicenceRecord, listed: &Listed<'_>) -> bool {
    let mut of_seal = held.domains.iter().filter(|it| it.domain.verification_url == seal.page);
    let is_unread = |domain: &DomainRecord| {
        let mut listed = listed.domains.iter().filter(|it| it.key() == key(domain));
        listed.any(|it| it.row.verification_url.is_none())
    };
    of_seal.clone().next().is_some() && !of_seal.any(is_unread)
}
