//! Forms that create something: keys, webhooks, invitations and links.

use licence_core::account::plan::Plan;
use licence_core::audit::{Action, Actor, AuditQuery};
use licence_core::invitation::LinkToken;
use licence_core::member::Role;

use super::visitor::{Visitor, cookie, post_link};
use crate::support::service::Service;

#[tokio::test]
async fn an_owner_makes_a_sign_in_link_for_a_member() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    Visitor::of(&service, owner.account, Role::Developer).await;
    let list = owner.get(&service, "/members").await;
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
