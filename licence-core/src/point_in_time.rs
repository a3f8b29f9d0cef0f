//! Was it licensed on that date: the five honest answers (specification 2.7, decisions 3).
//!
//! The past is read from the history alone. It is never extrapolated: before the first
//! observation nothing is known, and a withdrawn entry is not replaced by the one before it.

mod as_of;

pub use as_of::{AsOf, InvalidAsOf};

use serde::{Deserialize, Serialize};

use crate::history::HistoryEntry;
use crate::status::LicenceStatus;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// What is known about the requested instant (`as_of.knowledge`).
    pub enum Knowledge: "point-in-time outcome" {
        /// The licence was under observation and its status is known.
        Observed = "observed",
        /// The entry in effect was withdrawn later; no earlier status takes its place.
        Corrected = "corrected",
        /// The instant lies before the first observation.
        BeforeTracking = "before_tracking",
        /// No licence matched.
        NoSuchLicense = "no_such_license",
        /// An operator or a name matched, and no specific licence.
        NoLicenseResolved = "no_license_resolved",
    }
}

/// The point-in-time object (`as_of` of specification 2.7, fields of decisions 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PointInTime {
    /// The requested instant; for a date without a time the end of that UTC day.
    pub resolved_at: Timestamp,
    /// Which of the five outcomes it is.
    pub knowledge: Knowledge,
    /// The status at that instant; only for `observed`.
    pub status_as_of: Option<LicenceStatus>,
    /// The history entry in effect.
    pub established_by: Option<HistoryEntry>,
    /// When the licence was first observed.
    pub tracking_since: Option<Timestamp>,
    /// The withdrawn entry; only for `corrected`.
    pub correction: Option<Correction>,
}

/// A withdrawn history entry (`as_of.correction`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Correction {
    /// The entry as it is in the history.
    pub event: HistoryEntry,
    /// The status that it claimed.
    pub withdrawn_status: LicenceStatus,
    /// When it was withdrawn.
    pub corrected_at: Timestamp,
    /// Why.
    pub correction_note: Option<String>,
}

impl PointInTime {
    /// Returns what is known about one licence, from its whole history in the order of recording.
    ///
    /// Entries count in the order of (`changed_at`, recording). The last one at or before the
    /// instant that bears a status decides, whether it is corrected or not.
    ///
    /// ```
    /// use licence_core::point_in_time::{AsOf, Knowledge, PointInTime};
    ///
    /// let now = "2026-11-01T06:00:00Z".parse()?;
    /// let as_of = AsOf::parse("2026-03-01", now)?;
    /// assert_eq!(PointInTime::from_history(&[], as_of).knowledge, Knowledge::BeforeTracking);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_history(history: &[HistoryEntry], as_of: AsOf) -> Self {
        let moments = history.iter().map(|entry| (entry.changed_at, entry.bears_status()));
        Self::from_moments(moments, as_of, |place| history[place].clone())
    }

    /// Returns the same from when each entry was observed and whether it bears a status. `entry`
    /// returns the one that decides, by its place.
    pub(crate) fn from_moments(
        moments: impl Iterator<Item = (Timestamp, bool)> + Clone,
        as_of: AsOf,
        entry: impl FnOnce(usize) -> HistoryEntry,
    ) -> Self {
        let tracking_since = moments.clone().map(|(changed_at, _)| changed_at).min();
        // Of several entries at one instant, `max_by_key` returns the one recorded last.
        let in_effect = moments
            .enumerate()
            .filter(|(_, (changed_at, bears))| *bears && *changed_at <= as_of.instant())
            .max_by_key(|(_, (changed_at, _))| *changed_at);
        match in_effect {
            None => Self { tracking_since, ..Self::nothing(as_of, Knowledge::BeforeTracking) },
            Some((place, _)) => Self::established(entry(place), as_of, tracking_since),
        }
    }

    /// Returns the instant that the answer describes: for a day that is not over, `now`.
    pub fn instant(&self, now: Timestamp) -> Timestamp {
        self.resolved_at.min(now)
    }

    /// Returns the answer for a query that matched no licence.
    pub fn no_such_license(as_of: AsOf) -> Self {
        Self::nothing(as_of, Knowledge::NoSuchLicense)
    }

    /// Returns the answer for a query that matched an operator or a name, but no single licence.
    pub fn no_license_resolved(as_of: AsOf) -> Self {
        Self::nothing(as_of, Knowledge::NoLicenseResolved)
    }

    fn nothing(as_of: AsOf, knowledge: Knowledge) -> Self {
        Self {
            resolved_at: as_of.instant(),
            knowledge,
            status_as_of: None,
            established_by: None,
            tracking_since: None,
            correction: None,
        }
    }

    fn established(entry: HistoryEntry, as_of: AsOf, tracking_since: Option<Timestamp>) -> Self {
        let correction = entry.corrected_at.map(|corrected_at| Correction {
            event: entry.clone(),
            withdrawn_status: entry.new_status,
            corrected_at,
            correction_note: entry.correction_note.clone(),
        });
        let knowledge = match correction {
            Some(_) => Knowledge::Corrected,
            None => Knowledge::Observed,
        };
        Self {
            status_as_of: correction.is_none().then_some(entry.new_status),
            established_by: Some(entry),
            tracking_since,
            correction,
            ..Self::nothing(as_of, knowledge)
        }
    }
}

#[cfg(test)]
mod tests;
