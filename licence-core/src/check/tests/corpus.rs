//! The ladder has a number, and a catalogue names it: no release may answer another way under the
//! same number.

use std::fmt::Write;

use crate::catalogue::fixture::{market, now, questions};
use crate::catalogue::{Catalogue, LADDER};
use crate::check::{CheckQuery, CheckResult, check};
use crate::records;

const OPERATORS: usize = 400;
/// Hosts for the steps that names made of syllables do not reach.
const HOSTS: [&str; 12] = [
    "casino.com",
    "online-casino.bet",
    "bet365.example",
    "lantern.gov.uk",
    "lanternlan0.github.io",
    "xn--lantrn-gva.com",
    "lanlanlan0.com.evil.net",
    "play.lanlanlan0.com",
    "spin2win.com",
    "apple.com",
    "royal.com",
    "co.uk",
];

/// Returns what the rules of matching decide, without sentences and ages.
fn line(answer: &CheckResult) -> String {
    let matched = answer.matched.as_ref();
    let matched = matched.map(|found| (found.match_type, &found.operator_slug));
    let related = answer.related_hosts.iter().map(|related| related.host.as_str());
    let near = answer.alternatives.iter().map(|near| (&near.matched_name, near.similarity));
    let (related, near) = (related.collect::<Vec<_>>(), near.collect::<Vec<_>>());
    format!("{} {matched:?} {related:?} {near:?}\n", answer.verdict)
}

fn answers(catalogue: &Catalogue) -> String {
    let hosts = questions(OPERATORS).into_iter().chain(HOSTS.map(str::to_owned));
    let numbers = ["ALSI-00007", "alsi00008", "102"];
    let queries = hosts
        .map(|host| CheckQuery::domain(&host).unwrap())
        .chain(numbers.map(|number| CheckQuery::licence_number(number).unwrap()));
    queries.fold(String::new(), |mut lines, query| {
        write!(lines, "{:?} {}", query.echo, line(&check(catalogue, &query, now()))).unwrap();
        lines
    })
}

/// `UPDATE_GOLDEN=1` writes the answers of a new number.
#[test]
fn answers_change_with_the_number_of_the_ladder_only() {
    let answers = answers(&market(OPERATORS).finish().unwrap());
    let written = format!("ladder {LADDER}\nanswers {}\n", records::sha256(answers.as_bytes()));
    let number = |golden: &str| golden.lines().next().unwrap_or_default().to_owned();
    let path = "src/check/corpus.golden";
    let golden = std::fs::read_to_string(path).unwrap_or_default();
    if std::env::var_os("UPDATE_GOLDEN").is_some() && number(&golden) != number(&written) {
        std::fs::write(path, &written).unwrap();
    }
    let golden = std::fs::read_to_string(path).unwrap();
    assert_eq!(
        golden, written,
        "the ladder answers another way: raise LADDER in catalogue/rules.rs, then UPDATE_GOLDEN=1"
    );
}
