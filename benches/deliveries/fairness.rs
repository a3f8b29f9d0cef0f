//! 20 deliveries a second to a healthy endpoint, alone and beside 10,000 that are pending to one
//! that hangs, in turns. One delivery in a hundred waits for the machine: what every other round
//! alone comes to against the rest tells how far the measure can be trusted.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use licence_core::webhook::endpoint::{EndpointChange, WebhookEndpoint};
use licence_server::system_time;
use tokio::time::{interval, sleep};

use crate::bench_database::BenchDatabase;
use crate::receiver::Receiver;
use crate::register::Register;
use crate::sending::Sending;
use crate::support::report::Report;
use crate::support::report::Target::{AtMost, Unbounded};
use crate::support::rounds::quantile;

/// How many readings are pending to the hanging endpoint, and of how many licences each. A small register
/// is quick to read.
const NOISE: [usize; 2] = [100, 100];
const EVENTS_A_SECOND: u64 = 20;
const SECONDS: u64 = 10;
const ROUNDS: usize = 12;
const REST: Duration = Duration::from_millis(500);
const MAX_RATIO: f64 = 1.2;

pub async fn measure<P: BenchDatabase>(report: &mut Report) {
    let database = P::create().await;
    let receiver = Receiver::start();
    let (noise, hanging) = noise(&database, &receiver).await;
    let mut register = Register::new(1, &database).await;
    register.endpoint(&receiver.url("/")).await;
    let sending = Sending::start(&register.store);
    let (mut alone, mut beside) = ([vec![], vec![]], vec![]);
    for round in 0..ROUNDS {
        activate(&noise, &hanging, false).await;
        alone[round % 2].extend(latencies(&mut register, &receiver).await);
        activate(&noise, &hanging, true).await;
        beside.extend(latencies(&mut register, &receiver).await);
    }
    sending.abort();
    let line = |what: &str| format!("{}: {what}", P::NAME);
    let halves = alone.each_mut().map(|millis| quantile(millis, 0.99));
    let [alone, beside] =
        [alone.concat(), beside].map(|mut millis| [0.5, 0.99].map(|it| quantile(&mut millis, it)));
    report.line(&line("healthy endpoint alone, p50"), alone[0], " ms", Unbounded);
    report.line(&line("beside one that hangs, p50"), beside[0], " ms", Unbounded);
    report.line(&line("healthy endpoint alone, p99"), alone[1], " ms", Unbounded);
    report.line(&line("beside one that hangs, p99"), beside[1], " ms", Unbounded);
    report.line(&line("alone / alone, p99"), halves[0] / halves[1], "x", Unbounded);
    report.line(
        &line("beside one that hangs / alone, p99"),
        beside[1] / alone[1],
        "x",
        AtMost(MAX_RATIO),
    );
    register.store.close().await;
    database.remove().await;
}

/// An endpoint that hangs, with what is pending to it.
async fn noise(database: &impl BenchDatabase, receiver: &Receiver) -> (Register, WebhookEndpoint) {
    let [readings, licences] = NOISE;
    let mut register = Register::new(licences, database).await;
    let endpoint = register.endpoint(&receiver.url("/hang")).await;
    for _ in 0..readings {
        register.toggle_statuses().await;
    }
    (register, endpoint)
}

/// Activates or deactivates an endpoint, and waits until the database has done the work that follows.
async fn activate(register: &Register, endpoint: &WebhookEndpoint, active: bool) {
    let change = EndpointChange { active: Some(active), ..EndpointChange::default() };
    let changed =
        register.store.update_webhook(register.account, endpoint.id, change, system_time()).await;
    assert!(matches!(changed, Ok(Ok(Some(_)))), "{changed:?}");
    sleep(REST).await;
}

async fn latencies(register: &mut Register, receiver: &Receiver) -> Vec<f64> {
    let mut committed = HashMap::new();
    let mut ticks = interval(Duration::from_secs(1) / EVENTS_A_SECOND as u32);
    for _ in 0..SECONDS * EVENTS_A_SECOND {
        ticks.tick().await;
        let at = register.toggle_statuses().await;
        committed.insert(at.to_string(), Instant::now());
    }
    receiver.wait_for(committed.len()).await;
    let received = receiver.take();
    assert_eq!(received.len(), committed.len(), "every event came once");
    let since = |it: &crate::receiver::Received| {
        let commit = committed[it.between(r#""timestamp":""#, "\"")];
        it.at.saturating_duration_since(commit).as_secs_f64() * 1e3
    };
    received.iter().map(since).collect()
}
