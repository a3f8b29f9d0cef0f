//! Keys, webhooks, checks and the other pages of an account.

use licence_core::account::plan::Plan;
use licence_core::audit::{Action, AuditQuery, Outcome};
use licence_core::jurisdiction::JurisdictionCode::{Mga, Ukgc};
use licence_core::member::Role;
use licence_core::register::reading::RegisterReading;
use licence_server::dashboard_routes;
use serde_json::json;

use super::page::Page;
use super::visitor::{Visitor, form_of};
use crate::support::readings::{apply, licence, reading};
use crate::support::service::{Ask, Service};

#[tokio::test]
async fn a_created_key_is_in_one_response_alone() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let ask = form_of("/keys", "label=production")
        .header("cookie", &owner.cookie)
        .header("accept-encoding", "gzip");
    let created = Page::request(ask, &service).await;
    assert_eq!(created.reply.status, 200, "{}", created.source());
    assert_eq!(created.reply.header("cache-control"), Some("no-store"));
    assert_eq!(created.reply.header("content-encoding"), None);
    let key = created.text("#key");
    let checked = Ask::get("/v1/check?domain=a.example").key(&key).send_to(&service.app()).await;
    assert_eq!(checked.status, 200);
    for target in ["/keys", "/overview", "/audit", "/settings"] {
        let page = owner.get(&service, target).await;
        assert_eq!(page.reply.status, 200, "{target}");
        assert!(!page.source().contains(&key), "{target}");
    }
    let list = owner.get(&service, "/keys").await;
    assert!(list.texts("th[scope=row]").contains(&"production".to_owned()));
}

#[tokio::test]
async fn a_key_is_revoked_by_its_page_and_at_once() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let key = owner.post(&service, "/keys", "label=leaked").await.text("#key");
    let page = owner.get(&service, "/keys").await;
    let link = page.attributes("td a[href$='/revoke']", "href").remove(0);
    assert!(owner.get(&service, &link).await.text("h1").contains("leaked"));
    let check = || Ask::get("/v1/check?domain=a.example").key(&key);
    assert_eq!(check().send_to(&service.app()).await.status, 200);
    assert_eq!(owner.post(&service, &link, "").await.reply.status, 303);
    assert_eq!(check().send_to(&service.app()).await.status, 401);
    assert_eq!(owner.get(&service, "/keys").await.texts("details li").len(), 1);
}

#[tokio::test]
async fn a_revoked_key_is_neither_offered_for_revocation_nor_renamed() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    owner.post(&service, "/keys", "label=leaked").await;
    let page = owner.get(&service, "/keys").await;
    let revoke = page.attributes("td a[href$='/revoke']", "href").remove(0);
    let rename = page.attributes("td form[action$='/rename']", "action").remove(0);
    assert_eq!(owner.post(&service, &rename, "label=lost").await.reply.status, 303);
    assert_eq!(owner.post(&service, &revoke, "").await.reply.status, 303);
    service.set_clock("2026-11-01T09:00:00Z");
    let page = owner.get(&service, &revoke).await;
    assert_eq!(page.text("h1"), "lost is revoked");
    assert!(page.text("main").contains("was revoked 2026-11-01 07:00 UTC"), "{}", page.source());
    assert_eq!(page.texts("main button").len(), 0);
    let refused = owner.post(&service, &rename, "label=mine").await;
    assert_eq!((refused.reply.status, refused.text("h1").as_str()), (409, "The key is revoked"));
    assert!(owner.get(&service, "/keys").await.text("details li").starts_with("lost"));
    let log = AuditQuery { action: Some(Action::KeyRename), ..AuditQuery::default() };
    let entries = service.store.audit_log(&log).await.unwrap().entries;
    let outcomes: Vec<Outcome> = entries.into_iter().map(|entry| entry.outcome).collect();
    assert_eq!(outcomes, [Outcome::Refused, Outcome::Done]);
}

