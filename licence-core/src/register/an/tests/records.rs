use serde_json::{Value, json};

use super::fixture::{block, domains, file, licence, licences, page, read_page, record};
use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number::identity;
use crate::provenance::SourceKind;
use crate::register::an::SOURCE_URL;
use crate::register::tests::{listed, read, read_accepting};
use crate::status::LicenceStatus::{Active, Expired, Revoked, Suspended, Unknown};
use crate::status::wording::classify;

#[test]
fn a_licence_is_read_whole() {
    let reading = read_page(&page(&[record(&[])])).unwrap();
    assert_eq!((reading.jurisdiction, reading.complete), (An, true));
    assert_eq!(reading.source_kind, SourceKind::Scraped);
    assert_eq!(reading.source_url.as_deref(), Some(SOURCE_URL));
    let expected = listed(json!({
        "operator": { "name": "Grand Comore Gaming N.V." },
        "license_number": "ALSI-202601001-FI1", "status_text": "valid", "license_types": ["B2C"],
        "license_type_raw": "b2c", "issued_date": "2026-01-14", "expiry_date": "2027-01-13",
        "domains": [{ "domain": "comorespin.example" }, { "domain": "www.comorebet.example" }],
    }));
    assert_eq!(reading.licences, [expected]);
}

#[test]
fn numbers_are_shown_as_published_and_matched_folded() {
    for (number, key) in [
        ("ALSI-202509916-FI2", "A1S1202509916F12"),
        ("ALSI-152312006-FI3", "A1S1152312006F13"),
        ("ALSI 202412017 FI1", "A1S1202412017F11"),
        ("ALSI 202502039 FI2", "A1S1202502039F12"),
        ("ALSl-202409046-FI2", "A1S1202409046F12"),
        ("ALSI-142406016-FI 1", "A1S1142406016F11"),
        ("ALSI-202505003-FII", "A1S1202505003F11"),
        ("ALSI-202509021-Fll", "A1S1202509021F11"),
        ("ALSI-062403016-F16", "A1S1062403016F16"),
        ("ALSI-202507005", "A1S1202507005"),
        ("To be assigned", "TOBEASS1GNED"),
    ] {
        let read = licence(&[("number", number.into())]);
        assert_eq!(read.license_number.as_deref(), Some(number));
        assert_eq!(identity(An, number), key);
    }
    let read = licence(&[("number", "\u{a0}ALSI-202507005-FI1 ".into())]);
    assert_eq!(read.license_number.as_deref(), Some("ALSI-202507005-FI1"));
}

#[test]
fn statuses_are_kept_verbatim_and_known_to_the_wordings() {
    for (status, means) in [
        ("valid", Active),
        ("Valid", Active),
        ("VALID", Active),
        ("suspended", Suspended),
        ("Revoked", Revoked),
        ("expired", Expired),
        ("under review by board", Unknown),
        ("", Unknown),
    ] {
        let read = licence(&[("status", status.into())]);
        assert_eq!(read.status_text.as_deref(), Some(status));
        assert_eq!(classify(An, read.status_text.as_deref(), None).status, means, "{status}");
    }
    let past = licence(&[("issued", "2023-12-01".into()), ("expiry", "2024-11-30".into())]);
    assert_eq!(past.status_text.as_deref(), Some("valid"), "whatever its expiry says");
}

#[test]
fn types_have_the_names_of_the_service() {
    for (kind, name) in [
        ("b2c", Some("B2C")),
        ("B2C", Some("B2C")),
        (" b2b ", Some("B2B")),
        ("white labeling", Some("White Labeling")),
        ("White\u{a0}Labelling", Some("White Labeling")),
        ("white-label", Some("white-label")),
        ("B2C / B2B", Some("B2C / B2B")),
        ("", None),
    ] {
        let read = licence(&[("type", kind.into())]);
        assert_eq!(read.license_types.first().map(String::as_str), name, "{kind}");
        let raw = kind.trim_matches(' ');
        assert_eq!(read.license_type_raw.as_deref(), name.map(|_| raw));
    }
}

