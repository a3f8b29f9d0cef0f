//! `GET /v1/check` over HTTP, of listed hosts with a key and without one and of near misses (the key
//! verified, the request counted, every header and every route there), against the least a warp server
//! could do: one map lookup and one serialisation of the same answer. Both are child processes on one
//! worker thread, both are asked by the same client in rounds that take turns.
//!
//! With `LICENCE_TEST_DATABASE_URL` and `LICENCE_TEST_CACHE_URL` the same on PostgreSQL and Redis, with
//! the same targets: there keys are answered under a lease, and Redis counts every limit.
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
#[path = "http/rates.rs"]
mod rates;
#[path = "http/register.rs"]
mod register;
#[path = "http/servers.rs"]
mod servers;
mod support;

use std::process::ExitCode;

use register::Register;
use servers::Kind;
use support::report::Report;

const HOSTS: usize = 50_000;

fn main() -> ExitCode {
    if let Some(kind) = Kind::asked_for() {
        servers::run(kind);
        return ExitCode::SUCCESS;
    }
    let mut report = Report::new("GET /v1/check, keep-alive, 32 connections");
    if child::pin_this_process() {
        report.note("server on core 0, client on core 1");
    }
    let register = Register::apply(HOSTS);
    rates::measure(&mut report, "", &register);
    batch::measure(&mut report, &register);
    instructions::measure(&mut report);
    if let Some(register) = Register::apply_to_postgres(HOSTS) {
        rates::measure(&mut report, "PostgreSQL and Redis: ", &register);
    }
    report.end()
}
