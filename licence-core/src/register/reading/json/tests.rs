use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::domain::DomainAssociation;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceCategory;
use crate::register::reading::{
    ListedAction, ListedDomain, ListedLicence, ListedOperator, RemovedPage,
};
use crate::status::StatusQualifier;

/// A reading with every member set; a new member does not compile until it stands here.
fn full_reading() -> RegisterReading {
    let text = |text: &str| Some(text.to_owned());
    RegisterReading {
        jurisdiction: "CW".parse().unwrap(),
        read_at: "2026-11-01T06:00:00.000Z".parse().unwrap(),
        complete: true,
        source_url: text("https://register.example/"),
        source_kind: "scraped".parse().unwrap(),
        licences: vec![ListedLicence {
            operator: ListedOperator {
                upstream_id: text("102"),
                name: "Example Bet".into(),
                registered_name: text("Example Bet N.V."),
                country: text("CW"),
                trading_names: vec!["ExampleBet".into()],
            },
            license_number: text("OGL/2024/1/0001"),
            status_text: text("Assessment in progress"),
            status_qualifier: Some(StatusQualifier::Provisional),
            status_source_url: text("https://register.example/1"),
            license_types: vec!["B2C".into()],
            license_type_raw: text("B2C"),
            license_category: Some(LicenceCategory::Remote),
            issued_date: "2026-01-14".parse().ok(),
            expiry_date: "2026-07-14".parse().ok(),
            raw_data: [("a".into(), json!({ "b": ["c", 1, 5.555555555555555e73] }))]
                .into_iter()
                .collect(),
            domains: vec![ListedDomain {
                domain: "examplebet.example".into(),
                status_text: text("Active"),
                association: Some(DomainAssociation::Direct),
                verification_url: text("https://cert.example/1"),
                verification_page_status: text("Active"),
                verification_page_read_at: "2026-11-01T05:00:00.000Z".parse().ok(),
            }],
            domains_complete: false,
        }],
        regulatory_actions: vec![ListedAction {
            subject_name: "Example Bet N.V.".into(),
            upstream_id: text("102"),
            action_type: "fine".into(),
            outcomes: vec!["Financial penalty".into()],
            fine_amount_cents: Some(1_250_000),
            fine_currency: text("XCG"),
            decision_date: "2026-09-30".parse().unwrap(),
            description: text("Late."),
            source_url: "https://register.example/actions/1".into(),
        }],
        removed_pages: vec![RemovedPage {
            verification_url: Some("https://cert.example/2".into()),
            verification_page_status: "Not Active".into(),
            ..RemovedPage::default()
        }],
    }
}

fn read(json: &Value) -> Result<RegisterReading, RegisterError> {
    RegisterReading::from_json(json.to_string().as_bytes(), "r.json")
}

/// A small reading with one licence.
fn reading(code: &str, licence: Value) -> Value {
    json!({ "jurisdiction": code, "read_at": "2026-11-01T06:00:00Z", "source_kind": "dump",
            "licences": [licence] })
}

#[test]
fn a_reading_comes_back_as_it_was_written() {
    let reading = full_reading();
    assert_eq!(read(&serde_json::to_value(&reading).unwrap()), Ok(reading.clone()));
    assert_eq!(reading.validate("r"), Ok(()));
}

#[test]
fn optional_members_may_be_left_out_and_unknown_ones_are_ignored() {
    let licence = json!({ "operator": { "name": "A", "mood": 1, "trading_names": null },
                          "license_number": " n 1 ", "issued_date": null, "raw_data": null, "domains": [{ "domain": "a", "x": {} }] });
    let mut json = reading("AN", licence);
    json["unknown"] = json!([[[]]]);
    let reading = read(&json).unwrap();
    assert!(!reading.complete);
    assert_eq!(reading.licences[0].license_number.as_deref(), Some(" n 1 "));
    assert_eq!(reading.licences[0].domains.len(), 1);
    let with_mark = format!("\u{feff}\n{json}");
    assert_eq!(RegisterReading::from_json(with_mark.as_bytes(), "r.json"), Ok(reading));
}