#[test]
fn dates_are_cut_to_the_day_or_kept_as_text() {
    for (text, day, is_kept) in [
        ("2026-01-14", Some("2026-01-14"), false),
        ("2026-01-14T00:00:00.000Z", Some("2026-01-14"), true),
        ("2026-01-14 00:00:00", Some("2026-01-14"), true),
        ("\u{a0}2026-01-14 ", Some("2026-01-14"), false),
        ("14/01/2026", Some("2026-01-14"), true),
        ("January 14, 2026", Some("2026-01-14"), true),
        ("2026-02-30", None, true),
        ("-026-01-14", None, true),
        ("2026-01-145", None, true),
        ("soon", None, true),
        ("N/A", None, true),
        ("", None, false),
    ] {
        let read = licence(&[("issued", text.into()), ("expiry", "".into())]);
        assert_eq!(read.issued_date, day.and_then(|day| day.parse().ok()), "{text}");
        assert_eq!(read.raw_data.get("issued").is_some(), is_kept, "{text}");
        assert_eq!(read.expiry_date, None);
    }
    let read = licence(&[("expiry", "on request".into()), ("issued", Value::Null)]);
    assert_eq!((read.issued_date, read.raw_data["expiry"].clone()), (None, json!("on request")));
}

#[test]
fn names_are_collapsed_and_domains_trimmed_before_they_are_cut() {
    for (name, shown) in [
        ("Taktonam\u{a0}Group N.V.\u{a0}", "Taktonam Group N.V."),
        ("3-102-900828 SRL", "3-102-900828 SRL"),
        ("Conseil des Abénakis de Wôlanak", "Conseil des Abénakis de Wôlanak"),
        ("Fortuna HAB OÜ", "Fortuna HAB OÜ"),
    ] {
        assert_eq!(licence(&[("company", name.into())]).operator.name, shown);
    }
    let inside = licence(&[("company", "Taktonam\u{a0}Group N.V.\u{a0}".into())]);
    assert_eq!(inside.raw_data["company"], json!("Taktonam\u{a0}Group N.V."));
    for (list, expected) in [
        ("a.example, b.example", &["a.example", "b.example"][..]),
        (" www.a.example,b.example ,", &["www.a.example", "b.example"]),
        ("a.example,\u{a0}b.example\u{a0}", &["a.example", "b.example"]),
        ("https://www.A.example/, a.example/en", &["https://www.A.example/", "a.example/en"]),
        ("a.example\nb.example", &["a.example", "b.example"]),
        ("a.example<br>b.example<BR />c.example<br/>", &["a.example", "b.example", "c.example"]),
        ("a.example\u{ff0c}b.example\u{3001}c.example", &["a.example", "b.example", "c.example"]),
        ("a.example, a.example", &["a.example"]),
        ("-", &[]),
        ("", &[]),
    ] {
        assert_eq!(domains(&licence(&[("domains", list.into())])), expected, "{list:?}");
    }
    let soon = licences(&page(&[
        record(&[]),
        record(&[("number", "ALSI-202601002-FI1".into()), ("domains", "not yet".into())]),
    ]));
    assert_eq!((domains(&soon[1]).len(), &soon[1].raw_data["domains"]), (0, &json!("not yet")));
    let many: Vec<_> = (0..68).map(|i| format!("mirror{i}.example")).collect();
    assert_eq!(domains(&licence(&[("domains", many.join(", ").into())])), many);
}

#[test]
fn other_fields_are_kept_and_equal_records_are_one() {
    let files =
        [file("an.html", page(&[record(&[("country", "KM".into()), ("tier", json!([1, 2]))])]))];
    let refused = read(An, &files).unwrap_err().to_string();
    assert_eq!(
        refused,
        "an.html: the column \"country\" is not known: see `accept` of `[registers.AN]`; 1 other \
         name is not known"
    );
    let accepted = read_accepting(An, &files, &["Country", "tier"]).unwrap();
    assert_eq!(
        serde_json::to_value(&accepted.licences[0].raw_data).unwrap(),
        json!({"country": "KM", "tier": [1, 2]})
    );
    assert_eq!(licences(&page(&[record(&[]), record(&[])])).len(), 1);
    let other = record(&[("company", "Moheli Bets SRL".into())]);
    assert_eq!(licences(&page(&[record(&[]), other])).len(), 2, "one number twice");
}

