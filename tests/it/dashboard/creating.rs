//! Forms that create something: keys, webhooks, invitations and links.

use licence_core::account::plan::Plan;
use licence_core::audit::{Action, Actor, AuditQuery};
use licence_core::invitation::LinkToken;
use licence_core::member::Role;
use serde_json::json;

use super::visitor::{Visitor, cookie, post_link};
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn a_form_that_is_sent_twice_makes_one_key_webhook_or_invitation() {
    let service = Service::start().await.with_plan(Plan::Pro, json!({"webhook_endpoints": 1}));
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for (page, target, form, rows) in [
        ("/keys", "/keys", "label=production", "tbody tr"),
        (
            "/webhooks/new",
            "/webhooks",
            "url=https://hooks.example.com/&events=license.issued",
            "tbody tr",
        ),
        ("/members", "/members", "name=Bo&role=viewer", "ul.rows li"),
    ] {
        let id = owner.get(&service, page).await.attributes("[name=form]", "value").remove(0);
        let form = format!("form={id}&{form}");
        let sent = owner.post(&service, target, &form).await;
        assert_eq!(sent.reply.status, 200, "{target} {}", sent.source());
        let again = owner.post(&service, target, &form).await;
        assert_eq!(again.reply.status, 409, "{target} {}", again.source());
        assert!(again.text("h1").contains("was made already"), "{}", again.source());
        assert_eq!(owner.get(&service, target).await.texts(rows).len(), 1, "{target}");
        let next = owner.get(&service, page).await.attributes("[name=form]", "value").remove(0);
        assert_ne!(next, id, "{page}");
        let wrong = owner.post(&service, target, &form.replace(&id, "x")).await;
        assert_eq!(wrong.reply.status, 400, "{target}");
    }
}

#[tokio::test]
async fn a_key_gets_an_expiry_and_networks() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for (fields, marked) in [
        ("expires=tomorrow", "expires"),
        ("expires=2026-10-31", "expires"),
        ("networks=203.0.113.0%2F24+home", "networks"),
    ] {
        let page = owner.post(&service, "/keys", &format!("label=office&{fields}")).await;
        assert_eq!(page.reply.status, 400, "{fields}");
        assert_eq!(page.attributes("[aria-invalid]", "id"), [marked], "{}", page.source());
        assert_eq!(page.attributes("#label", "value"), ["office"]);
    }
    let fields = "expires=2026-11-01&networks=203.0.113.7%2F24%0D%0A2001:db8::1";
    let page = owner.post(&service, "/keys", &format!("label=office&{fields}")).await;
    let key = page.text("#key");
    let list = owner.get(&service, "/keys").await;
    let cells = list.texts("tbody td");
    assert!(cells[4].starts_with("2026-11-02 00:00 UTC"), "{cells:?}");
    assert_eq!(cells[5], "203.0.113.0/24, 2001:db8::1/128");
    let check = |address| Ask::get("/v1/check?domain=a.example").key(&key).from(address);
    assert_eq!(check("203.0.113.9").send_to(&service.app()).await.status, 200);
    assert_eq!(check("198.51.100.1").send_to(&service.app()).await.status, 401);
}

#[tokio::test]
async fn an_owner_makes_a_sign_in_link_for_a_member() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    Visitor::in_account(&service, owner.account, Role::Developer).await;
    let list = owner.get(&service, "/members").await;
    assert_eq!(list.texts("#role option[selected]"), ["viewer"], "the least role");
    let forms = list.attributes("form[action$='/link']", "action");
    assert_eq!(forms.len(), 2, "{}", list.source());
    let developer = service.store.members(owner.account).await.unwrap().remove(1);
    let form = format!("/members/{}/link", developer.id.0);
    let made = owner.post(&service, &form, "").await;
    assert_eq!(made.text("h1"), "Sign-in link of Ada");
    assert_eq!(made.reply.header("cache-control"), Some("no-store"));
    let link = made.text("#link");
    let token = LinkToken::parse(link.rsplit('/').next().unwrap()).unwrap();
    assert!(owner.get(&service, "/members").await.texts("ul.rows li")[0].contains("sign-in link"));
    let used = post_link(&service, &token).await;
    let signed_in = Visitor { account: owner.account, cookie: cookie(&used) };
    assert_eq!(signed_in.get(&service, "/members").await.reply.status, 403, "a developer's");
    let links = AuditQuery { action: Some(Action::MemberLink), ..AuditQuery::default() };
    let entries = service.store.audit_log(&links).await.unwrap().entries;
    assert!(matches!(entries[0].actor, Actor::Member(_)), "{entries:?}");
}

#[tokio::test]
async fn a_refused_address_of_a_webhook_is_on_record() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for url in ["https://10.0.0.1/", "https://metadata.google.internal/", "https:/x"] {
        let form = format!("url={url}&events=license.issued");
        assert_eq!(owner.post(&service, "/webhooks", &form).await.reply.status, 400, "{url}");
    }
    let query = AuditQuery { action: Some(Action::WebhookCreate), ..AuditQuery::default() };
    let entries = service.store.audit_log(&query).await.unwrap().entries;
    let reasons: Vec<_> = entries.iter().filter_map(|entry| entry.reason.as_deref()).collect();
    assert_eq!(reasons, ["blocked_hostname", "private_ip_blocked"]);
    assert!(entries.iter().all(|entry| matches!(entry.actor, Actor::Member(_))));
    assert_eq!(entries[1].details["url"], "https://10.0.0.1/");
}