#[tokio::test]
async fn a_key_names_who_created_it() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    owner.post(&service, "/keys", "label=by-a-member").await;
    service.store.create_key(owner.account, "by-a-program", service.now()).await.unwrap().unwrap();
    let page = owner.get(&service, "/keys").await;
    let created = page.texts("tbody td:nth-child(3) .soft");
    let mut keys: Vec<_> = page.texts("tbody th").into_iter().zip(created).collect();
    keys.sort();
    let found: Vec<_> = keys.iter().map(|(key, by)| (key.as_str(), by.as_str())).collect();
    assert_eq!(found, [("by-a-member", "by Ada"), ("by-a-program", "by program")]);
}

#[tokio::test]
async fn what_is_secret_needs_an_identity_proven_within_ten_minutes() {
    let service = Service::start().await;
    let mut refused = Vec::new();
    for route in dashboard_routes().filter(|it| it.method == "POST" && it.permission.is_some()) {
        // Some forms end sessions, so each route has a member of its own.
        let owner = Visitor::new(&service, Plan::Enterprise, Role::Owner).await;
        service.set_clock("2026-11-01T07:09:59Z");
        assert!(!asks_for_proof(&service, &owner, route.path).await, "{route:?}");
        service.set_clock("2026-11-01T07:00:00Z");
        let owner = Visitor::new(&service, Plan::Enterprise, Role::Owner).await;
        service.set_clock("2026-11-01T07:10:00Z");
        if asks_for_proof(&service, &owner, route.path).await {
            refused.push(route.path);
        }
        service.set_clock("2026-11-01T07:00:00Z");
    }
    let expected = [
        "/passkeys/challenge",
        "/passkeys",
        "/passkeys/{id}/remove",
        "/webhooks",
        "/webhooks/{id}/end-old-secret",
        "/webhooks/{id}/rotate",
        "/keys",
        "/members",
        "/members/{id}/role",
        "/members/{id}/disable",
        "/members/{id}/link",
    ];
    assert_eq!(refused, expected);
}

/// Whether a form is refused for want of a fresh proof.
async fn asks_for_proof(service: &Service, owner: &Visitor, pattern: &str) -> bool {
    let id = "6c58799f-f5f4-4d86-a53d-7fdc3e14277a";
    let path = pattern.replace("{id}", id).replace("{slug}", "x").replace("{event_id}", id);
    let page = owner.post(service, &path.replace("{evidence_id}", id), "role=viewer").await;
    page.reply.status == 403 && page.texts("h1") == ["Prove who you are"]
}

#[tokio::test]
async fn what_belongs_to_another_account_is_not_there() {
    let service = Service::sending().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let stranger = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    owner.post(&service, "/keys", "label=production").await;
    let form = "url=http://127.0.0.1:18080/x&events=license.issued&watchlist_only=true";
    let webhook = owner.post(&service, "/webhooks", form).await;
    assert_eq!(webhook.reply.status, 200, "{}", webhook.source());
    owner.post(&service, "/members", "name=Bo&role=viewer").await;
    let mut paths = Vec::new();
    for target in ["/keys", "/webhooks", "/members", "/settings"] {
        let page = owner.get(&service, target).await;
        paths.extend(
            page.attributes("main form[method=post]", "action").into_iter().map(|it| (it, true)),
        );
        paths.extend(page.attributes("td a, th a", "href").into_iter().map(|it| (it, false)));
    }
    let webhook = paths.iter().find(|(path, _)| path.starts_with("/webhooks/")).unwrap().0.clone();
    for action in ["test", "state", "rotate", "delete"] {
        paths.push((format!("{webhook}/{action}"), true));
    }
    let foreign = paths
        .into_iter()
        .filter(|(path, _)| path.matches('-').count() >= 4 || path.contains("whe_"));
    let mut count = 0;
    for (path, is_form) in foreign {
        let page = match is_form {
            true => stranger.post(&service, &path, "label=x&role=viewer&active=true").await,
            false => stranger.get(&service, &path).await,
        };
        assert_eq!(page.reply.status, 404, "{path} {}", page.source());
        count += 1;
    }
    assert!(count >= 8, "{count}");
    assert_eq!(owner.get(&service, "/settings").await.reply.status, 200);
}

