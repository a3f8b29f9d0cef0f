//! Endpoints over HTTP: created, listed, changed, removed, each for its account alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use licence_core::account::key::KeyHash;
use licence_core::account::plan::{Plan, Plans};
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft};
use licence_core::webhook::url_policy::UrlPolicy;
use licence_store::outbound::Resolver;
use licence_store::service::KeyStatus;
use licence_store::{Store, StoreOptions};
use serde_json::{Value, json};

use super::{Hook, WEBHOOKS, ask, deliver, turn};
use crate::support::databases::{TestDatabase, resolve};
use crate::support::readings::{cache_url, now, open_with};
use crate::support::receiver::Receiver;
use crate::support::recorded::sealed_secrets;
use crate::support::service::{Ask, Service, on_this_machine};

fn body() -> Value {
    json!({ "url": "https://hooks.example.com/licence", "events": ["license.expired"] })
}

/// Returns a whole body, with only the length of values that differ between runs.
fn without_random_values(mut endpoint: Value) -> Value {
    for member in ["id", "secret"] {
        if let Some(text) = endpoint.get_mut(member) {
            *text = json!(format!("{} characters", text.as_str().unwrap().len()));
        }
    }
    endpoint
}

#[tokio::test]
async fn an_endpoint_is_shown_as_it_was_created_and_its_secret_once() {
    let service = Service::start().await;
    let key = service.key(Plan::Pro).await;
    let created = ask(&service, &key, "POST", "", &body().to_string()).await;
    assert_eq!(created.status, 201);
    let endpoint = created.json();
    assert!(endpoint["secret"].as_str().unwrap().starts_with("whsec_"));
    insta::assert_json_snapshot!(without_random_values(endpoint.clone()), @r#"
    {
      "active": true,
      "created_at": "2026-11-01T07:00:00.000Z",
      "description": null,
      "events": [
        "license.expired"
      ],
      "failure_count": 0,
      "id": "36 characters",
      "last_delivered_at": null,
      "last_delivery_status": null,
      "secret": "49 characters",
      "url": "https://hooks.example.com/licence",
      "watchlist_only": true
    }
    "#);
    let mut listed = endpoint;
    listed.as_object_mut().unwrap().remove("secret");
    let list = ask(&service, &key, "GET", "", "").await.json();
    assert_eq!(list, json!({ "endpoints": [listed] }));
}

#[tokio::test]
async fn a_change_changes_what_it_names() {
    let service = Service::start().await;
    let key = service.key(Plan::Pro).await;
    let hook = Hook::create(&service, &key, body()).await;
    let mut expected = hook.get(&service, &key).await;
    for change in [
        json!({}),
        json!({ "description": "production" }),
        json!({ "events": ["coverage.degraded", "license.issued", "coverage.degraded"] }),
        json!({ "active": false, "watchlist_only": false }),
        json!({ "url": "https://hooks.example.com/other", "active": true }),
        json!({ "description": null, "more": 1 }),
        json!({ "events": ["webhook.endpoint_degraded"] }),
    ] {
        let reply = hook.patch(&service, &key, change.clone()).await;
        assert_eq!(reply.status, 200, "{change}");
        for (member, value) in change.as_object().unwrap() {
            if member != "more" {
                expected[member] = value.clone();
            }
        }
        if let Some(events) = expected["events"].as_array_mut() {
            events.dedup_by(|second, first| first == second);
            events.truncate(2);
        }
        assert_eq!(reply.json(), expected, "{change}");
        assert_eq!(hook.get(&service, &key).await, expected, "{change}");
    }
    // A change that is refused changes nothing.
    let refused = json!({ "active": false, "url": "https://private.example.com/" });
    assert_eq!(hook.patch(&service, &key, refused).await.status, 400);
    assert_eq!(hook.get(&service, &key).await, expected);
}

/// A client that writes back what it read is not to fail because a name server is away.
#[tokio::test]
async fn a_url_that_stays_is_not_judged_again() {
    let database = TestDatabase::new().await;
    let mut webhooks = database.webhooks();
    let asked = Arc::new(AtomicUsize::new(0));
    let times = Arc::clone(&asked);
    webhooks.post.resolver = Resolver::new(move |name| {
        let is_first = times.fetch_add(1, Ordering::SeqCst) == 0;
        resolve(if is_first { name } else { "nowhere.example.com".to_owned() })
    });
    let store = open_with(&database, &cache_url(), 7, webhooks).await;
    let account = store.create_account("A customer", Plan::Pro, now()).await.unwrap().id;
    let policy = UrlPolicy::default();
    let draft = EndpointDraft::from_json(body().to_string().as_bytes(), &policy).unwrap();
    let cap = Plans::default().limits(Plan::Pro).webhook_endpoints;
    let endpoint = store.create_webhook(account, draft, cap, now()).await.unwrap().unwrap();
    for (url, is_taken) in [(endpoint.url.as_str(), true), ("https://other.example.com/", false)] {
        let change = json!({ "url": url, "description": "mine" }).to_string();
        let change = EndpointChange::from_json(change.as_bytes(), &policy).unwrap();
        let updated = store.update_webhook(account, endpoint.id, change, now()).await.unwrap();
        assert_eq!(matches!(updated, Ok(Some(_))), is_taken, "{url}: {updated:?}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn an_endpoint_of_another_account_is_not_there() {
    let service = Service::start().await;
    let (own, other) = (service.key(Plan::Pro).await, service.key(Plan::Pro).await);
    let hook = Hook::create(&service, &own, body()).await;
    let before = hook.get(&service, &own).await;
    for (method, path, body) in [
        ("PATCH", "", r#"{"active":false}"#),
        ("DELETE", "", ""),
        ("POST", "/rotate_secret", ""),
        ("GET", "/deliveries", ""),
        ("POST", "/test", ""),
    ] {
        let path = format!("/{}{path}", hook.id);
        let reply = ask(&service, &other, method, &path, body).await;
        assert_eq!(reply.refusal(), "404 not_found webhook_not_found", "{method} {path}");
    }
    // An id has one form, as that of a licence has.
    for id in
        [format!("%7B{}%7D", hook.id), format!("urn:uuid:{}", hook.id), hook.id.replace('-', "")]
    {
        let reply = ask(&service, &own, "PATCH", &format!("/{id}"), "{}").await;
        assert_eq!(reply.refusal(), "404 not_found webhook_not_found", "{id}");
    }
    assert_eq!(ask(&service, &other, "GET", "", "").await.json(), json!({ "endpoints": [] }));
    assert_eq!(hook.get(&service, &own).await, before);
    let deleted = ask(&service, &own, "DELETE", &format!("/{}", hook.id), "").await;
    assert_eq!((deleted.status, deleted.body.len()), (204, 0));
    let again = ask(&service, &own, "DELETE", &format!("/{}", hook.id), "").await;
    assert_eq!(again.refusal(), "404 not_found webhook_not_found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn thirty_two_at_once_get_the_five_places_of_the_plan() {
    let service = Service::start().await;
    let another = service.another().await;
    let unlimited = json!({ "requests_per_second": "unlimited" });
    let service = service.with_plan(Plan::Pro, unlimited.clone());
    let another = another.with_plan(Plan::Pro, unlimited);
    let key = service.key(Plan::Pro).await;
    let apps = [service.app(), another.app()];
    let creations = (0..32).map(|n| {
        let ask = Ask::new("POST", WEBHOOKS).body(body().to_string()).key(&key);
        let app = apps[n % 2].clone();
        tokio::spawn(async move { ask.send_to(&app).await.status })
    });
    let creations: Vec<_> = creations.collect();
    let mut statuses = Vec::new();
    for creation in creations {
        statuses.push(creation.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses[..5], [201; 5]);
    assert_eq!(statuses[5..], [403; 27]);
}

#[tokio::test]
async fn every_plan_has_its_number_of_endpoints() {
    for (plan, places) in [(Plan::Starter, 1), (Plan::Pro, 5), (Plan::Business, 20)] {
        let unlimited = json!({ "requests_per_second": "unlimited" });
        let service = Service::start().await.with_plan(plan, unlimited);
        let key = service.key(plan).await;
        for n in 0..=places {
            let reply = ask(&service, &key, "POST", "", &body().to_string()).await;
            assert_eq!(reply.status, if n < places { 201 } else { 403 }, "{plan} {n}");
        }
    }
}

#[tokio::test]
async fn a_rotated_secret_signs_beside_the_new_one_for_seven_days() {
    let service = Service::start().await;
    let key = service.key(Plan::Pro).await;
    let hook = Hook::create(&service, &key, body()).await;
    let path = format!("/{}/rotate_secret", hook.id);
    let first = ask(&service, &key, "POST", &path, "").await.json();
    assert_eq!(first["previous_expires_at"], "2026-11-08T07:00:00.000Z");
    assert!(first["new_secret"].as_str().unwrap().starts_with("whsec_"));
    assert_ne!(first["new_secret"], hook.secret.as_str());
    service.set_clock("2026-11-02T07:00:00Z");
    let second = ask(&service, &key, "POST", &path, "").await.json();
    assert_eq!(second["previous_expires_at"], "2026-11-09T07:00:00.000Z");
    assert_ne!(second["new_secret"], first["new_secret"]);
}

#[tokio::test]
async fn a_copied_database_signs_nothing() {
    let service = Service::sending().await;
    let receiver = Receiver::start().await;
    let key = service.key(Plan::Pro).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    let sealed = sealed_secrets(service.database_url()).await;
    assert_eq!(sealed.len(), 1);
    assert!(!sealed[0].contains(&hook.secret["whsec_".len()..]));
    turn(&service, 0, 1, "Licensed").await;
    service.set_clock("2026-11-01T08:00:00Z");
    // The same database without the key: nothing goes out, and nothing is lost.
    let mut webhooks = on_this_machine(service.database());
    webhooks.secret_key_file = None;
    let thief = open_with(service.database(), &cache_url(), 9, webhooks.clone()).await;
    assert!(thief.check_secret_key().await.is_err());
    let now = service.now();
    let run = thief.deliver_due(now, Arc::new(move || now)).await.unwrap();
    assert_eq!((run.delivered, run.retrying, run.failed, run.abandoned), (0, 0, 0, 0));
    assert!(receiver.received().is_empty());
    let seen = || unreachable!("the key has no limits");
    let standing = thief.key_status(KeyHash::from_key(&key).unwrap(), seen).await.unwrap();
    let KeyStatus::InForce(holder) = standing else { panic!("{standing:?}") };
    let list = thief.webhooks(holder.account_id).await.unwrap();
    assert_eq!(list.endpoints.len(), 1, "endpoints are listed without the key");
    // Another key is neither taken nor made: no one key would open what both sealed.
    let elsewhere = tempfile::tempdir().unwrap();
    let other = elsewhere.path().join("other.key");
    webhooks.secret_key_file = Some(other.clone());
    let mut options = StoreOptions::new(service.database_url());
    options.webhooks = webhooks;
    assert!(Store::open(&options).await.is_err() && !other.exists());
    service.set_clock("2026-11-01T08:01:00Z");
    assert_eq!(deliver(&service).await, [1, 0, 0, 0], "its claim is over after half a minute");
}
