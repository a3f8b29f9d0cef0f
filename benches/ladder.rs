//! The steps of the ladder under criterion: to see whether a change moved one of them.
//!
//! `cargo bench --bench ladder`. The targets, as ratios, are in the bench `check`.

mod support;

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use licence_core::check::{CheckQuery, CheckResult, check, check_row};
use support::market;

const HOSTS: usize = 100_000;

fn ladder(criterion: &mut Criterion) {
    let companies = market::companies(HOSTS);
    let catalogue = market::catalogue(&companies);
    let listed = market::hosts(&companies).nth(HOSTS / 2).expect("a host").to_string();
    let now = market::read_at();
    let query = |host: &str| CheckQuery::domain(host).expect("a hostname");
    let answers: HashMap<String, CheckResult> = market::hosts(&companies)
        .take(HOSTS / 10)
        .chain(market::hosts(&companies).skip(HOSTS / 2).take(1))
        .map(|host| (host.to_string(), check(&catalogue, &query(host.as_str()), now)))
        .collect();

    let mut group = criterion.benchmark_group("ladder");
    group.bench_function("floor: map lookup and clone of the answer", |bencher| {
        bencher.iter(|| answers.get(black_box(&listed)).cloned());
    });
    let root = listed.split('.').next().unwrap_or_default();
    for (step, host) in [
        ("1 exact", listed.clone()),
        ("2 related", format!("m7.{listed}")),
        ("3 generic", "bestonlinecasino24.example".to_owned()),
        ("5 name", format!("{root}.example")),
        ("6 nothing, near names", format!("{root}x.example")),
    ] {
        let query = query(&host);
        group.bench_function(step, |bencher| {
            bencher.iter(|| check(&catalogue, black_box(&query), now));
        });
        group.bench_function(format!("{step}, as a row of a batch"), |bencher| {
            bencher.iter(|| check_row(&catalogue, black_box(&host), now));
        });
    }
    group.finish();
}

criterion_group!(benches, ladder);
criterion_main!(benches);
