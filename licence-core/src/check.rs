//! The check: one question, one answer with its evidence (specification 2.6, decisions 3).

pub(crate) mod alternatives;
mod answer;
mod batch_result;
pub(crate) mod carried;
pub(crate) mod check_result;
mod close_names;
pub(crate) mod common_words;
mod detail;
mod exact;
pub mod generic_terms;
mod ladder;
mod lists;
mod look_alike;
mod matched;
pub mod names;
mod public_sector;
pub(crate) mod query;
pub mod similarity;
pub(crate) mod standing;
#[cfg(test)]
mod tests;

pub use batch_result::{BatchMeta, BatchResult, BatchRow, RowError};
pub use check_result::{
    Alternative, CheckMatch, CheckMeta, CheckResult, Confidence, MatchAbsenceReason, MatchType,
    PastSubject, RelatedHost, Verdict,
};
pub use detail::end_sentence;
pub(crate) use detail::{
    Weaknesses, on_record_with, push_instant, push_past, reference_note, regulator_name,
};
pub use exact::{ExactCatalogue, NeedsFullProfile};
pub use query::{
    CheckQuery, InvalidLicenceNumber, MAX_BATCH_DOMAINS, MAX_LICENCE_NUMBER_CHARS, QueryEcho,
};

use thiserror::Error;

use crate::catalogue::{Catalogue, LicenceEntry};
use crate::coverage::RegisterFreshness;
use crate::history::HistoryEntry;
use crate::jurisdiction::JurisdictionCode;
use crate::point_in_time::{AsOf, PointInTime};
use crate::provenance::{ConfidenceHint, Provenance};
use crate::time::Timestamp;
use answer::Answer;
use ladder::Finding;
use lists::{checked_jurisdictions, stale_jurisdictions};

/// Answers a question from a catalogue. `now` decides freshness only.
pub fn check(catalogue: &Catalogue, query: &CheckQuery, now: Timestamp) -> CheckResult {
    result(catalogue, query, &ladder::find(catalogue, query), now)
}

/// Answers a question with the verdict alone: the same as that of [`check()`], without its sentence
/// and its evidence.
pub fn verdict(catalogue: &Catalogue, query: &CheckQuery) -> Verdict {
    answer::verdict(catalogue, &ladder::find(catalogue, query))
}

/// The catalogue has no section `hist`, so that nothing is known of earlier instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the catalogue has no section hist, which holds the history")]
pub struct NoHistory;

/// Answers a question as [`check()`] does, and with what the history of the catalogue knows of an
/// earlier instant.
///
/// # Errors
/// [`NoHistory`] for a catalogue that was built without.
pub fn check_as_of(
    catalogue: &Catalogue,
    query: &CheckQuery,
    as_of: AsOf,
    now: Timestamp,
) -> Result<CheckResult, NoHistory> {
    if !catalogue.has_history() {
        return Err(NoHistory);
    }
    let result = check(catalogue, query, now);
    let past = match result.past_subject() {
        PastSubject::Licence(id) => catalogue.point_in_time(id, as_of).ok_or(NoHistory)?,
        PastSubject::NoSuchLicense | PastSubject::NoLicenseResolved => result.past(&[], as_of),
    };
    Ok(result.with_past(past, now))
}

impl CheckResult {
    /// Returns what is known of an instant, from the history of the licence that the answer resolved
    /// to.
    pub fn past(&self, history: &[HistoryEntry], as_of: AsOf) -> PointInTime {
        match self.past_subject() {
            PastSubject::Licence(_) => PointInTime::from_history(history, as_of),
            PastSubject::NoSuchLicense => PointInTime::no_such_license(as_of),
            PastSubject::NoLicenseResolved => PointInTime::no_license_resolved(as_of),
        }
    }
}

