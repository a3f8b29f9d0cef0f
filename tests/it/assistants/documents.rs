//! What clients read before they have a token.

use super::*;

#[tokio::test]
async fn the_documents_name_the_configured_address_whatever_the_host() {
    let service = Service::start().await;
    for path in [
        "/.well-known/oauth-protected-resource/mcp",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-authorization-server",
    ] {
        for host in ["mcp.example", "10.0.0.7:8082"] {
            let reply = Ask::get(path).header("host", host).send_to(&service.connector()).await;
            assert_eq!(reply.status, 200, "{path}");
            assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
            assert_eq!(reply.header("cache-control"), Some("max-age=300"));
            let document = reply.json();
            let issuer = document.get("issuer").unwrap_or(&document["authorization_servers"][0]);
            assert_eq!(issuer, "https://mcp.example", "{path} {host}");
        }
    }
    let resource = ask(&service, Ask::get("/.well-known/oauth-protected-resource/mcp")).await;
    assert_eq!(resource.json()["resource"], "https://mcp.example/mcp");
}

#[tokio::test]
async fn what_is_not_there_is_told_in_json() {
    let service = Service::start().await;
    for path in [
        "/.well-known/openid-configuration",
        "/.well-known/oauth-authorization-server/mcp",
        "/.well-known/oauth-protected-resource/",
        "/mcp/",
        "/v1/check",
        "/",
    ] {
        let reply = ask(&service, Ask::get(path)).await;
        assert_eq!((reply.status, &reply.json()["error"]), (404, &json!("not_found")), "{path}");
    }
    let llms = ask(&service, Ask::get("/llms.txt")).await;
    assert!(String::from_utf8(llms.body).unwrap().contains("https://mcp.example/mcp"));
    let card = ask(&service, Ask::get("/.well-known/mcp/server-card.json")).await.json();
    assert_eq!(
        (&card["experimental"], card["tools"].as_array().unwrap().len()),
        (&json!(true), 12)
    );
}

#[tokio::test]
async fn the_way_to_consent_leads_to_the_dashboard_with_the_same_query() {
    let service = Service::start().await;
    let reply = ask(&service, Ask::get("/authorize?client_id=x&state=a%20b")).await;
    let location = reply.header("location");
    assert_eq!(
        (reply.status, location),
        (303, Some("https://licence.example/connect?client_id=x&state=a%20b"))
    );
    let long = ask(&service, Ask::get(format!("/authorize?{}", "x".repeat(9_000)))).await;
    assert_eq!(long.status, 400);
}
