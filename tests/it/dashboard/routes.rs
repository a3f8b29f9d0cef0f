//! The whole table of routes: who gets where.

use licence_core::account::plan::Plan;
use licence_core::audit::{Action, Actor, AuditQuery, Outcome};
use licence_core::member::Role;
use licence_server::{DashboardRoute, dashboard_routes};

use super::page::Page;
use super::policy::{assert_headers, assert_no_inline_code};
use super::visitor::{Visitor, form_of};
use crate::support::service::{Ask, Service};

const REFUSAL: &str = "Your role does not allow this";

/// The path of a route, with a value for each parameter.
fn path(route: DashboardRoute) -> String {
    let segments = route.path.split('/').map(|segment| match segment {
        "{slug}" => "harbour-lantern-gaming-limited",
        "{host}" => "lanternspin.example",
        it if it.starts_with('{') => "6c58799f-f5f4-4d86-a53d-7fdc3e14277a",
        it => it,
    });
    segments.collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn without_a_session_every_page_of_an_account_leads_to_the_sign_in() {
    let service = Service::start().await;
    let mut count = 0;
    for route in dashboard_routes().filter(|route| route.permission.is_some()) {
        let path = path(route);
        let (ask, location) = match route.method {
            "GET" => (Ask::get(&path), format!("/sign-in?next={path}")),
            _ => (form_of(&path, ""), "/sign-in".to_owned()),
        };
        for cookie in ["", "__Host-licence_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
            let reply = ask.clone().header("cookie", cookie).send_to(&service.dashboard()).await;
            let found = (reply.status, reply.header("location"));
            assert_eq!(found, (303, Some(location.as_str())), "{route:?}");
        }
        count += 1;
    }
    assert!(count > 30);
}

#[tokio::test]
async fn every_role_reaches_what_its_permissions_name_and_nothing_else() {
    let service = Service::start().await;
    for role in [Role::Viewer, Role::Developer, Role::Owner] {
        for route in dashboard_routes() {
            let Some(permission) = route.permission else { continue };
            // Some forms end sessions, so each route has a member of its own.
            let visitor = Visitor::new(&service, Plan::Enterprise, role).await;
            let page = match route.method {
                "GET" => visitor.get(&service, &path(route)).await,
                _ => visitor.post(&service, &path(route), "").await,
            };
            let is_refused = page.reply.status == 403 && page.texts("h1") == [REFUSAL];
            assert_eq!(is_refused, !role.allows(permission), "{role} {route:?} {}", page.source());
            assert_ne!(page.reply.status, 500, "{role} {route:?} {}", page.source());
        }
    }
}

#[tokio::test]
async fn what_a_role_does_not_allow_is_in_the_audit_log() {
    let service = Service::start().await;
    let viewer = Visitor::new(&service, Plan::Pro, Role::Viewer).await;
    let ask = form_of("/keys", "label=mine")
        .header("cookie", &viewer.cookie)
        .header("x-request-id", "r-1");
    assert_eq!(Page::request(ask, &service).await.reply.status, 403);
    let query = AuditQuery { account_id: Some(viewer.account), ..AuditQuery::default() };
    let entry = service.store.audit_log(&query).await.unwrap().entries.remove(0);
    assert_eq!((entry.action, entry.outcome), (Action::RoleRefuse, Outcome::Refused));
    assert_eq!(entry.subject, "POST /keys");
    assert_eq!(entry.reason.as_deref(), Some("the role viewer does not allow manage_keys"));
    let member = service.store.members(viewer.account).await.unwrap().remove(0).id;
    assert_eq!(entry.actor, Actor::Member(member));
    let from = (&entry.details["address"], &entry.details["request_id"]);
    assert_eq!(from, (&"192.0.2.1".into(), &"r-1".into()));
}

#[tokio::test]
async fn a_form_of_another_site_is_refused_on_every_route() {
    let service = Service::start().await;
    let visitor = Visitor::new(&service, Plan::Pro, Role::Owner).await;
    for route in dashboard_routes().filter(|route| route.method == "POST") {
        for headers in [
            &[("sec-fetch-site", "cross-site")][..],
            &[("sec-fetch-site", "same-site")],
            &[("origin", "https://other.example")],
            &[("origin", "null")],
            &[],
        ] {
            let mut ask = Ask::new("POST", path(route)).header("cookie", &visitor.cookie);
            for (name, value) in headers {
                ask = ask.header(name, value);
            }
            let page = Page::request(ask, &service).await;
            assert_eq!(page.reply.status, 403, "{route:?} {headers:?}");
            assert_eq!(page.text("h1"), "This form was not sent from this site");
        }
    }
}

#[tokio::test]
async fn every_page_of_an_account_keeps_to_the_policy_and_is_not_stored() {
    let service = Service::start().await;
    let visitor = Visitor::new(&service, Plan::Enterprise, Role::Owner).await;
    for route in dashboard_routes().filter(|route| route.method == "GET") {
        if ["/assets/{name}", "/robots.txt"].contains(&route.path) || route.path.ends_with(".csv") {
            continue;
        }
        let page = visitor.get(&service, &path(route)).await;
        if page.reply.status == 303 {
            continue;
        }
        assert_headers(&page, route.path);
        assert_no_inline_code(&page, route.path);
        assert_private(&page, route.path);
        if page.reply.status == 200 {
            assert_labelled(&page, route.path);
        }
    }
    for target in ["/nothing", "/check/not%20a%20host", "/sign-out"] {
        assert_private(&visitor.get(&service, target).await, target);
    }
    service.set_clock("2026-11-01T07:30:00Z");
    assert_private(&visitor.post(&service, "/keys", "label=x").await, "a proof that is too old");
}

/// A page of a member is not stored, and says who is signed in, also if it tells of an error.
fn assert_private(page: &Page, target: &str) {
    assert_eq!(page.reply.header("cache-control"), Some("no-store"), "{target}");
    assert_eq!(page.attributes("header form", "action"), ["/sign-out"], "{target}");
}

/// Every field of every form has a label.
fn assert_labelled(page: &Page, target: &str) {
    for field in ["input:not([type=hidden])", "select", "textarea"] {
        let unlabelled = format!("{field}:not([id]):not([aria-label])");
        assert_eq!(page.texts(&unlabelled).len(), 0, "{target} {field}");
        for id in page.attributes(&format!("{field}[id]"), "id") {
            assert_eq!(page.texts(&format!("label[for=\"{id}\"]")).len(), 1, "{target} {id}");
        }
    }
    for id in page.attributes("[id]", "id") {
        assert_eq!(page.attributes(&format!("[id=\"{id}\"]"), "id").len(), 1, "{target} {id}");
    }
}
