use super::*;
use crate::jurisdiction::JurisdictionCode::{An, Cw, Iom, Kh, Tgc, Ukgc};
use crate::register::layout::with_remarks;
use crate::register::reading::ListedOperator;
use crate::status::LicenceStatus;
use crate::status::wording::classify;

const NAMES: Names<u8> =
    Names { fields: &[(1, "company | company name"), (2, "status")], beside: "no" };

fn accepted(names: &[&str]) -> Accepted {
    Accepted(names.iter().map(|name| (*name).to_owned()).collect())
}

#[test]
fn names_compare_without_case_blanks_and_punctuation_at_the_end() {
    for (name, key_of_name) in [
        ("Company Name", "company name"),
        (" COMPANY\u{a0} name: ", "company name"),
        ("Website Domain(s):", "website domain(s)"),
        ("No.", "no"),
        ("\u{200b}", ""),
    ] {
        assert_eq!(key(name), key_of_name);
    }
}

#[test]
fn a_name_is_declared_accepted_or_unknown() {
    let accepted = accepted(&["Country", "Remarks", "Suspended on"]);
    let survey = Survey::new(An, &accepted);
    for (name, found, is_unknown) in [
        ("COMPANY  name:", Found::Field(1), false),
        ("No.", Found::Beside, false),
        ("country", Found::Beside, false),
        // What is accepted says nothing of the status: a remark does.
        ("Remarks", Found::Remark, false),
        ("Notes", Found::Remark, false),
        ("Suspended on", Found::Remark, false),
        ("State", Found::Beside, true),
        ("", Found::Beside, true),
    ] {
        let before = survey.unknown.borrow().len();
        assert_eq!(survey.find("a.html", NameKind::Column, name, &NAMES), found, "{name}");
        assert_eq!(survey.unknown.borrow().len() > before, is_unknown, "{name}");
    }
    let message = survey.check().unwrap_err().to_string();
    let expected = "a.html: the column \"\" is not known: see `accept` of `[registers.AN]`; 1 other \
                    name is not known";
    assert_eq!(message, expected);
}

#[test]
fn texts_refuse_a_register_only_where_most_have_them() {
    for (parts, with_texts, is_refused) in
        [(3, 1, false), (4, 2, false), (3, 2, true), (2, 2, false)]
    {
        let accepted = Accepted::default();
        let survey = Survey::new(Cw, &accepted);
        for n in 0..parts {
            let texts = if n < with_texts { vec!["REVOKED".to_owned()] } else { Vec::new() };
            let remarks = survey.remarks_of_part("a.html", texts);
            assert_eq!(!remarks.is_empty(), n < with_texts);
        }
        assert_eq!(survey.check().is_err(), is_refused, "{with_texts} of {parts}");
        assert_eq!(survey.into_unknown().len(), 1);
    }
    let accepted = accepted(&["Valid until further notice."]);
    let survey = Survey::new(Cw, &accepted);
    let texts = vec!["VALID until further notice".to_owned()];
    assert!(survey.remarks_of_part("a.html", texts).is_empty());
    assert_eq!(survey.check(), Ok(()));
}

#[test]
fn a_remark_makes_any_status_unknown() {
    for (wording, label, text, told) in [
        ("Active", "Remarks", "Suspended", Some("Active; Remarks: Suspended")),
        (
            "Active",
            "Remarks",
            "revoked, never reinstated",
            Some("Active; Remarks: revoked, never reinstated"),
        ),
        ("Active", "Remarks:", "Moved to Douglas", Some("Active; Remarks: Moved to Douglas")),
        ("", "Note", "x", Some("Note: x")),
        ("Active", "Remarks", " \u{2013} ", None),
        ("Active", "Remarks", "N/A", None),
        ("Active", "Remarks", "", None),
    ] {
        let remarks: Vec<_> = remark(label, text).into_iter().collect();
        assert_eq!(!remarks.is_empty(), told.is_some(), "{label} {text}");
        let wording = with_remarks(wording, &remarks);
        assert_eq!(wording, told.unwrap_or(&wording));
        for code in [Iom, Cw, An, Kh, Tgc, Ukgc].into_iter().filter(|_| told.is_some()) {
            let status = classify(code, Some(&wording), None).status;
            let is_active = status == LicenceStatus::Active;
            assert!(!is_active, "{code} {wording}");
        }
    }
}

#[test]
fn what_stands_beside_a_name_makes_the_status_unknown() {
    for (name, is_marked) in [
        ("Bet Inc. - permit revoked", true),
        ("Bet Inc. (SUSPENDED)", true),
        ("[REVOKED] Bet Inc.", true),
        ("Bet Inc. \u{2013} withdrawn", true),
        ("Suspended: Bet Inc.", true),
        ("Bet Inc.*", true),
        ("Bet Inc.\u{b9}", true),
        ("Bet\u{2074} Inc.", true),
        ("Bet Inc. / Suspended", true),
        ("Bet Inc. SUSPENDED", true),
        ("SUSPENDED Bet Inc.", true),
        ("Bet Inc., suspended", true),
        ("Bet Inc., deactivated", true),
        ("Bet Inc., not active", true),
        ("Bet Inc., permit not renewed", true),
        ("Bet Inc. until 31 December 2025", true),
        ("Bet Inc.- suspended", true),
        ("Bet Inc.; since May 2026", true),
        ("Bet Inc. | May 2026", true),
        ("Bet Inc. voluntarily surrendered on 1 May", true),
        ("Bet Inc. terminated", true),
        ("Bet Inc. suspended since May", true),
        ("SUSPENDED BET INC.", true),
        ("suspended Bet Inc.", true),
        ("Suspended", true),
        ("Bet A/S", false),
        ("Closed Circuit Gaming Inc.", false),
        ("closed Bet Inc.", true),
        ("CLOSED Bet Inc.", true),
        ("Suspended Bet Inc.", true),
        ("Formerly Bet Inc.", true),
        ("Active Gaming Ltd", false),
        ("Valid Licensed Games Inc.", false),
        ("New Open Bets N.V.", false),
        ("Spending-Free Bets Ltd", false),
        ("Suspended-Animation Games Inc.", false),
        ("Bet (Malta) Ltd", false),
        ("3-102-900001 SRL", false),
    ] {
        let noted = |code, accepted: &Accepted| {
            let operator = ListedOperator { name: name.to_owned(), ..ListedOperator::default() };
            let status_text = Some("certified".to_owned());
            let mut licence = ListedLicence { operator, status_text, ..ListedLicence::default() };
            note_marks(&Survey::new(code, accepted), "kh.html", &mut licence);
            licence.status_text.unwrap()
        };
        let told =
            if is_marked { format!("certified; Name: {name}") } else { "certified".to_owned() };
        assert_eq!(noted(Kh, &Accepted::default()), told.clone());
        assert_eq!(noted(Kh, &accepted(&[name])), "certified", "{name}");
        let in_great_britain =
            if is_marked_free_text(name) { told } else { "certified".to_owned() };
        assert_eq!(noted(Ukgc, &Accepted::default()), in_great_britain, "{name}");
    }
}
