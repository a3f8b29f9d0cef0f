//! What surrounds every answer: `ETag` and 304, gzip, `HEAD`, CORS; and answers that are kept.

use std::io::Read;

use flate2::read::GzDecoder;
use licence_core::account::plan::Plan;
use licence_core::register::Snapshot;
use licence_core::register::reading::RegisterReading;
use licence_core::transition::ApplyRules;
use serde_json::json;

use crate::support::readings::{at, of_the_cases};
use crate::support::service::{Ask, Service};

const CHECK: &str = "/v1/check?domain=lanternspin.example";

#[tokio::test]
async fn what_is_held_is_not_sent_again() {
    let service = Service::start().await;
    let key = service.key(Plan::Enterprise).await;
    let licences = service
        .ask(Ask::get("/v1/operators/harbour-lantern-gaming-limited/licenses").key(&key))
        .await;
    let id = licences.json()["licenses"][0]["id"].as_str().unwrap().to_owned();
    for target in [
        CHECK,
        "/v1/jurisdictions",
        "/v1/jurisdictions/ukgc",
        "/v1/jurisdictions/UKGC/operators",
        "/v1/operators/search?q=a",
        "/v1/operators/harbour-lantern-gaming-limited",
        "/v1/operators/Harbour-Lantern-Gaming-Limited/regulatory-actions",
        &format!("/v1/licenses/{id}"),
        &format!("/v1/licenses/{id}/history"),
        "/v1/stats",
        "/openapi.json",
    ] {
        let first = service.ask(Ask::get(target).key(&key)).await;
        let tag = first.header("etag").unwrap_or_else(|| panic!("{target} has no tag")).to_owned();
        for held in
            [tag.clone(), format!("\"other\", {tag}"), tag.replace("W/", ""), "*".to_owned()]
        {
            let again =
                service.ask(Ask::get(target).key(&key).header("if-none-match", &held)).await;
            assert_eq!((again.status, again.body.len()), (304, 0), "{target} {held}");
            assert_eq!(again.header("etag"), Some(&*tag));
            assert!(again.header("vary").is_some_and(|it| it.contains("accept-encoding")));
        }
        let changed =
            service.ask(Ask::get(target).key(&key).header("if-none-match", "\"other\"")).await;
        assert_eq!((changed.status, &changed.body), (200, &first.body), "{target}");
    }
    for (what, ask) in [
        ("health", Ask::get("/v1/health")),
        ("coverage, which tells the time", Ask::get("/v1/health/coverage")),
        (
            "a batch",
            Ask::new("POST", "/v1/check/batch").body(json!({"domains": ["a.example"]}).to_string()),
        ),
        ("an export", Ask::get("/v1/export/licences")),
        ("a refusal", Ask::get("/v1/check")),
    ] {
        let reply = service.ask(ask.key(&key)).await;
        assert_eq!(reply.header("etag"), None, "{what}");
    }
}

#[tokio::test]
async fn large_replies_are_compressed_for_those_who_ask() {
    let service = Service::start().await;
    let key = service.key(Plan::Enterprise).await;
    for target in [CHECK, "/openapi.json", "/v1/export/licences", "/v1/export/licences?format=json"]
    {
        let plain = service.ask(Ask::get(target).key(&key)).await;
        assert_eq!(plain.header("content-encoding"), None, "{target}");
        let ask = Ask::get(target).key(&key).header("accept-encoding", "br, gzip");
        let packed = service.ask(ask).await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{target}");
        assert_eq!(packed.header("vary"), Some("accept-encoding"), "{target}");
        let mut unpacked = Vec::new();
        GzDecoder::new(packed.body.as_slice()).read_to_end(&mut unpacked).unwrap();
        // The first line of an export tells when it was made, which the clock of the test does not move.
        assert_eq!(unpacked, plain.body, "{target}");
    }
    let small = Ask::get("/v1/health").header("accept-encoding", "gzip");
    assert_eq!(service.ask(small).await.header("content-encoding"), None);
    let unwanted = Ask::get("/openapi.json").header("accept-encoding", "gzip;q=0");
    assert_eq!(service.ask(unwanted).await.header("content-encoding"), None);
    for (accepted, encoding) in [
        ("identity;q=0", None),
        ("*;q=0", None),
        ("br, *; q=0.0", None),
        ("gzip;q=0, identity;q=0", None),
        ("gzip, identity;q=0", Some("gzip")),
    ] {
        let ask = Ask::get("/openapi.json").header("accept-encoding", accepted);
        let reply = service.ask(ask).await;
        assert_eq!((reply.status, reply.header("content-encoding")), (200, encoding));
    }
}

#[tokio::test]
async fn head_is_get_without_a_body() {
    let service = Service::start().await;
    let key = service.key(Plan::Enterprise).await;
    for target in [CHECK, "/v1/stats", "/v1/nothing", "/v1/export/licences", "/docs"] {
        let get = service.ask(Ask::get(target).key(&key)).await;
        let head = service.ask(Ask::new("HEAD", target).key(&key)).await;
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{target}");
        for header in ["content-type", "etag", "x-export-row-count", "x-monthly-quota-limit"] {
            assert_eq!(head.header(header), get.header(header), "{target} {header}");
        }
    }
}

