//! The sentences about an operator and a licence. As in a check, the instant asked about comes first,
//! and a sentence says what weakens it.

use std::fmt::Write;

use crate::licence::Licence;
use crate::lookup::LicenceRow;
use crate::operator::Slug;
use crate::point_in_time::{Knowledge, PointInTime};
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::{Date, Timestamp};

/// Returns the sentence about a licence.
pub(super) fn about_licence(licence: &Licence, past: Option<&PointInTime>, today: Date) -> String {
    let (start, the) = match past {
        Some(past) => (status_then(past) + " Today: ", "the"),
        None => (String::new(), "The"),
    };
    format!(
        "{start}{the} licence is on record with {}, status {}, observed {}.{}",
        licence.jurisdiction_code.jurisdiction().name,
        licence.status,
        instant(licence.status_observed_at),
        weaknesses(licence, today),
    )
}

fn status_then(past: &PointInTime) -> String {
    let on = |at: Timestamp| format!(" on {}", instant(at));
    let finding = match past.knowledge {
        Knowledge::Observed => {
            let status = past.status_as_of.map_or("", LicenceStatus::as_str);
            let observed = past.established_by.as_ref().map(|entry| on(entry.changed_at));
            format!(
                "the licence had the status {status}, as observed{}",
                observed.unwrap_or_default()
            )
        }
        Knowledge::Corrected => {
            let withdrawn = past.correction.as_ref().map(|it| on(it.corrected_at));
            let withdrawn = withdrawn.unwrap_or_default();
            format!("the status is not known: what was observed was withdrawn{withdrawn}")
        }
        Knowledge::BeforeTracking => {
            let first = past.tracking_since.map(|at| format!(": it was first observed{}", on(at)));
            format!("the status is not known{}", first.unwrap_or_default())
        }
        Knowledge::NoSuchLicense | Knowledge::NoLicenseResolved => {
            "nothing is known: no single licence matches".to_owned()
        }
    };
    format!("On {}, {finding}.", instant(past.resolved_at))
}

/// Returns what speaks against an active licence, with a blank before each sentence.
fn weaknesses(licence: &Licence, today: Date) -> String {
    let mut said = String::new();
    if licence.status != LicenceStatus::Active {
        return said;
    }
    if licence.status_qualifier == Some(StatusQualifier::Provisional) {
        said.push_str(" The regulator calls it provisional.");
    }
    if let Some(since) = licence.not_listed_since {
        let since = instant(since);
        let _ = write!(
            said,
            " The register has not listed it since {since}; until the grace period ends it keeps its \
             status."
        );
    }
    if let Some(date) = licence.expiry_date.filter(|date| *date < today) {
        let date = date.format("%-d %B %Y");
        let _ = write!(said, " The expiry date on the register, {date}, has passed");
        said.push_str(match licence.not_listed_since {
            Some(_) => ".",
            None => "; the register still lists it as active.",
        });
    }
    said
}

/// Returns the sentence about an operator and its licences, each with its status at the instant asked
/// about, if one was.
pub(super) fn about_operator(slug: &Slug, licences: &[LicenceRow]) -> String {
    let count = licences.len();
    let active = licences.iter().filter(|row| row.licence.status == LicenceStatus::Active).count();
    let now = format!("{slug} has {count} licences on record; {active} of them are active.");
    let past: Vec<&PointInTime> = licences.iter().filter_map(|row| row.as_of.as_ref()).collect();
    let Some(at) = past.first().map(|past| instant(past.resolved_at)) else { return now };
    let active =
        past.iter().filter(|past| past.status_as_of == Some(LicenceStatus::Active)).count();
    let unknown = past.iter().filter(|past| past.status_as_of.is_none()).count();
    format!(
        "On {at}, {active} of the {count} licences on record were active, and the status of \
         {unknown} is not known. Today: {now}"
    )
}

/// Returns an instant as sentences write it: `10 October 2026, 06:00 UTC`.
fn instant(at: Timestamp) -> String {
    let minutes = at.epoch_seconds().div_euclid(60).rem_euclid(24 * 60);
    let date = at.date().format("%-d %B %Y");
    format!("{date}, {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_written_for_people() {
        for (at, expected) in [
            ("2026-10-10T06:00:59.999Z", "10 October 2026, 06:00 UTC"),
            ("2026-05-01T23:59:00Z", "1 May 2026, 23:59 UTC"),
            ("1969-12-31T23:05:00Z", "31 December 1969, 23:05 UTC"),
        ] {
            assert_eq!(instant(at.parse().unwrap()), expected);
        }
    }
}
