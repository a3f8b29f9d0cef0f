//! What a register says against a licence in a place where no status is read: a remark, a column
//! that no reader knows, a mark behind a name, the heading over a list.
//!
//! Such words are not guessed at. They are added to the wording that calls the licence active,
//! which then is one that no table knows: never `licensed`, and nothing is lost of what was said.

use super::html_page::STRUCK;
use super::reading::ListedLicence;
use crate::jurisdiction::JurisdictionCode;
use crate::status::wording::classify;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::text::folded;

/// Words by which a licence is called not in force.
const AGAINST: [&str; 32] = [
    "revoked",
    "revocation",
    "suspended",
    "suspension",
    "cancelled",
    "canceled",
    "cancellation",
    "terminated",
    "termination",
    "surrendered",
    "withdrawn",
    "forfeited",
    "expired",
    "lapsed",
    "inactive",
    "deactivated",
    "unlicensed",
    "unlicenced",
    "delisted",
    "blacklisted",
    "annulled",
    "invalid",
    "invalidated",
    "struck off",
    "no longer",
    "not active",
    "not certified",
    "not in force",
    "not licensed",
    "not licenced",
    "not valid",
    "ceased",
];

/// Words that say so in the heading of a list and among addresses; elsewhere they are those of
/// names, and of the past.
const AGAINST_A_LIST: [&str; 20] = [
    "applicants",
    "applications",
    "archive",
    "archived",
    "blacklist",
    "closed",
    "denied",
    "former",
    "formerly",
    "illegal",
    "past",
    "pending",
    "previous",
    "previously",
    "refused",
    "rejected",
    "removed",
    "unauthorised",
    "unauthorized",
    "warning",
];

/// Words of labels for what was once.
const PAST: [&str; 4] = ["former", "old", "past", "previous"];

/// What a cell holds where its label does not apply.
const NOTHING: [&str; 7] = ["", "false", "n a", "na", "nil", "no", "none"];

/// Whether a text holds a word or words by which a licence is called not in force, or is struck out.
pub(super) fn speaks_against(text: &str) -> bool {
    text.contains(STRUCK) || holds(text, &AGAINST)
}

/// Whether the heading of a list, or a mark in a list of addresses, is one of others than those in
/// force.
pub(super) fn is_of_others(words: &str) -> bool {
    speaks_against(words) || holds(words, &AGAINST_A_LIST)
}

/// The wording with what stands under another label, where that speaks against a licence that the
/// wording calls active.
pub(super) fn contradicted(
    code: JurisdictionCode,
    wording: Option<&str>,
    qualifier: Option<StatusQualifier>,
    remark: (&str, &str),
) -> Option<String> {
    let is_active = classify(code, wording, qualifier).status == LicenceStatus::Active;
    let remark = remark_against(remark).filter(|_| is_active)?;
    Some(match wording.unwrap_or_default() {
        "" => remark,
        wording => format!("{wording}; {remark}"),
    })
}

/// What stands under a label, where it speaks against what is listed.
pub(super) fn remark_against((label, text): (&str, &str)) -> Option<String> {
    let is_against = speaks_against(text) || (speaks_against(label) && !is_nothing(text));
    (is_against && !holds(label, &PAST)).then(|| format!("{label}: {text}"))
}

/// Takes what stands under another label into the status of a licence.
pub(super) fn note(code: JurisdictionCode, licence: &mut ListedLicence, remark: (&str, &str)) {
    let wording = licence.status_text.as_deref();
    if let Some(told) = contradicted(code, wording, licence.status_qualifier, remark) {
        licence.status_text = Some(told);
    }
}

/// Takes the marks in number and type, and those behind the name, into the status of a licence.
pub(super) fn note_marks(code: JurisdictionCode, licence: &mut ListedLicence) {
    let name = Some(licence.operator.name.clone()).filter(|name| speaks_against(mark_behind(name)));
    let marks = [
        ("Number", licence.license_number.clone()),
        ("Type", licence.license_type_raw.clone()),
        ("Name", name),
    ];
    for (label, text) in marks {
        note(code, licence, (label, text.as_deref().unwrap_or_default()));
    }
}

