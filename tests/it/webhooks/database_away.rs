//! The table of deliveries goes away while answers are to be written, and comes back.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use licence_core::account::plan::Plan;
use sea_orm::{ConnectionTrait, Database};

use super::senders::{Working, real_time};
use super::{Hook, turn};
use crate::support::receiver::{Receiver, WAITS};
use crate::support::service::Service;

/// Long enough for a sender to try to write, on the slowest machine that matters: it proves nothing
/// when it is too short.
const A_WHILE: Duration = Duration::from_millis(500);

async fn rename(service: &Service, from: &str, to: &str) {
    let connection = Database::connect(service.database_url()).await.unwrap();
    connection.execute_unprepared(&format!("alter table {from} rename to {to}")).await.unwrap();
    connection.close().await.unwrap();
}

async fn hide_deliveries(service: &Service) {
    rename(service, "deliveries", "deliveries_away").await;
    tokio::time::sleep(A_WHILE).await;
}

async fn show_deliveries(service: &Service) {
    rename(service, "deliveries_away", "deliveries").await;
}

/// An endpoint whose receiver has got its only delivery, and waits with the answer.
async fn waiting_hook(service: &Service, key: &str) -> (Hook, Receiver) {
    let receiver = Receiver::start().await;
    receiver.answer(WAITS);
    (Hook::to(service, key, &receiver.url("/")).await, receiver)
}

/// Waits until the deliveries of an endpoint are settled.
async fn wait_until_settled(service: &Service, key: &str, hook: &Hook) {
    for _ in 0..1200 {
        if hook.deliveries(service, key, "?status=delivered").await.len() == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never settled");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn answers_from_an_outage_are_written_before_they_are_due_again() {
    let service = Service::sending().await;
    let key = service.key(Plan::Business).await;
    let (first, first_receiver) = waiting_hook(&service, &key).await;
    let (second, second_receiver) = waiting_hook(&service, &key).await;
    turn(&service, 0, 1, "Licensed").await;
    let ahead = Arc::new(AtomicU64::new(0));
    let seconds = Arc::clone(&ahead);
    let clock = move || real_time().later_by(Duration::from_secs(seconds.load(Ordering::SeqCst)));
    let sender = Working::start_with(&service.store, Arc::new(clock));
    first_receiver.wait_for(1).await;
    second_receiver.wait_for(1).await;
    hide_deliveries(&service).await;
    for receiver in [&first_receiver, &second_receiver] {
        receiver.answer(200);
        tokio::time::sleep(A_WHILE).await;
    }
    // The leases are over.
    ahead.store(60, Ordering::SeqCst);
    show_deliveries(&service).await;
    wait_until_settled(&service, &key, &first).await;
    wait_until_settled(&service, &key, &second).await;
    assert_eq!(sender.stop().await, 2);
    let received = [first_receiver.received().len(), second_receiver.received().len()];
    assert_eq!(received, [1, 1], "what is written is not due");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_stop_writes_what_it_can_when_the_database_is_back() {
    let service = Service::sending().await;
    let key = service.key(Plan::Business).await;
    let (hook, receiver) = waiting_hook(&service, &key).await;
    turn(&service, 0, 1, "Licensed").await;
    let sender = Working::start(&service.store);
    receiver.wait_for(1).await;
    hide_deliveries(&service).await;
    receiver.answer(200);
    let stopping = tokio::spawn(sender.stop());
    tokio::time::sleep(A_WHILE).await;
    show_deliveries(&service).await;
    assert_eq!(stopping.await.unwrap(), 1);
    wait_until_settled(&service, &key, &hook).await;
}