#[tokio::test]
async fn head_states_no_other_length_than_that_of_get() {
    let service = Service::start().await;
    let key = service.key(Plan::Enterprise).await;
    for (target, accepted, is_known) in [
        (CHECK, "identity", true),
        (CHECK, "gzip", false),
        ("/v1/nothing", "gzip", true),
        ("/openapi.json", "identity", true),
        ("/openapi.json", "gzip", true),
        ("/docs", "gzip", true),
    ] {
        let ask = |method| Ask::new(method, target).key(&key).header("accept-encoding", accepted);
        let (get, head) = (service.ask(ask("GET")).await, service.ask(ask("HEAD")).await);
        let stated = head.header("content-length").map(str::to_owned);
        let expected = is_known.then(|| get.body.len().to_string());
        assert_eq!(stated, expected, "{target} {accepted}");
        assert_eq!(head.header("vary"), get.header("vary"), "{target} {accepted}");
    }
}

#[tokio::test]
async fn pages_of_other_origins_read_what_needs_no_key() {
    let service = Service::start().await;
    let key = service.key(Plan::Enterprise).await;
    let asked =
        |method, target: &str| Ask::new(method, target).header("origin", "https://page.example");
    for (target, is_open) in [
        (CHECK, true),
        ("/v1/check", true),
        ("/v1/jurisdictions", true),
        ("/v1/operators/search?q=a", true),
        ("/v1/health", true),
        ("/v1/health/coverage", true),
        ("/v1/stats", true),
        ("/openapi.json", true),
        ("/v1/jurisdictions/UKGC", false),
        ("/v1/export/licences", false),
    ] {
        let reply = service.ask(asked("GET", target).key(&key)).await;
        let origin = is_open.then_some("*");
        assert_eq!(reply.header("access-control-allow-origin"), origin, "{target}");
        let exposed = reply.header("access-control-expose-headers").unwrap_or_default();
        assert_eq!(exposed.contains("X-RateLimit-Remaining"), is_open, "{target}");
        let preflight = asked("OPTIONS", target).header("access-control-request-method", "GET");
        let reply = service.ask(preflight).await;
        assert_eq!(reply.status, if is_open { 204 } else { 405 }, "{target}");
        assert_eq!(reply.header("access-control-allow-origin"), origin, "{target}");
    }
    assert_eq!(service.ask(Ask::get(CHECK)).await.header("access-control-allow-origin"), None);
    assert_eq!(service.ask(Ask::new("OPTIONS", CHECK)).await.status, 405);
}

#[tokio::test]
async fn statistics_are_counted_every_ten_minutes_for_everyone() {
    let service = Service::start().await;
    let total = async |now: &str| {
        service.set_clock(now);
        let stats = service.ask(Ask::get("/v1/stats")).await.json();
        (
            stats["counted_at"].as_str().unwrap().to_owned(),
            stats["licences"]["total"].as_u64().unwrap(),
        )
    };
    let (counted, before) = total("2026-11-01T07:00:00Z").await;
    assert_eq!(counted, "2026-11-01T07:00:00.000Z");
    for reading in of_the_cases() {
        let snapshot = Snapshot::of_bytes(reading.jurisdiction.as_str().into());
        let reading =
            RegisterReading { read_at: at("2026-11-01T07:01:00Z"), complete: false, ..reading };
        let now = reading.read_at;
        service
            .store
            .apply_reading(&reading, &snapshot, &ApplyRules::default(), now)
            .await
            .unwrap();
    }
    assert_eq!(total("2026-11-01T07:09:59.999Z").await, (counted, before));
    let (counted, after) = total("2026-11-01T07:10:00Z").await;
    assert_eq!(counted, "2026-11-01T07:10:00.000Z");
    assert!(after > before, "{after}");
    let coverage = service.ask(Ask::get("/v1/health/coverage")).await.json();
    let records: u64 = coverage["jurisdictions"]
        .as_object()
        .unwrap()
        .values()
        .map(|register| register["record_count"].as_u64().unwrap())
        .sum();
    assert_eq!(records, after, "coverage counts the same licences, at once");
}

#[tokio::test]
async fn an_operator_called_search_is_reached() {
    let service = Service::start().await;
    let key = service.key(Plan::Enterprise).await;
    let text = r#"{"jurisdiction":"AN","read_at":"2026-11-01T07:00:00Z","complete":false,"source_kind":"dump",
        "licences":[{"operator":{"name":"Search"},"license_number":"ALSI-1","status_text":"valid"}]}"#;
    let reading = RegisterReading::from_json(text.as_bytes(), "search.json").unwrap();
    let (snapshot, rules) = (Snapshot::of_bytes(text.into()), ApplyRules::default());
    service.store.apply_reading(&reading, &snapshot, &rules, reading.read_at).await.unwrap();
    let found = service.ask(Ask::get("/v1/operators/search?q=search").key(&key)).await.json();
    let slug = found["operators"][0]["slug"].as_str().unwrap().to_owned();
    let shown = service.ask(Ask::get(format!("/v1/operators/{slug}")).key(&key)).await;
    assert_eq!(shown.json()["operator"]["display_name"], "Search", "{slug}");
}
