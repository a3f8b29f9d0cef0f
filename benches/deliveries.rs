//! The delivery of webhooks: from the commit of an event to the receiver's socket, a backlog against
//! a bare loop that posts the same bodies, a receiver that hangs beside one that does not, several
//! senders on one database, and a sender without work.
//!
//! `cargo bench --bench deliveries`, with `-- --report` to only show the figures and
//! `-- --only drain` for one part. PostgreSQL is measured on the server that
//! `LICENCE_TEST_DATABASE_URL` names, in databases of its own that are gone afterwards.

#[path = "deliveries/bench_database.rs"]
mod bench_database;
#[path = "deliveries/drain.rs"]
mod drain;
#[path = "deliveries/fairness.rs"]
mod fairness;
#[path = "deliveries/idle.rs"]
mod idle;
#[path = "deliveries/latency.rs"]
mod latency;
#[path = "deliveries/receiver.rs"]
mod receiver;
#[path = "deliveries/register.rs"]
mod register;
#[path = "deliveries/sending.rs"]
mod sending;
#[path = "deliveries/shares.rs"]
mod shares;
mod support;

use std::process::ExitCode;

use bench_database::{BenchDatabase, Postgres, Sqlite};
use support::report::Report;
use tokio::runtime::Runtime;

fn main() -> ExitCode {
    let mut report = Report::new("webhooks on loopback, the receiver in this process");
    let runtime = Runtime::new().expect("a runtime");
    runtime.block_on(async {
        measure::<Sqlite>(&mut report).await;
        if !Postgres::is_configured() {
            let why = "LICENCE_TEST_DATABASE_URL names no server";
            report.note(&format!("PostgreSQL: not measured, {why}"));
            return;
        }
        measure::<Postgres>(&mut report).await;
        if is_asked("shares") {
            shares::measure(&mut report).await;
        }
        if is_asked("idle") {
            idle::measure(&mut report).await;
        }
    });
    report.end()
}

async fn measure<P: BenchDatabase>(report: &mut Report) {
    if is_asked("latency") {
        latency::measure::<P>(report).await;
    }
    if is_asked("drain") {
        drain::measure::<P>(report).await;
    }
    if is_asked("fairness") {
        fairness::measure::<P>(report).await;
    }
}

/// `--only PART`
fn is_asked(part: &str) -> bool {
    let only = std::env::args().skip_while(|argument| argument != "--only").nth(1);
    only.is_none_or(|only| only == part)
}
