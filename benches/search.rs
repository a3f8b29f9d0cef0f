//! Searching 200,000 operators by a piece of a name, through the store, one search after another and
//! eight at once: the pieces that are rare, common, and in nearly every name.
//!
//! `cargo bench --bench search`, with `-- --report` to only show the figures. PostgreSQL is
//! measured on the server that `LICENCE_TEST_DATABASE_URL` names, in a database of its own that
//! stays there.

#[path = "search/filled.rs"]
mod filled;
mod support;

use std::process::ExitCode;
use std::time::Instant;

use licence_core::lookup::Page;
use licence_store::Store;
use support::report::Report;
use support::report::Target::{self, AtMost};
use support::rounds::{quantile, time};
use tokio::runtime::Runtime;

const OPERATORS: usize = 200_000;
/// How often each piece is searched.
const SEARCHES: usize = 304;
const AT_ONCE: usize = 8;
const MAX_P99_MILLIS: f64 = 20.0;
const MAX_P99_MILLIS_AT_ONCE: f64 = 80.0;
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
    let first = time(|| runtime.block_on(search(&store, "zzqx", 20))).as_secs_f64();
    report.line(
        &format!("{database}: the first search, which loads"),
        first,
        " s",
        Target::Unbounded,
    );
    for (kind, term) in TERMS {
        for limit in [20, 100] {
            let line = |share: &str| format!("{database}: {kind}, {limit} rows, {share}");
            let mut millis = runtime.block_on(millis_of(store.clone(), term, limit, SEARCHES));
            report.line(&line("p50"), quantile(&mut millis, 0.5), " ms", Target::Unbounded);
            report.line(&line("p99"), quantile(&mut millis, 0.99), " ms", AtMost(MAX_P99_MILLIS));
            let mut millis = runtime.block_on(millis_at_once(&store, term, limit));
            let p99 = quantile(&mut millis, 0.99);
            report.line(&line("8 at once, p99"), p99, " ms", AtMost(MAX_P99_MILLIS_AT_ONCE));
        }
    }
}

/// Returns how long each of so many searches took, one after another.
async fn millis_of(store: Store, term: &'static str, limit: u64, searches: usize) -> Vec<f64> {
    let mut millis = Vec::with_capacity(searches);
    for _ in 0..searches {
        let start = Instant::now();
        search(&store, term, limit).await;
        millis.push(start.elapsed().as_secs_f64() * 1_000.0);
    }
    millis
}

/// Returns how long each search took, where eight tasks search at once.
async fn millis_at_once(store: &Store, term: &'static str, limit: u64) -> Vec<f64> {
    let task = |_| tokio::spawn(millis_of(store.clone(), term, limit, SEARCHES / AT_ONCE));
    let tasks: Vec<_> = (0..AT_ONCE).map(task).collect();
    let mut millis = Vec::with_capacity(SEARCHES);
    for task in tasks {
        millis.extend(task.await.expect("the searches end"));
    }
    millis
}

async fn search(store: &Store, term: &str, limit: u64) {
    let page = Page { limit, offset: 0 };
    let found = store.search_operators(term, page).await.expect("an answer");
    assert_eq!(found.operators.len() as u64, found.total.min(limit), "{term}");
}
