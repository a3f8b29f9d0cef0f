//! Every kind of specification 7 and of our own, by a request that meets it.

use std::collections::BTreeSet;
use std::time::Duration;

use licence_core::account::key::KeyLimits;
use licence_core::account::plan::Plan;
use licence_server::{Limits, ProblemKind};
use serde_json::{Value, json};

use crate::support::recorded::expire_secrets;
use crate::support::service::{Ask, Reply, Service};

const NOWHERE: &str = "00000000-0000-4000-8000-000000000000";

fn columns(kind: ProblemKind) -> String {
    let (status, code, reason) = kind.columns();
    format!("{status} {code} {reason}")
}

fn post(path: &str, body: &str) -> Ask {
    Ask::new("POST", path).body(body)
}

fn hook(body: &str) -> Ask {
    post("/v1/webhooks", body)
}

/// A body that is good but for the URL.
fn hook_to(url: &str) -> Ask {
    hook(&json!({ "url": url, "events": ["license.expired"] }).to_string())
}

/// A body that is good but for one member.
fn hook_with(member: &str, value: Value) -> Ask {
    let mut body = json!({ "url": "https://hooks.example.com/", "events": ["license.expired"] });
    body[member] = value;
    hook(&body.to_string())
}

fn patch(id: &str, body: &str) -> Ask {
    Ask::new("PATCH", format!("/v1/webhooks/{id}")).body(body)
}

