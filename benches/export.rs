//! An export of a million licences as CSV: its rows a second against the database's own tool over
//! the same joined query, what the process grows by, and how long checks take meanwhile.
//!
//! `cargo bench --bench export`, with `-- --report` to only show the figures and
//! `-- --licences 100000` for a smaller one. PostgreSQL is measured on the server that
//! `LICENCE_TEST_DATABASE_URL` names. Needs `sqlite3` and, for PostgreSQL, `psql`. The tool only
//! reads: an old `sqlite3` must not write to a database that others have open.

#[path = "export/checks.rs"]
mod checks;
#[path = "export/database.rs"]
mod database;
#[path = "export/fill.rs"]
mod fill;
#[path = "export/memory.rs"]
mod memory;
#[path = "export/product.rs"]
mod product;
mod support;

use std::process::ExitCode;

use database::{Database, PostgresServer, SqliteFile};
use product::Product;
use support::arguments::number_after;
use support::report::{Report, Target::*};
use support::rounds::{median, time};

const LICENCES: u64 = 1_000_000;
/// Each takes about ten seconds.
const ROUNDS: usize = 5;
const MIB: f64 = 1024.0 * 1024.0;

fn main() -> ExitCode {
    let licences = number_after("--licences").unwrap_or(LICENCES);
    let mut report = Report::new(&format!("export of {licences} licences as CSV"));
    measure::<SqliteFile>(&mut report, licences);
    if database::has_postgres() {
        measure::<PostgresServer>(&mut report, licences);
    } else {
        report.note("PostgreSQL: not measured, LICENCE_TEST_DATABASE_URL names no server");
    }
    report.end()
}

fn measure<D: Database>(report: &mut Report, licences: u64) {
    let line = |what: &str| format!("{}: {what}", D::NAME);
    let database = D::create();
    fill::fill(&database.url(), licences);
    let product = Product::open(&database.url());
    // The first one: later ones find what the allocator kept.
    let grown = memory::growth(|| assert_eq!(product.export(), licences)) as f64 / MIB;
    report.line(&line("memory grown by"), grown, " MiB", AtMost(16.0));
    let (mut ours, mut floors, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let floor = licences as f64 / time(|| database.floor()).as_secs_f64();
        let our = licences as f64 / time(|| assert_eq!(product.export(), licences)).as_secs_f64();
        floors.push(floor);
        ours.push(our);
        ratios.push(our / floor);
    }
    report.line(&line(D::FLOOR), median(&floors), " rows/s", Unbounded);
    report.line(&line("export"), median(&ours), " rows/s", Unbounded);
    report.line(&line("export / floor"), median(&ratios), " x", AtLeast(D::LEAST));
    checks::measure(report, D::NAME, &product);
}
