use super::*;
use crate::oauth::client::{ClientKind, ClientMetadata};

const GOOD: [(&str, &str); 8] = [
    ("client_id", "reg-1"),
    ("redirect_uri", "http://localhost:50000/cb"),
    ("response_type", "code"),
    ("state", "a b&c"),
    ("scope", "licences:read watchlist:write"),
    ("resource", "https://mcp.example/mcp"),
    ("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
    ("code_challenge_method", "S256"),
];

fn connector() -> ConnectorAddress {
    ConnectorAddress("https://mcp.example".parse().unwrap())
}

fn query(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

/// Returns the error of a request: `page`, or the code that is sent to the client; `ok` without one.
fn outcome(query: &str) -> String {
    let metadata = ClientMetadata::new(None, &["http://localhost/cb"]).unwrap();
    let id = ClientId("reg-1".to_owned());
    let client = Client { id, kind: ClientKind::Registered, metadata };
    let request = match AuthorizationRequest::parse(query) {
        Ok(request) => request,
        Err(_) => return "page".to_owned(),
    };
    match request.judge(&client, &connector()) {
        Ok(_) => "ok".to_owned(),
        Err(AuthorizationRefusal::Page(_)) => "page".to_owned(),
        Err(AuthorizationRefusal::Redirect(error)) => {
            let address = error.address(&connector());
            assert!(address.starts_with("http://localhost:50000/cb?error="), "{address}");
            assert!(address.ends_with("&iss=https%3A%2F%2Fmcp.example"), "{address}");
            error.error.to_owned()
        }
    }
}

#[test]
fn a_parameter_that_is_missing_empty_doubled_or_long_is_told_to_who_is_proven() {
    assert_eq!(outcome(&query(&GOOD)), "ok");
    let long = "x".repeat(2_001);
    for (name, missing, doubled, too_long) in [
        ("client_id", "page", "page", "page"),
        ("redirect_uri", "page", "page", "page"),
        ("response_type", "invalid_request", "invalid_request", "invalid_request"),
        ("state", "ok", "invalid_request", "invalid_request"),
        ("scope", "ok", "invalid_request", "invalid_request"),
        ("resource", "ok", "invalid_request", "invalid_request"),
        ("code_challenge", "invalid_request", "invalid_request", "invalid_request"),
        ("code_challenge_method", "invalid_request", "invalid_request", "invalid_request"),
    ] {
        let without: Vec<_> = GOOD.into_iter().filter(|(it, _)| *it != name).collect();
        assert_eq!(outcome(&query(&without)), missing, "{name} missing");
        let with = |value| query(&[&without[..], &[(name, value)]].concat());
        assert_eq!(outcome(&with("")), missing, "{name} empty");
        assert_eq!(outcome(&with(&long)), too_long, "{name} long");
        let value = GOOD.into_iter().find(|(it, _)| *it == name).unwrap().1;
        let twice = query(&[&GOOD[..], &[(name, value)]].concat());
        assert_eq!(outcome(&twice), doubled, "{name} doubled");
    }
}

#[test]
fn a_value_that_breaks_a_rule_has_its_code() {
    for (name, value, expected) in [
        ("client_id", "reg-2", "page"),
        ("redirect_uri", "http://localhost:50000/CB", "page"),
        ("redirect_uri", "http://localhost.evil.example/cb", "page"),
        ("redirect_uri", "http://u@localhost/cb", "page"),
        ("redirect_uri", "http://localhost/cb#x", "page"),
        ("redirect_uri", "http://localhost/cb?x", "page"),
        ("response_type", "token", "unsupported_response_type"),
        ("response_type", "code id_token", "unsupported_response_type"),
        ("code_challenge_method", "plain", "invalid_request"),
        ("code_challenge_method", "s256", "invalid_request"),
        ("code_challenge", &"a".repeat(42), "invalid_request"),
        ("code_challenge", &"a".repeat(44), "invalid_request"),
        ("resource", "https://other.example/mcp", "invalid_target"),
        ("resource", "https://mcp.example/mcp/", "ok"),
        ("scope", "openid profile", "invalid_scope"),
        ("scope", "openid licences:read", "ok"),
        ("response_mode", "fragment", "invalid_request"),
        ("response_mode", "query", "ok"),
        ("request", "eyJ", "request_not_supported"),
        ("request_uri", "https://a.example/r", "request_uri_not_supported"),
        ("prompt", "none", "ok"),
    ] {
        let mut fields: Vec<_> = GOOD.into_iter().filter(|(it, _)| *it != name).collect();
        fields.push((name, value));
        assert_eq!(outcome(&query(&fields)), expected, "{name}={value}");
    }
    assert_eq!(outcome(&format!("{}&state=%ff", query(&GOOD[..3]))), "page");
    assert_eq!(outcome(&format!("{}&x={}", query(&GOOD), "x".repeat(8_192))), "page");
    assert_eq!(outcome(""), "page");
}

#[test]
fn an_answer_carries_state_and_issuer_unchanged() {
    let state = Some("a b&c".to_owned());
    let return_to = ReturnAddress { redirect_uri: "https://a.example/cb?x=1".to_owned(), state };
    let address = return_to.answer(&connector(), &[("code", "lcc_1")]);
    let expected =
        "https://a.example/cb?x=1&code=lcc_1&state=a+b%26c&iss=https%3A%2F%2Fmcp.example";
    assert_eq!(address, expected);
}
