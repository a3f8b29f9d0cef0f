//! The cells that the list and the seals share: whether each holds what its label says, and the
//! types of the specification in a type cell.

use crate::jurisdiction::JurisdictionCode;
use crate::register::layout::with_remarks;
use crate::status::LicenceStatus;
use crate::status::wording::{best_first, classify};
use crate::text::{collapsed, compact, folded, quoted, trimmed};

/// The authorities that numbers begin with; the Lotteries and Gaming Authority was the earlier one.
const AUTHORITIES: [&str; 2] = ["MGA/", "LGA/"];

/// A licence as a page prints it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Printed {
    /// The number, blanks collapsed.
    pub(super) number: String,
    /// The type cell.
    pub(super) kind: String,
    /// The wording; `None` where the cell is empty.
    pub(super) status: Option<String>,
}

impl Printed {
    /// The cells, when each holds what it should; otherwise what is wrong.
    pub(super) fn parse(number: &str, kind: &str, status: &str) -> Result<Self, String> {
        let [number, kind, status] = [number, kind, status].map(collapsed);
        if !is_number(&number) {
            return Err(format!(
                "the licence number is {}, not like \"MGA/B2C/…\"",
                quoted(&number)
            ));
        }
        // A status may speak of a type; one in the place of the type is a swapped column.
        let is_type = known_types(&status).next().is_some() && known_types(&kind).next().is_none();
        if is_type || is_number(&status) {
            return Err(format!("the status of {number} is {}, no status", quoted(&status)));
        }
        if is_status(&kind) || is_number(&kind) {
            return Err(format!("the type of {number} is {}, no type", quoted(&kind)));
        }
        Ok(Self { number, kind, status: Some(status).filter(|status| !status.is_empty()) })
    }

    /// Takes remarks into the status.
    pub(super) fn note(&mut self, remarks: &[String]) {
        if !remarks.is_empty() {
            let wording = self.status.as_deref().unwrap_or_default();
            self.status = Some(with_remarks(wording, remarks));
        }
    }
}

fn is_number(cell: &str) -> bool {
    let cell = compact(cell);
    let segments = cell.split('/').filter(|segment| !segment.is_empty()).count();
    let of_the_authority = AUTHORITIES.iter().any(|authority| cell.starts_with(authority));
    of_the_authority && segments >= 3 && cell.contains(|c: char| c.is_ascii_digit())
}

fn is_status(cell: &str) -> bool {
    let wording = Some(cell).filter(|cell| !trimmed(cell).is_empty());
    classify(JurisdictionCode::Mga, wording, None).status != LicenceStatus::Unknown
}

/// The place of a wording from the best to the worst.
pub(super) fn badness(status: Option<&str>) -> u8 {
    best_first(classify(JurisdictionCode::Mga, status, None).status)
}

/// Whether the wording means an active licence.
pub(super) fn is_in_force(status: Option<&str>) -> bool {
    classify(JurisdictionCode::Mga, status, None).status == LicenceStatus::Active
}

/// Whether the text is what the company register numbers companies with (`C 89109`).
pub(super) fn is_registration_number(text: &str) -> bool {
    let text = compact(text);
    let digits = text.trim_start_matches(|c: char| c.is_alphabetic());
    let letters = text.chars().count() - digits.chars().count();
    letters <= 3 && digits.len() >= 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The types of the specification that a type cell names, or the cell itself where it names none.
pub(super) fn types_in(cell: &str) -> Vec<String> {
    let known: Vec<_> = known_types(cell).map(str::to_owned).collect();
    match collapsed(cell) {
        cell if known.is_empty() && !cell.is_empty() => vec![cell],
        _ => known,
    }
}

fn known_types(cell: &str) -> impl Iterator<Item = &'static str> + use<> {
    let cell = folded(cell);
    let words: Vec<_> =
        cell.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let named = |kind: &str| {
        let kind = folded(kind);
        let kind: Vec<_> = kind.split(' ').collect();
        words.windows(kind.len()).any(|part| part == kind)
    };
    let types = JurisdictionCode::Mga.jurisdiction().license_types.iter();
    types.copied().filter(|kind| named(kind)).collect::<Vec<_>>().into_iter()
}

