//! What was known at an earlier instant (specification 2.7).

use thiserror::Error;

use crate::catalogue::Catalogue;
use crate::check::query::CheckQuery;
use crate::check::verdict::{CheckResult, PastOf};
use crate::history::HistoryEntry;
use crate::point_in_time::{AsOf, PointInTime};
use crate::time::Timestamp;

/// The catalogue has no section `hist`, so that nothing is known of earlier instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the catalogue has no section hist, which holds the history")]
pub struct NoHistory;

/// Answers a question as [`check()`](crate::check()) does, and with what the history of the
/// catalogue knows of an earlier instant.
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
    let result = super::check(catalogue, query, now);
    let past = match result.past_of() {
        PastOf::Licence(id) => catalogue.point_in_time(id, as_of).ok_or(NoHistory)?,
        PastOf::NoSuchLicense | PastOf::NoLicenseResolved => result.past(&[], as_of),
    };
    Ok(result.with_past(past, now))
}

impl CheckResult {
    /// Returns what is known of an instant, from the history of the licence that the answer resolved
    /// to.
    pub fn past(&self, history: &[HistoryEntry], as_of: AsOf) -> PointInTime {
        match self.past_of() {
            PastOf::Licence(_) => PointInTime::from_history(history, as_of),
            PastOf::NoSuchLicense => PointInTime::no_such_license(as_of),
            PastOf::NoLicenseResolved => PointInTime::no_license_resolved(as_of),
        }
    }
}
