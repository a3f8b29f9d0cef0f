//! The consent of a member on the dashboard, and the list of connected assistants.

use super::*;

#[tokio::test]
async fn the_page_names_the_client_the_account_the_scopes_and_the_end() {
    let it = Connected::new(Plan::Pro, Role::Developer).await;
    let page = it.visitor.get(&it.service, &format!("/connect?{}", it.query(ALL))).await;
    assert_eq!(page.reply.status, 200, "{}", page.source());
    let text = page.text("main");
    for part in [
        "“Editor”",
        "registered itself, unverified",
        "A customer",
        "Ada",
        "a program on this computer",
        "UTC",
        "quota",
        "not used for 30 days",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let ticks = page.attributes("input[type=checkbox]", "name");
    assert_eq!(ticks.join(" "), ALL);
    assert_eq!(page.attributes("input[checked]", "name").join(" "), "licences:read watchlist:read");
    assert_eq!(page.reply.header("x-frame-options"), Some("DENY"));
    assert_eq!(page.reply.header("cross-origin-opener-policy"), None);
}

#[tokio::test]
async fn the_answer_is_a_page_that_leads_back_with_code_state_and_issuer() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let page = it.consent(&it.query(ALL), "licences:read").await;
    let address = answer_address(&page);
    assert!(address.starts_with(&format!("{REDIRECT}?code=lcc_")), "{address}");
    assert_eq!(parameter(&address, "state").as_deref(), Some("st&ate"));
    assert_eq!(parameter(&address, "iss").as_deref(), Some("https://mcp.example"));
    for (name, value) in [
        ("cache-control", Some("no-store")),
        ("referrer-policy", Some("no-referrer")),
        ("cross-origin-opener-policy", None),
        ("content-encoding", None),
    ] {
        assert_eq!(page.reply.header(name), value, "{name}");
    }
    assert_eq!(page.texts("script").len(), 0);
    let tokens = it.exchange(&parameter(&address, "code").unwrap()).await.json();
    assert_eq!(tokens["scope"], "licences:read", "only what is ticked");

    let fields = [("request", it.query(ALL)), ("decision", "deny".to_owned())];
    let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
    let refused = it.visitor.post(&it.service, "/connect", &form(&fields)).await;
    let address = answer_address(&refused);
    assert_eq!(parameter(&address, "error").as_deref(), Some("access_denied"));
    assert!(refused.text("main").contains("You refused the access."), "{}", refused.source());
    assert_eq!(parameter(&address, "iss").as_deref(), Some("https://mcp.example"));
}

#[tokio::test]
async fn an_error_reaches_a_redirect_address_only_if_it_is_the_clients() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let good = it.query(ALL);
    for (query, is_page) in [
        (good.replace("client_id=reg-", "client_id=reg-x"), true),
        (good.replace("callback", "other"), true),
        (good.replace("localhost", "evil.example"), true),
        (good.replace("redirect_uri=", "x="), true),
        (format!("{good}&client_id=reg-1"), true),
        (good.replace("S256", "plain"), false),
        (good.replace("response_type=code", "response_type=token"), false),
        (format!("{good}&state=x"), false),
    ] {
        let target = format!("/connect?{query}");
        let page = it.visitor.get(&it.service, &target).await;
        let why = page.text("main").contains("The request of the assistant is wrong: ");
        assert_eq!(why, !is_page, "{query}");
        let leads = page.attributes("meta[http-equiv=refresh]", "content");
        assert_eq!(leads.is_empty(), is_page, "{query}");
        assert_eq!(page.reply.status, if is_page { 400 } else { 200 }, "{query}");
        assert!(leads.iter().all(|it| it.contains("error=") && it.contains("&iss=")), "{leads:?}");
    }
}

#[tokio::test]
async fn a_viewer_cannot_grant_writing_and_a_stale_session_neither() {
    let it = Connected::new(Plan::Pro, Role::Viewer).await;
    let page = it.visitor.get(&it.service, &format!("/connect?{}", it.query(ALL))).await;
    assert_eq!(page.attributes("input[type=checkbox]", "name").len(), 2);
    let page = it.consent(&it.query(ALL), ALL).await;
    let code = parameter(&answer_address(&page), "code").unwrap();
    let tokens = it.exchange(&code).await.json();
    assert_eq!(tokens["scope"], "licences:read watchlist:read");

    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let later = it.service.now().later_by(std::time::Duration::from_secs(11 * 60));
    it.service.set_clock(&later.to_string());
    assert_eq!(it.consent(&it.query(ALL), ALL).await.reply.status, 403);
    assert_eq!(it.consent(&it.query(ALL), "licences:read").await.reply.status, 200);
    assert_eq!(it.consent(&it.query(ALL), "keys:write").await.reply.status, 400, "nothing ticked");
}

#[tokio::test]
async fn the_way_through_the_sign_in_keeps_the_request() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let target = format!("/connect?{}", it.query(ALL));
    let page = Page::at(&it.service, &target).await;
    let location = page.reply.header("location").unwrap().to_owned();
    assert!(location.starts_with("/sign-in?next="), "{location}");
    let led = it.visitor.get(&it.service, &location).await;
    assert_eq!(led.reply.header("location"), Some(target.as_str()));
}

#[tokio::test]
async fn a_member_ends_an_own_grant_and_an_owner_any() {
    let it = Connected::new(Plan::Pro, Role::Developer).await;
    let token = it.token(ALL).await;
    let owner = Visitor::in_account(&it.service, it.visitor.account, Role::Owner).await;
    let colleague = Visitor::in_account(&it.service, it.visitor.account, Role::Developer).await;
    let stranger = Visitor::new(&it.service, Plan::Pro, Role::Owner).await;
    let list = owner.get(&it.service, "/connections").await;
    assert!(list.text("main").contains("https://mcp.example/mcp"));
    let action = list.attributes("main form", "action").remove(0);
    for other in [&colleague, &stranger] {
        assert_eq!(other.get(&it.service, "/connections").await.texts("main form").len(), 0);
        assert_eq!(other.post(&it.service, &action, "").await.reply.status, 404);
    }
    assert_eq!(it.call(&token, "get_coverage", json!({})).await.status, 200);
    assert_eq!(owner.post(&it.service, &action, "").await.reply.status, 303);
    assert_eq!(it.call(&token, "get_coverage", json!({})).await.status, 401);
}

/// A document is fetched for a member only, and never from an address of ours or a private one.
#[tokio::test]
async fn a_document_is_not_fetched_for_strangers_or_from_private_addresses() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    for id in [
        "https://127.0.0.1/client.json",
        "https://169.254.169.254/client.json",
        "https://localhost/client.json",
        "https://metadata.google.internal/client.json",
        "https://10.0.0.1/client.json",
    ] {
        let query = it.query(ALL).replace(&it.client_id, &form(&[("x", id)])[2..]);
        let page = it.visitor.get(&it.service, &format!("/connect?{query}")).await;
        assert_eq!(page.reply.status, 400, "{id}");
        let stranger = Page::at(&it.service, &format!("/connect?{query}")).await;
        assert_eq!(stranger.reply.status, 303);
    }
}
