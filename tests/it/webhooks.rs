//! Webhooks (specification 2.12 to 2.14, 3.2 to 3.4, 4.4 and 6).

mod attempts;
mod attempts_on_record;
mod database_away;
mod endpoints;
mod manual_attempts;
mod many_deliveries;
mod on_the_page;
mod pages;
mod recorded_with_events;
mod retries;
mod same_as_feed;
mod senders;

use licence_core::account::AccountId;
use licence_core::account::plan::Plan;
use licence_core::event::EventId;
use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::register::reading::RegisterReading;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::attempt::DeliveryDetail;
use licence_core::webhook::delivery_day::EndpointActivity;
use serde_json::{Value, json};

use crate::support::described::{DESCRIPTION, Response};
use crate::support::readings::{apply, licence, reading};
use crate::support::service::{Ask, Reply, Service};

const WEBHOOKS: &str = "/v1/webhooks";

/// Asks, and compares the reply with the description, and what was accepted too.
async fn ask(service: &Service, key: &str, method: &'static str, path: &str, body: &str) -> Reply {
    let target = format!("{WEBHOOKS}{path}");
    let reply = service.ask(Ask::new(method, &target).body(body).key(key)).await;
    if reply.status < 300 {
        DESCRIPTION.assert_permits(method, &target, body);
    }
    let (status, headers, body) = (reply.status, &reply.headers, reply.body.as_slice());
    DESCRIPTION.assert_foresees(&Response { method, target: &target, status, headers, body });
    reply
}

/// An endpoint of the account.
struct Hook {
    id: String,
    secret: String,
}

impl Hook {
    async fn create(service: &Service, key: &str, body: Value) -> Self {
        let reply = ask(service, key, "POST", "", &body.to_string()).await;
        assert_eq!(reply.status, 201, "{}", reply.json());
        let text = |member: &str| reply.json()[member].as_str().unwrap().to_owned();
        Self { id: text("id"), secret: text("secret") }
    }

    /// An endpoint for every change of a licence.
    async fn to(service: &Service, key: &str, url: &str) -> Self {
        let events = ["license.issued", "license.status_changed", "license.expired"];
        let body = json!({ "url": url, "events": events, "watchlist_only": false });
        Self::create(service, key, body).await
    }

    async fn get(&self, service: &Service, key: &str) -> Value {
        let list = ask(service, key, "GET", "", "").await.json();
        let mut endpoints = list["endpoints"].as_array().unwrap().iter();
        endpoints.find(|endpoint| endpoint["id"] == self.id.as_str()).unwrap().clone()
    }

    /// Its deliveries, the newest first.
    async fn deliveries(&self, service: &Service, key: &str, query: &str) -> Vec<Value> {
        let path = format!("/{}/deliveries{query}", self.id);
        let reply = ask(service, key, "GET", &path, "").await;
        assert_eq!(reply.status, 200, "{}", reply.json());
        reply.json()["deliveries"].as_array().unwrap().clone()
    }

    async fn patch(&self, service: &Service, key: &str, body: Value) -> Reply {
        ask(service, key, "PATCH", &format!("/{}", self.id), &body.to_string()).await
    }
}

/// An account on the plan pro, with a key and an endpoint.
struct Subscriber {
    account: AccountId,
    key: String,
    hook: Hook,
}

impl Subscriber {
    async fn to(service: &Service, url: &str) -> Self {
        let (store, now) = (&service.store, service.now());
        let account = store.create_account("Example Ltd", Plan::Pro, now).await.unwrap().id;
        let key = store.create_key(account, "production", now).await.unwrap().unwrap();
        let key = key.key.reveal().to_owned();
        let hook = Hook::to(service, &key, url).await;
        Self { account, key, hook }
    }

    fn endpoint(&self) -> WebhookId {
        licence_core::request::webhook_id(&self.hook.id).unwrap()
    }

    /// The events of its deliveries, the oldest first.
    async fn events(&self, service: &Service) -> Vec<EventId> {
        let deliveries = self.hook.deliveries(service, &self.key, "").await;
        let id = |it: &Value| it["event_id"].as_str().unwrap().parse().unwrap();
        deliveries.iter().rev().map(id).collect()
    }

    /// Its endpoint with the deliveries of the 24 hours before an instant.
    async fn activity(&self, service: &Service, now: Timestamp) -> EndpointActivity {
        let found = service.store.webhook_activity_of(self.account, self.endpoint(), now).await;
        found.unwrap().unwrap()
    }

    /// What is on record of the delivery of an event.
    async fn detail(&self, service: &Service, event: EventId) -> DeliveryDetail {
        let detail = service.store.delivery_attempts(self.account, self.endpoint(), event).await;
        detail.unwrap().unwrap()
    }
}

/// A reading of these operators, which all have this status, some minutes after eight o'clock.
fn read_at(minute: i64, operators: usize, status: &str) -> RegisterReading {
    let row = |n| licence(&format!("Bet {n} Ltd"), &format!("MGA/B2C/{n}/2020"), status, &[]);
    let mut reading = reading(Mga, 8, (0..operators).map(row).collect());
    // What else the sample registers list stays as it is.
    reading.complete = false;
    let start = reading.read_at.epoch_millis();
    reading.read_at = Timestamp::from_epoch_millis(start + minute * 60_000).unwrap();
    reading
}

/// Applies such a reading; every change is an event.
async fn turn(service: &Service, minute: i64, operators: usize, status: &str) {
    apply(&service.store, &read_at(minute, operators, status)).await.unwrap();
}

/// Sends what is due at the service's time, and tells what came of it: delivered, retrying,
/// failed, abandoned.
async fn deliver(service: &Service) -> [u64; 4] {
    let now = service.now();
    let clock = std::sync::Arc::new(move || now);
    let run = service.store.deliver_due(now, clock).await.unwrap();
    [run.delivered, run.retrying, run.failed, run.abandoned]
}
