//! Several senders, and receivers that hang.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_core::time::Timestamp;
use licence_store::Store;
use licence_store::service::{DeliveryCounts, SenderClock};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{Hook, ask, deliver, read_at, turn};
use crate::support::readings::{answer, apply, cache_url, licence, open_with};
use crate::support::receiver::{HANGS, Received, Receiver};
use crate::support::service::{Service, on_this_machine};

pub(super) fn real_time() -> Timestamp {
    Timestamp::from_system_time(std::time::SystemTime::now()).unwrap()
}

/// A sender at work, on the real time.
pub(super) struct Working {
    store: Store,
    stop: oneshot::Sender<()>,
    sending: JoinHandle<()>,
}

impl Working {
    pub(super) fn start(store: &Store) -> Self {
        Self::start_with(store, Arc::new(real_time))
    }

    /// On a clock of its own.
    pub(super) fn start_with(
        store: &Store,
        clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    ) -> Self {
        let sender = store.sender(SenderClock::new(clock)).unwrap();
        let (stop, stopped) = oneshot::channel();
        let stopped = async move {
            let _ = stopped.await;
        };
        let sending = tokio::spawn(sender.run(stopped));
        Self { store: store.clone(), stop, sending }
    }

    /// How many it delivered until it stopped.
    pub(super) async fn stop(self) -> u64 {
        self.stop.send(()).unwrap();
        self.sending.await.unwrap();
        self.store.delivery_counts().delivered
    }
}

