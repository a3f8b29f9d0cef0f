use super::*;

fn connector() -> ConnectorAddress {
    ConnectorAddress("https://mcp.example".parse().unwrap())
}

#[test]
fn every_address_comes_from_the_configured_origin() {
    let connector = connector();
    let server = connector.authorization_server();
    let resource = connector.protected_resource("https://api.example/docs");
    assert_eq!(server["issuer"], "https://mcp.example");
    assert_eq!(resource["authorization_servers"], json!([server["issuer"]]));
    assert_eq!(resource["resource"], "https://mcp.example/mcp");
    for endpoint in ["authorize", "token", "register", "revoke"] {
        assert!(server.to_string().contains(&format!("\"https://mcp.example/{endpoint}\"")));
    }
}

#[test]
fn clients_find_what_they_look_for() {
    let server = connector().authorization_server();
    assert_eq!(server["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(server["token_endpoint_auth_methods_supported"], json!(["none", "private_key_jwt"]));
    assert_eq!(server["client_id_metadata_document_supported"], true);
    assert_eq!(server["authorization_response_iss_parameter_supported"], true);
    assert!(!server.to_string().contains("offline_access"));
}

#[test]
fn a_resource_may_end_with_one_slash() {
    for (text, is_ours) in [
        ("https://mcp.example/mcp", true),
        ("https://mcp.example/mcp/", true),
        ("https://mcp.example/mcp//", false),
        ("https://mcp.example", false),
        ("https://MCP.example/mcp", false),
        ("http://mcp.example/mcp", false),
        ("https://mcp.example/mcp?x", false),
        ("", false),
    ] {
        assert_eq!(connector().is_resource(text), is_ours, "{text}");
    }
}

#[test]
fn a_challenge_says_why() {
    let metadata =
        "resource_metadata=\"https://mcp.example/.well-known/oauth-protected-resource/mcp\"";
    for (error, challenge) in [
        (
            BearerError::NoToken,
            format!("Bearer {metadata}, scope=\"licences:read watchlist:read\""),
        ),
        (
            BearerError::InvalidToken,
            format!(
                "Bearer error=\"invalid_token\", {metadata}, scope=\"licences:read watchlist:read\""
            ),
        ),
        (
            BearerError::InsufficientScope(Scopes::parse("licences:read watchlist:write")),
            format!(
                "Bearer error=\"insufficient_scope\", {metadata}, scope=\"licences:read watchlist:write\""
            ),
        ),
    ] {
        assert_eq!(connector().challenge(&error), challenge);
    }
}