#[tokio::test]
async fn every_row_is_met() {
    let service =
        Service::start().await.with_plan(Plan::Enterprise, json!({"requests_per_second": 1000}));
    let key = service.key(Plan::Enterprise).await;
    let mut met = BTreeSet::new();
    let mut meet = |kind: ProblemKind, field: Option<&str>, reply: &Reply, what: &str| {
        assert_eq!(reply.refusal(), columns(kind), "{what}");
        let details = &reply.json()["details"];
        assert_eq!(details.get("field").and_then(|field| field.as_str()), field, "{what}");
        met.insert(columns(kind));
    };
    let many = json!({ "domains": vec!["a.example"; 101] }).to_string();
    let batch = "/v1/check/batch";
    let watch = "/v1/watchlist/operators";
    let events = |query: &str| Ask::get(format!("/v1/watchlist/events?{query}"));
    let unwatch = |slug: &str| Ask::new("DELETE", format!("{watch}/{slug}"));
    let long_cursor = format!("cursor={}", "A".repeat(513));
    let long_slug = format!("/v1/operators/{}", "a".repeat(101));
    for (kind, field, ask) in [
        (
            ProblemKind::InvalidInput,
            Some("as_of"),
            Ask::get("/v1/check?domain=a.example&as_of=2026-02-30"),
        ),
        (
            ProblemKind::InvalidInput,
            Some("as_of"),
            Ask::get("/v1/check?domain=a.example&as_of=2026-11-02"),
        ),
        (ProblemKind::InvalidInput, Some("domains"), post(batch, r#"{"domains":[]}"#)),
        (ProblemKind::InvalidInput, Some("domains"), post(batch, &many)),
        (ProblemKind::InvalidInput, None, post(batch, "")),
        (ProblemKind::InvalidInput, None, post(batch, "[]")),
        (ProblemKind::InvalidInput, None, post(batch, r#" [["a.example"]]"#)),
        (ProblemKind::InvalidInput, Some("domains"), post(batch, "{}")),
        (ProblemKind::InvalidInput, Some("domains"), post(batch, r#"{"domains":"a.example"}"#)),
        (ProblemKind::InvalidInput, Some("domains"), post(batch, r#"{"domains":["a.example",1]}"#)),
        (
            ProblemKind::InvalidInput,
            Some("as_of"),
            post(batch, r#"{"domains":["a.example"],"as_of":"2026-01-01"}"#),
        ),
        (ProblemKind::InvalidInput, None, post(batch, &"[".repeat(100_000))),
        (ProblemKind::InvalidInput, None, post(batch, &" ".repeat(200_000))),
        (ProblemKind::InvalidJurisdictionCode, Some("code"), Ask::get("/v1/jurisdictions/UKGC%00")),
        (ProblemKind::InvalidLicenseId, Some("license_id"), Ask::get("/v1/licenses/%zz")),
        (ProblemKind::InvalidSlug, Some("slug"), Ask::get("/v1/operators/%FF/licenses")),
        (ProblemKind::InvalidSlug, Some("slug"), unwatch("%00")),
        (ProblemKind::WebhookNotFound, None, Ask::new("DELETE", "/v1/webhooks/%ff")),
        (ProblemKind::DatasetNotFound, None, Ask::get("/v1/export/%FF")),
        (ProblemKind::InvalidInput, Some("q"), Ask::get("/v1/operators/search")),
        (ProblemKind::InvalidInput, Some("q"), Ask::get("/v1/operators/search?q=")),
        (ProblemKind::InvalidInput, Some("limit"), Ask::get("/v1/operators/search?q=a&limit=0")),
        (ProblemKind::InvalidInput, Some("offset"), Ask::get("/v1/operators/search?q=a&offset=-1")),
        (
            ProblemKind::InvalidInput,
            Some("limit"),
            Ask::get("/v1/operators/a/regulatory-actions?limit=101"),
        ),
        (
            ProblemKind::InvalidInput,
            Some("sort"),
            Ask::get("/v1/operators/a/regulatory-actions?sort=up"),
        ),
        (
            ProblemKind::InvalidInput,
            Some("include_history"),
            Ask::get("/v1/operators/a/licenses?include_history=maybe"),
        ),
        (ProblemKind::InvalidInput, Some("format"), Ask::get("/v1/export/licences?format=xml")),
        (
            ProblemKind::InvalidInput,
            Some("jurisdiction"),
            Ask::get("/v1/export/licences?jurisdiction=XX"),
        ),
        (ProblemKind::InvalidInput, Some("status"), Ask::get("/v1/export/licences?status=good")),
        (ProblemKind::InvalidInput, Some("limit"), Ask::get("/v1/export/licences?limit=5")),
        (
            ProblemKind::AsOfNotSupported,
            Some("as_of"),
            Ask::get("/v1/export/licences?as_of=2026-01-01"),
        ),
        (
            ProblemKind::NotAValidHostname,
            Some("domain"),
            Ask::get("/v1/check?domain=https://a.example"),
        ),
        (
            ProblemKind::HostnameTooLong,
            Some("domain"),
            Ask::get(format!("/v1/check?domain={}", "a.".repeat(200))),
        ),
        (ProblemKind::MissingRequiredParameter, None, Ask::get("/v1/check")),
        (
            ProblemKind::ConflictingParameters,
            None,
            Ask::get("/v1/check?domain=a.example&license_number=1"),
        ),
        (ProblemKind::InvalidSlug, Some("slug"), Ask::get(&long_slug)),
        (ProblemKind::InvalidSlug, Some("slug"), Ask::get("/v1/operators//licenses")),
        (ProblemKind::InvalidSlug, Some("slug"), Ask::get("/v1/operators/a_b")),
        (
            ProblemKind::JurisdictionPagination,
            Some("limit"),
            Ask::get("/v1/jurisdictions/UKGC/operators?limit=201"),
        ),
        (
            ProblemKind::JurisdictionPagination,
            Some("offset"),
            Ask::get("/v1/jurisdictions/UKGC/operators?offset=-1"),
        ),
        (ProblemKind::InvalidLicenseId, Some("license_id"), Ask::get("/v1/licenses/1")),
        (ProblemKind::InvalidLicenseId, Some("license_id"), Ask::get("/v1/licenses/1/history")),
        (ProblemKind::InvalidJurisdictionCode, Some("code"), Ask::get("/v1/jurisdictions/U")),
        (
            ProblemKind::InvalidJurisdictionCode,
            Some("code"),
            Ask::get("/v1/jurisdictions/U-K/operators"),
        ),
        (
            ProblemKind::InvalidPagination,
            Some("limit"),
            Ask::get("/v1/watchlist/operators?limit=201&offset=-1"),
        ),
        (
            ProblemKind::InvalidPagination,
            Some("limit"),
            Ask::get("/v1/watchlist/operators?limit=0"),
        ),
        (
            ProblemKind::InvalidPagination,
            Some("offset"),
            Ask::get("/v1/watchlist/operators?offset=-1"),
        ),
        (ProblemKind::InvalidInput, None, post(watch, "")),
        (ProblemKind::InvalidInput, None, post(watch, "[]")),
        (ProblemKind::InvalidInput, None, post(watch, r#"["harbour-lantern-gaming-limited"]"#)),
        (ProblemKind::InvalidInput, Some("operator_slug"), post(watch, "{}")),
        (
            ProblemKind::InvalidInput,
            Some("operator_slug"),
            post(watch, r#"{"operator_slug":null}"#),
        ),
        (ProblemKind::InvalidInput, Some("more"), post(watch, r#"{"operator_slug":"a","more":1}"#)),
        (ProblemKind::InvalidInput, None, post(watch, &" ".repeat(100_000))),
        (ProblemKind::InvalidSlug, Some("operator_slug"), post(watch, r#"{"operator_slug":""}"#)),
        (
            ProblemKind::InvalidSlug,
            Some("operator_slug"),
            post(watch, r#"{"operator_slug":"a b"}"#),
        ),
        (
            ProblemKind::InvalidSlug,
            Some("operator_slug"),
            post(watch, &json!({ "operator_slug": "a".repeat(101) }).to_string()),
        ),
        (ProblemKind::OperatorNotFound, None, post(watch, r#"{"operator_slug":"nobody"}"#)),
        (ProblemKind::InvalidSlug, Some("slug"), unwatch("Nobody")),
        (ProblemKind::InvalidSlug, Some("slug"), unwatch("a_b")),
        (ProblemKind::InvalidSlug, Some("slug"), unwatch(&"a".repeat(101))),
        (ProblemKind::RouteNotFound, None, unwatch("")),
        (ProblemKind::MethodNotAllowed, None, Ask::new("DELETE", watch)),
        (
            ProblemKind::ConflictingParameters,
            Some("cursor"),
            events("since=2026-11-01&cursor=x&limit=0"),
        ),
        (ProblemKind::InvalidInput, Some("since"), events("since=yesterday")),
        (ProblemKind::InvalidInput, Some("since"), events("since=")),
        (
            ProblemKind::SinceExceedsRetentionWindow,
            Some("since"),
            events("since=2026-10-02T06:59:59.999Z"),
        ),
        (ProblemKind::InvalidCursor, Some("cursor"), events("cursor=")),
        (ProblemKind::InvalidCursor, Some("cursor"), events("cursor=%C3%BC")),
        (ProblemKind::InvalidCursor, Some("cursor"), events(&long_cursor)),
        (ProblemKind::InvalidInput, Some("limit"), events("limit=0")),
        (ProblemKind::InvalidInput, Some("limit"), events("limit=501")),
        (ProblemKind::InvalidInput, Some("limit"), events("limit=1&limit=2")),
        (ProblemKind::InvalidInput, None, hook("")),
        (ProblemKind::InvalidInput, None, hook("[]")),
        (ProblemKind::InvalidInput, None, hook(&" ".repeat(100_000))),
        (ProblemKind::InvalidInput, Some("url"), hook("{}")),
        (ProblemKind::InvalidInput, Some("url"), hook(r#"{"url":1}"#)),
        (
            ProblemKind::InvalidInput,
            Some("events"),
            hook(r#"{"url":"https://hooks.example.com/"}"#),
        ),
        (
            ProblemKind::InvalidInput,
            Some("url"),
            hook(r#"{"url":"https://a.com/","url":"https://b.com/","events":["license.expired"]}"#),
        ),
        (ProblemKind::InvalidInput, Some("events"), hook_with("events", json!([]))),
        (
            ProblemKind::InvalidInput,
            Some("watchlist_only"),
            hook_with("watchlist_only", json!("yes")),
        ),
        (
            ProblemKind::InvalidInput,
            Some("description"),
            hook_with("description", json!("d".repeat(501))),
        ),
        (ProblemKind::InvalidInput, Some("description"), hook_with("description", json!("a\0b"))),
        (
            ProblemKind::InvalidEventType,
            Some("events"),
            hook_with("events", json!(["license.gone"])),
        ),
        (ProblemKind::InvalidEventType, Some("events"), hook_with("events", json!(["test.ping"]))),
        (ProblemKind::InvalidUrl, Some("url"), hook_to("example")),
        (
            ProblemKind::InvalidUrl,
            Some("url"),
            hook_to(&format!("https://a.com/{}", "a".repeat(2049))),
        ),
        (ProblemKind::InvalidScheme, Some("url"), hook_to("http://hooks.example.com/")),
        (ProblemKind::EmptyHost, Some("url"), hook_to("https://")),
        (ProblemKind::BlockedHostname, Some("url"), hook_to("https://localhost/")),
        (ProblemKind::UnresolvableHost, Some("url"), hook_to("https://nowhere.example.com/")),
        (ProblemKind::PrivateIpBlocked, Some("url"), hook_to("https://private.example.com/")),
        (ProblemKind::PrivateIpBlocked, Some("url"), hook_to("https://127.0.0.1/")),
        (ProblemKind::PrivateIpBlocked, Some("url"), hook_to("https://[::ffff:8.8.8.8]/")),
        (ProblemKind::InvalidInput, Some("active"), patch("1", r#"{"active":1}"#)),
        (ProblemKind::InvalidInput, Some("active"), patch("1", r#"{"active":true,"active":true}"#)),
        (
            ProblemKind::InvalidScheme,
            Some("url"),
            patch("1", r#"{"url":"http://hooks.example.com"}"#),
        ),
        (ProblemKind::WebhookNotFound, None, patch("1", "{}")),
        (ProblemKind::WebhookNotFound, None, patch(NOWHERE, "{}")),
        (ProblemKind::WebhookNotFound, None, Ask::new("DELETE", format!("/v1/webhooks/{NOWHERE}"))),
        (
            ProblemKind::WebhookNotFound,
            None,
            post(&format!("/v1/webhooks/{NOWHERE}/rotate_secret"), ""),
        ),
        (ProblemKind::WebhookNotFound, None, post(&format!("/v1/webhooks/{NOWHERE}/test"), "")),
        (
            ProblemKind::InvalidInput,
            Some("status"),
            Ask::get("/v1/webhooks/1/deliveries?status=done"),
        ),
        (ProblemKind::InvalidInput, Some("limit"), Ask::get("/v1/webhooks/1/deliveries?limit=201")),
        (ProblemKind::WebhookNotFound, None, Ask::get("/v1/webhooks/1/deliveries?limit=200")),
        (ProblemKind::MethodNotAllowed, None, Ask::get(format!("/v1/webhooks/{NOWHERE}"))),
        (ProblemKind::RouteNotFound, None, Ask::get("/v1/nothing")),
        (ProblemKind::RouteNotFound, None, Ask::get("/v1/check/")),
        (ProblemKind::OperatorNotFound, None, Ask::get("/v1/operators/nobody")),
        (ProblemKind::OperatorNotFound, None, Ask::get("/v1/operators/nobody/licenses")),
        (ProblemKind::OperatorNotFound, None, Ask::get("/v1/operators/nobody/regulatory-actions")),
        (ProblemKind::LicenseNotFound, None, Ask::get(format!("/v1/licenses/{NOWHERE}"))),
        (ProblemKind::LicenseNotFound, None, Ask::get(format!("/v1/licenses/{NOWHERE}/history"))),
        (ProblemKind::JurisdictionNotFound, None, Ask::get("/v1/jurisdictions/XX")),
        (ProblemKind::JurisdictionNotFound, None, Ask::get("/v1/jurisdictions/XX/operators")),
        (ProblemKind::DatasetNotFound, None, Ask::get("/v1/export/everything")),
        (ProblemKind::MethodNotAllowed, None, Ask::new("DELETE", "/v1/check")),
        (ProblemKind::MethodNotAllowed, None, Ask::get(batch)),
        (
            ProblemKind::ApiKeyInvalid,
            None,
            Ask::get("/v1/check").key("lic_0123456789abcdefghijABCDEFGHIJ01"),
        ),
        (
            ProblemKind::MalformedHeader,
            None,
            Ask::get("/v1/check").header("authorization", "Basic abc"),
        ),
    ] {
        let what = format!("{kind:?} {field:?}");
        let has_key = matches!(kind, ProblemKind::ApiKeyInvalid | ProblemKind::MalformedHeader);
        let reply = service.ask(if has_key { ask } else { ask.key(&key) }).await;
        meet(kind, field, &reply, &what);
    }
    meet(
        ProblemKind::ApiKeyMissing,
        None,
        &service.ask(Ask::get("/v1/jurisdictions/UKGC")).await,
        "none",
    );
    for (kind, plan, target) in [
        (ProblemKind::PlanInactive, Plan::None, "/v1/check?domain=a.example"),
        (ProblemKind::PlanInactive, Plan::Canceled, "/v1/health"),
        (ProblemKind::EndpointRequiresPaidPlan, Plan::Trial, "/v1/jurisdictions/UKGC"),
        (ProblemKind::EndpointRequiresPaidPlan, Plan::Trial, "/v1/watchlist"),
        (ProblemKind::EndpointRequiresPaidPlan, Plan::Trial, "/v1/watchlist/events"),
        (ProblemKind::ExportRequiresPro, Plan::Trial, "/v1/export/licences"),
        (ProblemKind::ExportRequiresPro, Plan::Starter, "/v1/export/licences"),
    ] {
        let key = service.key(plan).await;
        let reply = service.ask(Ask::get(target).key(&key)).await;
        meet(kind, None, &reply, target);
        assert_eq!(reply.json()["details"]["plan_tier"], plan.as_str());
        if kind == ProblemKind::ExportRequiresPro {
            assert_eq!(reply.json()["details"]["required_plan"], "pro");
            assert_eq!(reply.header("x-upgrade-url"), Some("https://api.example/docs#plans"));
        }
    }
    for kind in met_elsewhere(&service).await {
        met.insert(columns(kind));
    }
    // The tests of outages take the database away.
    met.insert(columns(ProblemKind::DatabaseUnavailable));
    let expected: BTreeSet<String> = ProblemKind::ALL.iter().map(|kind| columns(*kind)).collect();
    assert_eq!(met, expected);
}

/// The kinds of used-up limits, of a revoked key and of a failure, which take more than a request.
async fn met_elsewhere(service: &Service) -> Vec<ProblemKind> {
    let limited = Service::start().await.with_plan(
        Plan::Pro,
        json!({"requests_per_second": 2, "requests_per_month": 3, "exports_per_day": 1}),
    );
    watchlist_limits().await;
    webhook_limits().await;
    let check = "/v1/check?domain=a.example";
    let key = limited.key(Plan::Pro).await;
    let refusal = async |ask: Ask| {
        let reply = limited.ask(ask.key(&key)).await;
        (if reply.status == 200 { "200".to_owned() } else { reply.refusal() }, reply)
    };
    let export = "/v1/export/licences";
    assert_eq!(refusal(Ask::get(export)).await.0, "200");
    let (outcome, reply) = refusal(Ask::get(export)).await;
    assert_eq!(outcome, columns(ProblemKind::ExportDailyLimitReached));
    assert_eq!(reply.header("retry-after"), Some("61200"));
    let details = &reply.json()["details"];
    assert_eq!(
        (&details["current_usage"], &details["limit"], &details["reset_at"], &details["plan_tier"]),
        (&json!(1), &json!(1), &json!("2026-11-02T00:00:00.000Z"), &json!("pro"))
    );
    let (outcome, reply) = refusal(Ask::get(check)).await;
    assert_eq!(outcome, columns(ProblemKind::PerSecondLimitExceeded));
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(reply.header("x-ratelimit-limit"), Some("2"));
    assert_eq!(reply.header("x-ratelimit-reset"), Some("1793516401"));
    limited.set_clock("2026-11-01T07:00:01Z");
    for expected in ["200", "200"] {
        assert_eq!(refusal(Ask::get(check)).await.0, expected);
    }
    limited.set_clock("2026-11-01T07:00:02Z");
    let (outcome, reply) = refusal(Ask::get(check)).await;
    assert_eq!(outcome, columns(ProblemKind::MonthlyRequestLimitReached));
    assert_eq!(reply.header("retry-after"), None);
    assert_eq!(reply.json()["details"]["reset_at"], "2026-12-01T00:00:00.000Z");

    let trial = Service::start().await.with_plan(Plan::Trial, json!({"requests_per_day": 0}));
    let key = trial.key(Plan::Trial).await;
    let reply = trial.ask(Ask::get(check).key(&key)).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::PrelaunchDailyCap));
    assert_eq!(reply.header("retry-after"), Some("61200"));
    assert_eq!(reply.header("x-prelaunch-daily-limit"), Some("0"));

    for _ in 0..10 {
        service.ask(Ask::get(check).from("192.0.2.99")).await;
    }
    let reply = service.ask(Ask::get(check).from("192.0.2.99")).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::KeylessQuotaExceeded));

    let now = crate::support::readings::now();
    let account = service.store.create_account("A", Plan::Pro, now).await.unwrap();
    let key = service.store.create_key(account.id, "k", now).await.unwrap().unwrap();
    service.store.revoke_key(key.id, now).await.unwrap();
    let reply = service.ask(Ask::get(check).key(key.key.reveal())).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::ApiKeyRevoked));

    let limits = KeyLimits { expires_at: Some(now), ..KeyLimits::default() };
    let key = service.store.create_limited_key(account.id, "k", limits, now).await.unwrap();
    let reply = service.ask(Ask::get(check).key(key.unwrap().key.reveal())).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::ApiKeyExpired));

    let broken = Service::start().await;
    let key = broken.key(Plan::Enterprise).await;
    broken.store.close().await;
    let reply = broken.ask(Ask::get("/v1/operators/a").key(&key)).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::InternalError));
    assert_eq!(reply.json()["error"], "The service failed to answer this request.");
    let busy = Limits { keyless_requests: 0, keyless_wait: Duration::ZERO, ..Limits::default() };
    let reply = Service::start().await.with_limits(busy).ask(Ask::get(check)).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::ServiceOverloaded));
    vec![
        ProblemKind::ServiceOverloaded,
        ProblemKind::WatchlistEventsPollLimit,
        ProblemKind::WatchlistDuplicate,
        ProblemKind::WatchlistQuotaExceeded,
        ProblemKind::WebhookQuotaExceeded,
        ProblemKind::NoActiveSecret,
        ProblemKind::ExportDailyLimitReached,
        ProblemKind::PerSecondLimitExceeded,
        ProblemKind::MonthlyRequestLimitReached,
        ProblemKind::PrelaunchDailyCap,
        ProblemKind::KeylessQuotaExceeded,
        ProblemKind::ApiKeyRevoked,
        ProblemKind::ApiKeyExpired,
        ProblemKind::InternalError,
    ]
}

/// The kinds of a watchlist that is full or has the operator, and of polls used up.
async fn watchlist_limits() {
    let service = Service::start()
        .await
        .with_plan(Plan::Pro, json!({"polls_per_hour": 1, "watchlist_operators": 2}));
    let key = service.key(Plan::Pro).await;
    let ask = async |ask: Ask| service.ask(ask.key(&key)).await;
    let add = |slug| post("/v1/watchlist/operators", &json!({ "operator_slug": slug }).to_string());
    let slug = "harbour-lantern-gaming-limited";
    assert_eq!(ask(add(slug)).await.status, 201);
    let reply = ask(add(slug)).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::WatchlistDuplicate));
    assert_eq!(reply.json()["details"]["field"], "operator_slug");
    for slug in ["tidegate-sports-betting-limited", "umbra-kite-ltd"] {
        ask(add(slug)).await;
    }
    let reply = ask(add("umbra-kite-ltd")).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::WatchlistQuotaExceeded));
    let mut details = reply.json()["details"].clone();
    details.as_object_mut().unwrap().remove("suggestion");
    let expected = json!({
        "reason": "watchlist_quota_exceeded", "current_usage": 2, "limit": 2, "plan_tier": "pro",
    });
    assert_eq!(details, expected);
    assert_eq!(ask(Ask::get("/v1/watchlist/events")).await.status, 200);
    let reply = ask(Ask::get("/v1/watchlist/events")).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::WatchlistEventsPollLimit));
    assert_eq!(reply.json()["details"]["reset_at"], "2026-11-01T08:00:00.000Z");
    assert_eq!(reply.header("retry-after"), None);
}

async fn webhook_limits() {
    let service = Service::start().await.with_plan(Plan::Pro, json!({"webhook_endpoints": 1}));
    let key = service.key(Plan::Pro).await;
    let good = || hook_to("https://hooks.example.com/").key(&key);
    let created = service.ask(good()).await;
    assert_eq!(created.status, 201);
    let reply = service.ask(good()).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::WebhookQuotaExceeded));
    let mut details = reply.json()["details"].clone();
    details.as_object_mut().unwrap().remove("suggestion");
    let expected = json!({
        "reason": "webhook_quota_exceeded", "current_usage": 1, "limit": 1, "plan_tier": "pro",
    });
    assert_eq!(details, expected);
    // The URL is judged before the quota counts.
    let reply = service.ask(hook_to("https://private.example.com/").key(&key)).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::PrivateIpBlocked));
    let id = created.json()["id"].as_str().unwrap().to_owned();
    expire_secrets(service.database_url()).await;
    let reply = service.ask(post(&format!("/v1/webhooks/{id}/test"), "").key(&key)).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::NoActiveSecret));
}

#[tokio::test]
async fn refusals_come_in_the_decided_order() {
    let service = Service::start().await.with_plan(
        Plan::Pro,
        json!({"requests_per_second": 1, "requests_per_month": 0, "exports_per_day": 0}),
    );
    let nobody = "lic_0123456789abcdefghijABCDEFGHIJ01";
    let none = service.key(Plan::None).await;
    let pro = service.key(Plan::Pro).await;
    let refusal = async |ask: Ask| service.ask(ask).await.refusal();
    // Each request breaks every later rule too.
    for (kind, ask) in [
        (ProblemKind::RouteNotFound, Ask::get("/v1/nothing?x=%FF").key(nobody)),
        (ProblemKind::MethodNotAllowed, Ask::new("PUT", "/v1/licenses/1").key(nobody)),
        (ProblemKind::MethodNotAllowed, Ask::get("/v1/check/batch")),
        (ProblemKind::ApiKeyInvalid, Ask::get("/v1/licenses/1").key(nobody)),
        (ProblemKind::PlanInactive, Ask::get("/v1/licenses/1").key(&none)),
        (ProblemKind::MonthlyRequestLimitReached, Ask::get("/v1/licenses/1").key(&pro)),
        (ProblemKind::PerSecondLimitExceeded, Ask::get("/v1/licenses/1").key(&pro)),
    ] {
        assert_eq!(refusal(ask).await, columns(kind));
    }
}

#[tokio::test]
async fn a_plan_of_no_exports_a_day_has_none() {
    let service = Service::start().await.with_plan(Plan::Pro, json!({"exports_per_day": 0}));
    let key = service.key(Plan::Pro).await;
    let reply = service.ask(Ask::get("/v1/export/operators").key(&key)).await;
    assert_eq!(reply.refusal(), columns(ProblemKind::ExportDailyLimitReached));
    assert_eq!(reply.header("x-export-daily-limit"), Some("0"));
}

#[tokio::test]
async fn a_bad_key_is_refused_wherever_keys_are_looked_at() {
    let service = Service::start().await;
    let nobody = "lic_0123456789abcdefghijABCDEFGHIJ01";
    for (target, status) in [
        ("/v1/check?domain=a.example", 401),
        ("/v1/jurisdictions", 401),
        ("/v1/operators/search?q=a", 401),
        ("/v1/health/coverage", 401),
        ("/v1/health", 401),
        ("/openapi.json", 401),
        ("/v1/stats", 200),
    ] {
        let reply = service.ask(Ask::get(target).key(nobody)).await;
        assert_eq!(reply.status, status, "{target}");
        let scheme = (status == 401).then_some("Bearer");
        assert_eq!(reply.header("www-authenticate"), scheme, "{target}");
    }
}
