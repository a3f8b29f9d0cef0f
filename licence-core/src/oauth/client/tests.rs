use serde_json::json;

use super::*;

const ID: &str = "https://chatgpt.example/oauth/abc/client.json";

fn document(change: impl FnOnce(&mut Value)) -> Result<ClientMetadata, InvalidClient> {
    let mut document = json!({
        "client_id": ID,
        "client_name": "Chat\u{202e} Assistant",
        "redirect_uris": ["https://chatgpt.example/connector/oauth/abc"],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    });
    change(&mut document);
    ClientMetadata::from_document(&ClientId(ID.to_owned()), document.to_string().as_bytes())
}

#[test]
fn only_an_https_page_is_the_address_of_a_document() {
    for (id, host) in [
        (ID, Some("chatgpt.example")),
        ("https://a.example/x?y=1", Some("a.example")),
        ("https://a.example", None),
        ("https://a.example/", None),
        ("http://a.example/x", None),
        ("https://u@a.example/x", None),
        ("https://a.example/x#y", None),
        ("https://a.example/x/../y", None),
        ("https://a.example/./y", None),
        ("https://a.example/%2e%2e/y", None),
        ("https://A.example/x", None),
        ("reg-abc", None),
    ] {
        assert_eq!(ClientId(id.to_owned()).host().as_deref(), host, "{id}");
    }
}

#[test]
fn a_document_says_how_the_client_proves_itself() {
    let public = document(|_| ()).unwrap();
    assert_eq!(public.client_name.as_deref(), Some("Chat Assistant"));
    assert!(public.allows_none && public.jwks_uri.is_none());
    let keyed = |it: &mut Value| {
        it["token_endpoint_auth_method"] = "private_key_jwt".into();
        it["jwks_uri"] = "https://chatgpt.example/jwks".into();
    };
    assert!(!document(keyed).unwrap().allows_none);
    let both = document(|it| {
        keyed(it);
        it["token_endpoint_auth_methods_supported"] = json!(["private_key_jwt", "none"]);
    });
    assert!(both.unwrap().allows_none);
}

#[test]
fn a_document_that_breaks_a_rule_is_refused_by_the_members_name() {
    for (member, value, error) in [
        (
            "client_id",
            json!("https://other.example/x"),
            "the client_id of the document is \"https://other.example/x\", and must be the address of the document",
        ),
        (
            "client_secret",
            json!("x"),
            "client_secret must be absent, because the document is public",
        ),
        (
            "token_endpoint_auth_method",
            json!("client_secret_basic"),
            "token_endpoint_auth_method must be none or private_key_jwt",
        ),
        (
            "token_endpoint_auth_method",
            json!("private_key_jwt"),
            "jwks_uri is missing, and private_key_jwt needs keys",
        ),
        ("jwks_uri", json!("http://a.example/k"), "jwks_uri must be an https address"),
        ("client_name", json!(7), "client_name must be a text"),
        ("redirect_uris", json!([]), "redirect_uris must hold 1 to 20 texts"),
        ("redirect_uris", json!([7]), "redirect_uris must hold 1 to 20 texts"),
        (
            "redirect_uris",
            json!(vec!["https://a.example/x"; 21]),
            "redirect_uris must hold 1 to 20 texts",
        ),
        (
            "redirect_uris",
            json!(["javascript:x"]),
            "the redirect address \"javascript:x\" has a scheme that no program handles",
        ),
        ("grant_types", json!(["implicit"]), "grant_types lacks the one that the service uses"),
        ("response_types", json!(["token"]), "response_types lacks the one that the service uses"),
    ] {
        let refused = document(|it| it[member] = value).unwrap_err();
        assert_eq!(refused.to_string(), error);
    }
    let long = document(|it| it["note"] = "x".repeat(MAX_DOCUMENT_BYTES).into());
    assert_eq!(long, Err(InvalidClient::NotAnObject(MAX_DOCUMENT_BYTES)));
    let id = ClientId(ID.to_owned());
    for body in ["", "[]", "<html>", "{\"client_id\":"] {
        assert!(ClientMetadata::from_document(&id, body.as_bytes()).is_err(), "{body}");
    }
}
