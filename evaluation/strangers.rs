//! N1 and N6: names that have nothing to do with any operator.

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::hostname::{Hostname, Registrable};
use licence_core::time::Timestamp;

use crate::fold::squashed;
use crate::parallel::in_parallel;
use crate::report::{Report, Share};
use crate::seeded::Seeded;
use crate::truth::Truth;

/// Five in ten thousand.
const MAX_STRANGERS_NAMED: f64 = 0.0005;
const RANDOM_NAMES: usize = 200_000;
const COMMON_WORDS: &str = include_str!("../licence-core/src/check/common_words.txt");

pub fn report(report: &mut Report, truth: &Truth, catalogue: &Catalogue, now: Timestamp) {
    report.section("N1, N6: strangers");
    let words = COMMON_WORDS.lines().flat_map(|word| ["com", "org"].map(|s| format!("{word}.{s}")));
    let words: Vec<String> = words.collect();
    let mut seeded = Seeded::new(7);
    let random: Vec<String> = (0..RANDOM_NAMES).map(|_| pronounceable(&mut seeded)).collect();
    let mut licensed = 0;
    for (what, hosts) in [("common words", words), ("random pronounceable names", random)] {
        let found = in_parallel(&hosts, |host| found(truth, catalogue, now, host));
        let claims: Vec<&String> = found.iter().flatten().map(|(_, host)| host).collect();
        let passes = found.iter().flatten().filter(|(is_pass, _)| *is_pass).count();
        licensed += passes;
        let named = Share { part: claims.len(), whole: hosts.len() };
        let rate = named.value() * 10_000.0;
        report.line(what, format!("named {named}, {rate:.2} in 10,000; {passes} licensed"));
        report.line("  without any guard", Share::of(&hosts, |host| is_called(truth, host)));
        claims.iter().take(5).for_each(|host| report.note(host));
        report.at_most(&format!("{what} named"), named, MAX_STRANGERS_NAMED);
    }
    report.exactly("strangers licensed", licensed, 0);
}

/// Whether anyone is called so: what equality without a guard would name.
fn is_called(truth: &Truth, host: &str) -> bool {
    let parsed: Option<Hostname> = host.parse().ok();
    let registrable = parsed.as_ref().and_then(Hostname::registrable);
    let is_known = |r: &Registrable| parsed.as_ref().is_some_and(|h| truth.is_known(h, r.name));
    registrable
        .is_some_and(|r| !is_known(&r) && !truth.called(&squashed(&r.unicode_root())).is_empty())
}

/// What an answer about a host that is not on record found: whether it passes, and the host.
fn found(
    truth: &Truth,
    catalogue: &Catalogue,
    now: Timestamp,
    host: &String,
) -> Option<(bool, String)> {
    let parsed = host.parse().ok()?;
    let registrable = Hostname::registrable(&parsed)?;
    if truth.is_known(&parsed, registrable.name) {
        return None;
    }
    let answer = check(catalogue, &CheckQuery::domain(host).ok()?, now);
    let is_pass = matches!(answer.verdict, Verdict::Licensed | Verdict::LicensedProvisional);
    let called = truth.called(&squashed(&registrable.unicode_root())).len();
    answer
        .matched
        .map(|found| (is_pass, format!("{host}: {} ({called} called so)", found.operator)))
}

fn pronounceable(seeded: &mut Seeded) -> String {
    const CONSONANTS: &[u8] = b"bcdfghjklmnprstvwz";
    const VOWELS: &[u8] = b"aeiou";
    let mut name = String::new();
    for _ in 0..2 + seeded.below(3) {
        name.push(char::from(CONSONANTS[seeded.below(CONSONANTS.len())]));
        name.push(char::from(VOWELS[seeded.below(VOWELS.len())]));
    }
    if seeded.below(2) == 0 {
        name.push(char::from(CONSONANTS[seeded.below(CONSONANTS.len())]));
    }
    name + [".com", ".net", ".org", ".io"][seeded.below(4)]
}
