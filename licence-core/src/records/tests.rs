//! Records and deltas that are whole, in disorder, cut or hostile.

use proptest::prelude::*;

use super::{DeltaError, RecordsBuilder, RecordsError, apply, delta};
use crate::catalogue::fixture::{fill, market, now, questions};
use crate::catalogue::{Catalogue, OperatorRow, RegisterRows};
use crate::check::{CheckQuery, check};
use crate::jurisdiction::JurisdictionCode;

const OPERATORS: usize = 60;

fn records(operators: impl IntoIterator<Item = usize>) -> Vec<u8> {
    let mut builder = RecordsBuilder::new();
    fill(&mut builder, operators);
    builder.finish()
}

#[test]
fn the_order_of_the_rows_never_shows() {
    let forth = records(0..OPERATORS);
    assert_eq!(records((0..OPERATORS).rev()), forth);
    let scattered = (0..OPERATORS).map(|number| number * 7 % OPERATORS);
    assert!(records(scattered) == forth);
}

#[test]
fn a_catalogue_of_records_answers_as_that_of_the_rows() {
    let records = records(0..OPERATORS);
    let catalogue = Catalogue::from_records(&records).unwrap();
    assert_eq!(catalogue.verify(), Ok(()));
    assert_eq!(catalogue.info().records_sha256, Some(super::sha256(&records)));
    let of_rows = market(OPERATORS).finish().unwrap();
    for host in questions(OPERATORS) {
        let query = CheckQuery::domain(&host).unwrap();
        assert_eq!(check(&catalogue, &query, now()), check(&of_rows, &query, now()), "{host}");
    }
}

#[test]
fn a_day_without_changes_is_the_lines_of_the_registers() {
    let day = |newest: &str| {
        let mut builder = RecordsBuilder::new();
        fill(&mut builder, 0..OPERATORS);
        let newest = newest.parse().unwrap();
        builder.reads(JurisdictionCode::Mga, newest, Some(newest));
        builder.finish()
    };
    let (old, new) = (day("2026-11-02T06:00:00Z"), day("2026-11-03T06:00:00Z"));
    let delta = String::from_utf8(delta(&old, &new)).unwrap();
    let operations: Vec<&str> = delta.lines().skip(3).map(|line| &line[..2]).collect();
    assert_eq!(operations, ["=2", "-1", "+R", "=3"], "{delta}");
    assert_eq!(apply(&old, delta.as_bytes()).unwrap(), new);
}

