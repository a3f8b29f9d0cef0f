use serde_json::{Value, json};

use super::fixture::{FOOT, HEAD, block, file, page, read_files, record, refused};
use crate::register::SourceFile;

const BLANK: &str =
    r#"[{"company":"","status":"","number":" ","type":"","issued":"","expiry":"","domains":""}]"#;

#[test]
fn pages_that_are_not_the_register_are_refused_by_their_cause() {
    let html = page(&[record(&[]), record(&[("number", "ALSI-202601002-FI1".into())])]);
    let cut = "the file ends inside the markup of the page; it looks cut off";
    let other = |found: &str| {
        format!("expected the licence data (script#ag-licence-data), found a page {found}")
    };
    let json = json!([record(&[]), record(&[])]).to_string();
    for (case, html, message) in [
        ("empty 200", String::new(), "the file is empty".to_owned()),
        ("half", html[..html.len() / 2].to_owned(), cut.into()),
        (
            "half the data, page closed",
            block(&json[..json.len() / 2]),
            "the file ends inside the licence data; it looks cut off".into(),
        ),
        (
            "new layout",
            format!("{HEAD}<ul><li>Grand Comore</li></ul>{FOOT}"),
            other("\"License Register - Anjouan Gaming\""),
        ),
        (
            "block renamed",
            html.replace("ag-licence-data", "ag-data"),
            other("\"License Register - Anjouan Gaming\""),
        ),
        ("login", "<html><title>Log In</title></html>".into(), other("\"Log In\"")),
        ("maintenance", "<h1>Be right back</h1>".into(), other("\"Be right back\"")),
        ("challenge", "<title>Just a moment...</title>".into(), other("\"Just a moment...\"")),
        ("bare JSON", json.clone(), other(&format!("{:?}…", &json[..60]))),
        ("empty block", block(" \n"), "the licence data (script#ag-licence-data) is empty".into()),
        ("no records", block("[]"), "the register has no records".into()),
        ("null", block("null"), "expected the licence data as a JSON array, found \"null\"".into()),
        (
            "wrapped",
            block("{\"data\":[]}"),
            "expected the licence data as a JSON array, found \"{\\\"data\\\":[]}\"".into(),
        ),
        (
            "no JSON",
            block("[{'company'}]"),
            "the licence data is no JSON: key must be a string at line 1 column 3".into(),
        ),
        (
            "twice on the page",
            html.replace("<h1>", "<script id=\"ag-licence-data\">[]</script><h1>"),
            "a second block of licence data is beside script#ag-licence-data".into(),
        ),
        (
            "another block",
            html.replace("<h1>", "<script id=\"ag-licence-revoked\">[]</script><h1>"),
            "a second block of licence data is beside script#ag-licence-data".into(),
        ),
        ("blank", block(BLANK), "the register has no records".into()),
        (
            "twice in the file",
            [&html[..], &html].concat(),
            "the file holds 2 pages, one after another".into(),
        ),
    ] {
        assert_eq!(refused(&html), format!("an.html: {message}"), "{case}");
    }
}

#[test]
fn records_that_cannot_be_read_are_named_by_position() {
    let without = |field: &str| {
        let mut record = record(&[]);
        record.as_object_mut().unwrap().remove(field);
        record
    };
    let number = "(\"ALSI-202601001-FI1\")";
    for (faulty, message) in [
        (record(&[("number", "".into())]), "record 2 (\"Grand Comore Gaming N.V.\") has no number".to_owned()),
        (record(&[("number", Value::Null)]), "record 2 (\"Grand Comore Gaming N.V.\") has no number".into()),
        (record(&[("number", "-".into())]), "record 2 (\"Grand Comore Gaming N.V.\") has no number".into()),
        (record(&[("number", "TBA".into())]), "record 2 (\"Grand Comore Gaming N.V.\") has no number".into()),
        (record(&[("company", "\u{a0}".into())]), format!("record 2 {number} has no company")),
        (record(&[("status", json!(1))]), format!("record 2 {number}: the field \"status\" is 1, no text")),
        (record(&[("domains", json!(["a.example"]))]), format!("record 2 {number}: the field \"domains\" is [\"a.example\"], no text")),
        (without("status"), format!("record 2 {number}: the field \"status\" is missing; it has \"company, domains, expiry, issued, number, type\"")),
        (without("domains"), format!("record 2 {number}: the field \"domains\" is missing; it has \"company, expiry, issued, number, status, type\"")),
        (without("number"), "record 2 (\"Grand Comore Gaming N.V.\"): the field \"number\" is missing; it has \"company, domains, expiry, issued, status, type\"".into()),
        (json!("x"), "record 2 is \"\\\"x\\\"\", no object".into()),
        (json!({}), "record 2: the field \"company\" is missing; it has \"\"".into()),
    ] {
        assert_eq!(refused(&page(&[record(&[]), faulty])), format!("an.html: {message}"));
    }
}

#[test]
fn swapped_fields_are_refused() {
    for (one, other, fault) in [
        ("company", "number", "company of record 1 is \"ALSI-202601001-FI1\""),
        ("company", "status", "company of record 1 is \"valid\""),
        ("company", "issued", "company of record 1 is \"2026-01-14\""),
        ("number", "issued", "number of record 1 is \"2026-01-14\""),
    ] {
        let plain = record(&[]);
        let swapped = record(&[(one, plain[other].clone()), (other, plain[one].clone())]);
        let message = refused(&page(&[swapped]));
        assert_eq!(
            message,
            format!("an.html: the columns look swapped: the {fault}"),
            "{one} {other}"
        );
    }
}

#[test]
fn one_page_is_given_once() {
    let html = page(&[record(&[])]);
    let message = |files: &[SourceFile]| read_files(files).unwrap_err().to_string();
    assert_eq!(
        message(&[file("a", &html), file("b", &html)]),
        "b: the same page a second time for the page of the licence register; the first is a"
    );
    assert_eq!(message(&[]), "no files: missing: the page of the licence register");
}
