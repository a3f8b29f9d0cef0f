//! How a sentence names regulators, statuses and instants.

use std::fmt::Write;

use chrono::Datelike;

use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus;
use crate::time::{Date, Timestamp};

/// How a regulator is named in a sentence.
pub(super) struct Regulator {
    /// As its subject: `the UKGC`.
    pub(super) name: &'static str,
    /// In parentheses: `UKGC`.
    pub(super) short: &'static str,
}

pub(super) const fn regulator(code: JurisdictionCode) -> Regulator {
    let (name, short) = match code {
        JurisdictionCode::Ukgc => ("the UKGC", "UKGC"),
        JurisdictionCode::Mga => ("the Malta Gaming Authority", "Malta"),
        JurisdictionCode::Cw => ("Curaçao", "Curaçao"),
        JurisdictionCode::Kh => ("the Kahnawà:ke Gaming Commission", "Kahnawà:ke"),
        JurisdictionCode::An => ("Anjouan", "Anjouan"),
        JurisdictionCode::Tgc => ("the Tobique Gaming Commission", "Tobique"),
        JurisdictionCode::Iom => ("the Isle of Man", "Isle of Man"),
    };
    Regulator { name, short }
}

/// Returns the name of a regulator as a sentence has it: `the UKGC`.
pub(crate) const fn regulator_name(code: JurisdictionCode) -> &'static str {
    regulator(code).name
}

/// The regulator at the start of a sentence: `The UKGC`.
pub(super) fn push_regulator_first(text: &mut String, code: JurisdictionCode) {
    match regulator(code).name.strip_prefix("the ") {
        Some(rest) => {
            text.push_str("The ");
            text.push_str(rest);
        }
        None => text.push_str(regulator(code).name),
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// `19 May 2026`
pub(super) fn push_date(text: &mut String, date: Date) {
    push_number(text, i64::from(date.day()));
    text.push(' ');
    text.push_str(MONTHS[date.month0() as usize]);
    text.push(' ');
    push_number(text, i64::from(date.year()));
}

/// `10 October 2026, 06:00 UTC`
pub(crate) fn push_instant(text: &mut String, instant: Timestamp) {
    push_date(text, instant.date());
    let minutes = instant.epoch_seconds().div_euclid(60);
    let (hour, minute) = (minutes.div_euclid(60).rem_euclid(24), minutes.rem_euclid(60));
    text.push_str(", ");
    for (digits, behind) in [(hour, ":"), (minute, " UTC")] {
        text.push(char::from(b'0' + (digits / 10) as u8));
        text.push(char::from(b'0' + (digits % 10) as u8));
        text.push_str(behind);
    }
}

pub(super) fn push_number(text: &mut String, number: i64) {
    // Writing to memory cannot fail.
    let _ = write!(text, "{number}");
}

/// Returns a count in words up to twelve, then in digits.
pub(super) fn count_in_words(count: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Returns what a licence of this status is: `active`, `no longer in the register`.
pub(super) fn status_predicate(status: LicenceStatus) -> &'static str {
    match status {
        LicenceStatus::NotInRegister => "no longer in the register",
        LicenceStatus::Unknown => "in a status that this service does not recognise",
        LicenceStatus::Active
        | LicenceStatus::Suspended
        | LicenceStatus::Revoked
        | LicenceStatus::Expired
        | LicenceStatus::Pending
        | LicenceStatus::Surrendered => status.as_str(),
    }
}

/// Returns what follows the number of a licence where the regulator publishes none (specification
/// 2.3).
pub(crate) const fn reference_note(code: JurisdictionCode) -> &'static str {
    if code.license_reference_is_ours() { " (this service's reference)" } else { "" }
}

/// Returns what goes before `lists` and `listed`. A record that the newest reading lacks is no longer
/// listed: delisted, in its grace period, or no longer in the register.
pub(super) const fn no_longer(is_still_listed: bool) -> &'static str {
    if is_still_listed { "" } else { "no longer " }
}

/// Returns the verb between a record and its register, in the past tense for a licence that the register
/// stopped listing.
pub(crate) const fn on_record_with(status: LicenceStatus) -> &'static str {
    match status {
        LicenceStatus::NotInRegister => " was on record with ",
        LicenceStatus::Active
        | LicenceStatus::Suspended
        | LicenceStatus::Revoked
        | LicenceStatus::Expired
        | LicenceStatus::Pending
        | LicenceStatus::Unknown
        | LicenceStatus::Surrendered => " is on record with ",
    }
}

/// Returns how a host is listed under a licence of this status: `under a revoked licence`.
pub(super) const fn licence_phrase(status: LicenceStatus) -> &'static str {
    match status {
        LicenceStatus::Active => "under an active licence",
        LicenceStatus::Suspended => "under a suspended licence",
        LicenceStatus::Revoked => "under a revoked licence",
        LicenceStatus::Expired => "under an expired licence",
        LicenceStatus::Pending => "under a pending licence",
        LicenceStatus::Surrendered => "under a surrendered licence",
        LicenceStatus::NotInRegister => "under a licence no longer in the register",
        LicenceStatus::Unknown => {
            "under a licence with a status that this service does not recognise"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_are_written_for_people() {
        for (instant, expected) in [
            ("2026-10-10T06:00:59.999Z", "10 October 2026, 06:00 UTC"),
            ("2026-05-01T23:59:00Z", "1 May 2026, 23:59 UTC"),
            ("1969-12-31T23:05:00Z", "31 December 1969, 23:05 UTC"),
        ] {
            let mut text = String::new();
            push_instant(&mut text, instant.parse().unwrap());
            assert_eq!(text, expected);
        }
    }

    #[test]
    fn a_regulator_begins_a_sentence_with_a_capital() {
        for code in JurisdictionCode::ALL {
            let mut text = String::new();
            push_regulator_first(&mut text, *code);
            assert!(text.starts_with(char::is_uppercase), "{text}");
        }
    }
}
