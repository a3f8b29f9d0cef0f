//! Searching 200,000 operators by a piece of a name, through the store: the pieces that are rare,
//! common, and in nearly every name.
//!
//! `cargo bench --bench search`, with `-- --report` to only show the figures. PostgreSQL is
//! measured on the server that `LICENCE_TEST_DATABASE_URL` names, in a database of its own that
//! stays there.

#[path = "search/filled.rs"]
mod filled;
mod support;

use std::process::ExitCode;

use licence_core::lookup::Page;
use licence_store::Store;
use support::report::Report;
use support::report::Target::{self, AtMost};
use support::rounds::{quantile, time};
use tokio::runtime::Runtime;

const OPERATORS: usize = 200_000;
/// How often each piece is searched.
const SEARCHES: usize = 300;
const MAX_P99_MILLIS: f64 = 20.0;
/// A slug, a beginning, a word in a tenth of the names, one in half, letters in nearly all.
const TERMS: [(&str, &str); 6] = [
    ("rare", "gaming 77777 "),
    ("none", "zzqx"),
    ("common", "casino"),
    ("very common", "limited"),
    ("worst", "a"),
    ("worst of two", "in"),
];

fn main() -> ExitCode {
    let mut report = Report::new(&format!("search among {OPERATORS} operators"));
    let runtime = Runtime::new().expect("a runtime");
    let folder = tempfile::tempdir().expect("a directory");
    let sqlite = format!("sqlite://{}", folder.path().join("licence.db").display());
    measure(&mut report, &runtime, "SQLite", &sqlite);
    match runtime.block_on(filled::new_postgres_database()) {
        Some(url) => measure(&mut report, &runtime, "PostgreSQL", &url),
        None => report.note("PostgreSQL: not measured, LICENCE_TEST_DATABASE_URL names no server"),
    }
    report.end()
}

fn measure(report: &mut Report, runtime: &Runtime, database: &str, url: &str) {
    let store = runtime.block_on(filled::store(url, OPERATORS));
    let first = time(|| search(runtime, &store, "zzqx", 20)).as_secs_f64();
    report.line(
        &format!("{database}: the first search, which loads"),
        first,
        " s",
        Target::Unbounded,
    );
    for (kind, term) in TERMS {
        for limit in [20, 100] {
            let once = |_| time(|| search(runtime, &store, term, limit)).as_secs_f64() * 1_000.0;
            let mut millis: Vec<f64> = (0..SEARCHES).map(once).collect();
            let line = |share: &str| format!("{database}: {kind}, {limit} rows, {share}");
            report.line(&line("p50"), quantile(&mut millis, 0.5), " ms", Target::Unbounded);
            report.line(&line("p99"), quantile(&mut millis, 0.99), " ms", AtMost(MAX_P99_MILLIS));
        }
    }
}

fn search(runtime: &Runtime, store: &Store, term: &str, limit: u64) {
    let page = Page { limit, offset: 0 };
    let found = runtime.block_on(store.search_operators(term, page)).expect("an answer");
    assert_eq!(found.operators.len() as u64, found.total.min(limit), "{term}");
}
