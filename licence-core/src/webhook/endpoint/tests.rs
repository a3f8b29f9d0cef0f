//! Bodies, changes and subscriptions of endpoints.

use serde_json::{Value, json};
use uuid::Uuid;

use super::*;
use crate::webhook::url_policy::UrlPolicy;

fn draft(body: Value) -> Result<EndpointDraft, EndpointInputError> {
    EndpointDraft::from_json(body.to_string().as_bytes(), &UrlPolicy::default())
}

fn change(body: Value) -> Result<EndpointChange, EndpointInputError> {
    EndpointChange::from_json(body.to_string().as_bytes(), &UrlPolicy::default())
}

fn endpoint() -> WebhookEndpoint {
    let draft =
        draft(json!({ "url": "https://hooks.example.com/a", "events": ["license.issued"] }));
    let secret = WebhookSecret::generate(&mut || 7);
    let now = "2026-11-01T06:00:00Z".parse().unwrap();
    WebhookEndpoint::created(draft.unwrap(), WebhookId(Uuid::from_u128(1)), secret, now)
}

#[test]
fn a_viewer_sees_neither_path_nor_query_of_an_address() {
    const PORT: &str = "https://hooks.example.com:8443/a?token=hush";
    for (role, url, seen) in [
        (Role::Owner, PORT, PORT),
        (Role::Developer, PORT, PORT),
        (Role::Viewer, PORT, "https://hooks.example.com:8443"),
        (Role::Viewer, "http://me:hush@a.example/hush#hush", "http://a.example"),
        (Role::Viewer, "hush", ""),
    ] {
        let endpoint = WebhookEndpoint { url: url.to_owned(), ..endpoint() };
        assert_eq!(endpoint.visible_to(role).url, seen, "{role} {url}");
    }
}

#[test]
fn an_endpoint_is_written_in_the_order_of_the_specification() {
    let mut endpoint = endpoint();
    let written = concat!(
        r#"{"id":"00000000-0000-0000-0000-000000000001","url":"https://hooks.example.com/a","#,
        r#""description":null,"events":["license.issued"],"active":true,"watchlist_only":true,"#,
        r#""created_at":"2026-11-01T06:00:00.000Z","last_delivered_at":null,"#,
        r#""last_delivery_status":null,"failure_count":0,"#,
        r#""secret":"whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"}"#,
    );
    assert_eq!(serde_json::to_string(&endpoint).unwrap(), written);
    assert_eq!(serde_json::from_str::<WebhookEndpoint>(written).unwrap(), endpoint);
    assert!(!format!("{endpoint:?}").contains("whsec_"));
    endpoint.secret = None;
    let written = serde_json::to_value(&endpoint).unwrap();
    assert_eq!(written.get("secret"), None);
    assert_eq!(serde_json::from_value::<WebhookEndpoint>(written).unwrap(), endpoint);
}

#[test]
fn a_body_is_read_into_a_draft() {
    let body = json!({
        "url": "https://hooks.example.com", "watchlist_only": false, "description": "a".repeat(500),
        "events": ["coverage.degraded", "license.issued", "coverage.degraded"], "color": "blue",
    });
    let read = draft(body).unwrap();
    assert_eq!(read.url.as_str(), "https://hooks.example.com", "as given, not as requested");
    assert_eq!(read.events, [EventName::CoverageDegraded, EventName::Issued]);
    assert_eq!((read.watchlist_only, read.description), (false, Some("a".repeat(500))));
    let least = json!({ "url": "https://a.com", "events": ["webhook.endpoint_degraded"] });
    let least = draft(least).unwrap();
    assert_eq!((least.watchlist_only, least.description), (true, None));
}