#[test]
fn the_block_counts_before_a_table_and_in_any_spacing() {
    let expected = licences(&page(&[record(&[])]));
    let pretty = serde_json::to_string_pretty(&[record(&[])]).unwrap().replace("/", "\\/");
    for html in [
        block(&format!("\n\u{feff}{pretty}\n")),
        block(&pretty).replace("id=\"ag-licence-data\"", "data-x='1' id=ag-licence-data"),
    ] {
        assert_eq!(licences(&html), expected, "{html}");
    }
}

#[test]
fn a_remark_makes_the_status_unknown_and_cannot_be_accepted_away() {
    let remarked = page(&[record(&[("note", "revoked, never reinstated".into())])]);
    let files = [file("an.html", remarked)];
    for accepted in [&[][..], &["note", "Note", "revoked, never reinstated"]] {
        let licence = read_accepting(An, &files, accepted).unwrap().licences.remove(0);
        let told = "valid; note: revoked, never reinstated";
        assert_eq!(licence.status_text.as_deref(), Some(told));
        assert_eq!(classify(An, licence.status_text.as_deref(), None).status, Unknown);
        assert_eq!(licence.raw_data["note"], json!("revoked, never reinstated"));
    }
    for (counter, status) in [
        (json!("12"), "valid"),
        (json!(12), "valid"),
        (json!("b7d1f0c2-0a5e"), "valid"),
        (json!("rec8Fq_2"), "valid"),
        (json!("revoked"), "valid; no: revoked"),
        (json!("b7 revoked"), "valid; no: b7 revoked"),
    ] {
        assert_eq!(licence(&[("no", counter)]).status_text.as_deref(), Some(status));
    }
    for blank in [Value::Null, "".into(), " \u{2013} ".into()] {
        assert_eq!(licence(&[("note", blank)]).status_text.as_deref(), Some("valid"));
    }
}

#[test]
fn a_mark_on_a_company_makes_no_other_holder() {
    for mark in [" (suspended)", "*", " - revoked"] {
        let read = licence(&[("company", format!("Example Bet N.V.{mark}").into())]);
        assert_eq!(read.operator.name, "Example Bet N.V.");
        let told = format!("valid; Name: Example Bet N.V.{mark}");
        assert_eq!(read.status_text.as_deref(), Some(&*told));
    }
}

#[test]
fn a_text_in_the_place_of_a_date_is_a_remark() {
    for (field, text, status) in [
        ("expiry", "Revoked 2026-10-01", "valid; expiry: Revoked 2026-10-01"),
        ("issued", "under appeal", "valid; issued: under appeal"),
        ("expiry", "N/A", "valid"),
        ("expiry", "2027-01-13T00:00:00Z", "valid"),
        ("expiry", "2027-01-13 (SUSPENDED)", "valid; expiry: 2027-01-13 (SUSPENDED)"),
        ("expiry", "2027-01-13*", "valid; expiry: 2027-01-13*"),
        ("issued", "2026-01-14 revoked", "valid; issued: 2026-01-14 revoked"),
        ("issued", "2026-01-14T00:00:00Z x", "valid; issued: 2026-01-14T00:00:00Z x"),
    ] {
        let licence = licence(&[(field, text.into())]);
        assert_eq!(licence.status_text.as_deref(), Some(status));
    }
}

