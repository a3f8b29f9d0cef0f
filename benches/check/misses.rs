//! Strangers: the slowest answers, for all near names are looked for. What counts is the slow end.

use std::hint::black_box;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::hostname::Hostname;

use crate::support::market::{self, Company};
use crate::support::random::Random;
use crate::support::report::{Report, Target, Target::*};
use crate::support::rounds::{ROUNDS, median, quantile, time};
use crate::support::strangers::Kind;

const QUESTIONS_A_KIND: usize = 4_000;
const MAX_P99_MICROS: f64 = 100.0;

/// Each question once a round, parsing included.
pub fn measure(
    report: &mut Report,
    catalogue: &Catalogue,
    companies: &[Company],
    is_largest: bool,
) {
    let hosts: Vec<&Hostname> = market::hosts(companies).collect();
    let mut random = Random(11);
    let target = if is_largest { AtMost(MAX_P99_MICROS) } else { Unbounded };
    let mut all = vec![Vec::new(); ROUNDS];
    for kind in Kind::ALL {
        let domains = strangers(kind, catalogue, &hosts, &mut random);
        let rounds: Vec<Vec<f64>> = (0..ROUNDS).map(|_| ask(catalogue, &domains)).collect();
        all.iter_mut().zip(&rounds).for_each(|(all, round)| all.extend(round));
        if is_largest {
            lines(report, kind.label(), hosts.len(), rounds, Unbounded);
        }
    }
    lines(report, "all of them", hosts.len(), all, target);
}

fn strangers(
    kind: Kind,
    catalogue: &Catalogue,
    hosts: &[&Hostname],
    random: &mut Random,
) -> Vec<String> {
    let is_stranger = |domain: &String| {
        let query = CheckQuery::domain(domain).expect("a hostname");
        let verdict = check(catalogue, &query, market::read_at()).verdict;
        !matches!(verdict, Verdict::Licensed | Verdict::RelatedHostListed)
    };
    let domain = || {
        let listed = random.pick(hosts);
        kind.domain(listed, random)
    };
    std::iter::repeat_with(domain).filter(is_stranger).take(QUESTIONS_A_KIND).collect()
}

/// Microseconds a question.
fn ask(catalogue: &Catalogue, domains: &[String]) -> Vec<f64> {
    let now = market::read_at();
    let answer = |domain: &str| {
        let query = CheckQuery::domain(black_box(domain)).expect("a hostname");
        drop(black_box(check(catalogue, &query, now)));
    };
    domains.iter().map(|domain| time(|| answer(domain)).as_nanos() as f64 / 1000.0).collect()
}

fn lines(report: &mut Report, what: &str, hosts: usize, rounds: Vec<Vec<f64>>, target: Target) {
    let mut of_rounds = [Vec::new(), Vec::new()];
    for mut round in rounds {
        of_rounds[0].push(quantile(&mut round, 0.5));
        of_rounds[1].push(quantile(&mut round, 0.99));
    }
    let line = |share: &str| format!("miss, {what}, {share}, {hosts} hosts");
    report.line(&line("p50"), median(&of_rounds[0]), " us", Unbounded);
    report.line(&line("p99"), median(&of_rounds[1]), " us", target);
}