fn distinct(received: &[Received]) -> usize {
    received.iter().map(Received::event_id).collect::<HashSet<_>>().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn three_senders_share_the_work_and_repeat_nothing() {
    let service = Service::sending().await;
    let receiver = Receiver::start().await;
    let key = service.key(Plan::Business).await;
    for n in 0..10 {
        Hook::to(&service, &key, &receiver.url(&format!("/{n}"))).await;
    }
    let mut stores = Vec::new();
    for seed in [21, 22, 23] {
        let webhooks = on_this_machine(service.database());
        stores.push(open_with(service.database(), &cache_url(), seed, webhooks).await);
    }
    turn(&service, 0, 600, "Licensed").await;
    let senders: Vec<_> = stores.iter().map(Working::start).collect();
    receiver.wait_for(6_000).await;
    let mut shares = Vec::new();
    for sender in senders {
        shares.push(sender.stop().await);
    }
    let received = receiver.received();
    assert_eq!((received.len(), distinct(&received)), (6_000, 600), "each once an endpoint");
    assert_eq!(shares.iter().sum::<u64>(), 6_000);
    // A sender that waits for the one writer of SQLite may come too late.
    let is_shared = service.database_url().starts_with("postgres");
    assert!(!is_shared || shares.iter().all(|share| *share > 0), "{shares:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_receiver_that_asks_back_about_an_event_of_another_process_gets_the_new_answer() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Pro).await;
    Hook::to(&service, &key, &receiver.url("/")).await;
    let asked = |minute, status| {
        let mut reading = read_at(minute, 0, status);
        reading.licences = vec![licence("Bet 1 Ltd", "MGA/B2C/1/2020", status, &["bet1.example"])];
        reading
    };
    apply(&service.store, &asked(0, "Licensed")).await.unwrap();
    assert_eq!(answer(&service.store, "bet1.example").await["verdict"], "licensed");
    let other =
        open_with(service.database(), &cache_url(), 24, on_this_machine(service.database())).await;
    let sender = Working::start(&service.store);
    receiver.wait_for(1).await;
    apply(&other, &asked(1, "Suspended")).await.unwrap();
    receiver.wait_for(2).await;
    assert_eq!(answer(&service.store, "bet1.example").await["verdict"], "licence_not_active");
    sender.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_endpoint_that_hangs_delays_nobody_else_and_gets_few_attempts_at_once() {
    let service = Service::sending().await;
    let (hanging, healthy) = (Receiver::start().await, Receiver::start().await);
    hanging.answer(HANGS);
    let key = service.key(Plan::Business).await;
    Hook::to(&service, &key, &hanging.url("/")).await;
    turn(&service, 0, 300, "Licensed").await;
    Hook::to(&service, &key, &healthy.url("/")).await;
    let sender = Working::start(&service.store);
    turn(&service, 1, 100, "Suspended").await;
    let received = healthy.wait_for(100).await;
    assert_eq!(distinct(&received), 100);
    assert!(hanging.most_in_flight() <= 8, "{}", hanging.most_in_flight());
    // Those in flight would hang for ten seconds: the stop is not waited for.
    sender.sending.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_stop_lets_what_is_in_flight_end_and_gives_the_rest_back() {
    let service = Service::sending().await;
    let receiver = Receiver::start().await;
    let key = service.key(Plan::Business).await;
    let hook = Hook::to(&service, &key, &receiver.url("/")).await;
    turn(&service, 0, 500, "Licensed").await;
    let sender = Working::start(&service.store);
    receiver.wait_for(50).await;
    let delivered = sender.stop().await;
    assert_eq!(delivered, receiver.received().len() as u64, "none is in between");
    let second = Working::start(&service.store);
    receiver.wait_for(500).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    second.stop().await;
    let received = receiver.received();
    assert_eq!((received.len(), distinct(&received)), (500, 500));
    assert_eq!(hook.deliveries(&service, &key, "?status=pending").await.len(), 0);
}

/// A delivery that a sender of another process has in flight to a receiver that hangs.
struct InFlight {
    service: Service,
    key: String,
    hook: Hook,
    receiver: Option<Receiver>,
    sender: Option<Working>,
}

impl InFlight {
    async fn begin() -> Self {
        let (service, receiver) = (Service::sending().await, Receiver::start().await);
        receiver.answer(HANGS);
        let key = service.key(Plan::Pro).await;
        let hook = Hook::to(&service, &key, &receiver.url("/")).await;
        turn(&service, 0, 1, "Licensed").await;
        let mut webhooks = on_this_machine(service.database());
        // It hangs until the test ends it, however slow the machine is.
        webhooks.post.attempt_timeout = Duration::from_secs(600);
        let store = open_with(service.database(), &cache_url(), 31, webhooks).await;
        let sender = Working::start(&store);
        receiver.wait_for(1).await;
        Self { service, key, hook, receiver: Some(receiver), sender: Some(sender) }
    }

    async fn delivery(&self) -> Value {
        self.hook.deliveries(&self.service, &self.key, "").await.remove(0)
    }

    /// Lets the attempt end without an answer, and tells what its sender counts then.
    async fn end(&mut self) -> DeliveryCounts {
        drop(self.receiver.take());
        let sender = self.sender.take().unwrap();
        let store = sender.store.clone();
        sender.stop().await;
        store.delivery_counts()
    }
}

fn ahead(seconds: u64) -> Timestamp {
    real_time().later_by(Duration::from_secs(seconds))
}

/// Delivers what is due on a clock that is ahead.
async fn deliver_ahead(store: &Store, seconds: u64) -> u64 {
    let then = ahead(seconds);
    store.deliver_due(then, Arc::new(move || then)).await.unwrap().delivered
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_sender_whose_lease_is_over_changes_nothing() {
    let mut in_flight = InFlight::begin().await;
    let elsewhere = Receiver::start().await;
    let url = json!({ "url": elsewhere.url("/") });
    let patched = in_flight.hook.patch(&in_flight.service, &in_flight.key, url).await;
    assert_eq!(patched.status, 200);
    assert_eq!(deliver(&in_flight.service).await, [0; 4], "it is leased");
    assert_eq!(deliver_ahead(&in_flight.service.store, 3_600).await, 1);
    let delivered = in_flight.delivery().await;
    assert_eq!(delivered["status"], "delivered");
    assert_eq!(delivered["attempt_count"], 1);
    let endpoint = in_flight.hook.get(&in_flight.service, &in_flight.key).await;
    let counts = in_flight.end().await;
    assert_eq!(counts, DeliveryCounts { lost_leases: 1, ..DeliveryCounts::default() });
    assert_eq!(in_flight.delivery().await, delivered);
    assert_eq!(in_flight.hook.get(&in_flight.service, &in_flight.key).await, endpoint);
    assert_eq!(elsewhere.received().len(), 1);
}

/// A run as of tomorrow neither takes what is in flight today nor keeps it until tomorrow.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn leases_are_of_today_whatever_instant_is_judged() {
    let mut in_flight = InFlight::begin().await;
    let store = in_flight.service.store.clone();
    let tomorrow = ahead(86_400);
    let run = store.deliver_due(tomorrow, Arc::new(real_time)).await.unwrap();
    assert_eq!((run.delivered, run.retrying), (0, 0), "it is in flight");
    in_flight.end().await;
    let receiver = Receiver::start().await;
    receiver.answer(HANGS);
    let url = json!({ "url": receiver.url("/") });
    in_flight.hook.patch(&in_flight.service, &in_flight.key, url).await;
    let (asked, again) = (store.clone(), store.clone());
    let run = tokio::spawn(async move { asked.deliver_due(tomorrow, Arc::new(real_time)).await });
    receiver.wait_for(1).await;
    run.abort();
    receiver.answer(200);
    assert_eq!(deliver_ahead(&again, 60).await, 1, "its lease is over within a minute");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_is_in_flight_stays_so_while_its_endpoint_pauses_and_goes_on() {
    let mut in_flight = InFlight::begin().await;
    for active in [false, true] {
        let change = json!({ "active": active });
        let patched = in_flight.hook.patch(&in_flight.service, &in_flight.key, change).await;
        assert_eq!(patched.status, 200);
        assert_eq!(deliver(&in_flight.service).await, [0; 4], "one attempt at a time");
    }
    let counts = in_flight.end().await;
    assert_eq!(counts, DeliveryCounts { retrying: 1, ..DeliveryCounts::default() });
    assert_eq!(in_flight.delivery().await["attempt_count"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_removed_in_flight_is_nobodys() {
    let mut in_flight = InFlight::begin().await;
    let path = format!("/{}", in_flight.hook.id);
    let removed = ask(&in_flight.service, &in_flight.key, "DELETE", &path, "").await;
    assert_eq!(removed.status, 204);
    assert_eq!(in_flight.end().await, DeliveryCounts::default());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn owners_change_endpoints_while_their_deliveries_are_written() {
    let (service, receiver) = (Service::sending().await, Receiver::start().await);
    let key = service.key(Plan::Business).await;
    let hooks = [
        Hook::to(&service, &key, &receiver.url("/")).await,
        Hook::to(&service, &key, &receiver.url("/")).await,
    ];
    turn(&service, 0, 200, "Licensed").await;
    let webhooks = on_this_machine(service.database());
    let other = open_with(service.database(), &cache_url(), 32, webhooks).await;
    let senders = [Working::start(&service.store), Working::start(&other)];
    for _ in 0..10 {
        for hook in &hooks {
            for active in [false, true] {
                let patched = hook.patch(&service, &key, json!({ "active": active })).await;
                assert_eq!(patched.status, 200);
            }
            let path = format!("/{}/rotate_secret", hook.id);
            assert_eq!(ask(&service, &key, "POST", &path, "").await.status, 200);
        }
    }
    let received = receiver.wait_for(400).await;
    assert_eq!(distinct(&received), 200);
    let mut delivered = 0;
    for sender in senders {
        delivered += sender.stop().await;
    }
    assert_eq!((delivered, receiver.received().len()), (400, 400), "each once an endpoint");
}
