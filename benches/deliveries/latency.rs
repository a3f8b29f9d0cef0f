//! From the commit of an event to the receiver's socket, at 200 events a second.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::time::{MissedTickBehavior, interval};

use crate::bench_database::BenchDatabase;
use crate::receiver::{Received, Receiver};
use crate::register::Register;
use crate::sending::Sending;
use crate::support::report::Report;
use crate::support::report::Target::{AtMost, Unbounded};
use crate::support::rounds::quantile;

const EVENTS_A_READING: usize = 5;
const BETWEEN_READINGS: Duration = Duration::from_millis(25);
const SECONDS: u64 = 20;
const MAX_P95_MILLIS: f64 = 25.0;
const MAX_P99_MILLIS: f64 = 60.0;

/// The instants between which a reading was committed: before and after it was applied.
type Committed = HashMap<String, (Instant, Instant)>;

pub async fn measure<P: BenchDatabase>(report: &mut Report) {
    let database = P::create().await;
    let receiver = Receiver::start();
    let mut register = Register::new(EVENTS_A_READING, &database).await;
    register.endpoint(&receiver.url("/")).await;
    let sending = Sending::start(&register.store);
    // What is made once (connections, statements) is made before.
    recorded(&mut register, &receiver, 1).await;
    receiver.take();
    let begun = Instant::now();
    let committed = recorded(&mut register, &receiver, SECONDS).await;
    let rate = (committed.len() * EVENTS_A_READING) as f64 / begun.elapsed().as_secs_f64();
    let received = receiver.take();
    sending.stop().await;
    assert_eq!(received.len(), committed.len() * EVENTS_A_READING, "every event came once");
    report_latencies::<P>(report, rate, &received, &committed);
    register.store.close().await;
    database.remove().await;
}

async fn recorded(register: &mut Register, receiver: &Receiver, seconds: u64) -> Committed {
    let mut committed = Committed::new();
    let mut ticks = interval(BETWEEN_READINGS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let readings = seconds * 1000 / BETWEEN_READINGS.as_millis() as u64;
    for _ in 0..readings {
        ticks.tick().await;
        let before = Instant::now();
        let at = register.toggle_statuses().await;
        committed.insert(at.to_string(), (before, Instant::now()));
    }
    receiver.wait_for(committed.len() * EVENTS_A_READING).await;
    committed
}

fn report_latencies<P: BenchDatabase>(
    report: &mut Report,
    rate: f64,
    received: &[Received],
    committed: &Committed,
) {
    let line = |what: &str| format!("{}: {what}", P::NAME);
    let of = |received: &Received| committed[received.between(r#""timestamp":""#, "\"")];
    let millis =
        |from: Instant, to: Instant| to.saturating_duration_since(from).as_secs_f64() * 1e3;
    let since_commit = received.iter().map(|it| millis(of(it).1, it.at));
    let since_begin = received.iter().map(|it| millis(of(it).0, it.at));
    let (mut since_commit, mut since_begin): (Vec<_>, Vec<_>) =
        (since_commit.collect(), since_begin.collect());
    report.line(&line("events a second"), rate, "", Unbounded);
    for (share, name, most) in [
        (0.5, "p50", Unbounded),
        (0.95, "p95", AtMost(MAX_P95_MILLIS)),
        (0.99, "p99", AtMost(MAX_P99_MILLIS)),
    ] {
        let figure = quantile(&mut since_commit, share);
        report.line(&line(&format!("commit to socket, {name}")), figure, " ms", most);
        // An upper bound: the whole transaction is in it.
        let figure = quantile(&mut since_begin, share);
        report.line(&line(&format!("reading given to socket, {name}")), figure, " ms", Unbounded);
    }
}
