//! Every row of specification 7 and of our own, by a request that meets it.

use std::collections::BTreeSet;
use std::time::Duration;

use licence_core::account::key::KeyLimits;
use licence_core::account::plan::Plan;
use licence_server::{Limits, Row};
use serde_json::{Value, json};

use crate::support::recorded::expire_secrets;
use crate::support::service::{Ask, Reply, Service};

const NOWHERE: &str = "00000000-0000-4000-8000-000000000000";

fn columns(row: Row) -> String {
    let (status, code, reason) = row.columns();
    format!("{} {code} {reason}", status.as_u16())
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
    let mut meet = |row: Row, field: Option<&str>, reply: &Reply, what: &str| {
        assert_eq!(reply.refusal(), columns(row), "{what}");
        let details = &reply.json()["details"];
        assert_eq!(details.get("field").and_then(|field| field.as_str()), field, "{what}");
        met.insert(columns(row));
    };
    let many = json!({ "domains": vec!["a.example"; 101] }).to_string();
    let batch = "/v1/check/batch";
    let watch = "/v1/watchlist/operators";
    let events = |query: &str| Ask::get(format!("/v1/watchlist/events?{query}"));
    let unwatch = |slug: &str| Ask::new("DELETE", format!("{watch}/{slug}"));
    let long_cursor = format!("cursor={}", "A".repeat(513));
    let long_slug = format!("/v1/operators/{}", "a".repeat(101));
    for (row, field, ask) in [
        (Row::InvalidInput, Some("as_of"), Ask::get("/v1/check?domain=a.example&as_of=2026-02-30")),
        (Row::InvalidInput, Some("as_of"), Ask::get("/v1/check?domain=a.example&as_of=2026-11-02")),
        (Row::InvalidInput, Some("domains"), post(batch, r#"{"domains":[]}"#)),
        (Row::InvalidInput, Some("domains"), post(batch, &many)),
        (Row::InvalidInput, None, post(batch, "")),
        (Row::InvalidInput, None, post(batch, "[]")),
        (Row::InvalidInput, None, post(batch, r#" [["a.example"]]"#)),
        (Row::InvalidInput, Some("domains"), post(batch, "{}")),
        (Row::InvalidInput, Some("domains"), post(batch, r#"{"domains":"a.example"}"#)),
        (Row::InvalidInput, Some("domains"), post(batch, r#"{"domains":["a.example",1]}"#)),
        (
            Row::InvalidInput,
            Some("as_of"),
            post(batch, r#"{"domains":["a.example"],"as_of":"2026-01-01"}"#),
        ),
        (Row::InvalidInput, None, post(batch, &"[".repeat(100_000))),
        (Row::InvalidInput, None, post(batch, &" ".repeat(200_000))),
        (Row::InvalidJurisdictionCode, Some("code"), Ask::get("/v1/jurisdictions/UKGC%00")),
        (Row::InvalidLicenseId, Some("license_id"), Ask::get("/v1/licenses/%zz")),
        (Row::InvalidSlug, Some("slug"), Ask::get("/v1/operators/%FF/licenses")),
        (Row::InvalidSlug, Some("slug"), unwatch("%00")),
        (Row::WebhookNotFound, None, Ask::new("DELETE", "/v1/webhooks/%ff")),
        (Row::DatasetNotFound, None, Ask::get("/v1/export/%FF")),
        (Row::InvalidInput, Some("q"), Ask::get("/v1/operators/search")),
        (Row::InvalidInput, Some("q"), Ask::get("/v1/operators/search?q=")),
        (Row::InvalidInput, Some("limit"), Ask::get("/v1/operators/search?q=a&limit=0")),
        (Row::InvalidInput, Some("offset"), Ask::get("/v1/operators/search?q=a&offset=-1")),
        (
            Row::InvalidInput,
            Some("limit"),
            Ask::get("/v1/operators/a/regulatory-actions?limit=101"),
        ),
        (Row::InvalidInput, Some("sort"), Ask::get("/v1/operators/a/regulatory-actions?sort=up")),
        (
            Row::InvalidInput,
            Some("include_history"),
            Ask::get("/v1/operators/a/licenses?include_history=maybe"),
        ),
        (Row::InvalidInput, Some("format"), Ask::get("/v1/export/licences?format=xml")),
        (Row::InvalidInput, Some("jurisdiction"), Ask::get("/v1/export/licences?jurisdiction=XX")),
        (Row::InvalidInput, Some("status"), Ask::get("/v1/export/licences?status=good")),
        (Row::InvalidInput, Some("limit"), Ask::get("/v1/export/licences?limit=5")),
        (Row::AsOfNotSupported, Some("as_of"), Ask::get("/v1/export/licences?as_of=2026-01-01")),
        (Row::NotAValidHostname, Some("domain"), Ask::get("/v1/check?domain=https://a.example")),
        (
            Row::HostnameTooLong,
            Some("domain"),
            Ask::get(format!("/v1/check?domain={}", "a.".repeat(200))),
        ),
        (Row::MissingRequiredParameter, None, Ask::get("/v1/check")),
        (Row::ConflictingParameters, None, Ask::get("/v1/check?domain=a.example&license_number=1")),
        (Row::InvalidSlug, Some("slug"), Ask::get(&long_slug)),
        (Row::InvalidSlug, Some("slug"), Ask::get("/v1/operators//licenses")),
        (Row::InvalidSlug, Some("slug"), Ask::get("/v1/operators/a_b")),
        (
            Row::JurisdictionPagination,
            Some("limit"),
            Ask::get("/v1/jurisdictions/UKGC/operators?limit=201"),
        ),
        (
            Row::JurisdictionPagination,
            Some("offset"),
            Ask::get("/v1/jurisdictions/UKGC/operators?offset=-1"),
        ),
        (Row::InvalidLicenseId, Some("license_id"), Ask::get("/v1/licenses/1")),
        (Row::InvalidLicenseId, Some("license_id"), Ask::get("/v1/licenses/1/history")),
        (Row::InvalidJurisdictionCode, Some("code"), Ask::get("/v1/jurisdictions/U")),
        (Row::InvalidJurisdictionCode, Some("code"), Ask::get("/v1/jurisdictions/U-K/operators")),
        (
            Row::InvalidPagination,
            Some("limit"),
            Ask::get("/v1/watchlist/operators?limit=201&offset=-1"),
        ),
        (Row::InvalidPagination, Some("limit"), Ask::get("/v1/watchlist/operators?limit=0")),
        (Row::InvalidPagination, Some("offset"), Ask::get("/v1/watchlist/operators?offset=-1")),
        (Row::InvalidInput, None, post(watch, "")),
        (Row::InvalidInput, None, post(watch, "[]")),
        (Row::InvalidInput, None, post(watch, r#"["harbour-lantern-gaming-limited"]"#)),
        (Row::InvalidInput, Some("operator_slug"), post(watch, "{}")),
        (Row::InvalidInput, Some("operator_slug"), post(watch, r#"{"operator_slug":null}"#)),
        (Row::InvalidInput, Some("more"), post(watch, r#"{"operator_slug":"a","more":1}"#)),
        (Row::InvalidInput, None, post(watch, &" ".repeat(100_000))),
        (Row::InvalidSlug, Some("operator_slug"), post(watch, r#"{"operator_slug":""}"#)),
        (Row::InvalidSlug, Some("operator_slug"), post(watch, r#"{"operator_slug":"a b"}"#)),
        (
            Row::InvalidSlug,
            Some("operator_slug"),
            post(watch, &json!({ "operator_slug": "a".repeat(101) }).to_string()),
        ),
        (Row::OperatorNotFound, None, post(watch, r#"{"operator_slug":"nobody"}"#)),
        (Row::InvalidSlug, Some("slug"), unwatch("Nobody")),
        (Row::InvalidSlug, Some("slug"), unwatch("a_b")),
        (Row::InvalidSlug, Some("slug"), unwatch(&"a".repeat(101))),
        (Row::RouteNotFound, None, unwatch("")),
        (Row::MethodNotAllowed, None, Ask::new("DELETE", watch)),
        (Row::ConflictingParameters, Some("cursor"), events("since=2026-11-01&cursor=x&limit=0")),
        (Row::InvalidInput, Some("since"), events("since=yesterday")),
        (Row::InvalidInput, Some("since"), events("since=")),
        (Row::SinceExceedsRetentionWindow, Some("since"), events("since=2026-10-02T06:59:59.999Z")),
        (Row::InvalidCursor, Some("cursor"), events("cursor=")),
        (Row::InvalidCursor, Some("cursor"), events("cursor=%C3%BC")),
        (Row::InvalidCursor, Some("cursor"), events(&long_cursor)),
        (Row::InvalidInput, Some("limit"), events("limit=0")),
        (Row::InvalidInput, Some("limit"), events("limit=501")),
        (Row::InvalidInput, Some("limit"), events("limit=1&limit=2")),
        (Row::InvalidInput, None, hook("")),
        (Row::InvalidInput, None, hook("[]")),
        (Row::InvalidInput, None, hook(&" ".repeat(100_000))),
        (Row::InvalidInput, Some("url"), hook("{}")),
        (Row::InvalidInput, Some("url"), hook(r#"{"url":1}"#)),
        (Row::InvalidInput, Some("events"), hook(r#"{"url":"https://hooks.example.com/"}"#)),
        (Row::InvalidInput, Some("events"), hook_with("events", json!([]))),
        (Row::InvalidInput, Some("watchlist_only"), hook_with("watchlist_only", json!("yes"))),
        (Row::InvalidInput, Some("description"), hook_with("description", json!("d".repeat(501)))),
        (Row::InvalidInput, Some("description"), hook_with("description", json!("a\0b"))),
        (Row::InvalidEventType, Some("events"), hook_with("events", json!(["license.gone"]))),
        (Row::InvalidEventType, Some("events"), hook_with("events", json!(["test.ping"]))),
        (Row::InvalidUrl, Some("url"), hook_to("example")),
        (Row::InvalidUrl, Some("url"), hook_to(&format!("https://a.com/{}", "a".repeat(2049)))),
        (Row::InvalidScheme, Some("url"), hook_to("http://hooks.example.com/")),
        (Row::EmptyHost, Some("url"), hook_to("https://")),
        (Row::BlockedHostname, Some("url"), hook_to("https://localhost/")),
        (Row::UnresolvableHost, Some("url"), hook_to("https://nowhere.example.com/")),
        (Row::PrivateIpBlocked, Some("url"), hook_to("https://private.example.com/")),
        (Row::PrivateIpBlocked, Some("url"), hook_to("https://127.0.0.1/")),
        (Row::PrivateIpBlocked, Some("url"), hook_to("https://[::ffff:8.8.8.8]/")),
        (Row::InvalidInput, Some("active"), patch("1", r#"{"active":1}"#)),
        (Row::InvalidScheme, Some("url"), patch("1", r#"{"url":"http://hooks.example.com"}"#)),
        (Row::WebhookNotFound, None, patch("1", "{}")),
        (Row::WebhookNotFound, None, patch(NOWHERE, "{}")),
        (Row::WebhookNotFound, None, Ask::new("DELETE", format!("/v1/webhooks/{NOWHERE}"))),
        (Row::WebhookNotFound, None, post(&format!("/v1/webhooks/{NOWHERE}/rotate_secret"), "")),
        (Row::WebhookNotFound, None, post(&format!("/v1/webhooks/{NOWHERE}/test"), "")),
        (Row::InvalidInput, Some("status"), Ask::get("/v1/webhooks/1/deliveries?status=done")),
        (Row::InvalidInput, Some("limit"), Ask::get("/v1/webhooks/1/deliveries?limit=201")),
        (Row::WebhookNotFound, None, Ask::get("/v1/webhooks/1/deliveries?limit=200")),
        (Row::MethodNotAllowed, None, Ask::get(format!("/v1/webhooks/{NOWHERE}"))),
        (Row::RouteNotFound, None, Ask::get("/v1/nothing")),
        (Row::RouteNotFound, None, Ask::get("/v1/check/")),
        (Row::OperatorNotFound, None, Ask::get("/v1/operators/nobody")),
        (Row::OperatorNotFound, None, Ask::get("/v1/operators/nobody/licenses")),
        (Row::OperatorNotFound, None, Ask::get("/v1/operators/nobody/regulatory-actions")),
        (Row::LicenseNotFound, None, Ask::get(format!("/v1/licenses/{NOWHERE}"))),
        (Row::LicenseNotFound, None, Ask::get(format!("/v1/licenses/{NOWHERE}/history"))),
        (Row::JurisdictionNotFound, None, Ask::get("/v1/jurisdictions/XX")),
        (Row::JurisdictionNotFound, None, Ask::get("/v1/jurisdictions/XX/operators")),
        (Row::DatasetNotFound, None, Ask::get("/v1/export/everything")),
        (Row::MethodNotAllowed, None, Ask::new("DELETE", "/v1/check")),
        (Row::MethodNotAllowed, None, Ask::get(batch)),
        (
            Row::ApiKeyInvalid,
            None,
            Ask::get("/v1/check").key("lic_0123456789abcdefghijABCDEFGHIJ01"),
        ),
        (Row::MalformedHeader, None, Ask::get("/v1/check").header("authorization", "Basic abc")),
    ] {
        let what = format!("{row:?} {field:?}");
        let has_key = matches!(row, Row::ApiKeyInvalid | Row::MalformedHeader);
        let reply = service.ask(if has_key { ask } else { ask.key(&key) }).await;
        meet(row, field, &reply, &what);
    }
    meet(Row::ApiKeyMissing, None, &service.ask(Ask::get("/v1/jurisdictions/UKGC")).await, "none");
    for (row, plan, target) in [
        (Row::PlanInactive, Plan::None, "/v1/check?domain=a.example"),
        (Row::PlanInactive, Plan::Canceled, "/v1/health"),
        (Row::EndpointRequiresPaidPlan, Plan::Trial, "/v1/jurisdictions/UKGC"),
        (Row::EndpointRequiresPaidPlan, Plan::Trial, "/v1/watchlist"),
        (Row::EndpointRequiresPaidPlan, Plan::Trial, "/v1/watchlist/events"),
        (Row::ExportRequiresPro, Plan::Trial, "/v1/export/licences"),
        (Row::ExportRequiresPro, Plan::Starter, "/v1/export/licences"),
    ] {
        let key = service.key(plan).await;
        let reply = service.ask(Ask::get(target).key(&key)).await;
        meet(row, None, &reply, target);
        assert_eq!(reply.json()["details"]["plan_tier"], plan.as_str());
        if row == Row::ExportRequiresPro {
            assert_eq!(reply.json()["details"]["required_plan"], "pro");
            assert_eq!(reply.header("x-upgrade-url"), Some("https://api.example/docs#plans"));
        }
    }
    for row in met_elsewhere(&service).await {
        met.insert(columns(row));
    }
    // The tests of outages take the database away.
    met.insert(columns(Row::DatabaseUnavailable));
    let expected: BTreeSet<String> = Row::ALL.iter().map(|row| columns(*row)).collect();
    assert_eq!(met, expected);
}

/// The rows of used-up limits, of a revoked key and of a failure, which take more than a request.
async fn met_elsewhere(service: &Service) -> Vec<Row> {
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
    assert_eq!(outcome, columns(Row::ExportDailyLimitReached));
    assert_eq!(reply.header("retry-after"), Some("61200"));
    let details = &reply.json()["details"];
    assert_eq!(
        (&details["current_usage"], &details["limit"], &details["reset_at"], &details["plan_tier"]),
        (&json!(1), &json!(1), &json!("2026-11-02T00:00:00.000Z"), &json!("pro"))
    );
    let (outcome, reply) = refusal(Ask::get(check)).await;
    assert_eq!(outcome, columns(Row::PerSecondLimitExceeded));
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(reply.header("x-ratelimit-limit"), Some("2"));
    assert_eq!(reply.header("x-ratelimit-reset"), Some("1793516401"));
    limited.set_clock("2026-11-01T07:00:01Z");
    for expected in ["200", "200"] {
        assert_eq!(refusal(Ask::get(check)).await.0, expected);
    }
    limited.set_clock("2026-11-01T07:00:02Z");
    let (outcome, reply) = refusal(Ask::get(check)).await;
    assert_eq!(outcome, columns(Row::MonthlyRequestLimitReached));
    assert_eq!(reply.header("retry-after"), None);
    assert_eq!(reply.json()["details"]["reset_at"], "2026-12-01T00:00:00.000Z");

    let trial = Service::start().await.with_plan(Plan::Trial, json!({"requests_per_day": 0}));
    let key = trial.key(Plan::Trial).await;
    let reply = trial.ask(Ask::get(check).key(&key)).await;
    assert_eq!(reply.refusal(), columns(Row::PrelaunchDailyCap));
    assert_eq!(reply.header("retry-after"), Some("61200"));
    assert_eq!(reply.header("x-prelaunch-daily-limit"), Some("0"));

    for _ in 0..10 {
        service.ask(Ask::get(check).from("192.0.2.99")).await;
    }
    let reply = service.ask(Ask::get(check).from("192.0.2.99")).await;
    assert_eq!(reply.refusal(), columns(Row::KeylessQuotaExceeded));

    let now = crate::support::readings::now();
    let account = service.store.create_account("A", Plan::Pro, now).await.unwrap();
    let key = service.store.create_key(account.id, "k", now).await.unwrap().unwrap();
    service.store.revoke_key(key.id, now).await.unwrap();
    let reply = service.ask(Ask::get(check).key(key.key.reveal())).await;
    assert_eq!(reply.refusal(), columns(Row::ApiKeyRevoked));

    let limits = KeyLimits { expires_at: Some(now), ..KeyLimits::default() };
    let key = service.store.create_limited_key(account.id, "k", limits, now).await.unwrap();
    let reply = service.ask(Ask::get(check).key(key.unwrap().key.reveal())).await;
    assert_eq!(reply.refusal(), columns(Row::ApiKeyExpired));

    let broken = Service::start().await;
    let key = broken.key(Plan::Enterprise).await;
    broken.store.close().await;
    let reply = broken.ask(Ask::get("/v1/operators/a").key(&key)).await;
    assert_eq!(reply.refusal(), columns(Row::InternalError));
    assert_eq!(reply.json()["error"], "The service failed to answer this request.");
    let busy = Limits { keyless_requests: 0, keyless_wait: Duration::ZERO, ..Limits::default() };
    let reply = Service::start().await.with_limits(busy).ask(Ask::get(check)).await;
    assert_eq!(reply.refusal(), columns(Row::ServiceOverloaded));
    vec![
        Row::ServiceOverloaded,
        Row::WatchlistEventsPollLimit,
        Row::WatchlistDuplicate,
        Row::WatchlistQuotaExceeded,
        Row::WebhookQuotaExceeded,
        Row::NoActiveSecret,
        Row::ExportDailyLimitReached,
        Row::PerSecondLimitExceeded,
        Row::MonthlyRequestLimitReached,
        Row::PrelaunchDailyCap,
        Row::KeylessQuotaExceeded,
        Row::ApiKeyRevoked,
        Row::ApiKeyExpired,
        Row::InternalError,
    ]
}

/// The rows of a watchlist that is full or has the operator, and of polls used up.
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
    assert_eq!(reply.refusal(), columns(Row::WatchlistDuplicate));
    assert_eq!(reply.json()["details"]["field"], "operator_slug");
    let found = ask(Ask::get("/v1/operators/search?q=a&limit=2")).await.json();
    for operator in found["operators"].as_array().unwrap() {
        ask(add(operator["slug"].as_str().unwrap())).await;
    }
    let reply = ask(add(slug)).await;
    assert_eq!(reply.refusal(), columns(Row::WatchlistQuotaExceeded));
    let mut details = reply.json()["details"].clone();
    details.as_object_mut().unwrap().remove("suggestion");
    let expected = json!({
        "reason": "watchlist_quota_exceeded", "current_usage": 2, "limit": 2, "plan_tier": "pro",
    });
    assert_eq!(details, expected);
    assert_eq!(ask(Ask::get("/v1/watchlist/events")).await.status, 200);
    let reply = ask(Ask::get("/v1/watchlist/events")).await;
    assert_eq!(reply.refusal(), columns(Row::WatchlistEventsPollLimit));
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
    assert_eq!(reply.refusal(), columns(Row::WebhookQuotaExceeded));
    let mut details = reply.json()["details"].clone();
    details.as_object_mut().unwrap().remove("suggestion");
    let expected = json!({
        "reason": "webhook_quota_exceeded", "current_usage": 1, "limit": 1, "plan_tier": "pro",
    });
    assert_eq!(details, expected);
    // The URL is judged before the quota counts.
    let reply = service.ask(hook_to("https://private.example.com/").key(&key)).await;
    assert_eq!(reply.refusal(), columns(Row::PrivateIpBlocked));
    let id = created.json()["id"].as_str().unwrap().to_owned();
    expire_secrets(service.database_url()).await;
    let reply = service.ask(post(&format!("/v1/webhooks/{id}/test"), "").key(&key)).await;
    assert_eq!(reply.refusal(), columns(Row::NoActiveSecret));
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
    for (row, ask) in [
        (Row::RouteNotFound, Ask::get("/v1/nothing?x=%FF").key(nobody)),
        (Row::MethodNotAllowed, Ask::new("PUT", "/v1/licenses/1").key(nobody)),
        (Row::MethodNotAllowed, Ask::get("/v1/check/batch")),
        (Row::ApiKeyInvalid, Ask::get("/v1/licenses/1").key(nobody)),
        (Row::PlanInactive, Ask::get("/v1/licenses/1").key(&none)),
        (Row::MonthlyRequestLimitReached, Ask::get("/v1/licenses/1").key(&pro)),
        (Row::PerSecondLimitExceeded, Ask::get("/v1/licenses/1").key(&pro)),
    ] {
        assert_eq!(refusal(ask).await, columns(row));
    }
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
