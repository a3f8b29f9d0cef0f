use super::*;

#[test]
fn the_regulators_forms_are_read() {
    for (text, date) in [
        ("2026-10-02", "2026-10-02"),
        ("2002-02-03T00:00:00+00:00", "2002-02-03"),
        ("2014-03-12T00:00:00.000Z", "2014-03-12"),
        ("24/07/2019", "2019-07-24"),
        ("02/10/2026 00:00:00", "2026-10-02"),
        ("2 October 2026", "2026-10-02"),
        ("08 May 2025", "2025-05-08"),
        ("16th September 2026.", "2026-09-16"),
        ("3rd of March 2026", "2026-03-03"),
        ("January 14, 2026", "2026-01-14"),
        ("May19, 2026", "2026-05-19"),
        ("September 26 ,2025", "2025-09-26"),
        ("12/Mar/2025", "2025-03-12"),
        ("2\u{a0}OCT\u{a0}2026", "2026-10-02"),
        ("OGL/2024/894/1037 revoked on 14 August 2026", "2026-08-14"),
    ] {
        assert_eq!(first_in(text), date.parse().ok(), "{text:?}");
    }
}

#[test]
fn iso_dates_are_digits_and_dashes() {
    assert_eq!(iso("2026-10-02"), Date::from_ymd_opt(2026, 10, 2));
    for text in
        ["-026-10-02", "+2026-1-02", "2026-10-2", "12026-10-02", "2026-02-30", "2026/10/02", ""]
    {
        assert_eq!(iso(text), None, "{text}");
    }
}

#[test]
fn a_time_may_be_behind_a_date() {
    for (text, is_dated) in [
        ("24 November 2026", true),
        ("24 November 2026 10:12", true),
        ("November 24, 2026, 10:12:33", true),
        ("24/11/2026 at 10:12 UTC", true),
        ("24/11/2026 10:12am.", true),
        ("2026-11-24T10:12:33.250Z", true),
        ("24 November 2026 revoked", false),
        ("24 November 2026 10:12 revoked", false),
        ("24 November 2026 revoked 10:12", false),
        ("24 November 2026: 10", false),
        ("24 November 2026 10:12*", false),
        ("10:12", false),
    ] {
        let date = iso("2026-11-24").filter(|_| is_dated);
        assert_eq!(with_time(text), date, "{text}");
    }
}

#[test]
fn a_sentence_is_not_a_date_but_holds_one() {
    let sentence = "until 16 September 2026";
    assert_eq!(whole(sentence), None);
    assert_eq!(first_in(sentence), whole("16th September 2026"));
}

#[test]
fn a_date_with_other_marks_is_not_whole() {
    for text in ["2 October 2026*", "(2026-10-02)", "2026-10-02?", "02/10/2026\u{b9}"] {
        assert_eq!(whole(text), None, "{text}");
        assert_eq!(first_in(text), iso("2026-10-02"), "{text}");
    }
    assert_eq!(whole("2\u{2013}10\u{2013}\u{200b}2026\u{a0}"), iso("2026-10-02"));
}

#[test]
fn what_is_no_date_is_none() {
    for text in [
        "",
        "Current",
        "N/A",
        "31/02/2026",
        "12/31/2026",
        "2026",
        "May 2026",
        "1/2/26",
        "2026-1",
        "0/0/0000",
        "99999999999999999999",
        "٢/١٠/٢٠٢٦",
        "ma 3 2026",
        "1 mayor 2026",
    ] {
        assert_eq!(first_in(text), None, "{text:?}");
        assert_eq!(whole(text), None, "{text:?}");
    }
}
