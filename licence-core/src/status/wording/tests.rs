use JurisdictionCode::{An, Cw, Iom, Kh, Mga, Tgc, Ukgc};
use LicenceStatus::{Active, Expired, Pending, Revoked, Surrendered, Suspended, Unknown};
use StatusQualifier::Provisional;
use proptest::prelude::*;

use super::*;

#[test]
fn every_wording_of_the_guide_has_its_status() {
    for (code, wording, status) in [
        (Ukgc, Some("Active"), Active),
        (Ukgc, Some("Pending"), Pending),
        (Ukgc, Some("Suspended"), Suspended),
        (Ukgc, Some("Revoked"), Revoked),
        (Ukgc, Some("Revoked - Non Payment of Fee"), Revoked),
        (Ukgc, Some("Surrendered"), Surrendered),
        (Ukgc, Some("Lapsed"), Expired),
        (Ukgc, Some("Expired"), Expired),
        (Ukgc, Some("Forfeited"), Unknown),
        (Ukgc, None, Unknown),
        (Ukgc, Some(""), Unknown),
        (Mga, Some("Licensed"), Active),
        (Mga, Some("Suspended"), Suspended),
        (Mga, Some("Cancelled"), Revoked),
        (Mga, Some("Revoked"), Revoked),
        (Mga, Some("Surrendered"), Surrendered),
        (Mga, Some("Voluntarily Surrendered"), Surrendered),
        (Mga, Some("Expired"), Expired),
        (Mga, Some("Pending"), Pending),
        (Mga, Some("Terminated"), Unknown),
        (Mga, None, Unknown),
        (Cw, None, Active),
        (Cw, Some(""), Active),
        (Cw, Some("\u{a0} \u{200b}"), Active),
        (Cw, Some("Indefinite"), Active),
        (Cw, Some("Active"), Active),
        (Cw, Some("Expired"), Expired),
        (Cw, Some("Assessment in progress"), Pending),
        (Cw, Some("Suspended"), Suspended),
        (Cw, Some("Revoked"), Revoked),
        (Cw, Some("License has been revoked"), Revoked),
        (Cw, Some("OGL/2024/894/1037 was revoked by decision of the CGA"), Revoked),
        (Cw, Some("License revoked at own request"), Revoked),
        (Cw, Some("Revoked (OGL/2024/894/1037)"), Revoked),
        (Cw, Some("License not revoked"), Unknown),
        (Cw, Some("Valid until revoked"), Unknown),
        (Cw, Some("Suspension was revoked on October 30, 2026"), Unknown),
        (Cw, Some("Conditions revoked on October 30, 2026"), Unknown),
        (Cw, Some("Partially revoked"), Unknown),
        (Cw, Some("Certificate: Text: Check the list of revoked licenses."), Unknown),
        (Cw, Some("Name: Parrot N.V. (formerly Revoked Games N.V.)"), Unknown),
        (Cw, Some("License will be revoked on December 31, 2026"), Unknown),
        (Cw, Some("Revoked on January 1, 2026; reinstated on May 1, 2026"), Unknown),
        (Cw, Some("Proposed to be revoked"), Unknown),
        (Cw, Some("License no longer revoked"), Unknown),
        (Cw, Some("License No. OGL/2024/894/1037 has been revoked"), Revoked),
        (Cw, Some("Revoked (previously suspended)"), Revoked),
        (Cw, Some("Revoked licence restored on May 1, 2026"), Unknown),
        (Cw, Some("Revoked on January 1, 2026; decision annulled by the Court"), Unknown),
        (Cw, Some("Revoked - appeal pending"), Revoked),
        (Cw, Some("Unrevoked"), Unknown),
        (Cw, Some("Not Active"), Unknown),
        (Kh, None, Active),
        (Kh, Some(" "), Active),
        (Kh, Some("certified"), Active),
        (Kh, Some("licensed"), Unknown),
        (Kh, Some("Active"), Unknown),
        (Tgc, None, Active),
        (Tgc, Some("Licensed"), Active),
        (Tgc, Some("certified"), Unknown),
        (Tgc, Some("suspended"), Unknown),
        (An, Some("valid"), Active),
        (An, Some("Valid"), Active),
        (An, Some("suspended"), Suspended),
        (An, Some("revoked"), Revoked),
        (An, Some("expired"), Expired),
        (An, Some("under review by board"), Unknown),
        (An, Some("invalid"), Unknown),
        (An, None, Unknown),
        (Iom, Some("Active"), Active),
        (Iom, Some("Suspended"), Suspended),
        (Iom, Some("Cancelled"), Revoked),
        (Iom, Some("Surrendered"), Surrendered),
        (Iom, None, Unknown),
    ] {
        let expected = StatusReading { status, qualifier: None, dated: None };
        assert_eq!(classify(code, wording, None), expected, "{code} {wording:?}");
    }
}

#[test]
fn case_blanks_and_dashes_do_not_matter() {
    for wording in [
        "REVOKED - NON PAYMENT OF FEE",
        " revoked\u{a0}-  non\tpayment of\r\nfee\u{a0}",
        "Revoked \u{2013} Non Payment of Fee",
        "Revoked - Non\u{200b} Payment of Fee\u{feff}",
    ] {
        assert_eq!(classify(Ukgc, Some(wording), None).status, Revoked, "{wording:?}");
    }
}

