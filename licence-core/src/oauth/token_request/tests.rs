use super::*;

fn connector() -> ConnectorAddress {
    ConnectorAddress("https://mcp.example".parse().unwrap())
}

fn code(name: &str) -> String {
    match TokenRequest::parse(name.as_bytes(), &connector()) {
        Ok(_) => "ok".to_owned(),
        Err(error) => error.code().to_owned(),
    }
}

#[test]
fn a_form_that_breaks_a_rule_has_its_code() {
    let code_token = CodeToken::new([1; 32]);
    let refresh = RefreshToken::new([1; 32]);
    let (lcc, lcr) = (code_token.reveal(), refresh.reveal());
    let exchange =
        format!("grant_type=authorization_code&client_id=reg-1&code={lcc}&code_verifier=v");
    let renewal = format!("grant_type=refresh_token&client_id=reg-1&refresh_token={lcr}");
    for (form, expected) in [
        (exchange.clone(), "ok"),
        (format!("{exchange}&resource=https://mcp.example/mcp/"), "ok"),
        (format!("{exchange}&resource=https://other.example/mcp"), "invalid_target"),
        (format!("{exchange}&client_id=reg-1"), "invalid_request"),
        (format!("{exchange}&client_secret=hush"), "invalid_client"),
        (format!("{exchange}&client_secret="), "ok"),
        (format!("{exchange}&client_assertion=x"), "invalid_client"),
        (format!("{exchange}&client_assertion_type=saml&client_assertion=x"), "invalid_client"),
        (exchange.replace("&client_id=reg-1", ""), "invalid_client"),
        (exchange.replace("&code_verifier=v", ""), "invalid_request"),
        (exchange.replace(lcc, ""), "invalid_request"),
        (exchange.replace(lcc, lcr), "invalid_grant"),
        (exchange.replace("authorization_code", "password"), "unsupported_grant_type"),
        (exchange.replace("grant_type=authorization_code", ""), "invalid_request"),
        (renewal.clone(), "ok"),
        (format!("{renewal}&scope=licences:read"), "ok"),
        (format!("{renewal}&scope=openid"), "invalid_scope"),
        (renewal.replace(lcr, lcc), "invalid_grant"),
        (renewal.replace(lcr, "lic_abc"), "invalid_grant"),
        (format!("{renewal}&x={}", "x".repeat(MAX_FORM_BYTES)), "invalid_request"),
        ("{\"grant_type\":\"refresh_token\"}".to_owned(), "invalid_request"),
        (String::new(), "invalid_request"),
    ] {
        assert_eq!(code(&form), expected, "{form}");
    }
}

#[test]
fn an_unknown_token_can_be_given_up() {
    let access = AccessToken::new([1; 32]);
    for (token, expected) in [
        (access.reveal().to_owned(), RevokedToken::Access(access.clone())),
        ("lic_abc".to_owned(), RevokedToken::Unknown),
    ] {
        let form = format!("client_id=reg-1&token={token}&token_type_hint=refresh_token");
        assert_eq!(RevocationRequest::parse(form.as_bytes()).unwrap().token, expected);
    }
    for form in ["client_id=reg-1", "token=x"] {
        assert!(RevocationRequest::parse(form.as_bytes()).is_err(), "{form}");
    }
}
