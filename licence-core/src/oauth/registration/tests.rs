use super::*;

fn register(body: &Value) -> Result<Client, TokenError> {
    Client::from_registration(body.to_string().as_bytes())
}

#[test]
fn the_same_metadata_are_the_same_client() {
    let first =
        json!({"client_name": "Editor", "redirect_uris": ["http://127.0.0.1/cb", "editor://cb"]});
    let id = register(&first).unwrap().id;
    let again = json!({
        "redirect_uris": ["editor://cb", "http://127.0.0.1/cb", "editor://cb"],
        "client_name": " Editor\u{200b} ",
        "token_endpoint_auth_method": "client_secret_post",
        "contacts": ["x"],
    });
    assert_eq!(register(&again).unwrap().id, id);
    let answer = register(&again).unwrap().registration_answer();
    assert_eq!(answer["token_endpoint_auth_method"], "none");
    assert_eq!(answer.get("client_secret"), None);
    for other in [
        json!({"client_name": "Editor2", "redirect_uris": ["http://127.0.0.1/cb", "editor://cb"]}),
        json!({"client_name": "Editor", "redirect_uris": ["editor://cb"]}),
    ] {
        assert_ne!(register(&other).unwrap().id, id);
    }
}

#[test]
fn a_registration_that_breaks_a_rule_has_its_code() {
    for (body, code) in [
        (json!([]), "invalid_client_metadata"),
        (json!({}), "invalid_redirect_uri"),
        (json!({"redirect_uris": "https://a.example/x"}), "invalid_redirect_uri"),
        (json!({"redirect_uris": ["http://a.example/x"]}), "invalid_redirect_uri"),
        (json!({"redirect_uris": ["editor://cb"], "client_name": {}}), "invalid_client_metadata"),
        (
            json!({"redirect_uris": ["editor://cb"], "response_types": ["token"]}),
            "invalid_client_metadata",
        ),
        (
            json!({"redirect_uris": ["editor://cb"], "x": "x".repeat(8_192)}),
            "invalid_client_metadata",
        ),
    ] {
        assert_eq!(register(&body).unwrap_err().code(), code, "{body}");
    }
}