#[tokio::test]
async fn checks_lookups_and_batches_count_as_requests_of_the_api_do() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let key = owner.post(&service, "/keys", "label=x").await.text("#key");
    // Each asking happens in a second of its own, below the limit per second.
    let second = std::cell::Cell::new(1);
    let used = async || {
        service.set_clock(&format!("2026-11-01T07:01:{:02}Z", second.replace(second.get() + 1)));
        let reply = Ask::get("/v1/health").key(&key).send_to(&service.app()).await;
        let counted = Ask::get("/v1/watchlist").key(&key).send_to(&service.app()).await;
        assert_eq!(reply.status, 200);
        let used: u64 = counted.header("x-monthly-quota-used").unwrap().parse().unwrap();
        used
    };
    let mut before = used().await;
    let domains = vec!["a.example"; 101].join("%0A");
    for (method, target, form, cost) in [
        ("GET", "/check/lanternspin.example", String::new(), 1),
        ("GET", "/check/not%20a%20host", String::new(), 0),
        ("GET", "/operators?q=lantern", String::new(), 1),
        ("GET", "/operators/harbour-lantern-gaming-limited", String::new(), 1),
        ("GET", "/operators/nobody", String::new(), 0),
        ("POST", "/batch", format!("domains={domains}&format=csv"), 2),
        ("GET", "/overview", String::new(), 0),
        ("GET", "/events", String::new(), 0),
    ] {
        let page = match method {
            "GET" => owner.get(&service, target).await,
            _ => owner.post(&service, target, &form).await,
        };
        assert!([200, 400, 404].contains(&page.reply.status), "{target} {}", page.source());
        let after = used().await;
        // Asking for the count counts too.
        assert_eq!(after - before - 1, cost, "{target}");
        before = after;
    }
}

#[tokio::test]
async fn an_export_answers_with_the_file() {
    let service = Service::start().await;
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    assert_eq!(owner.get(&service, "/exports").await.text("#used"), "0 of 10");
    let file = owner.post(&service, "/exports", "dataset=licences&format=csv").await;
    assert_eq!(file.reply.status, 200, "{}", file.source());
    assert!(file.reply.header("content-disposition").unwrap().starts_with("attachment"));
    // The API counts the next one after it.
    let key = owner.post(&service, "/keys", "label=x").await.text("#key");
    let export = Ask::get("/v1/export/licences?format=csv").key(&key).send_to(&service.app()).await;
    assert_eq!((export.status, export.header("x-export-daily-used")), (200, Some("2")));
    let wrong = owner.post(&service, "/exports", "dataset=licences&status=open").await;
    assert_eq!(wrong.reply.status, 400);
    let export = Ask::get("/v1/export/licences?format=csv").key(&key).send_to(&service.app()).await;
    assert_eq!(export.header("x-export-daily-used"), Some("3"), "a refused one is free");
    let by_api = ["x-export-daily-used", "x-export-daily-limit"].map(|it| export.header(it));
    let page = owner.get(&service, "/exports").await;
    assert_eq!(page.text("#used"), by_api.map(Option::unwrap).join(" of "));
    assert!(page.text("main").contains("Resets 2026-11-02 00:00 UTC"), "{}", page.source());
    assert_eq!(owner.get(&service, "/overview").await.text("#exports"), "3 of 10");
    let starter = Visitor::new(&service, Plan::Starter, Role::Owner).await;
    let refused = starter.post(&service, "/exports", "dataset=licences").await;
    assert_eq!(refused.reply.status, 402, "{}", refused.source());
    let page = starter.get(&service, "/exports").await;
    assert!(page.text("#refusal").contains("Choose the plan Pro"), "{}", page.source());
    assert_eq!(page.texts("main form").len(), 0);
    let enterprise = Visitor::new(&service, Plan::Enterprise, Role::Owner).await;
    let used = enterprise.get(&service, "/exports").await.text("#used");
    assert_eq!(used, "0 of any number");
}