fn result(
    catalogue: &Catalogue,
    query: &CheckQuery,
    finding: &Finding<'_>,
    now: Timestamp,
) -> CheckResult {
    let answer = Answer::from_finding(catalogue, finding, now);
    let is_miss = answer.matched.is_none();
    CheckResult {
        query: query.echo.clone(),
        verdict: answer.verdict,
        verdict_detail: answer.detail,
        alternatives: lists::alternatives(catalogue, finding),
        confidence: answer.confidence,
        match_absence_reason: answer.absence,
        checked_jurisdictions: is_miss.then(|| checked_jurisdictions(catalogue)),
        jurisdictions: lists::pairs(catalogue, finding),
        related_hosts: lists::related_hosts(catalogue, finding),
        as_of: None,
        meta: meta(catalogue, answer.licence.as_ref(), now),
        matched: answer.matched,
    }
}

/// Answers one row of a batch: the same verdict without alternatives and lists
/// (specification 4.1). The sentence of a miss has a similar name. A domain that is no bare
/// hostname is a row too.
pub fn check_row(catalogue: &Catalogue, raw_domain: &str, now: Timestamp) -> BatchRow {
    let Ok(query) = CheckQuery::domain(raw_domain) else {
        return BatchRow::invalid_hostname(raw_domain);
    };
    let finding = ladder::find(catalogue, &query);
    let mut answer = Answer::from_finding(catalogue, &finding, now);
    // A row has no alternatives, so its sentence names the first of them where it names no operator.
    let alternatives = || lists::alternatives(catalogue, &finding);
    match &finding {
        Finding::NothingOnRecord { carried: None, .. } => {
            detail::push_similar_name(&mut answer.detail, alternatives().first());
        }
        Finding::Crowded { .. } => {
            detail::push_one_holder(&mut answer.detail, alternatives().first());
        }
        Finding::Listed { .. }
        | Finding::Generic { .. }
        | Finding::Related { .. }
        | Finding::LookAlike { .. }
        | Finding::Named { .. }
        | Finding::NothingOnRecord { .. }
        | Finding::Numbered { .. }
        | Finding::AmbiguousNumber { .. }
        | Finding::UnknownNumber { .. } => {}
    }
    BatchRow {
        query: query.echo,
        matched: answer.matched,
        confidence: answer.confidence,
        verdict: Some(answer.verdict),
        verdict_detail: Some(answer.detail),
        match_absence_reason: answer.absence,
        error: None,
    }
}

/// Answers a batch of domains in the order asked; a bad one does not fail the others.
pub fn check_batch<'d>(
    catalogue: &Catalogue,
    domains: impl IntoIterator<Item = &'d str>,
    now: Timestamp,
) -> BatchResult {
    let row = |domain| check_row(catalogue, domain, now);
    batch(catalogue, domains.into_iter().map(row).collect(), now)
}

/// Returns a batch of rows that were answered before, with the members of the batch itself. These need no
/// row of a register but the last reads.
pub fn batch(catalogue: &Catalogue, results: Vec<BatchRow>, now: Timestamp) -> BatchResult {
    BatchResult {
        count: results.len(),
        checked_jurisdictions: checked_jurisdictions(catalogue),
        results,
        meta: BatchMeta { stale_jurisdictions: stale_jurisdictions(catalogue, now) },
    }
}

fn meta(catalogue: &Catalogue, licence: Option<&LicenceEntry>, now: Timestamp) -> CheckMeta {
    let freshness = |code| RegisterFreshness::at(code, catalogue.last_successful_scrape(code), now);
    let codes = JurisdictionCode::ALL.iter();
    let reads = codes.filter_map(|code| catalogue.last_successful_scrape(*code));
    CheckMeta {
        provenance: match licence {
            Some(licence) => Provenance {
                scraped_at: Some(licence.last_verified_at),
                source_modified_at: None,
                source_url: licence.source_url.map(|url| catalogue.text(url).to_owned()),
                confidence_hint: licence.source_kind.into(),
            },
            None => Provenance {
                // A miss is only as recent as the register read longest ago.
                scraped_at: reads.min(),
                source_modified_at: None,
                source_url: None,
                confidence_hint: ConfidenceHint::Derived,
            },
        },
        register: licence.map(|licence| freshness(licence.jurisdiction)),
        stale_jurisdictions: stale_jurisdictions(catalogue, now),
    }
}
