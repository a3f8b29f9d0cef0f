//! Pushed and polled are the same: whoever misses a delivery finds it in the feed.

use std::collections::BTreeSet;
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::register::reading::RegisterReading;
use licence_server::{App, Routes};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::Hook;
use super::senders::Working;
use crate::support::random::Random;
use crate::support::readings::{apply, cache_url, licence, open_with, reading};
use crate::support::receiver::{Received, Receiver};
use crate::support::recorded;
use crate::support::service::{Ask, Service, on_this_machine};

const WRITERS: u64 = 8;
const STEPS: u64 = 12;

/// What a writer reads: two operators of its own, at one instant, so that no writer's reading is
/// older than another's.
fn read_by(writer: u64, step: u64) -> RegisterReading {
    let status = if step.is_multiple_of(2) { "Licensed" } else { "Suspended" };
    let row = |n: u64| licence(&format!("Bet {n} Ltd"), &format!("MGA/B2C/{n}/2020"), status, &[]);
    let licences = vec![row(2 * writer), row(2 * writer + 1)];
    RegisterReading { complete: false, ..reading(Mga, 8, licences) }
}

async fn write(service: &Service, writer: u64) {
    let webhooks = on_this_machine(service.database());
    let store = open_with(service.database(), &cache_url(), 100 + writer, webhooks).await;
    let mut random = Random(writer);
    for step in 1..=STEPS {
        apply(&store, &read_by(writer, step)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(random.below(20) as u64)).await;
    }
}

/// Follows the cursor until nobody writes any more and a page is empty.
async fn follow(
    app: App<impl Routes>,
    key: String,
    seed: u64,
    is_written: watch::Receiver<bool>,
) -> Vec<String> {
    let (mut random, mut seen, mut place) = (Random(seed), Vec::new(), String::new());
    loop {
        let was_written = *is_written.borrow();
        let target = format!("/v1/watchlist/events?limit={}{place}", 1 + random.below(30));
        let page = Ask::get(target).key(&key).of(&app).await.json();
        let ids = page["events"].as_array().unwrap().iter();
        let ids: Vec<String> = ids.map(|it| it["event_id"].as_str().unwrap().to_owned()).collect();
        if ids.is_empty() && was_written {
            return seen;
        }
        seen.extend(ids);
        place = format!("&cursor={}", page["next_cursor"].as_str().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_event_of_a_watched_operator_is_pushed_and_polled() {
    let unlimited = json!({ "requests_per_second": "unlimited", "polls_per_hour": "unlimited" });
    let service = Service::sending().await.with_plan(Plan::Business, unlimited);
    for writer in 0..WRITERS {
        apply(&service.store, &read_by(writer, 0)).await.unwrap();
    }
    let key = service.key(Plan::Business).await;
    // Every third operator is watched.
    for n in (0..2 * WRITERS).step_by(3) {
        let body = json!({ "operator_slug": format!("bet-{n}-ltd") }).to_string();
        let watch = Ask::new("POST", "/v1/watchlist/operators").body(body).key(&key);
        assert_eq!(service.ask(watch).await.status, 201);
    }
    let since = recorded::events(service.database_url()).await.len();
    let receiver = Receiver::start().await;
    let events = ["license.status_changed"];
    Hook::create(&service, &key, json!({ "url": receiver.url("/"), "events": events })).await;
    service.set_clock("2026-11-01T09:00:00Z");
    let sender = Working::start(&service.store);
    let (written, is_written) = watch::channel(false);
    let mut pollers = JoinSet::new();
    for seed in 0..4 {
        pollers.spawn(follow(service.app(), key.clone(), seed, is_written.clone()));
    }
    let writers = (0..WRITERS).map(|writer| write(&service, writer));
    let writers: Vec<_> = writers.map(Box::pin).collect();
    for_all(writers).await;
    written.send_replace(true);
    let all = recorded::events(service.database_url()).await;
    let is_watched = |event: &&Value| {
        let number = event["data"]["operator_slug"].as_str().unwrap();
        let number: u64 = number["bet-".len()..number.len() - "-ltd".len()].parse().unwrap();
        number.is_multiple_of(3)
    };
    let id = |event: &Value| event["event_id"].as_str().unwrap().to_owned();
    let changed: Vec<String> = all[since..].iter().filter(is_watched).map(id).collect();
    assert_eq!(changed.len() as u64, (2 * WRITERS).div_ceil(3) * STEPS);
    let pushed = receiver.wait_for(changed.len()).await;
    let pushed: BTreeSet<String> = pushed.iter().map(Received::event_id).collect();
    assert_eq!(pushed, changed.iter().cloned().collect());
    for seen in pollers.join_all().await {
        // Before them stand the first observations, which the endpoint did not ask for.
        let first = seen.len() - changed.len();
        assert_eq!(seen[first..], changed);
        assert!(seen.is_sorted() && first == (2 * WRITERS as usize).div_ceil(3));
    }
    sender.stop().await;
}

/// All of them at once.
async fn for_all<F: Future<Output = ()>>(mut futures: Vec<std::pin::Pin<Box<F>>>) {
    std::future::poll_fn(|context| {
        futures.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if futures.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}
