//! The values of a record: numbers, types and dates.

use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number;
use crate::text::{collapsed, folded};
use crate::time::Date;
use crate::written_date;

/// What the types are called elsewhere in the service; any other type is its own name.
const TYPES: [(&str, &str); 5] = [
    ("b2c", "B2C"),
    ("b2b", "B2B"),
    ("white labeling", "White Labeling"),
    ("white labelling", "White Labeling"),
    ("white label", "White Labeling"),
];

/// Returns whether a text begins as the register's numbers do, because the rest is often misspelt.
pub(super) fn is_number(text: &str) -> bool {
    licence_number::identity(An, text).starts_with("A1S1")
}

/// Returns whether a text holds a number of the register and more (`ALSI-202509917-FI2 REVOKED`).
/// Its suffix is often misspelt, or missing.
pub(super) fn is_more_than_a_number(text: &str) -> bool {
    let identity = licence_number::identity(An, text);
    let Some((before, number)) = identity.split_once("A1S1") else { return false };
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let suffix = number[digits..].strip_prefix('F').unwrap_or(&number[digits..]);
    !before.is_empty() || suffix.len() > 2 || suffix.contains(|c: char| !c.is_ascii_digit())
}

/// Returns whether a text is one of the register's types.
pub(super) fn is_kind(text: &str) -> bool {
    TYPES.iter().any(|(known, _)| *known == folded(text))
}

pub(super) fn type_of(kind: &str) -> Option<String> {
    let known = TYPES.iter().find(|(known, _)| *known == folded(kind));
    let name = known.map_or_else(|| collapsed(kind), |(_, name)| (*name).to_owned());
    Some(name).filter(|name| !name.is_empty())
}

/// Returns the day of a date that no more than a time follows; what is no date is kept as text.
pub(super) fn day(text: &str) -> Option<Date> {
    let with_time = text.split_at_checked("2026-11-01".len()).filter(|(_, time)| is_time(time));
    with_time.and_then(|(day, _)| written_date::iso(day)).or_else(|| written_date::whole(text))
}

/// Returns whether a text is a time of day as it follows a date: `T00:00:00`, perhaps with a
/// fraction and a zone.
fn is_time(text: &str) -> bool {
    const ZONES: [&str; 4] = ["Z", "+00:00", "-00:00", "+0000"];
    let Some(time) = text.strip_prefix(['T', ' ']) else { return false };
    let time = time.replace(|c: char| c.is_ascii_digit(), "0");
    let time = ZONES.iter().find_map(|zone| time.strip_suffix(zone)).unwrap_or(&time);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    matches!(time, "00:00" | "00:00:00") && fraction.trim_start_matches('0').is_empty()
}
