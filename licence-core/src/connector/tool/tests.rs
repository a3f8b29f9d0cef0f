use super::*;
use crate::connector::{InvalidArguments, ToolCall};
use serde_json::{Value, json};

fn parse(tool: Tool, arguments: Value) -> Result<ToolCall, InvalidArguments> {
    ToolCall::parse(tool, arguments.as_object().cloned().unwrap())
}

/// A list of tools costs every conversation its tokens: a token is about four characters.
#[test]
fn the_list_of_tools_is_short() {
    let mut characters = 0;
    for tool in Tool::ALL {
        let description = tool.description();
        assert!((1..=400).contains(&description.len()), "{tool}: {}", description.len());
        let schema = Value::Object(tool.input_schema()).to_string();
        assert!(!schema.contains("$ref") && !schema.contains("oneOf"), "{tool}");
        assert!(!description.contains("  "), "{tool}");
        characters += tool.as_str().len() + description.len() + schema.len();
    }
    assert!(characters <= 12_000, "{characters} characters");
}

#[test]
fn only_changes_of_the_watchlist_need_the_right_to_write() {
    for tool in Tool::ALL {
        let is_change = matches!(tool, Tool::WatchOperator | Tool::UnwatchOperator);
        assert_eq!(tool.scope() == Scope::WatchlistWrite, is_change, "{tool}");
    }
}

/// JSON Schema takes `5.0` for an integer.
#[test]
fn a_whole_number_may_have_a_fraction_of_zero() {
    let call = |limit| parse(Tool::SearchOperators, json!({"query": "ab", "limit": limit}));
    assert_eq!(call(json!(5.0)), call(json!(5)));
    assert!(call(json!(51.0)).is_err() && call(json!(-1.0)).is_err());
}

#[test]
fn an_argument_that_does_not_fit_is_named_with_its_rule() {
    for (tool, arguments, error) in [
        (Tool::CheckDomain, json!({}), "The argument domain is missing."),
        (Tool::CheckDomain, json!({"domain": null}), "The argument domain is missing."),
        (Tool::CheckDomain, json!({"domain": 7}), "The argument domain must be a text."),
        (
            Tool::SearchOperators,
            json!({"query": ""}),
            "The argument query has 0 characters, and takes 2 to 200.",
        ),
        (
            Tool::CheckDomain,
            json!({"domain": "a.example", "detail": "all"}),
            "The argument detail is \"all\", and must be one of summary, full.",
        ),
        (
            Tool::CheckDomains,
            json!({"domains": []}),
            "The argument domains holds 0 texts, and takes 1 to 100.",
        ),
        (
            Tool::CheckDomains,
            json!({"domains": ["a.example", 1]}),
            "The argument domains holds something other than texts.",
        ),
        (
            Tool::SearchOperators,
            json!({"query": "ab", "limit": 51}),
            "The argument limit is 51, and must be a whole number from 1 to 50.",
        ),
        (
            Tool::SearchOperators,
            json!({"query": "ab", "limit": 1.5}),
            "The argument limit is 1.5, and must be a whole number from 1 to 50.",
        ),
        (
            Tool::GetOperator,
            json!({"operator": "a", "include": ["keys"]}),
            "The argument include is \"keys\", and must be one of licences, domains, actions.",
        ),
        (
            Tool::GetLicence,
            json!({"license_id": "0".repeat(36), "include_history": "yes"}),
            "The argument include_history must be true or false.",
        ),
        (
            Tool::GetCoverage,
            json!({"code": "MGA"}),
            "The argument code is not an argument of this tool; it takes jurisdiction.",
        ),
    ] {
        assert_eq!(parse(tool, arguments).unwrap_err().to_string(), error);
    }
}

#[test]
fn a_text_that_is_missing_too_short_or_too_long_is_refused_as_the_api_refuses_it() {
    let number = "MGA/B2C/7114/2021";
    let domain = "a.example";
    let check = Tool::CheckDomain;
    let (number_check, events) = (Tool::CheckLicenceNumber, Tool::ListWatchlistEvents);
    let long = "a".repeat(513);
    for (tool, arguments, code, reason, field, suggestion) in [
        (
            Tool::GetLicence,
            json!({"license_id": number}),
            "invalid_license_id",
            "invalid_input",
            "license_id",
            "Send the id of a licence, a UUID, not its number.",
        ),
        (
            check,
            json!({"domain": &long[..254]}),
            "invalid_query",
            "hostname_too_long",
            "domain",
            "Send a hostname of at most 253",
        ),
        (
            check,
            json!({"domain": ""}),
            "invalid_query",
            "not_a_valid_hostname",
            "domain",
            "Send the bare hostname",
        ),
        (
            check,
            json!({}),
            "invalid_query",
            "missing_required_parameter",
            "domain",
            "Send domain. A bare hostname, for example",
        ),
        (
            check,
            json!({"domain": domain, "as_of": &long[..65]}),
            "invalid_query",
            "invalid_input",
            "as_of",
            "Send a date such as 2026-03-01",
        ),
        (
            number_check,
            json!({"license_number": &long[..65]}),
            "invalid_query",
            "invalid_input",
            "license_number",
            "Send the licence number as",
        ),
        (
            number_check,
            json!({}),
            "invalid_query",
            "missing_required_parameter",
            "license_number",
            "Send license_number. The number as published",
        ),
        (
            Tool::GetOperator,
            json!({"operator": &long[..101]}),
            "invalid_slug",
            "invalid_input",
            "operator",
            "Send an operator slug: 1 to 100",
        ),
        (
            Tool::GetCoverage,
            json!({"jurisdiction": "M"}),
            "invalid_jurisdiction_code",
            "invalid_input",
            "jurisdiction",
            "Call get_coverage without",
        ),
        (
            events,
            json!({"cursor": long}),
            "invalid_query",
            "invalid_cursor",
            "cursor",
            "Send next_cursor of the page before",
        ),
        (
            events,
            json!({"since": ""}),
            "invalid_query",
            "invalid_input",
            "since",
            "Send a date-time with a UTC offset",
        ),
    ] {
        let read = parse(tool, arguments).unwrap_err().to_object();
        assert_eq!((&read["code"], &read["reason"]), (&json!(code), &json!(reason)), "{read}");
        assert_eq!(read["field"], field, "{read}");
        assert!(read["suggestion"].as_str().unwrap().starts_with(suggestion), "{read}");
    }
}

#[test]
fn a_batch_takes_texts_that_are_no_domains() {
    let domains = vec!["a.example".to_owned(), String::new(), "x".repeat(300)];
    let call = parse(Tool::CheckDomains, json!({ "domains": domains })).unwrap();
    assert_eq!(call, ToolCall::CheckDomains { domains });
}

#[test]
fn what_is_left_out_has_its_default() {
    let search = |arguments| parse(Tool::SearchOperators, arguments).unwrap();
    let expected =
        |limit, offset| ToolCall::SearchOperators { query: "ab".to_owned(), limit, offset };
    assert_eq!(search(json!({"query": "ab"})), expected(10, 0));
    assert_eq!(search(json!({"query": "ab", "limit": null})), expected(10, 0));
    assert_eq!(search(json!({"query": "ab", "limit": 50, "offset": 7})), expected(50, 7));
}
