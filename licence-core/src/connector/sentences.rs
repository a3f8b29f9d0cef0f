//! The sentences about an operator and a licence. As in a check, the instant asked about comes first,
//! and a sentence says what weakens it.

use crate::check::{Weaknesses, push_instant, push_past};
use crate::licence::Licence;
use crate::lookup::LicenceRow;
use crate::operator::Slug;
use crate::point_in_time::PointInTime;
use crate::status::LicenceStatus;
use crate::time::{Date, Timestamp};

/// Returns the sentence about a licence.
pub(super) fn about_licence(licence: &Licence, past: Option<&PointInTime>, today: Date) -> String {
    let (mut sentence, the) = (String::new(), if past.is_some() { "the" } else { "The" });
    if let Some(past) = past {
        push_past(&mut sentence, past, |sentence| sentence.push_str("the licence"));
        sentence.push_str(" Today: ");
    }
    let regulator = licence.jurisdiction_code.jurisdiction().name;
    let (status, observed) = (licence.status, instant(licence.status_observed_at));
    sentence.push_str(&format!(
        "{the} licence is on record with {regulator}, status {status}, observed {observed}."
    ));
    let weaknesses = Weaknesses {
        status,
        qualifier: licence.status_qualifier,
        not_listed_since: licence.not_listed_since,
        expires_at: licence.expiry_date,
    };
    weaknesses.push(&mut sentence, today);
    sentence
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

fn instant(at: Timestamp) -> String {
    let mut text = String::new();
    push_instant(&mut text, at);
    text
}
