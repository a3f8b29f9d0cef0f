//! Three senders on one PostgreSQL database and 20,000 deliveries.

use std::collections::HashSet;

use crate::bench_database::{BenchDatabase, Postgres};
use crate::receiver::Receiver;
use crate::register::{Register, open};
use crate::sending::Sending;
use crate::support::report::Report;
use crate::support::report::Target::{AtLeast, AtMost, Unbounded};

const SENDERS: usize = 3;
const ENDPOINTS: usize = 20;
const EVENTS: usize = 1_000;
const MIN_PERCENT: f64 = 15.0;

pub async fn measure(report: &mut Report) {
    let database = Postgres::create().await;
    let receiver = Receiver::start();
    let mut register = Register::new(EVENTS, &database).await;
    for number in 0..ENDPOINTS {
        register.endpoint(&receiver.url(&format!("/{number}"))).await;
    }
    register.toggle_statuses().await;
    let mut stores = Vec::new();
    for _ in 0..SENDERS {
        stores.push(open(&database).await);
    }
    let senders: Vec<_> = stores.iter().map(Sending::start).collect();
    receiver.wait_for(ENDPOINTS * EVENTS).await;
    for sender in senders {
        sender.stop().await;
    }
    let received = receiver.take();
    let distinct: HashSet<&str> = received.iter().map(|it| it.delivery_id.as_str()).collect();
    let repeated = received.len() - distinct.len();
    let lost = ENDPOINTS * EVENTS - distinct.len();
    report.line("PostgreSQL, three senders: deliveries lost", lost as f64, "", AtMost(0.0));
    report.line("PostgreSQL, three senders: deliveries repeated", repeated as f64, "", AtMost(0.0));
    let share = |delivered: u64| 100.0 * delivered as f64 / received.len() as f64;
    let mut shares: Vec<f64> =
        stores.iter().map(|store| share(store.delivery_counts().delivered)).collect();
    shares.sort_by(f64::total_cmp);
    report.line(
        "PostgreSQL, three senders: the least share",
        shares[0],
        " %",
        AtLeast(MIN_PERCENT),
    );
    report.line("PostgreSQL, three senders: the largest share", shares[2], " %", Unbounded);
    for store in stores {
        store.close().await;
    }
    register.store.close().await;
    database.remove().await;
}