#[test]
fn what_is_more_than_a_name_or_a_number_is_a_remark() {
    for (field, text, status) in [
        ("company", "Moheli SRL\nSuspended", "valid; Company: Moheli SRL Suspended"),
        ("company", "Moheli SRL<br>Suspended", "valid; Company: Moheli SRL<br>Suspended"),
        ("company", "<s>Moheli SRL</s>", "valid; Company: <s>Moheli SRL</s>"),
        ("company", "Moheli S.A.\u{b9}", "valid; Name: Moheli S.A.\u{b9}"),
        ("company", " Moheli SRL\u{a0}\n", "valid"),
        ("type", "b2c\nSuspended", "valid; Type: b2c Suspended"),
        ("type", "b2c application", "valid; Type: b2c application"),
        ("type", "b2c void", "valid; Type: b2c void"),
        ("company", "Web Application Ltd", "valid"),
        ("company", "Moheli SRL&lt;br&gt;x", "valid; Company: Moheli SRL<br>x"),
        ("company", "Moheli SRL &ndash; x", "valid; Name: Moheli SRL \u{2013} x"),
        ("company", "Moheli SRL suspended", "valid; Name: Moheli SRL suspended"),
        ("number", "ALSI-202601001-FI1 REVOKED", "valid; Number: ALSI-202601001-FI1 REVOKED"),
        ("number", "ALSI-202601001-FI1\nx", "valid; Number: ALSI-202601001-FI1\nx"),
        ("number", "ALSI-202601001-FI1/ended", "valid; Number: ALSI-202601001-FI1/ended"),
        ("number", "REVOKED ALSI-202601001-FI1", "valid; Number: REVOKED ALSI-202601001-FI1"),
        ("number", "ALSI-202601001 (old)", "valid; Number: ALSI-202601001 (old)"),
        ("number", "to be issued", "valid; Number: to be issued"),
        ("number", "XALSI-202601001-FI1", "valid; Number: XALSI-202601001-FI1"),
        ("number", "ALSl-202601001-F16", "valid"),
        ("number", "ALSI-202601001", "valid"),
    ] {
        let licence = licence(&[(field, text.into())]);
        assert_eq!(licence.status_text.as_deref(), Some(status), "{text}");
    }
}

#[test]
fn a_mark_on_a_number_makes_no_other_licence() {
    for marked in [
        "ALSI-202601001-FI1 (revoked)",
        "ALSI-202601001-FI1*",
        "ALSI-202601001-FI1 - suspended",
        "ALSI-202601001-FI1 2026",
        "REVOKED ALSI-202601001-FI1",
    ] {
        let licence = licence(&[("number", marked.into())]);
        assert_eq!(licence.license_number.as_deref(), Some("ALSI-202601001-FI1"), "{marked}");
        assert_eq!(licence.status_text, Some(format!("valid; Number: {marked}")));
        let files = [file("an.html", page(&[record(&[("number", marked.into())])]))];
        let accepted = read_accepting(An, &files, &[marked]).unwrap().licences.remove(0);
        let number = accepted.license_number.as_deref();
        assert_eq!(
            (number, accepted.status_text.as_deref()),
            (Some("ALSI-202601001-FI1"), Some("valid"))
        );
    }
}

#[test]
fn the_entities_of_a_page_are_decoded() {
    let read = licence(&[
        ("company", "Red &amp; Blue & Green Ltd&nbsp;".into()),
        ("domains", "a.example&nbsp;b.example,&#32;c.example".into()),
    ]);
    assert_eq!(read.operator.name, "Red & Blue & Green Ltd");
    assert_eq!(domains(&read), ["a.example", "b.example", "c.example"]);
    assert_eq!(read.status_text.as_deref(), Some("valid"));
}

#[test]
fn a_value_of_another_field_makes_one_licence_unknown() {
    for (field, text, status) in [
        ("expiry", "Revoked", "valid; expiry: Revoked"),
        ("issued", "b2c", "valid; issued: b2c"),
        ("type", "suspended", "valid; Type: suspended"),
        ("type", "valid", "valid; Type: valid"),
        ("type", "2026-01-14", "valid; Type: 2026-01-14"),
        ("status", "b2b", "b2b"),
    ] {
        let other = [("number", "ALSI-202601002-FI1".into()), (field, text.into())];
        let licences = licences(&page(&[record(&[]), record(&other)]));
        let statuses: Vec<_> = licences.iter().map(|it| it.status_text.as_deref()).collect();
        assert_eq!(statuses, [Some("valid"), Some(status)], "{field}");
        assert_eq!(classify(An, statuses[1], None).status, Unknown, "{field}");
    }
}

#[test]
fn another_dash_in_a_number_is_no_mark() {
    for dash in ['\u{2013}', '\u{2014}', '\u{2212}', '\u{ff0d}'] {
        let number = format!("ALSI{dash}202601001{dash}FI1");
        let licence = licence(&[("number", number.clone().into())]);
        assert_eq!(licence.status_text.as_deref(), Some("valid"), "{number}");
        assert_eq!(licence.license_number, Some(number), "as published");
    }
}
