use serde_json::{Value, json};

use super::fixture::{FOOT, HEAD, block, file, page, read_files, record, refused};
use crate::jurisdiction::JurisdictionCode::An;
use crate::register::SourceFile;
use crate::register::tests::read_accepting;

#[test]
fn pages_that_are_not_the_register_are_refused_by_their_cause() {
    let html = page(&[record(&[]), record(&[("number", "ALSI-202601002-FI1".into())])]);
    let cut = "the file ends inside the markup of the page; it looks cut off";
    let other = |found: &str| {
        format!(
            "expected the licence data (script#ag-licence-data), or a table with the columns \
             company, status, number, type, issued, expiry and domains, found a page {found}"
        )
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
            "the licence data (script#ag-licence-data) is on the page twice".into(),
        ),
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
fn a_field_that_stands_twice_is_refused() {
    for field in ["status", "number", "type"] {
        let name = format!("\"{field}\":");
        let json = json!([record(&[])]).to_string();
        let refused = refused(&block(&json.replace(&name, &format!("{name}\"valid\",{name}"))));
        let start =
            format!("an.html: the licence data: duplicate field `{field}` at line 1 column");
        assert!(refused.starts_with(&start), "{refused}");
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
        ("status", "type", "status of record 1 is \"b2c\""),
        ("status", "expiry", "status of record 1 is \"2027-01-13\""),
        ("number", "type", "number of record 1 is \"b2c\""),
        ("number", "issued", "number of record 1 is \"2026-01-14\""),
        ("type", "issued", "type of record 1 is \"2026-01-14\""),
        ("domains", "expiry", "domain list of record 1 is \"2027-01-13\""),
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
    let swapped =
        record(&[("company", "a.example".into()), ("domains", "Grand Comore N.V.".into())]);
    assert!(refused(&page(&[swapped])).ends_with("the company of record 1 is \"a.example\""));
    let late = record(&[("issued", "2027-01-13".into()), ("expiry", "2026-01-14".into())]);
    assert!(
        refused(&page(std::slice::from_ref(&late)))
            .ends_with("1 of 1 licences expire before they are issued")
    );
    assert!(read_files(&[file("a", page(&[record(&[]), late]))]).is_ok(), "a slip of one");
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

#[test]
fn a_second_script_with_records_is_refused() {
    let second = |script: &str| {
        let html = page(&[record(&[])]);
        read_files(&[file("an.html", html.replace("</body>", &format!("{script}</body>")))])
    };
    let number = "ALSI-202601002-FI1";
    let expected = format!("the table \"{number}\"");
    let other = record(&[("number", number.into())]);
    for records in [
        json!([other]).to_string(),
        json!([[other]]).to_string(),
        json!({"records": [other]}).to_string(),
        other.to_string(),
        json!({number: "suspended"}).to_string(),
        json!({number: {"status": "suspended"}}).to_string(),
        json!([{"licence_number": number}]).to_string(),
        json!([{"Number": number}]).to_string(),
        format!("{};", json!([other])),
        format!("/*<![CDATA[*/{}/*]]>*/", json!([other])),
        format!("\u{feff}{}", json!([other])),
        format!("window.x={}", json!([other])),
    ] {
        for kind in ["<script type='application/json' id=ag-licence-data-2>", "<script>"] {
            let error = second(&format!("{kind}{records}</script>")).unwrap_err().to_string();
            assert!(error.contains(&expected), "{records}: {error}");
        }
    }
    let address = "[{\"@type\":\"PostalAddress\",\"number\":\"12\"}]";
    for other in ["[{\"name\":\"x\"}]", "[]", "{\"number\":1}", "var a = /ALSI-\\d+/;", address] {
        assert!(second(&format!("<script>{other}</script>")).is_ok(), "{other}");
    }
    let example = format!("<script>var example = '{number}';</script></body>");
    let example = [file("an.html", page(&[record(&[])]).replace("</body>", &example))];
    assert_eq!(read_accepting(An, &example, &[number]).unwrap().licences.len(), 1);
    let unlike = page(&[record(&[("number", "2026-01002".into())])]);
    let script = "<script>{\"2026-01002\":\"suspended\"}</script></body>";
    assert!(refused(&unlike.replace("</body>", script)).contains("\"2026-01002\""));
}
