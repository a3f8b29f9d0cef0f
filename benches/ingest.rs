//! A reading of 200,000 licences with a million domains: its first application by
//! `licence registers apply` against what the database's own tool takes to load the very rows that
//! came of it, and a second application of the same content. Then one reading that changes some of
//! the licences, while customers write.
//!
//! `cargo bench --bench ingest`, with `-- --report` to only show the figures and
//! `-- --licences 20000` for a smaller one. PostgreSQL is measured on the server that
//! `LICENCE_TEST_DATABASE_URL` names. Needs `sqlite3` and, for PostgreSQL, `psql`.

#[path = "ingest/customers.rs"]
mod customers;
#[path = "ingest/database.rs"]
mod database;
#[path = "ingest/postgres.rs"]
mod postgres;
#[path = "ingest/product.rs"]
mod product;
#[path = "ingest/register.rs"]
#[allow(dead_code, reason = "`start` uses all of it")]
mod register;
#[path = "ingest/sqlite.rs"]
mod sqlite;
mod support;

use std::process::ExitCode;

use database::Database;
use product::Product;
use support::arguments::number_after;
use support::report::{Report, Target::*};
use support::rounds::{median, quantile};

const LICENCES: usize = 200_000;
/// Each takes minutes; the floor is measured in all of them.
const ROUNDS: usize = 3;
const MIN_TIMES_FASTER_UNCHANGED: f64 = 5.0;

fn main() -> ExitCode {
    let licences = number_after("--licences").unwrap_or(LICENCES);
    let mut report = Report::new(&format!(
        "licence registers apply, {licences} licences with {} domains",
        licences * product::DOMAINS_OF_A_LICENCE
    ));
    let product = Product::with_readings_of(licences);
    measure::<sqlite::File>(&mut report, &product, "SQLite");
    if postgres::is_configured() {
        measure::<postgres::Server>(&mut report, &product, "PostgreSQL");
    } else {
        report.note("PostgreSQL: not measured, LICENCE_TEST_DATABASE_URL names no server");
    }
    report.end()
}

fn measure<D: Database>(report: &mut Report, product: &Product, name: &str) {
    let (mut firsts, mut floors) = (Vec::new(), Vec::new());
    let (mut ratios, mut times_faster) = (Vec::new(), Vec::new());
    let mut waits = Vec::new();
    for round in 1..=ROUNDS {
        let (filled, loaded) = (D::create(), D::create());
        let first = product.apply_first(&filled.url());
        let floor = loaded.load(&filled.dump(product.folder()));
        let second = product.apply_again(&filled.url());
        firsts.push(first.as_secs_f64());
        floors.push(floor.as_secs_f64());
        ratios.push(first.as_secs_f64() / floor.as_secs_f64());
        times_faster.push(first.as_secs_f64() / second.as_secs_f64());
        if round == ROUNDS {
            waits = customers::write_beside(&filled.url(), || product.apply_changed(&filled.url()));
        }
    }
    let line = |what: &str| format!("{name}: {what}");
    report.line(&line("first application"), median(&firsts), " s", Unbounded);
    report.line(&line(D::FLOOR), median(&floors), " s", Unbounded);
    report.line(&line("first application / floor"), median(&ratios), " x", AtMost(D::MOST));
    let faster = median(&times_faster);
    let target = AtLeast(MIN_TIMES_FASTER_UNCHANGED);
    report.line(&line("unchanged reading, times faster"), faster, " x", target);
    let (p99, longest) = (quantile(&mut waits, 0.99), quantile(&mut waits, 1.0));
    let what = "customer's write while a reading is applied, p99";
    report.line(&line(what), p99, " ms", AtMost(D::MAX_WAIT_MILLIS));
    report.line(&line("  the longest of them"), longest, " ms", Unbounded);
}
