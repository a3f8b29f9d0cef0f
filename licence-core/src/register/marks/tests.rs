use proptest::prelude::*;

use super::*;

#[test]
fn a_number_holds_no_word_for_a_status() {
    for (number, is_marked) in [
        ("MGA/B2C/7114/2021", false),
        ("MGA/CRP/330/2016/Old", false),
        ("ALSI 202412017 FI1", false),
        ("C 990114", false),
        ("ALSI\u{2013}202602904\u{2014}FI1", false),
        ("ALSI\u{2212}202602904\u{ff0d}FI1", false),
        ("MGA/CRP/635/2018- 01", false),
        ("ALSI-202602904-FI1 \u{2013} see note", true),
        ("ALSI-202602904-FI1\u{2013} 2026", true),
        ("MGA/B2C/7114/2021 suspended", true),
        ("MGA/B2C/7114/2021/Suspended", true),
        ("ALSI-202602904-FI1-REVOKED", true),
        ("C 990114 suspended", true),
        ("C 990114*", true),
        ("C 990114\u{b9}", true),
        ("C 990114\u{207f}", true),
        ("C 990114\u{ba}", true),
        ("MGA/B2C/7114/2021 former", true),
        ("MGA/B2C/7114/2021 until 1 November 2026", true),
    ] {
        assert_eq!(is_marked_number(number), is_marked, "{number}");
    }
}

#[test]
fn a_type_may_say_that_the_licence_was_not_granted() {
    for (kind, is_marked) in [
        ("B2C application", true),
        ("Applicant", true),
        ("B2C - applied for", true),
        ("B2C refused", true),
        ("B2C declined", true),
        ("B2C void", true),
        ("Rejected", true),
        ("Pending", true),
        ("B2C - Gaming Service Licence", false),
        ("Software Supplier (Token Based)", false),
        ("Full / Network Services", false),
        ("Full (under investigation)", true),
        ("Full*", true),
        ("B2C - Provisional", true),
        ("Full (provisional)", true),
        ("Interim", true),
        ("Full licence", false),
    ] {
        assert_eq!(is_marked_type(kind), is_marked, "{kind}");
    }
    assert!(!is_marked("Web Application Ltd"));
    assert!(!is_marked("Void Games Ltd"));
    assert!(is_marked("Moheli Gaming Limited ("), "a name that a column cut off");
}

#[test]
fn a_colon_inside_a_word_is_no_mark() {
    for (name, marked) in [
        ("Kahnaw\u{e0}:ke Gaming Corp.", false),
        ("Bet Inc.: suspended", true),
        ("Bet Inc. :suspended", true),
        ("Bet Inc:", true),
    ] {
        assert_eq!(is_marked(name), marked, "{name}");
    }
    assert_eq!(name_without_marks("Kahnaw\u{e0}:ke Inc. - suspended"), "Kahnaw\u{e0}:ke Inc.");
}

#[test]
fn a_marked_name_has_a_plain_form() {
    for name in [
        "Bet Inc. - permit revoked",
        "Bet Inc. (SUSPENDED)",
        "Bet Inc. (suspended) (see note)",
        "[REVOKED] Bet Inc.",
        "Bet Inc. \u{2013} withdrawn",
        "Suspended: Bet Inc.",
        "REVOKED - Bet Inc.",
        "Bet Inc.*",
        "Bet Inc.\u{b9}",
        "Bet Inc.#",
        "Bet Inc.\u{b0}",
        "Bet Inc. \u{203b}",
        "Bet Inc.\u{2016}",
        "Bet Inc.\u{204e}",
        "Bet Inc.\u{ff0a}",
        "Bet\u{2074} Inc.",
        "\u{26a0} Bet Inc.",
        "Bet Inc. / Suspended",
        "Bet Inc. SUSPENDED",
        "Bet Inc. permit revoked",
        "Bet Inc., suspended",
        "Bet Inc., not active",
        "Bet Inc., permit not renewed",
        "Bet Inc. until 31 December 2025",
        "Bet Inc.- suspended",
        "Bet Inc.; since May 2026",
        "Bet Inc. | May 2026",
        "Bet Inc. suspended since May",
        "Bet Inc. NO LONGER LICENSED",
        "Bet Inc. not certified",
        "Bet Inc. decertified in May",
        "Bet Inc. unauthorised",
        "Bet Inc. permit ended",
        "Bet Inc., see notice",
        "Bet Inc. WARNING",
        "Bet Inc. révoqué",
        "Bet Inc. 31/12/2025",
        "Bet Inc. transferred to Other Inc.",
    ] {
        assert!(is_marked(name), "{name}");
        assert_eq!(name_without_marks(name), "Bet Inc.", "{name}");
    }
    for (name, plain) in [
        ("HGXM (suspended)", "HGXM"),
        ("Bet (Malta) Ltd - suspended", "Bet (Malta) Ltd"),
        ("Closed Circuit Gaming Inc. suspended", "Closed Circuit Gaming Inc."),
        ("EXPIRED Bet Inc.", "Bet Inc."),
        ("Closed - Bet Inc.", "Bet Inc."),
        ("Ex-Bet Inc.", "Bet Inc."),
        ("Previously Bet Inc.", "Bet Inc."),
        ("Archived Bet Inc.", "Bet Inc."),
        ("Expired \u{2013} Bet Inc.", "Bet Inc."),
        ("Pending / Bet Inc.", "Bet Inc."),
        ("Revoked Lantern Gaming - Ontario", "Lantern Gaming"),
        ("Formerly Bet Inc.", "Bet Inc."),
        ("Suspended Bet Inc.", "Bet Inc."),
        ("Former licensee: Bet Inc.", "Bet Inc."),
        ("Suspended Bet Inc. - see note", "Bet Inc."),
        ("SUSPENDED Bet Inc.", "Bet Inc."),
        ("Bet Inc. suspended - see note", "Bet Inc."),
        ("HGXM suspended - see note", "HGXM suspended"),
        ("REVOKED - HGXM", "HGXM"),
        ("Gala / Bet Ltd", "Gala / Bet Ltd"),
        ("Betsson Group - Malta Ltd (suspended)", "Betsson Group - Malta Ltd"),
        ("3-102-900001 SRL (revoked)", "3-102-900001 SRL"),
        ("Suspended", "Suspended"),
        ("(suspended)", "(suspended)"),
        ("*", "*"),
    ] {
        assert_eq!(name_without_marks(name), plain, "{name}");
    }
}

