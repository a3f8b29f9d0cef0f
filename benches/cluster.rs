//! One server and three servers on one PostgreSQL and one Redis: keyed checks a second, processor
//! time a request, memory, how soon all servers answer from a new reading, and exact limits.
//!
//! The servers share one core, so three of them answer no more requests than one. The figure that
//! counts is the processor time a request: what it is for one server, and what a second and a third
//! server add. A bare warp server is asked in the same rounds.
//!
//! Needs `LICENCE_TEST_DATABASE_URL` and `LICENCE_TEST_CACHE_URL`.
//!
//! `cargo bench --bench cluster`, with `-- --report` to only show the figures and `-- --hosts 1000000`
//! for a larger market.

#[path = "http/child.rs"]
#[allow(dead_code, reason = "`http` uses all of it")]
mod child;
#[path = "http/client.rs"]
#[allow(dead_code, reason = "`http` uses all of it")]
mod client;
#[path = "http/grant.rs"]
mod grant;
#[path = "cluster/probe.rs"]
mod probe;
#[path = "cluster/quota.rs"]
mod quota;
#[path = "cluster/rates.rs"]
mod rates;
#[path = "cluster/readings.rs"]
mod readings;
#[path = "http/register.rs"]
#[allow(dead_code, reason = "`http` uses all of it")]
mod register;
#[path = "http/servers.rs"]
#[allow(dead_code, reason = "`http` uses all of it")]
mod servers;
mod support;

use std::process::ExitCode;
use std::time::Duration;

use child::Child;
use client::Client;
use rates::Rates;
use register::Register;
use servers::Kind;
use support::arguments::number_after;
use support::processor::{PEAK, RESIDENT, status_bytes};
use support::report::{Report, Target::*};

const HOSTS: usize = 200_000;
/// Its server's memory is that of the program without a market.
const FEW_HOSTS: usize = 2_000;
const WARM_UP: Duration = Duration::from_secs(1);
const MEBIBYTE: f64 = 1024.0 * 1024.0;
const MIN_RATE_RATIO: f64 = 0.5;
/// What a request costs more because other servers count the same limits.
const MAX_SHARING_RATIO: f64 = 1.25;
const VARIABLES: [&str; 2] = ["LICENCE_TEST_DATABASE_URL", "LICENCE_TEST_CACHE_URL"];

fn main() -> ExitCode {
    if let Some(kind) = Kind::asked_for() {
        servers::run(kind);
        return ExitCode::SUCCESS;
    }
    if VARIABLES.iter().any(|name| std::env::var_os(name).is_none()) {
        println!("cluster: not measured, needs {}", VARIABLES.join(" and "));
        return ExitCode::SUCCESS;
    }
    let mut report = Report::new("Keyed checks on PostgreSQL and Redis, 32 connections");
    if child::pin_this_process() {
        report.note("servers on core 0, client on core 1, PostgreSQL and Redis on both");
    }
    let base_bytes = bytes_without_a_market();
    let hosts = number_after("--hosts").unwrap_or(HOSTS);
    let register = Register::apply_to_postgres(hosts).expect("the variable is there");
    let (client, floor) = (Client::of_checks(&register), Child::start(Kind::Floor, &register));
    let mut servers = vec![Child::start(Kind::Product, &register)];
    let alone = Rates::measure(&client, &floor, &servers);
    servers.extend((0..2).map(|_| Child::start(Kind::Product, &register)));
    let shared = Rates::measure(&client, &floor, &servers);

    alone.report(&mut report, "one server", AtLeast(MIN_RATE_RATIO));
    shared.report(&mut report, "three servers", Unbounded);
    let ratio = shared.processor_to_floor / alone.processor_to_floor;
    let what = "three servers / one, processor time a request";
    report.line(what, ratio, "x", AtMost(MAX_SHARING_RATIO));
    quota::measure(&mut report, &client, &register, &servers);
    memory(&mut report, &servers, hosts, base_bytes);
    readings::measure(&mut report, &register, &servers);
    for (number, server) in (1..).zip(&servers) {
        let what = format!("server {number}, peak memory, with {} readings", readings::ROUNDS);
        let peak = status_bytes(&server.process_id(), PEAK);
        report.line(&what, peak / MEBIBYTE, " MiB", Unbounded);
    }
    report.end()
}

fn bytes_without_a_market() -> f64 {
    let register = Register::apply_to_postgres(FEW_HOSTS).expect("the variable is there");
    let server = Child::start(Kind::Product, &register);
    Client::of_checks(&register).ask_for(WARM_UP, &[server.address()]);
    status_bytes(&server.process_id(), RESIDENT)
}

fn memory(report: &mut Report, servers: &[Child], hosts: usize, base_bytes: f64) {
    let what = format!("server of {FEW_HOSTS} domains, resident memory");
    report.line(&what, base_bytes / MEBIBYTE, " MiB", Unbounded);
    for (number, server) in (1..).zip(servers) {
        let resident = status_bytes(&server.process_id(), RESIDENT);
        let what = format!("server {number} of {hosts} domains, resident memory");
        report.line(&what, resident / MEBIBYTE, " MiB", Unbounded);
        let a_domain = (resident - base_bytes) / (hosts - FEW_HOSTS) as f64;
        report.line(&format!("server {number}, memory a domain"), a_domain, " B", Unbounded);
    }
}
