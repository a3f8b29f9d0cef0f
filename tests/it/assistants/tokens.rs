//! The endpoints for tokens, registration and revocation.

use super::*;

#[tokio::test]
async fn a_code_becomes_tokens_once_and_they_renew_and_end() {
    let it = Connected::new(Plan::Pro, Role::Developer).await;
    let code = it.code(ALL).await;
    let reply = it.exchange(&code).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, Some("no-store")));
    let tokens = reply.json();
    assert_eq!((&tokens["token_type"], &tokens["expires_in"]), (&json!("Bearer"), &json!(3600)));
    assert_eq!(tokens["scope"], ALL);
    let renewal = [
        ("grant_type", "refresh_token"),
        ("client_id", it.client_id.as_str()),
        ("refresh_token", tokens["refresh_token"].as_str().unwrap()),
    ];
    let fewer = renewal.into_iter().chain([("scope", "licences:read")]).collect::<Vec<_>>();
    let renewed = it.post_form("/token", &fewer).await.json();
    assert_eq!(renewed["scope"], ALL, "all scopes of the grant");
    let access = renewed["access_token"].as_str().unwrap().to_owned();
    assert_eq!(it.call(&access, "get_coverage", json!({})).await.status, 200);
    let fields = [("client_id", it.client_id.as_str()), ("token", &access)];
    assert_eq!(it.post_form("/revoke", &fields).await.status, 200);
    assert_eq!(it.call(&access, "get_coverage", json!({})).await.status, 401);
    assert_eq!(it.post_form("/revoke", &fields).await.status, 200, "an unknown token too");
}

#[tokio::test]
async fn a_second_use_of_a_code_ends_the_grant() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let code = it.code(ALL).await;
    let tokens = it.exchange(&code).await.json();
    let access = tokens["access_token"].as_str().unwrap();
    assert_eq!(it.call(access, "get_coverage", json!({})).await.status, 200);
    let again = it.exchange(&code).await;
    assert_eq!((again.status, &again.json()["error"]), (400, &json!("invalid_grant")));
    assert_eq!(it.call(access, "get_coverage", json!({})).await.status, 401);
}

#[tokio::test]
async fn a_form_that_breaks_a_rule_has_the_code_of_the_protocol() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let code = it.code(ALL).await;
    let good = [
        ("grant_type", "authorization_code"),
        ("client_id", it.client_id.as_str()),
        ("code", code.as_str()),
        ("code_verifier", VERIFIER),
        ("redirect_uri", REDIRECT),
    ];
    for (name, value, status, error) in [
        ("client_id", "reg-unknown", 401, "invalid_client"),
        ("client_id", "\0", 401, "invalid_client"),
        ("client_secret", "hush", 401, "invalid_client"),
        ("code_verifier", "a", 400, "invalid_grant"),
        ("redirect_uri", "http://localhost:1/callback", 400, "invalid_grant"),
        ("resource", "https://other.example/mcp", 400, "invalid_target"),
        ("grant_type", "client_credentials", 400, "unsupported_grant_type"),
        ("code", "lcc_x", 400, "invalid_grant"),
    ] {
        let mut fields: Vec<_> = good.into_iter().filter(|(it, _)| *it != name).collect();
        fields.push((name, value));
        let reply = it.post_form("/token", &fields).await;
        assert_eq!((reply.status, &reply.json()["error"]), (status, &json!(error)), "{name}");
    }
    let unknown = [("client_id", "reg-\0"), ("token", "lca_x")];
    let revoked = it.post_form("/revoke", &unknown).await;
    assert_eq!((revoked.status, &revoked.json()["error"]), (401, &json!("invalid_client")));
    let asked = form(&[("client_id", "\0"), ("redirect_uri", "x")]);
    let page = it.visitor.get(&it.service, &format!("/connect?{asked}")).await;
    assert_eq!(page.reply.status, 400, "{}", page.source());
    let json = ask(&it.service, json_post("/token", &json!({}))).await;
    assert_eq!((json.status, &json.json()["error"]), (400, &json!("invalid_request")));
    let basic = form_post("/token", &form(&good)).header("authorization", "Basic eDp5");
    let refused = ask(&it.service, basic).await;
    let challenge = refused.header("www-authenticate");
    assert_eq!((refused.status, challenge), (401, Some("Basic realm=\"token\"")));
    assert_eq!(it.exchange(&code).await.status, 200, "no refusal used the code up");
}

#[tokio::test]
async fn the_same_registration_is_the_same_client() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let body = json!({
        "client_name": "Editor",
        "redirect_uris": ["http://localhost/callback"],
        "token_endpoint_auth_method": "client_secret_basic",
    });
    let again = ask(&it.service, json_post("/register", &body)).await;
    assert_eq!((again.status, &again.json()["client_id"]), (201, &json!(it.client_id)));
    assert_eq!(again.json()["token_endpoint_auth_method"], "none");
    for body in [json!({}), json!({"redirect_uris": ["http://a.example/"]}), json!([])] {
        assert_eq!(ask(&it.service, json_post("/register", &body)).await.status, 400, "{body}");
    }
}
