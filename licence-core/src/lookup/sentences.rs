//! The sentences about an operator and a licence, for people and assistants. As in a check, the instant asked
//! about comes first, and a sentence says what weakens it. Names are quoted, because registers write them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{LicenceDetail, LicenceRow, OperatorDetail};
use crate::check::{
    Weaknesses, on_record_with, push_instant, push_past, reference_note, regulator_name,
};
use crate::licence::Licence;
use crate::point_in_time::PointInTime;
use crate::status::LicenceStatus;
use crate::text::counted;
use crate::time::Timestamp;

impl LicenceDetail {
    /// Returns what is on record about the licence in a sentence, with what weakens it: that the register no
    /// longer lists it, for example. `now` decides whether its expiry date has passed.
    pub fn sentence(&self, now: Timestamp) -> String {
        about_licence(&self.licence, &self.operator_display_name, self.as_of.as_ref(), now)
    }
}

impl OperatorDetail {
    /// Returns how many licences of the operator are on record and how many are active in a sentence.
    pub fn sentence(&self, now: Timestamp) -> String {
        about_operator(&self.operator.display_name, &self.licenses, now)
    }
}

fn about_licence(
    licence: &Licence,
    holder: &str,
    past: Option<&PointInTime>,
    now: Timestamp,
) -> String {
    let code = licence.jurisdiction_code;
    let (holder, note) = (Value::from(holder), reference_note(code));
    let number = format!("licence {}{note}", licence.license_number);
    let (mut sentence, subject) = match past {
        Some(past) => {
            let mut sentence = String::new();
            // Without the holder: another company may have held the licence then.
            push_past(&mut sentence, past, now, |sentence| sentence.push_str(&number));
            (sentence + " Today: ", format!("the licence of {holder}"))
        }
        None => (String::new(), format!("{number} of {holder}").replacen('l', "L", 1)),
    };
    let regulator = regulator_name(code);
    let (status, observed) = (licence.status, instant(licence.status_observed_at));
    let on_record_with = on_record_with(status);
    sentence.push_str(&format!(
        "{subject}{on_record_with}{regulator}, status {status}, observed {observed}."
    ));
    let weaknesses = Weaknesses {
        status,
        qualifier: licence.status_qualifier,
        not_listed_since: licence.not_listed_since,
        expires_at: licence.expiry_date,
    };
    weaknesses.push(&mut sentence, now.date());
    sentence
}

/// Returns the sentence about an operator of this name and its licences, each with its status at the
/// instant asked about, if one was.
fn about_operator(name: &str, licences: &[LicenceRow], now: Timestamp) -> String {
    let today = format!(
        "{} has {} on record{}; {}.",
        Value::from(name),
        counted(licences.len(), "licence", "licences"),
        with_regulators(licences),
        active_now(licences)
    );
    let past: Vec<&PointInTime> = licences.iter().filter_map(|row| row.as_of.as_ref()).collect();
    let Some(at) = past.first().map(|past| instant(past.instant(now))) else { return today };
    let active = past.iter().filter(|it| it.status_as_of == Some(LicenceStatus::Active)).count();
    let unknown = past.iter().filter(|past| past.status_as_of.is_none()).count();
    let (known, not_known) = match unknown {
        0 => ("", String::new()),
        unknown => (" known to be", format!("; the status of {unknown} is not known")),
    };
    let were = if active == 1 { "was" } else { "were" };
    let licences = counted(licences.len(), "licence", "licences");
    format!(
        "On {at}, {active} of {licences} on record {were}{known} active{not_known}. Today: {today}"
    )
}

/// Returns whose registers list the licences: ` with the UKGC and Anjouan`.
fn with_regulators(licences: &[LicenceRow]) -> String {
    let codes: BTreeSet<_> = licences.iter().map(|row| row.licence.jurisdiction_code).collect();
    let names: Vec<&str> = codes.into_iter().map(regulator_name).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => format!(" with {only}"),
        Some((last, others)) => format!(" with {} and {last}", others.join(", ")),
    }
}

/// Returns how many licences are active, and how many of these with a weakness.
fn active_now(licences: &[LicenceRow]) -> String {
    let active = licences.iter().map(|row| &row.licence);
    let active: Vec<&Licence> = active.filter(|it| it.status == LicenceStatus::Active).collect();
    let mut text = counted(active.len(), "is active", "are active");
    let provisional = active.iter().filter(|licence| licence.status_qualifier.is_some()).count();
    let missing = active.iter().filter(|licence| licence.not_listed_since.is_some()).count();
    if provisional > 0 {
        text.push_str(&format!(", {provisional} of them provisional"));
    }
    if missing > 0 {
        text.push_str(&format!(", {missing} of them not listed by the newest reading"));
    }
    text
}

fn instant(at: Timestamp) -> String {
    let mut text = String::new();
    push_instant(&mut text, at);
    text
}
