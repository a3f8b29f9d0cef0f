use super::*;
use crate::licence::LicenceId;
use crate::request::{as_of, domain, licence_number, search_term, slug_in_lower_case};

#[test]
fn a_refused_request_is_told_as_the_api_tells_it() {
    let now = Timestamp::EPOCH;
    for (error, code, reason, field, suggestion) in [
        (
            domain("https://x.com/").err(),
            "invalid_query",
            "not_a_valid_hostname",
            Some("domain"),
            "Send the bare hostname, such as example.com",
        ),
        (
            licence_number("-").err(),
            "invalid_query",
            "invalid_input",
            Some("license_number"),
            "Send the licence number as the register prints it.",
        ),
        (
            as_of(Some("2030-01-01"), now).err(),
            "invalid_query",
            "invalid_input",
            Some("as_of"),
            "Send a date such as 2026-03-01",
        ),
        (search_term(None).err(), "invalid_query", "invalid_input", Some("query"), "Send q="),
        (
            slug_in_lower_case("Bet").err(),
            "invalid_slug",
            "invalid_input",
            Some("operator"),
            "Send the slug in lower case",
        ),
        (
            Some(RequestError::UnknownOperator("bet".parse().unwrap())),
            "not_found",
            "operator_not_found",
            None,
            "Find the slug with search_operators.",
        ),
        (
            Some(RequestError::UnknownLicence(LicenceId(uuid::Uuid::nil()))),
            "not_found",
            "license_not_found",
            None,
            "Use a license_id that check_domain",
        ),
    ] {
        let error = error.unwrap();
        let read = CallRefusal::from(&error).to_object();
        assert_eq!(read["error"], error.to_string());
        assert_eq!((&read["code"], &read["reason"]), (&json!(code), &json!(reason)), "{read}");
        assert_eq!(read["field"], json!(field), "{read}");
        assert!(read["suggestion"].as_str().unwrap().starts_with(suggestion), "{read}");
        assert_eq!(read["retry_at"], Value::Null);
    }
}

#[test]
fn at_a_limit_a_model_does_not_wait_and_no_text_hides_a_character() {
    let refusal = CallRefusal {
        retry_at: Some(Timestamp::EPOCH),
        ..CallRefusal::new(ProblemKind::PerSecondLimitExceeded, "a\u{202e}b")
    };
    let read = refusal.to_object();
    assert_eq!((&read["error"], &read["suggestion"]), (&json!("ab"), &json!(AT_A_LIMIT)));
    assert_eq!(read["retry_at"], "1970-01-01T00:00:00.000Z");
}
