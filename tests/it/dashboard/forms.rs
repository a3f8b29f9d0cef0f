//! A form that is refused comes back with what was filled in, and says what is wrong.

use licence_core::account::plan::Plan;
use licence_core::audit::{Action, AuditQuery};
use licence_core::member::Role;
use serde_json::json;

use super::visitor::Visitor;
use crate::support::service::Service;

#[tokio::test]
async fn a_refused_form_keeps_what_was_filled_in() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let (long, form) = ("x".repeat(101), "https%3A%2F%2Fhooks.example%2Fx");
    for (target, form, status, field, kept) in [
        ("/keys", format!("label={long}"), 400, "label", long.as_str()),
        ("/members", format!("name={long}&role=viewer"), 400, "name", &long),
        ("/settings/account", format!("name={long}"), 400, "name", &long),
        ("/watchlist", "slugs=nobody-at-all".to_owned(), 404, "slugs", "nobody-at-all"),
        ("/batch", "domains=".to_owned(), 400, "domains", ""),
        ("/exports", "dataset=licences&status=open".to_owned(), 400, "status", "open"),
        (
            "/webhooks",
            "url=http%3A%2F%2Fhooks.example%2Fx&events=license.issued&description=Mine".to_owned(),
            400,
            "url",
            "http://hooks.example/x",
        ),
        ("/webhooks", format!("url={form}&description=Mine"), 400, "description", "Mine"),
    ] {
        let page = owner.post(&service, target, &form).await;
        assert_eq!(page.reply.status, status, "{target} {}", page.source());
        let said = page.text("#errors");
        let is_for_programs = ["/v1/", "JSON", "Send"].iter().any(|it| said.contains(it));
        assert!(!is_for_programs, "{target} {said}");
        let values = page.attributes(&format!("[name={field}]"), "value");
        let texts = page.texts(&format!("textarea[name={field}]"));
        assert!(values.iter().chain(&texts).any(|it| it == kept), "{target} {values:?} {texts:?}");
    }
    let page = owner.post(&service, "/keys", &format!("label={long}")).await;
    assert_eq!(page.attributes("#errors a", "href"), ["#label"]);
    assert_eq!(page.attributes("[aria-invalid]", "id"), ["label"]);
    let page = owner.post(&service, "/members", &format!("name={long}&role=viewer")).await;
    assert_eq!(page.texts("#role option[selected]"), ["viewer"]);
    let chosen = format!("url={form}&events=license.expired&events=nonsense");
    let page = owner.post(&service, "/webhooks", &chosen).await;
    assert_eq!(page.attributes("[name=events][checked]", "value"), ["license.expired"]);
    assert_eq!(page.attributes("[name=watchlist_only][checked]", "value").len(), 0);
}

#[tokio::test]
async fn an_owner_renames_the_account() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let renamed = owner.post(&service, "/settings/account", "name=Another+name").await;
    assert_eq!(renamed.reply.header("location"), Some("/settings"));
    assert_eq!(
        owner.get(&service, "/settings").await.attributes("#name", "value"),
        ["Another name"]
    );
    let log = AuditQuery { action: Some(Action::AccountRename), ..AuditQuery::default() };
    assert_eq!(service.store.audit_log(&log).await.unwrap().total, 1);
    let viewer = Visitor::in_account(&service, owner.account, Role::Viewer).await;
    assert_eq!(viewer.get(&service, "/settings").await.texts("#name").len(), 0);
    assert_eq!(viewer.post(&service, "/settings/account", "name=Mine").await.reply.status, 403);
}

#[tokio::test]
async fn a_list_of_slugs_is_watched_whole_or_not_at_all() {
    let service = Service::start().await.with_plan(Plan::Pro, json!({"watchlist_operators": 2}));
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let [first, second] = ["harbour-lantern-gaming-limited", "tidegate-sports-betting-limited"];
    let listed = async || owner.get(&service, "/watchlist").await.texts("th a").len();
    for (slugs, status, sentence, count) in [
        (format!("{first}%0Anobody"), 404, "No operator has the slug nobody.", 0),
        (format!("{first}%0A{first}%0A{second}"), 303, "", 2),
        (format!("{first}%0A{second}"), 303, "", 2),
        (
            format!("{first}%0Aumbra-kite-ltd"),
            403,
            "The watchlist holds 2 of 2 operators; 2 were asked for, and 0 places are left.",
            2,
        ),
    ] {
        let page = owner.post(&service, "/watchlist", &format!("slugs={slugs}")).await;
        assert_eq!(page.reply.status, status, "{slugs} {}", page.source());
        assert_eq!(page.texts("#errors a").concat(), sentence);
        assert_eq!(listed().await, count, "{slugs}");
    }
    owner.post(&service, &format!("/watchlist/{second}/remove"), "").await;
    let three = format!("slugs={second}%0Aumbra-kite-ltd%0A{first}");
    let page = owner.post(&service, "/watchlist", &three).await;
    let because = "The watchlist holds 1 of 2 operators; 3 were asked for, and 1 place is left.";
    assert_eq!(page.text("#errors a"), because);
    assert!(page.text("#errors").contains("Add fewer at once"), "{}", page.source());
    assert_eq!(listed().await, 1);
}
