use super::*;
use crate::jurisdiction::JurisdictionCode::{Cw, Iom, Kh};
use crate::register::reading::ListedOperator;

#[test]
fn remarks_against_a_licence_are_taken_into_an_active_status() {
    for (wording, label, text, told) in [
        ("Active", "Remarks", "Suspended on 1 May", Some("Active; Remarks: Suspended on 1 May")),
        ("Active", "Remarks", "No longer\u{a0}open", Some("Active; Remarks: No longer\u{a0}open")),
        ("Active", "Date of suspension", "1 May", Some("Active; Date of suspension: 1 May")),
        ("Active", "Valid", "No", Some("Active; Valid: No")),
        ("Active", "is_active", "false", Some("Active; is_active: false")),
        ("Active", "Past remarks", "Revoked", Some("Active; Past remarks: Revoked")),
        ("Active", "Date of suspension", " – ", None),
        ("Active", "Suspended?", "N/A", None),
        ("Active", "revoked_at", "null", None),
        ("Active", "Suspended", "Never", None),
        ("Active", "Not active", "No", None),
        ("Active", "Previous status", "Suspended", None),
        ("Active", "Remarks", "Suspension lifted", None),
        ("Active", "Remarks", "Never suspended", None),
        ("Active", "Remarks", "Also trades as Lapse", None),
        ("Active", "Remarks", "Closed", Some("Active; Remarks: Closed")),
        ("Active", "Valid to", "Until revoked", None),
        ("Active", "Trading names", "Expired Coupons", None),
        ("Active", "terminated_at", "0000-00-00 00:00:00", None),
        ("Active", "revoked_at", "0001-01-01T00:00:00Z", None),
        ("Active", "days_until_expired", "30", None),
        ("Active", "Terms", "Bets void after 7 days", None),
        ("Active", "Remarks", "", None),
        ("Suspended", "Remarks", "revoked soon", None),
    ] {
        let found = contradicted(Iom, Some(wording), (label, text));
        assert_eq!(found.as_deref(), told, "{wording} {label} {text}");
    }
    let unsaid = contradicted(Cw, None, ("Remarks", "suspended"));
    assert_eq!(unsaid.as_deref(), Some("Remarks: suspended"));
    assert_eq!(classify(Cw, unsaid.as_deref(), None).status, LicenceStatus::Unknown);
}

#[test]
fn marks_beside_a_name_count_and_words_in_it_do_not() {
    for (name, is_marked) in [
        ("Bet Inc. - permit revoked", true),
        ("Bet Inc. (SUSPENDED)", true),
        ("Bet Inc. [licence not active]", true),
        ("Bet Inc. – withdrawn", true),
        ("Bet Inc., permit revoked", true),
        ("Bet Inc. Permit Revoked", true),
        ("REVOKED - Bet Inc.", true),
        ("[REVOKED] Bet Inc.", true),
        ("(Suspended) Bet Inc.", true),
        ("Bet Inc. (former)", true),
        ("Bet Inc. (de-listed)", true),
        ("Suspended: Bet Inc.", true),
        ("~~Bet Inc.~~", true),
        ("Expired Coupons Inc.", false),
        ("Suspended-Animation Games Inc.", false),
        ("Bet (Terminated Bets) Ltd", false),
        ("Bet Inc. (formerly Expired Coupons)", false),
        ("Bet Inc. (in liquidation)", false),
        ("Bet Inc. (ex-Bbb)", false),
        ("Bet Inc. (Former Bbb Ltd)", false),
        ("The Old - Casino Ltd", false),
        ("3-102-900001 SRL", false),
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
fn headings_and_stamps_are_told_from_sentences() {
    for text in [
        "Former licensees",
        "Unlicensed operators - public warning",
        "Permits revoked or suspended",
        "Operators without a licence",
        "Public warnings",
        "Ex-licensees",
        "De-listed",
        "Operators that do not hold a licence",
        "The licences of these operators have been revoked:",
        "REVOKED",
        "This seal has been revoked",
        "License revoked",
    ] {
        assert!(is_heading_of_others(text), "{text}");
    }
    for text in [
        "REVOKED",
        "Its license was revoked",
        "This authorisation is suspended.",
        "Temporarily suspended",
        "License status: Suspended",
        "This licence has been suspended by the Malta Gaming Authority.",
        "Suspended as of 1st May 2026",
    ] {
        assert!(is_stamp(text), "{text}");
    }
    for text in [
        "Active",
        "Archive",
        "Applications",
        "Suspension of a licence",
        "Suspended: No",
        "Removed domains",
        "The license may be revoked",
        "The licence has not been suspended, revoked or cancelled.",
        "A licence that is revoked is not valid.",
        "Unlicensed gambling is illegal.",
        "Is this website unlicensed?",
        "This list is updated when a licence is suspended, surrendered or revoked.",
    ] {
        assert!(!is_stamp(text), "{text}");
    }
    for text in [
        "Licensees",
        "Licensees (active and suspended)",
        "Online Gambling Licensee Register",
        "What happens if a licence is revoked?",
        "Suspended permits are not shown",
        "Report illegal gambling",
        "Our offices are closed on Monday",
        "",
    ] {
        assert!(!is_heading_of_others(text), "{text}");
    }
}