#[test]
fn texts_come_back_whatever_is_in_them() {
    for (text, written) in [
        ("a\tb", "a\\tb"),
        ("a\nb\r", "a\\nb\\r"),
        ("\\t", "\\\\t"),
        ("\\e", "\\\\e"),
        ("é \u{2028}", "é \u{2028}"),
    ] {
        let mut builder = RecordsBuilder::new();
        builder.add_operator(&OperatorRow {
            slug: "one",
            display_name: text,
            registered_name: Some(""),
        });
        let records = String::from_utf8(builder.finish()).unwrap();
        let line = records.lines().nth(1).unwrap();
        assert_eq!(line, format!("O\tone\t{written}\t\\e"));
        assert_eq!(super::field::read(written).unwrap().unwrap(), text);
        Catalogue::from_records(records.as_bytes()).unwrap();
    }
    assert_eq!(super::field::read("").unwrap(), None);
    for wrong in ["\\", "\\x", "a\\", "a\r"] {
        assert!(super::field::read(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn what_this_release_would_not_write_is_refused_with_its_line() {
    const LICENCE: &str = "L\t\tAN\t1\tactive\t\t\t\tdump\t\t\t2026-11-01T07:00:00.000Z\t\
                           2026-11-01T07:00:00.000Z\t2026-11-01T07:00:00.000Z\t\n";
    let operator = "O\ta\tA\t\n";
    let whole = format!("{operator}{LICENCE}D\ta.com\tactive\tdirect\t\t\n");
    assert!(Catalogue::from_records(format!("licence-records 1\n{whole}").as_bytes()).is_ok());
    for (lines, expected) in [
        ("X\t1\n".to_owned(), "line 2 of the records: \"X\" is none of the kinds R, O, N, L, D"),
        ("R\tXX\t\t\n".to_owned(), "line 2 of the records: \"XX\" is not a jurisdiction code"),
        ("R\tAN\t\t\n".to_owned(), "line 2 of the records: the newest read is empty"),
        ("O\ta\n".to_owned(), "line 2 of the records: a display name is missing"),
        ("O\t\tA\t\n".to_owned(), "line 2 of the records: a slug is empty"),
        ("O\ta\tA\t\t\n".to_owned(), "line 2 of the records: \"\" is a field too many"),
        ("N\tA\n".to_owned(), "line 2 of the records: a name that does not follow its operator"),
        (LICENCE.to_owned(), "line 2 of the records: a licence without an operator"),
        (
            format!("{operator}D\ta.com\t\tdirect\t\t\n"),
            "line 3 of the records: a domain without a licence",
        ),
        (
            format!("{operator}{operator}"),
            "line 3 of the records: it does not come after the line of the operator before",
        ),
        (
            format!("{operator}N\tb\nN\ta\n"),
            "line 4 of the records: it comes before the line above: records are sorted",
        ),
        (whole.replace("a.com", "A.com"), "line 4 of the records: \"A.com\" is not a host"),
        (
            whole.replace("07:00:00.000Z", "07:00:00Z"),
            "line 3 of the records: \"2026-11-01T07:00:00Z\" is not when the status was observed",
        ),
        (whole.trim_end().to_owned(), "the records are cut: the last line has no end"),
    ] {
        let records = format!("licence-records 1\n{lines}");
        let error = Catalogue::from_records(records.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected, "{lines:?}");
    }
    for wrong in [&b""[..], b"licence-records 2\n", b"\xff"] {
        assert_eq!(Catalogue::from_records(wrong).unwrap_err(), RecordsError::NotRecords);
    }
}

#[test]
fn a_delta_onto_other_records_or_with_another_result_is_refused() {
    let (old, new) = (records(0..3), records(0..4));
    let delta = delta(&old, &new);
    assert!(matches!(apply(&new, &delta), Err(DeltaError::OtherRecords { .. })));
    let text = String::from_utf8(delta).unwrap();
    let changed = text.replacen("Games", "Gamez", 1);
    assert!(matches!(apply(&old, changed.as_bytes()), Err(DeltaError::OtherResult { .. })));
    for (from, to) in [("licence-delta 1", "licence-delta 2"), ("from ", "form "), ("\n=", "\n*")] {
        let broken = text.replacen(from, to, 1);
        assert!(matches!(apply(&old, broken.as_bytes()), Err(DeltaError::NotADelta(_))), "{to}");
    }
    let endless = format!("{}=18446744073709551615\n", &text[..text.find("\n=").unwrap() + 1]);
    assert!(matches!(apply(&old, endless.as_bytes()), Err(DeltaError::NotADelta(_))));
}

proptest! {
    #[test]
    fn a_delta_leads_from_any_state_to_any_other(
        old in prop::collection::vec("[a-d]{0,2}", 0..40),
        new in prop::collection::vec("[a-d]{0,2}", 0..40),
    ) {
        let state = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let (old, new) = (state(&old), state(&new));
        let delta = delta(old.as_bytes(), new.as_bytes());
        let result = apply(old.as_bytes(), &delta).unwrap();
        prop_assert_eq!(String::from_utf8(result).unwrap(), new);
    }

    #[test]
    fn arbitrary_text_leads_to_no_panic(
        lines in prop::collection::vec("[ROLND](\\t[a-z0-9:.\\\\TZ-]{0,12}){0,14}", 0..12),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let text = format!("licence-records 1\n{}\n", lines.join("\n"));
        let _ = Catalogue::from_records(text.as_bytes());
        let _ = Catalogue::from_records(&[&b"licence-records 1\n"[..], &bytes].concat());
        let held = super::sha256(text.as_bytes());
        let head = format!("licence-delta 1\nfrom {held}\nto {held}\n");
        prop_assert!(apply(text.as_bytes(), &[head.as_bytes(), &bytes].concat()).is_err());
    }
}