#[test]
fn what_says_nothing_is_left_out() {
    let licence = json!({ "operator": { "name": "A", "upstream_id": " ", "registered_name": "" },
                          "license_number": "made up" });
    let reading = read(&reading("KH", licence)).unwrap();
    assert_eq!(reading.licences[0].license_number, None);
    assert_eq!(
        reading.licences[0].operator,
        ListedOperator { name: "A".into(), ..Default::default() }
    );
}

#[test]
fn faults_name_the_file_the_line_and_the_value() {
    let head =
        r#"{"jurisdiction": "AN", "read_at": "2026-11-01T06:00:00Z", "source_kind": "dump","#;
    let with = |rest: &str| format!("{head}\n\"licences\": [\n{rest}]}}");
    let good = r#"{"operator": {"name": "A"}, "license_number": "N-1"}"#;
    for (json, message) in [
        (String::new(), "r.json: the file is empty"),
        (" \n\t".into(), "r.json: the file is empty"),
        (
            "<!DOCTYPE html>\n<title>Down</title>".into(),
            "r.json, line 1: expected a register reading as a JSON object, found a web page: \
             \"<!DOCTYPE html>\\n<title>Down</title>\"",
        ),
        ("[]".into(), "r.json, line 1: expected a register reading as a JSON object, found \"[]\""),
        (
            format!("{head}\n\"licences\": ["),
            "r.json, line 2: the file ends inside the JSON; it looks cut off",
        ),
        (format!("{head}\n,}}"), "r.json, line 2: not JSON at column 1: key must be a string"),
        (with(good) + "\n{", "r.json, line 4: not JSON at column 1: trailing characters"),
        (
            "{\n\"jurisdiction\": \"XX\"}".into(),
            "r.json, line 2: jurisdiction: \"XX\" is not a jurisdiction code; it is one of UKGC, MGA, CW, KH, AN, TGC, IOM",
        ),
        (
            "{\"jurisdiction\": \"AN\",\n\"read_at\": \"now\"}".into(),
            "r.json, line 2: read_at: \"now\" is not an RFC 3339 date-time such as 2026-11-01T06:00:00.000Z",
        ),
        ("{}".into(), "r.json, line 1: missing field `jurisdiction`"),
        (
            "{\"jurisdiction\": \"XX\", \"licences\": [{\"license_number\": \"N-1\"}]}".into(),
            "r.json, line 1: jurisdiction: \"XX\" is not a jurisdiction code; it is one of UKGC, MGA, CW, KH, AN, \
             TGC, IOM",
        ),
        (
            with(&format!("{good},\n{{\"license_number\": \"N-2\"}}")),
            "r.json, line 4: licences[1]: missing field `operator`",
        ),
        (
            with(&format!(
                "{good},\n{{\"operator\": {{\"name\": \"B\"}}, \"license_number\": \"N-2\",\n\
                  \"domains\": [{{\"domain\": \"b.example\",\n\"association\": \"owned\"}}]}}"
            )),
            "r.json, line 6: licences[1].domains[0].association: \"owned\" is not a domain association; it is one of \
             direct, white_label",
        ),
        (
            with(r#"{"operator": {"name": "A"}, "issued_date": "-026-02-20"}"#),
            "r.json, line 3: licences[0].issued_date: \"-026-02-20\" is not a date such as 2026-11-01",
        ),
        (
            with(r#"{"operator": {"name": "A"}, "issued_date": "2026-02-30"}"#),
            "r.json, line 3: licences[0].issued_date: \"2026-02-30\" is not a date such as 2026-11-01",
        ),
        (
            with(&format!(
                "{good},\n{good},\n\n{{\"operator\": {{\"name\": \"B\"}},\n\"license_number\": \" \"}}"
            )),
            "r.json: licence 3 (\" \"): license_number is missing or blank; AN publishes one",
        ),
        (
            with(r#"{"operator": {"name": "A"}}"#),
            "r.json: licence 1 (\"A\"): license_number is missing or blank; AN publishes one",
        ),
        (
            with(&format!(
                "{good},\n{{\"operator\": {{\"name\": \"\u{a0}\"}}, \"license_number\": \"N-2\"}}"
            )),
            "r.json: licence 2 (\"N-2\"): operator.name is blank",
        ),
        (
            format!(
                "{head}\"regulatory_actions\": [\n{{\"subject_name\": \"\", \"action_type\": \"fine\",\n\
                     \"decision_date\": \"2026-01-01\", \"source_url\": \"\"}}]}}"
            ),
            "r.json: regulatory action 1: subject_name is blank",
        ),
        (
            format!(
                "{head}\"regulatory_actions\": [\n{{\"subject_name\": \"A\", \"action_type\": \"fine\",\n\
                     \"decision_date\": \"2026-01-01\", \"source_url\": \"\"}}]}}"
            ),
            "r.json: regulatory action 1: source_url \"\" is not an http or https address",
        ),
    ] {
        let error = RegisterReading::from_json(json.as_bytes(), "r.json").unwrap_err();
        assert_eq!(error.to_string(), message, "{json}");
    }
    for (member, fault) in [
        (
            r#""status_qualifier": "odd""#,
            ", line 3: licences[0].status_qualifier: \"odd\" is not a status qualifier; it is one of provisional",
        ),
        (
            r#""license_category": "Remote""#,
            ", line 3: licences[0].license_category: \"Remote\" is not a licence category; it is one of remote, non-remote, ancillary, \
             permit, other",
        ),
        (
            r#""raw_data": {"x": [{"y\u0000": 1}]}"#,
            ": licence 1 (\"N-1\"): raw_data holds a NUL character, which cannot be stored",
        ),
        (
            r#""status_source_url": "javascript:alert(1)""#,
            ": licence 1 (\"N-1\"): status_source_url \"javascript:alert(1)\" is not an http or https address",
        ),
        (
            r#""domains": [{"domain": "a.example", "verification_url": "data:text/html,x"}]"#,
            ": licence 1 (\"N-1\"): domains.verification_url \"data:text/html,x\" is not an http or https address",
        ),
    ] {
        let json = with(&good.replace("\"N-1\"", &format!("\"N-1\", {member}")));
        let error = RegisterReading::from_json(json.as_bytes(), "r.json").unwrap_err();
        assert_eq!(error.to_string(), format!("r.json{fault}"));
    }
    let latin_1 = RegisterReading::from_json(b"{\n\"a\": \"\xe9\"}", "r.json").unwrap_err();
    assert!(latin_1.to_string().starts_with("r.json, line 2: not UTF-8 at byte 7"), "{latin_1}");
}

#[test]
fn a_page_about_a_domain_is_refused_in_a_register_without_such_pages() {
    let removed = json!([{ "verification_url": "https://cert.example/1",
                           "verification_page_status": "Not Active" }]);
    for (member, value) in [
        ("verification_url", "https://cert.example/1"),
        ("verification_page_status", "Active"),
        ("verification_page_read_at", "2026-11-01T05:00:00Z"),
    ] {
        let mut domain = json!({ "domain": "a.example", "verification_url": null });
        domain[member] = json!(value);
        let licence = json!({ "operator": { "name": "A" }, "license_number": "N-1",
                              "domains": [domain] });
        for code in JurisdictionCode::ALL {
            let read = read(&reading(code.as_str(), licence.clone()));
            assert_eq!(read.is_ok(), matches!(code.as_str(), "CW" | "TGC"), "{member} of {code}");
        }
        let error = read(&reading("AN", licence)).unwrap_err().to_string();
        let fault = format!("domains.{member} is set; only CW and TGC have pages about domains");
        assert!(error.ends_with(&format!("licence 1 (\"N-1\"): {fault}")), "{error}");
    }
    let with_removed = |code| {
        let licence = json!({ "operator": { "name": "A" }, "license_number": "N-1" });
        let mut reading = reading(code, licence);
        reading["removed_pages"] = removed.clone();
        read(&reading)
    };
    assert!(with_removed("CW").is_ok());
    let error = with_removed("MGA").unwrap_err().to_string();
    assert_eq!(error, "r.json: removed_pages is set; only CW and TGC have pages about domains");
}

#[test]
fn a_removed_page_with_a_blank_word_or_one_in_force_is_refused() {
    let with_word = |code: &str, word: &str| {
        let mut reading =
            reading(code, json!({ "operator": { "name": "A" }, "license_number": "N-1" }));
        reading["removed_pages"] = json!([{ "verification_url": "https://cert.example/1",
                                            "verification_page_status": word }]);
        read(&reading).map_err(|error| error.to_string())
    };
    for word in ["Not Active", "removed from the registry", "suspended"] {
        assert!(with_word("CW", word).is_ok(), "{word}");
    }
    for (code, word, fault) in [
        ("CW", "", "is blank"),
        ("CW", " ", "is blank"),
        ("CW", "Active", "\"Active\" does not say that the domain was removed"),
        ("TGC", "Licensed", "\"Licensed\" does not say that the domain was removed"),
    ] {
        let message = format!("r.json: removed_pages.verification_page_status {fault}");
        assert_eq!(with_word(code, word), Err(message), "{code}");
    }
}

#[test]
fn a_member_of_a_wrong_type_is_named() {
    let of_five = |expected: &str| format!("invalid type: integer `5`, expected {expected}");
    for (path, value, place, fault) in [
        ("/complete", json!(5), "complete".to_owned(), of_five("a boolean")),
        ("/licences", json!(5), "licences".to_owned(), of_five("a sequence")),
        ("/licences/0", json!(5), "licences[0]".to_owned(), of_five("an object")),
        ("/licences/0", json!([[]]), "licences[0]".to_owned(), "expected an object".to_owned()),
        ("/licences/0/operator", json!(5), "licences[0].operator".to_owned(), of_five("an object")),
        (
            "/licences/0/operator/country",
            json!(5),
            "licences[0].operator.country".to_owned(),
            of_five("a string"),
        ),
        (
            "/licences/0/operator/trading_names",
            json!(["A", 5]),
            "licences[0].operator.trading_names[1]".to_owned(),
            of_five("a string"),
        ),
        (
            "/licences/0/operator",
            json!({ "country": "CW", "trading_names": [] }),
            "licences[0].operator".to_owned(),
            "missing field `name`".to_owned(),
        ),
        (
            "/licences/0/domains",
            json!([{ "domain": "a.example" }, { "status_text": "Active" }]),
            "licences[0].domains[1]".to_owned(),
            "missing field `domain`".to_owned(),
        ),
        (
            "/regulatory_actions/0/decision_date",
            json!("5 May"),
            "regulatory_actions[0].decision_date".to_owned(),
            "\"5 May\" is not a date such as 2026-11-01".to_owned(),
        ),
        (
            "/removed_pages/0/verification_page_status",
            json!(5),
            "removed_pages[0].verification_page_status".to_owned(),
            of_five("a string"),
        ),
    ] {
        let mut reading = serde_json::to_value(full_reading()).unwrap();
        *reading.pointer_mut(path).unwrap() = value;
        let error = read(&reading).unwrap_err().to_string();
        let begins = format!("r.json, line 1: {place}: ");
        assert!(error.starts_with(&begins) && error.ends_with(&fault), "{path}: {error}");
    }
}

#[test]
fn of_two_faults_in_a_licence_the_first_is_named() {
    let text = r#"{"jurisdiction": "AN", "read_at": "2026-11-01T06:00:00Z", "source_kind": "dump",
        "licences": [{"operator": {"name": "A"}, "license_number": "N-1"},
        {"license_type_raw": 5, "operator": {"name": "B", "country": 6}, "license_number": "N-2"}]}"#;
    let error = RegisterReading::from_json(text.as_bytes(), "r.json").unwrap_err();
    let fault = "license_type_raw: invalid type: integer `5`, expected a string";
    assert_eq!(error.to_string(), format!("r.json, line 3: licences[1].{fault}"));
}

#[test]
fn an_array_in_the_place_of_an_object_is_refused() {
    let whole = serde_json::to_value(full_reading()).unwrap();
    for (path, array) in [
        ("/licences/0", json!([{ "name": "A" }, "N-1", null, null, null, []])),
        ("/licences/0/operator", json!(["u", "Name X", null, null, []])),
        ("/licences/0/domains/0", json!(["a.example", null, null, null, null, null])),
        ("/regulatory_actions/0", json!(["A", null, "fine", [], null, null, "2026-09-30"])),
        ("/removed_pages/0", json!(["https://cert.example/2", "Not Active"])),
    ] {
        let mut reading = whole.clone();
        *reading.pointer_mut(path).unwrap() = array;
        let error = read(&reading).unwrap_err().to_string();
        assert!(error.ends_with("invalid type: sequence, expected an object"), "{path}: {error}");
    }
}

#[test]
fn an_action_with_a_wrong_member_is_refused_by_name() {
    let reading = |members: &str| {
        format!(
            r#"{{"jurisdiction": "AN", "read_at": "2026-11-01T06:00:00Z", "source_kind": "dump",
            "licences": [], "regulatory_actions": [
            {{"subject_name": "A", "source_url": "https://a.example", {members}}}]}}"#
        )
    };
    let day = r#""decision_date": "2026-01-01""#;
    for (members, message) in [
        (format!(r#"{day}, "action_type": " ""#), "action_type is blank"),
        (
            format!(r#"{day}, "action_type": "fine", "fine_amount_cents": -1"#),
            "fine_amount_cents -1 is below 0",
        ),
        (
            format!(r#"{day}, "action_type": "fine", "fine_currency": "gbp""#),
            "fine_currency \"gbp\" is not three capital letters, such as GBP",
        ),
        (
            r#""action_type": "fine", "decision_date": "2026-11-03""#.to_owned(),
            "decision_date 2026-11-03 is after the reading of 2026-11-01T06:00:00.000Z",
        ),
    ] {
        let error = RegisterReading::from_json(reading(&members).as_bytes(), "r.json").unwrap_err();
        let message = format!("r.json: regulatory action 1: {message}");
        assert_eq!(error.to_string(), message);
    }
    let tomorrow =
        r#""action_type": "fine", "fine_amount_cents": 0, "decision_date": "2026-11-02""#;
    assert!(RegisterReading::from_json(reading(tomorrow).as_bytes(), "r.json").is_ok());
}

#[test]
fn nesting_without_end_is_refused() {
    let deep = format!("{{\"licences\": [{{\"raw_data\": {{\"x\": {}", "[".repeat(100_000));
    let error = RegisterReading::from_json(deep.as_bytes(), "r.json").unwrap_err();
    assert!(error.to_string().contains("recursion limit exceeded"), "{error}");
}

#[test]
fn a_nul_is_refused_in_every_text() {
    let json = serde_json::to_value(full_reading()).unwrap();
    let paths = paths_of_texts(&json, String::new());
    assert!(paths.len() > 25, "{paths:?}");
    for path in paths {
        let mut json = json.clone();
        let text = json.pointer_mut(&path).unwrap();
        *text = json!(format!("{}\0", text.as_str().unwrap()));
        assert!(read(&json).is_err(), "{path}");
    }
}

fn paths_of_texts(json: &Value, path: String) -> Vec<String> {
    match json {
        Value::String(_) => vec![path],
        Value::Array(elements) => {
            let texts_of_element = |(i, element)| paths_of_texts(element, format!("{path}/{i}"));
            elements.iter().enumerate().flat_map(texts_of_element).collect()
        }
        Value::Object(members) => {
            let texts_of_member =
                |(key, member): (&String, _)| paths_of_texts(member, format!("{path}/{key}"));
            members.iter().flat_map(texts_of_member).collect()
        }
        _ => Vec::new(),
    }
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..60), at in 0usize..900) {
        let _ = RegisterReading::from_json(&bytes, "r.json");
        let mut json = serde_json::to_vec(&full_reading()).unwrap();
        let at = at.min(json.len());
        json.splice(at..(at + bytes.len() / 2).min(json.len()), bytes);
        let _ = RegisterReading::from_json(&json, "r.json");
    }
}
