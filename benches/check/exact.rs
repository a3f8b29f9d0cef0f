//! Hosts on record: the answer a server gives all day.

use std::hint::black_box;
use std::time::Duration;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};

use crate::floor::Floor;
use crate::support::market::{self, Company};
use crate::support::random::Random;
use crate::support::report::{Report, Target::*};
use crate::support::rounds::{ROUNDS, median, time};

const QUESTIONS: usize = 200_000;
const MAX_RATIO: f64 = 3.0;

/// Rounds of floor, check, and check with the parsing of the question.
pub fn measure(report: &mut Report, catalogue: &Catalogue, companies: &[Company]) {
    let hosts: Vec<&str> = market::hosts(companies).map(|host| host.as_str()).collect();
    let floor = floor(catalogue, &hosts);
    let mut random = Random(7);
    let asked: Vec<&str> = (0..QUESTIONS).map(|_| random.pick(&hosts)).collect();
    let queries: Vec<CheckQuery> = asked.iter().map(|host| query(host)).collect();

    let (mut checks, mut with_parsing, mut floors) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let bare = a_question(time(|| look_up(&floor, &asked)));
        let checked = a_question(time(|| check_parsed(catalogue, &queries)));
        let parsed = a_question(time(|| parse_and_check(catalogue, &asked)));
        checks.push(checked / bare);
        with_parsing.push(parsed / bare);
        floors.push(bare);
    }
    let line = |what: &str| format!("{what}, {} hosts", hosts.len());
    report.line(&line("map lookup and copy of the texts"), median(&floors), " ns", Unbounded);
    report.line(&line("check / floor"), median(&checks), "x", AtMost(MAX_RATIO));
    let target = AtMost(MAX_RATIO);
    report.line(&line("parse and check / floor"), median(&with_parsing), "x", target);
}

fn query(host: &str) -> CheckQuery {
    CheckQuery::domain(host).expect("a hostname")
}

fn floor(catalogue: &Catalogue, hosts: &[&str]) -> Floor {
    let answer = |host: &str| {
        let result = check(catalogue, &query(host), market::read_at());
        assert_eq!(result.verdict, Verdict::Licensed, "{host}");
        result.into()
    };
    hosts.iter().map(|host| ((*host).to_owned(), answer(host))).collect()
}

fn a_question(whole: Duration) -> f64 {
    whole.as_nanos() as f64 / QUESTIONS as f64
}

fn look_up(floor: &Floor, asked: &[&str]) {
    for host in asked {
        black_box(floor.get(black_box(*host)).cloned());
    }
}

fn check_parsed(catalogue: &Catalogue, queries: &[CheckQuery]) {
    let now = market::read_at();
    for query in queries {
        black_box(check(catalogue, black_box(query), now));
    }
}

fn parse_and_check(catalogue: &Catalogue, asked: &[&str]) {
    let now = market::read_at();
    for host in asked {
        black_box(check(catalogue, &query(black_box(host)), now));
    }
}