#[test]
fn a_bad_body_names_the_member() {
    let body = |field: &str, value: Value| {
        let mut body = json!({ "url": "https://a.com", "events": ["license.issued"] });
        body[field] = value;
        draft(body)
    };
    for (read, field, message) in [
        (draft(json!([])), None, "the body is not a JSON object"),
        (draft(json!("a")), None, "the body is not a JSON object"),
        (draft(json!({})), Some("url"), "url is missing"),
        (draft(json!({ "url": "https://a.com" })), Some("events"), "events is missing"),
        (body("url", json!(null)), Some("url"), "url is a string"),
        (body("url", json!("http://a.com")), Some("url"), r#""http://a.com" is not https"#),
        (body("url", json!("https://nas.lan")), Some("url"), "nas.lan is not a host"),
        (body("events", json!("license.issued")), Some("events"), "events is an array"),
        (body("events", json!([])), Some("events"), "events has at least one"),
        (body("events", json!([1])), Some("events"), "events has strings only"),
        (
            body("events", json!(["test.ping"])),
            Some("events"),
            r#""test.ping" is not an event name"#,
        ),
        (body("events", json!(["license.issued", "x"])), Some("events"), r#""x" is not a"#),
        (body("watchlist_only", json!(null)), Some("watchlist_only"), "is true or false"),
        (body("watchlist_only", json!(1)), Some("watchlist_only"), "is true or false"),
        (body("description", json!(1)), Some("description"), "is a string or null"),
        (body("description", json!("é".repeat(501))), Some("description"), "at most 500"),
        (body("description", json!("a\0b")), Some("description"), "holds a NUL"),
    ] {
        let error = read.unwrap_err();
        assert_eq!(error.field(), field, "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
    let cut = EndpointDraft::from_json(b"{\"url\":", &UrlPolicy::default());
    assert_eq!(cut, Err(EndpointInputError::NotAnObject));
}

/// The first value would be as right as the last one.
#[test]
fn a_member_that_is_given_twice_is_refused() {
    let policy = UrlPolicy::default();
    for (again, field) in [
        (r#""url": "https://b.com""#, Some("url")),
        (r#""events": ["license.issued"]"#, Some("events")),
        (r#""watchlist_only": true, "watchlist_only": true"#, Some("watchlist_only")),
        (r#""description": null, "description": "a""#, Some("description")),
        (r#""description": "a", "url": 1, "description": "a", "events": 1"#, Some("url")),
        (r#""color": "red", "color": "blue""#, None),
    ] {
        let body = format!(r#"{{"url": "https://a.com", "events": ["license.issued"], {again}}}"#);
        let draft = EndpointDraft::from_json(body.as_bytes(), &policy).err();
        let change = EndpointChange::from_json(body.as_bytes(), &policy).err();
        let error = field.map(|field| EndpointInputError::Field { field, rule: "is given twice" });
        assert_eq!((draft, change), (error.clone(), error), "{body}");
    }
    let change = EndpointChange::from_json(br#"{"active": true, "active": false}"#, &policy);
    assert_eq!(change.unwrap_err().to_string(), "active is given twice");
}

#[test]
fn a_change_tells_absent_from_null() {
    let described = WebhookEndpoint { description: Some("old".into()), ..endpoint() };
    let after = |body| change(body).unwrap().apply(described.clone());
    assert_eq!(after(json!({})), described);
    assert_eq!(after(json!({ "description": null })).description, None);
    assert_eq!(after(json!({ "description": "new" })).description.as_deref(), Some("new"));
    assert_eq!(after(json!({ "description": "" })).description.as_deref(), Some(""));
    let changed = after(json!({
        "url": "https://b.com/", "events": ["coverage.restored"], "active": false,
        "watchlist_only": false,
    }));
    assert_eq!((changed.active, changed.watchlist_only), (false, false));
    assert_eq!(
        (changed.url.as_str(), &changed.events[..]),
        ("https://b.com/", &[EventName::CoverageRestored][..])
    );
    assert_eq!(changed.description, described.description);
    assert_eq!(changed.secret, described.secret);
    for body in [
        json!({ "url": null }),
        json!({ "url": "https://127.0.0.1/" }),
        json!({ "events": [] }),
        json!({ "events": null }),
        json!({ "active": null }),
        json!({ "active": "true" }),
        json!(null),
    ] {
        assert!(change(body.clone()).is_err(), "{body}");
    }
}

#[test]
fn events_go_to_those_who_want_them() {
    let (watched, other) = (OperatorId(Uuid::from_u128(1)), OperatorId(Uuid::from_u128(2)));
    let all = WebhookEndpoint { events: EventName::ALL.to_vec(), ..endpoint() };
    let everything = WebhookEndpoint { watchlist_only: false, ..all.clone() };
    let inactive = WebhookEndpoint { active: false, ..everything.clone() };
    use EventName::{ActionAdded, CoverageDegraded, Issued, StatusChanged};
    for (endpoint, event, operator, expected) in [
        (&all, StatusChanged, Some(watched), true),
        (&all, StatusChanged, Some(other), false),
        (&all, ActionAdded, None, false),
        (&all, CoverageDegraded, None, true),
        (&everything, StatusChanged, Some(other), true),
        (&everything, ActionAdded, None, true),
        (&inactive, CoverageDegraded, None, false),
        (&endpoint(), Issued, Some(watched), true),
        (&endpoint(), StatusChanged, Some(watched), false),
        (&endpoint(), CoverageDegraded, None, false),
    ] {
        let wants = endpoint.wants(event, operator, |operator| operator == watched);
        assert_eq!(wants, expected, "{event} {operator:?} {endpoint:?}");
    }
}

#[test]
fn the_plan_caps_the_endpoints() {
    for (usage, cap, admitted) in [
        (0, Cap::AtMost(1), true),
        (1, Cap::AtMost(1), false),
        (9, Cap::AtMost(1), false),
        (0, Cap::AtMost(0), false),
        (u64::MAX, Cap::Unlimited, true),
    ] {
        assert_eq!(admit_endpoint(usage, cap).is_ok(), admitted, "{usage} of {cap}");
    }
    let refused = admit_endpoint(5, Cap::AtMost(5)).unwrap_err();
    assert_eq!(refused.to_string(), "The account has 5 of 5 webhook endpoints.");
}