/// What stands behind a name in brackets or behind a dash; names have all kinds of words.
fn mark_behind(name: &str) -> &str {
    let dash = |c: char| matches!(c, '\u{2013}' | '\u{2014}' | '*');
    let marks = [name.find(['(', '[']), name.find(" - "), name.find(STRUCK), name.find(dash)];
    let at = marks.into_iter().flatten().min();
    at.and_then(|at| name.get(at..)).unwrap_or_default()
}

fn is_nothing(text: &str) -> bool {
    NOTHING.contains(&words(text).trim())
}

fn holds(text: &str, known: &[&str]) -> bool {
    let words = words(text);
    known.iter().any(|known| words.contains(&format!(" {known} ")))
}

/// The words of a text, folded, a blank before and behind each.
fn words(text: &str) -> String {
    let folded = folded(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.fold(" ".to_owned(), |text, word| text + word + " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jurisdiction::JurisdictionCode::{Cw, Iom, Kh};
    use crate::register::reading::ListedOperator;

    #[test]
    fn remarks_against_a_licence_are_taken_into_an_active_status() {
        for (wording, label, text, told) in [
            (
                "Active",
                "Remarks",
                "Suspended on 1 May",
                Some("Active; Remarks: Suspended on 1 May"),
            ),
            (
                "Active",
                "Remarks",
                "No longer\u{a0}trading",
                Some("Active; Remarks: No longer\u{a0}trading"),
            ),
            ("Active", "Date of suspension", "1 May", Some("Active; Date of suspension: 1 May")),
            ("Active", "Date of suspension", " – ", None),
            ("Active", "Suspended?", "N/A", None),
            ("Active", "Previous status", "Suspended", None),
            ("Active", "Remarks", "Also trades as Lapse", None),
            ("Active", "Remarks", "", None),
            ("Suspended", "Remarks", "revoked soon", None),
        ] {
            let found = contradicted(Iom, Some(wording), None, (label, text));
            assert_eq!(found.as_deref(), told, "{wording} {label} {text}");
        }
        let unsaid = contradicted(Cw, None, None, ("Remarks", "suspended"));
        assert_eq!(unsaid.as_deref(), Some("Remarks: suspended"));
        assert_eq!(classify(Cw, unsaid.as_deref(), None).status, LicenceStatus::Unknown);
    }

    #[test]
    fn marks_behind_a_name_count_and_words_in_it_do_not() {
        for (name, is_marked) in [
            ("Bet Inc. - permit revoked", true),
            ("Bet Inc. (SUSPENDED)", true),
            ("Bet Inc. [licence not active]", true),
            ("Bet Inc. – withdrawn", true),
            ("Expired Coupons Inc.", false),
            ("Suspended-Animation Games Inc.", false),
            ("Bet Inc. (formerly Suspense Games)", false),
            ("Bet Inc. (in liquidation)", false),
        ] {
            let operator = ListedOperator { name: name.to_owned(), ..ListedOperator::default() };
            let status_text = Some("certified".to_owned());
            let mut licence = ListedLicence { operator, status_text, ..ListedLicence::default() };
            note_marks(Kh, &mut licence);
            let status = classify(Kh, licence.status_text.as_deref(), None).status;
            assert_eq!(status != LicenceStatus::Active, is_marked, "{name}");
        }
    }

    #[test]
    fn headings_of_others_than_licensees_are_known() {
        for heading in [
            "Former licensees",
            "Unlicensed operators - public warning",
            "Permits revoked or suspended",
            "The following operators are no longer certified",
        ] {
            assert!(is_of_others(heading), "{heading}");
        }
        for heading in ["Licensees", "Permit Holders", "Online Gambling Licensee Register", ""] {
            assert!(!is_of_others(heading), "{heading}");
        }
    }
}