#[test]
fn dates_are_split_off_where_the_register_adds_them() {
    let october = "2026-10-02".parse().ok();
    for (code, wording, status, dated) in [
        (Iom, "Suspended (2 October 2026)", Suspended, october),
        (Iom, "Suspended (02/10/2026)", Suspended, october),
        (Iom, "suspended(2nd October 2026)", Suspended, october),
        (Iom, "Active (2 October 2026)", Unknown, None),
        (Iom, "Suspended (pending inquiry)", Unknown, None),
        (Iom, "Suspended (2 October 2026", Unknown, None),
        (Iom, "Suspended (31/02/2026)", Unknown, None),
        (Iom, "Paused (2 October 2026)", Unknown, None),
        (Ukgc, "Suspended (2 October 2026)", Unknown, None),
        (Cw, "License revoked on October 2, 2026", Revoked, october),
        (Cw, "Issued May19, 2026; revoked per October 2 ,2026", Revoked, october),
        (Cw, "By decision of October 2, 2026 this licence is REVOKED.", Revoked, october),
        (Cw, "License revoked on October", Revoked, None),
        (Cw, "License revoked on 2nd October 2026", Revoked, october),
        (Cw, "License revoked on Octobre 2", Revoked, None),
        (Mga, "License revoked on October 2, 2026", Unknown, None),
    ] {
        let expected = StatusReading { status, qualifier: None, dated };
        assert_eq!(classify(code, Some(wording), None), expected, "{code} {wording:?}");
    }
}

#[test]
fn a_wording_that_calls_itself_provisional_keeps_its_status() {
    for (code, wording, status, qualifier) in [
        (Ukgc, "Active (provisional)", Active, Some(Provisional)),
        (Ukgc, "Provisional licence \u{2013} Active", Active, Some(Provisional)),
        (Iom, "Active, conditional", Active, Some(Provisional)),
        (Mga, "Interim: Licensed", Active, Some(Provisional)),
        (Kh, "Provisionally certified", Active, Some(Provisional)),
        (An, "Valid [INTERIM license]", Active, Some(Provisional)),
        (Ukgc, "Provisional - Revoked - Non Payment of Fee", Revoked, Some(Provisional)),
        (Cw, "Assessment in progress (provisional)", Pending, Some(Provisional)),
        (Cw, "Provisional licence revoked on October 2", Revoked, Some(Provisional)),
        (Cw, "Provisional", Unknown, None),
        (Cw, "Provisional licence", Unknown, None),
        (Kh, "conditional", Unknown, None),
        (Ukgc, "Active? (provisional)", Unknown, None),
        (Ukgc, "Not provisional - active", Unknown, None),
        (Ukgc, "Unconditional - active", Unknown, None),
        (Ukgc, "Interim suspension - active", Unknown, None),
        (Ukgc, "Active licence", Unknown, None),
    ] {
        let expected = StatusReading { status, qualifier, dated: None };
        assert_eq!(classify(code, Some(wording), None), expected, "{code} {wording:?}");
    }
}

#[test]
fn a_qualifier_that_the_reader_found_is_kept() {
    for (code, wording, status) in [
        (Cw, Some("Assessment in progress"), Active),
        (Cw, Some("ASSESSMENT  IN PROGRESS"), Active),
        (Cw, Some(""), Active),
        (Cw, Some("Suspended"), Suspended),
        (Cw, Some("In assessment"), Unknown),
        (Ukgc, Some("Active"), Active),
        (Ukgc, Some("Pending"), Pending),
        (An, None, Unknown),
    ] {
        let expected = StatusReading { status, qualifier: Some(Provisional), dated: None };
        assert_eq!(classify(code, wording, Some(Provisional)), expected, "{code} {wording:?}");
    }
}

#[test]
fn tables_hold_each_wording_once_and_folded() {
    for code in JurisdictionCode::ALL {
        let wordings = table(*code).rows.iter().map(|(wording, _)| *wording);
        for wording in wordings.clone() {
            assert_eq!(folded(wording), wording);
            assert_eq!(wordings.clone().filter(|other| *other == wording).count(), 1);
        }
    }
}

#[test]
fn the_best_of_several_rows_comes_first() {
    let mut statuses = LicenceStatus::ALL.to_vec();
    statuses.sort_by_key(|status| best_first(*status));
    let best = [Active, Suspended, Revoked, Pending, Surrendered, Expired, Unknown];
    assert_eq!(statuses[..7], best);
}

proptest! {
    #[test]
    fn no_other_wording_is_active(wording in "\\PC{0,40}") {
        for code in JurisdictionCode::ALL {
            let said = classify(*code, Some(&wording), None);
            if said.status == Active {
                let known = table(*code).rows.iter().any(|(known, status)| {
                    *status == Active && folded(&wording).contains(known)
                });
                prop_assert!(known);
            }
        }
    }
}

#[test]
fn expired_and_lapsed_are_expired_in_every_register() {
    for &code in JurisdictionCode::ALL {
        for word in ["Expired", "lapsed", "LAPSED"] {
            assert_eq!(classify(code, Some(word), None).status, LicenceStatus::Expired, "{code}");
        }
    }
}

#[test]
fn a_word_counts_in_letters_of_any_form_and_with_characters_that_are_not_shown() {
    for text in [
        "RE\u{ad}VOKED",
        "the permit is re\u{200d}vo\u{2061}ked",
        "re\u{202a}voked\u{202c}",
        "re\u{1bca0}vo\u{fffb}ked",
        "\u{ff32}evoked",
        "\u{1d42b}\u{1d41e}\u{1d42f}\u{1d428}\u{1d424}\u{1d41e}\u{1d41d}",
    ] {
        assert!(has_word_out_of_force(text), "{text:?}");
    }
    assert!(!has_word_out_of_force("re\u{e9}voked"));
}
