//! `GET /v1/check` with a key over HTTP (the key verified, the request metered, every header and every
//! route there) against the least a warp server could do: one map lookup and one serialisation of
//! the same answer. Both are child processes on one worker thread, both are
//! asked by the same client in rounds that take turns.
//!
//! With `LICENCE_TEST_DATABASE_URL` and `LICENCE_TEST_CACHE_URL` the same on PostgreSQL and Redis is
//! stated beside: there keys are answered under a lease, and Redis counts every limit.
//!
//! A tool call over the connector is counted in instructions, against the keyed check that answers the
//! same.
//!
//! `cargo bench --bench http`, with `-- --report` to only show the figures.

#[path = "http/batch.rs"]
mod batch;
#[path = "http/child.rs"]
mod child;
#[path = "http/client.rs"]
mod client;
#[path = "http/grant.rs"]
mod grant;
#[path = "http/instructions.rs"]
mod instructions;
#[path = "http/register.rs"]
mod register;
#[path = "http/servers.rs"]
mod servers;
mod support;

use std::process::ExitCode;
use std::time::Duration;

use child::Child;
use client::Client;
use register::Register;
use servers::Kind;
use support::report::{Report, Target, Target::*};
use support::rounds::{ROUNDS, median};

const HOSTS: usize = 50_000;
const ROUND: Duration = Duration::from_secs(1);
const MIN_RATE_RATIO: f64 = 0.4;

fn main() -> ExitCode {
    if let Some(kind) = Kind::asked_for() {
        servers::run(kind);
        return ExitCode::SUCCESS;
    }
    let mut report = Report::new("GET /v1/check of a listed host, keep-alive, 32 connections");
    if child::pin_this_process() {
        report.note("server on core 0, client on core 1");
    }
    let register = Register::apply(HOSTS);
    rates(&mut report, "", &register, AtLeast(MIN_RATE_RATIO));
    batch::measure(&mut report, &register);
    instructions::measure(&mut report);
    if let Some(register) = Register::apply_to_postgres(HOSTS) {
        rates(&mut report, "PostgreSQL and Redis: ", &register, Unbounded);
    }
    report.end()
}

fn rates(report: &mut Report, on: &str, register: &Register, target: Target) {
    let client = Client::of_checks(register);
    let floor = Child::start(Kind::Floor, register);
    let product = Child::start(Kind::Product, register);
    let answers = [client.answers(floor.address()), client.answers(product.address())];
    assert_eq!(answers[0], answers[1], "both answer the same");
    let bytes: usize = answers[0].iter().map(Vec::len).sum();
    report.line(
        &format!("{on}bytes of an answer"),
        bytes as f64 / answers[0].len() as f64,
        "",
        Unbounded,
    );

    let (mut floors, mut ratios, mut processor) = (Vec::new(), Vec::new(), Vec::new());
    let mut busy = Vec::new();
    for _ in 0..ROUNDS {
        let [bare, ours] = [&floor, &product].map(|server| {
            let before = server.processor_seconds();
            let rate = client.ask_for(ROUND, &[server.address()]).a_second();
            let seconds = server.processor_seconds() - before;
            busy.push(100.0 * seconds / ROUND.as_secs_f64());
            (rate, seconds / rate)
        });
        floors.push(bare.0);
        ratios.push(ours.0 / bare.0);
        processor.push(ours.1 / bare.1);
    }
    report.line(&format!("{on}floor, requests a second"), median(&floors), "", Unbounded);
    // Well below 100 the client, or another program, would be what is measured.
    report.line(&format!("{on}share of a core the servers used"), median(&busy), " %", Unbounded);
    report.line(&format!("{on}requests a second / floor"), median(&ratios), "x", target);
    report.line(
        &format!("{on}processor time a request / floor"),
        median(&processor),
        "x",
        Unbounded,
    );
}