/// Whether a licence is one for players: by its type cell, and by its number where the cell says
/// neither. `CRP`, the licence of a group, says nothing by its number.
pub(super) fn is_b2c(number: &str, kind: &str) -> bool {
    let said: Vec<_> = known_types(kind).collect();
    match (said.contains(&"B2C"), said.contains(&"B2B")) {
        (true, _) => true,
        (false, true) => false,
        (false, false) => {
            let number = compact(number);
            number.contains("/B2C/") || (!number.contains("/B2B/") && !said.is_empty())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_number_is_one() {
        for number in [
            "MGA/B2C/003/2022",
            "MGA/B2B/712/2019",
            "MGA/CRP/683/2019-01",
            "MGA/CRP/635/2018- 01",
            "MGA/CRP/330/2016/Old",
            "MGA/B2C/1112/2025",
            " mga/b2c/36/2000\u{a0}",
            "LGA/CL1/900/2013",
        ] {
            let printed =
                Printed::parse(number, "B2C - Gaming Service Licence", "Licensed").unwrap();
            assert_eq!(printed.number, collapsed(number));
        }
        for (number, kind, status, message) in [
            ("", "B2C", "Licensed", "the licence number is \"\", not like \"MGA/B2C/…\""),
            (
                "C 89109",
                "B2C",
                "Licensed",
                "the licence number is \"C 89109\", not like \"MGA/B2C/…\"",
            ),
            (
                "MGA/B2C",
                "B2C",
                "Licensed",
                "the licence number is \"MGA/B2C\", not like \"MGA/B2C/…\"",
            ),
            (
                "MGA/B2C/1/2020",
                "Licensed",
                "B2C",
                "the status of MGA/B2C/1/2020 is \"B2C\", no status",
            ),
            (
                "MGA/B2C/1/2020",
                "Licensed",
                "x",
                "the type of MGA/B2C/1/2020 is \"Licensed\", no type",
            ),
            (
                "MGA/B2C/1/2020",
                "",
                "MGA/B2C/1/2020",
                "the status of MGA/B2C/1/2020 is \"MGA/B2C/1/2020\", no status",
            ),
        ] {
            assert_eq!(Printed::parse(number, kind, status).unwrap_err(), message);
        }
    }

    #[test]
    fn a_status_may_speak_of_a_type() {
        let wording = "B2C services suspended";
        let printed = Printed::parse("MGA/B2C/1/2020", "Type 1", wording).unwrap();
        assert_eq!(printed.status.as_deref(), Some(wording));
        assert!(!is_in_force(printed.status.as_deref()));
    }

    #[test]
    fn types_are_those_of_the_specification() {
        for (cell, types) in [
            ("B2C - Gaming Service Licence", &["B2C"][..]),
            ("B2B - Critical Supply Licence", &["B2B"]),
            ("Type 1 Gaming Services", &["Type 1"]),
            ("Type 1 Gaming Services, TYPE\u{a0}2 Gaming Services", &["Type 1", "Type 2"]),
            ("B2C: Type 3, Type 4", &["Type 3", "Type 4", "B2C"]),
            ("Type 12 Services", &["Type 12 Services"]),
            ("Controlled Gaming Premises", &["Controlled Gaming Premises"]),
            (" ", &[]),
        ] {
            assert_eq!(types_in(cell), types, "{cell}");
        }
    }

    #[test]
    fn the_type_cell_decides_what_a_group_licence_is() {
        for (number, kind, b2c) in [
            ("MGA/CRP/121/2006", "B2C - Gaming Service Licence", true),
            ("MGA/CRP/120/2006", "B2B - Critical Supply Licence", false),
            ("MGA/CRP/120/2006", "Type 1 Gaming Services", true),
            ("MGA/CRP/120/2006", "", false),
            ("MGA/B2C/1/2020", "", true),
            ("MGA/B2B/1/2020", "Type 1 Gaming Services", false),
        ] {
            assert_eq!(is_b2c(number, kind), b2c, "{number} {kind}");
        }
    }

    #[test]
    fn company_numbers_are_no_names() {
        for text in ["C 89109", "06131579", "c89109"] {
            assert!(is_registration_number(text), "{text}");
        }
        for text in ["711 Malta Limited", "8PE LTD", "", "888", "Four 1234 Ltd"] {
            assert!(!is_registration_number(text), "{text}");
        }
    }
}