#[test]
fn a_marked_type_has_a_plain_form() {
    for kind in [
        "Sub-licence (suspended)",
        "Sub-licence*",
        "Sub-licence [until 2026]",
        "Sub-licence SUSPENDED",
        "Suspended Sub-licence",
        "Sub-licence - revoked",
    ] {
        assert_eq!(type_without_marks(kind), "Sub-licence", "{kind}");
    }
    for (kind, plain) in [
        ("B2C - Gaming Service Licence (suspended)", "B2C - Gaming Service Licence"),
        ("B2C \u{2013} Gaming Service Licence*", "B2C \u{2013} Gaming Service Licence"),
        ("Software Supplier (Token Based)*", "Software Supplier (Token Based)"),
        ("(suspended)", "(suspended)"),
    ] {
        assert_eq!(type_without_marks(kind), plain, "{kind}");
    }
}

proptest! {
    #[test]
    fn a_plain_form_is_never_empty(name in "\\PC{0,30}|([a-zB(){}\\[\\]:/| -]|suspended){0,20}") {
        prop_assert_eq!(name_without_marks(&name).is_empty(), collapsed(&name).is_empty());
        prop_assert_eq!(type_without_marks(&name).is_empty(), collapsed(&name).is_empty());
    }
}

#[test]
fn another_legal_form_or_a_trading_name_may_follow_a_legal_form() {
    for name in [
        "Bet Corp Limited",
        "Bet Limited N.V.",
        "Bet Limited (t/a Betty)",
        "Bet S.A. (trading as Betty)",
        "Bet (Malta) Ltd (d/b/a Betty)",
        "Big Payout LLC SRL",
        "Bet Group Ltd A.G",
        "Bet Inc. t/a Betty",
        "Bet Inc., trading as Betty",
        "Bet Ltd D/B/A Betty",
        "Bet Inc. o/a Betty",
        "Bet Limited Liability Company",
        "Bet Limited Partnership",
        "Bet Company Limited by Guarantee",
        "Bet GmbH & Co. KG",
        "Bet Ltd. Şti.",
        "Bet S.r.l. Unipersonale",
        "Bet Ltd Co",
        "Casino Spa Resort",
        "Bet Corp Gaming",
        "Bet d.o.o. Mostar",
        "Bet EOOD Sofia",
        "Bet S.p.A. a socio unico",
        "Bet S.A. Unipersonal",
        "Bet Limited Şirketi",
        "Bet Gaming",
        "Limited Edition Games",
    ] {
        assert!(!is_marked(name), "{name}");
    }
}

#[test]
fn a_name_that_is_free_text_is_marked_by_a_word_that_is_set_off() {
    for (name, is_marked) in [
        ("Lantern Limited (Revoked)", true),
        ("Lantern Limited - licence suspended", true),
        ("Lantern Limited SUSPENDED", true),
        ("Lantern Limited, licence cancelled", true),
        ("Lantern Limited Lottery", false),
        ("Suspended Lantern Limited", false),
        ("Lantern Limited (in administration)", false),
        ("Lantern (UK) Limited", false),
        ("Expired Milk Limited", false),
        ("Mill - House Limited", false),
    ] {
        assert_eq!(is_marked_free_text(name), is_marked, "{name}");
    }
}

#[test]
fn words_after_the_last_of_several_forms_or_after_a_foreign_one_are_a_mark() {
    for name in [
        "Bet Limited N.V. permit ended",
        "Bet Corporation N.V. permit ended",
        "Bet LLC SRL, denied",
        "Bet Limitada ended",
        "Bet S.A. out of business",
        "Bet LLP ended",
        "Bet ApS ended",
        "Bet OÜ ended",
        "Bet UAB ended",
        "Bet Limited (t/a Betty, suspended)",
        "Bet Limited (t/a Betty*)",
        "Bet Limited (t/a Betty\u{26a0})",
        "Bet Limited (operating without permit)",
        "Bet Limited (trading not permitted)",
        "Bet Limited (t/a Betty) revoked",
        "Bet Limited (formerly licensed)",
    ] {
        assert!(is_marked(name), "{name}");
    }
}
