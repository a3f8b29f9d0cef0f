//! Deliveries and the feed have the same events: a receiver that misses a delivery finds it in the feed.

use std::collections::BTreeSet;
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{Snapshot, SourceFile};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_server::{App, Routes};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::Hook;
use super::senders::Working;
use crate::support::random::Random;
use crate::support::readings::{apply, cache_url, licence, open_with, reading, to_json};
use crate::support::receiver::{Received, Receiver};
use crate::support::recorded;
use crate::support::service::{Ask, Service, on_this_machine};
use crate::support::slow_commits::hold_up;

const WRITERS: u64 = 8;
const POLLERS: u64 = 4;
const OPERATORS: u64 = 2 * WRITERS;

/// How much is written, and how long a commit may take for each of the two events before it.
#[derive(Clone, Copy)]
struct Load {
    least_steps: u64,
    at_least: Duration,
    most_millis_an_event: u64,
}

/// Every third operator is watched.
fn is_watched(operator: u64) -> bool {
    operator.is_multiple_of(3)
}

/// What a writer reads: two operators of its own, at one instant, so that no writer's reading is
/// older than another's.
fn read_by(writer: u64, step: u64) -> RegisterReading {
    let status = if step.is_multiple_of(2) { "Licensed" } else { "Suspended" };
    let row = |n: u64| licence(&format!("Bet {n} Ltd"), &format!("MGA/B2C/{n}/2020"), status, &[]);
    let licences = vec![row(2 * writer), row(2 * writer + 1)];
    RegisterReading { complete: false, ..reading(Mga, 8, licences) }
}

/// Applies what a writer reads, step by step; the clocks of the writers differ by up to a minute.
/// Answers how many events of watched operators that were.
async fn write(service: &Service, writer: u64, load: Load) -> u64 {
    let webhooks = on_this_machine(service.database());
    let store = open_with(service.database(), &cache_url(), 100 + writer, webhooks).await;
    let (mut random, end) = (Random(writer), Instant::now() + load.at_least);
    let mut steps = 0;
    while steps < load.least_steps || Instant::now() < end {
        steps += 1;
        let reading = read_by(writer, steps);
        let file = SourceFile { name: "reading".to_owned(), bytes: to_json(&reading) };
        let now = reading.read_at.epoch_millis() + random.below(60_000) as i64;
        let now = Timestamp::from_epoch_millis(now).unwrap();
        let (snapshot, rules) = (Snapshot::new(vec![file]), ApplyRules::default());
        store.apply_reading(&reading, &snapshot, &rules, now).await.unwrap();
        sleep(Duration::from_millis(random.below(20) as u64)).await;
    }
    steps * [2 * writer, 2 * writer + 1].into_iter().filter(|n| is_watched(*n)).count() as u64
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
        let page = Ask::get(target).key(&key).send_to(&app).await.json();
        let ids = page["events"].as_array().unwrap().iter();
        let ids: Vec<String> = ids.map(|it| it["event_id"].as_str().unwrap().to_owned()).collect();
        match ids.is_empty() {
            true if was_written => return seen,
            // The writers need the processor too.
            true => sleep(Duration::from_millis(random.below(10) as u64)).await,
            false => seen.extend(ids),
        }
        place = format!("&cursor={}", page["next_cursor"].as_str().unwrap());
    }
}

/// A service that read every operator once, and the key of an account that watches some.
async fn watching() -> (Service, String) {
    let unlimited = json!({ "requests_per_second": "unlimited", "polls_per_hour": "unlimited" });
    let service = Service::sending().await.with_plan(Plan::Business, unlimited);
    for writer in 0..WRITERS {
        apply(&service.store, &read_by(writer, 0)).await.unwrap();
    }
    let key = service.key(Plan::Business).await;
    for n in (0..OPERATORS).filter(|n| is_watched(*n)) {
        let body = json!({ "operator_slug": format!("bet-{n}-ltd") }).to_string();
        let watch = Ask::new("POST", "/v1/watchlist/operators").body(body).key(&key);
        assert_eq!(service.ask(watch).await.status, 201);
    }
    (service, key)
}

/// The ids of the recorded events of watched operators, in the order of their ids.
async fn recorded_of_watched(service: &Service) -> Vec<String> {
    let number = |event: &Value| -> Option<u64> {
        let slug = event["data"]["operator_slug"].as_str()?;
        slug.strip_prefix("bet-")?.strip_suffix("-ltd")?.parse().ok()
    };
    let mut events = recorded::events(service.database_url()).await;
    events.retain(|event| number(event).is_some_and(is_watched));
    events.iter().map(|event| event["event_id"].as_str().unwrap().to_owned()).collect()
}

/// Writes and polls at once, and compares what came with what was committed.
async fn pushed_and_polled(load: Load) {
    let (service, key) = watching().await;
    let before = recorded_of_watched(&service).await.len();
    let receiver = Receiver::start().await;
    let hook = json!({ "url": receiver.url("/"), "events": ["license.status_changed"] });
    Hook::create(&service, &key, hook).await;
    service.set_clock("2026-11-01T09:00:00Z");
    hold_up(service.database_url(), load.most_millis_an_event).await;
    let other = service.another().await;
    let sender = Working::start(&service.store);
    let (written, is_written) = watch::channel(false);
    let mut pollers = JoinSet::new();
    for seed in 0..POLLERS {
        let app = if seed % 2 == 0 { service.app() } else { other.app() };
        pollers.spawn(follow(app, key.clone(), seed, is_written.clone()));
    }
    let started = Instant::now();
    let writers = (0..WRITERS).map(|writer| write(&service, writer, load));
    let changes: u64 = for_all(writers.map(Box::pin).collect()).await;
    let took = started.elapsed();
    written.send_replace(true);
    let all = recorded_of_watched(&service).await;
    assert!(all.is_sorted());
    assert_eq!((all.len() - before) as u64, changes);
    println!("{changes} events of watched operators in {took:?}");
    for seen in pollers.join_all().await {
        assert_eq!(seen, all, "every one once, in order");
    }
    // The first observations came before the endpoint, and are no changes.
    let pushed = receiver.wait_for(changes as usize).await;
    sender.stop().await;
    let ids: BTreeSet<String> = pushed.iter().map(Received::event_id).collect();
    assert_eq!(ids, all[before..].iter().cloned().collect());
    assert_eq!(receiver.received().len(), ids.len(), "each once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_event_of_a_watched_operator_is_pushed_and_polled() {
    let load = Load { least_steps: 8, at_least: Duration::ZERO, most_millis_an_event: 20 };
    pushed_and_polled(load).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
#[ignore = "takes a minute"]
async fn every_event_of_a_watched_operator_is_pushed_and_polled_for_a_minute() {
    let at_least = Duration::from_secs(60);
    pushed_and_polled(Load { least_steps: 1, at_least, most_millis_an_event: 100 }).await;
}

/// All of them at once, and the sum of what they answer.
async fn for_all<F: Future<Output = u64>>(mut futures: Vec<std::pin::Pin<Box<F>>>) -> u64 {
    let mut sum = 0;
    std::future::poll_fn(|context| {
        futures.retain_mut(|future| match future.as_mut().poll(context) {
            std::task::Poll::Ready(count) => {
                sum += count;
                false
            }
            std::task::Poll::Pending => true,
        });
        if futures.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    sum
}
