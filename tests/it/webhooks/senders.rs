//! Several senders, and receivers that hang.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_core::time::Timestamp;
use licence_store::{SenderClock, Store};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{Hook, turn};
use crate::support::readings::{cache_url, open_with};
use crate::support::receiver::{HANGS, Received, Receiver};
use crate::support::service::{Service, on_this_machine};

/// A sender at work, on the real time.
pub(super) struct Working {
    store: Store,
    stop: oneshot::Sender<()>,
    sending: JoinHandle<()>,
}

impl Working {
    pub(super) fn start(store: &Store) -> Self {
        let now = || Timestamp::from_system_time(std::time::SystemTime::now()).unwrap();
        let sender = store.sender(SenderClock::of(Arc::new(now))).unwrap();
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
    turn(&service, 0, 200, "Licensed").await;
    let senders: Vec<_> = stores.iter().map(Working::start).collect();
    receiver.wait_for(2_000).await;
    let mut shares = Vec::new();
    for sender in senders {
        shares.push(sender.stop().await);
    }
    let received = receiver.received();
    assert_eq!((received.len(), distinct(&received)), (2_000, 200), "each once an endpoint");
    assert_eq!(shares.iter().sum::<u64>(), 2_000);
    // Whoever waits for the one writer of SQLite may come too late.
    let is_shared = service.database_url().starts_with("postgres");
    assert!(!is_shared || shares.iter().all(|share| *share >= 300), "{shares:?}");
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