#[tokio::test]
async fn operators_are_watched_and_no_longer_watched() {
    let service = Service::start().await.with_plan(Plan::Pro, json!({"watchlist_operators": 1}));
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    let slug = "harbour-lantern-gaming-limited";
    assert_eq!(owner.get(&service, "/watchlist").await.texts("#full").len(), 0);
    let added = owner.post(&service, "/watchlist", &format!("slugs={slug}")).await;
    assert_eq!(added.reply.header("location"), Some("/watchlist"));
    let list = owner.get(&service, "/watchlist").await;
    assert_eq!(list.attributes("th a", "href"), [format!("/operators/{slug}")]);
    assert!(list.text("#full").contains("the plan has 1 operators"), "{}", list.source());
    let viewer = Visitor::in_account(&service, owner.account, Role::Viewer).await;
    assert_eq!(viewer.get(&service, "/watchlist").await.texts("main form").len(), 0);
    // A search on the page itself finds what to add, and only for who may add it.
    let found = owner.get(&service, "/watchlist?q=lantern").await;
    assert_eq!(found.texts("#found .badge"), ["watched"], "{}", found.source());
    assert_eq!(found.texts("#found form").len(), 0, "{}", found.source());
    assert_eq!(viewer.get(&service, "/watchlist?q=lantern").await.texts("#found").len(), 0);
    let target = format!("/operators/{slug}");
    let remove = "main form[action$='/remove']";
    for (visitor, forms) in [(&owner, 1), (&viewer, 0)] {
        let page = visitor.get(&service, &target).await;
        assert_eq!(page.texts("#watched").len(), 1, "{}", page.source());
        assert_eq!(page.texts(remove).len(), forms);
        assert_eq!(page.attributes("[name=slugs]", "value").len(), 0);
    }
    owner.post(&service, &format!("/watchlist/{slug}/remove"), "").await;
    assert_eq!(owner.get(&service, "/watchlist").await.texts("th a").len(), 0);
    let page = owner.get(&service, &target).await;
    assert_eq!(page.texts("#watched").len(), 0);
    assert_eq!(page.attributes("[name=slugs]", "value"), [slug]);
    let found = owner.get(&service, "/watchlist?q=lantern").await;
    assert_eq!(found.attributes("#found [name=slugs]", "value"), [slug], "{}", found.source());
}

#[tokio::test]
async fn a_found_operator_says_by_what_it_was_found_and_where_it_is_licensed() {
    let service = Service::start().await;
    let rows = vec![
        RegisterReading {
            complete: false,
            ..reading(Mga, 8, vec![licence("Bet One Ltd", "MGA/B2C/1/2020", "Licensed", &[])])
        },
        RegisterReading {
            complete: false,
            ..reading(Ukgc, 8, vec![licence("Bet Two Ltd", "39999", "Surrendered", &[])])
        },
    ];
    for reading in &rows {
        apply(&service.store, reading).await.unwrap();
    }
    let owner = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for (q, found) in [
        ("bet%20one", "Bet One Ltd best licence by register: MGA active"),
        ("bet%20two", "Bet Two Ltd best licence by register: UKGC surrendered"),
        (
            "bet-one-ltd",
            "Bet One Ltd found by its slug bet-one-ltd best licence by register: MGA active",
        ),
    ] {
        let page = owner.get(&service, &format!("/operators?q={q}")).await;
        assert_eq!(page.texts("ul.rows li"), [found], "{}", page.source());
    }
    for offset in ["100", "99999999999999999999"] {
        let page = owner.get(&service, &format!("/operators?q=bet&offset={offset}")).await;
        let main = page.text("main");
        assert!(main.contains(" found The list ends before this page."), "{main}");
        let previous = page.attributes("nav.pages a", "href");
        assert_eq!(previous, ["/operators?q=bet&offset=0"], "{offset}");
    }
}
