//! The sentence of a check with `as_of`: first that instant, then today.

use super::push_all;
use super::text::{push_instant, reference_note, status_predicate};
use crate::check::check_result::CheckResult;
use crate::point_in_time::{Knowledge, PointInTime};
use crate::time::Timestamp;

impl CheckResult {
    /// Returns the same answer with the point-in-time part of the question answered; the sentence
    /// begins with it.
    pub fn with_past(mut self, past: PointInTime, now: Timestamp) -> Self {
        self.verdict_detail = with_past(&self, &past, now);
        self.as_of = Some(past);
        self
    }
}

/// Returns the sentence of today after what is known of the instant asked about.
fn with_past(today: &CheckResult, past: &PointInTime, now: Timestamp) -> String {
    let number = today.matched.as_ref().and_then(|matched| {
        let note = matched.jurisdiction.map_or("", reference_note);
        Some((matched.license_number.as_ref()?, note))
    });
    let mut detail = String::with_capacity(today.verdict_detail.len() * 2);
    // Without the holder: another company may have held the licence then.
    push_past(&mut detail, past, now, |detail| match number {
        Some((number, note)) => push_all(detail, ["licence ", number, note]),
        None => detail.push_str("the licence"),
    });
    // A history is that of a licence: it does not tell which hosts the register listed under it.
    if past.knowledge == Knowledge::Observed && today.query.domain.is_some() {
        detail.push_str(" Whether the domain was listed then is not checked.");
    }
    detail.push_str(" Today: ");
    detail.push_str(&today.verdict_detail);
    detail
}

/// Adds what is known of the instant asked about. `licence` adds which licence it is about. What is
/// known of a day that is not over ends with `now`.
pub(crate) fn push_past(
    detail: &mut String,
    past: &PointInTime,
    now: Timestamp,
    licence: impl Fn(&mut String),
) {
    detail.push_str("On ");
    push_instant(detail, past.instant(now));
    detail.push_str(", ");
    let push_unknown = |detail: &mut String| {
        detail.push_str("the status of ");
        licence(detail);
        detail.push_str(" is not known");
    };
    let when = match past.knowledge {
        Knowledge::Observed => {
            licence(detail);
            push_all(detail, [" was ", past.status_as_of.map_or("", status_predicate)]);
            past.established_by.as_ref().map(|entry| (", as observed on ", entry.changed_at))
        }
        Knowledge::Corrected => {
            push_unknown(detail);
            detail.push_str(": what was observed was withdrawn");
            past.correction.as_ref().map(|correction| (" on ", correction.corrected_at))
        }
        Knowledge::BeforeTracking => {
            push_unknown(detail);
            past.tracking_since.map(|since| (": it was first observed on ", since))
        }
        Knowledge::NoSuchLicense => {
            detail.push_str("nothing is known: no licence on record matches");
            None
        }
        Knowledge::NoLicenseResolved => {
            detail.push_str("nothing is known: no single licence matches");
            None
        }
    };
    if let Some((words, at)) = when {
        detail.push_str(words);
        push_instant(detail, at);
    }
    detail.push('.');
}
