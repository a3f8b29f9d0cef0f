//! N1 and N6: names that have nothing to do with any operator.

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::hostname::{Hostname, Registrable};
use licence_core::time::Timestamp;

use crate::fold::squashed;
use crate::parallel::in_parallel;
use crate::report::{Report, Share};
use crate::seeded::Seeded;
use crate::sentences::misread_root;
use crate::truth::Truth;

/// Five in ten thousand.
const MAX_STRANGERS_NAMED: f64 = 0.0005;
/// Rarer words, small towns and languages that the product's list lacks.
const MAX_WORDS_NAMED: f64 = 0.002;
const RANDOM_NAMES: usize = 200_000;
const COMMON_WORDS: &str = include_str!("../licence-core/src/check/common_words.txt");
/// Words of several languages and names of towns that the product's list lacks, in sections.
const NEGATIVES: &str = include_str!("negatives.txt");

/// In ten thousand popular domains, and in as many words: one.
const MAX_MISREAD: f64 = 0.0001;

pub fn report(
    report: &mut Report,
    truth: &Truth,
    catalogue: &Catalogue,
    now: Timestamp,
) -> std::io::Result<()> {
    report.section("N1, N6: strangers");
    let mut seeded = Seeded::new(7);
    let random: Vec<String> = (0..RANDOM_NAMES).map(|_| pronounceable(&mut seeded)).collect();
    let mut lists = vec![
        ("common words".to_owned(), hosts_of_words(COMMON_WORDS.lines())),
        ("random pronounceable names".to_owned(), random),
    ];
    for section in NEGATIVES.split("# ").skip(1) {
        let (what, words) = section.split_once('\n').unwrap_or_default();
        lists.push((
            format!("words not in the product's list, {what}"),
            hosts_of_words(words.lines()),
        ));
    }
    if let Some(file) = std::env::var_os("LICENCE_EVALUATION_POPULAR") {
        let popular = std::fs::read_to_string(file)?.lines().map(str::to_owned).collect();
        lists.push(("popular domains".to_owned(), popular));
    }
    let (mut licensed, mut said, mut of_words) = (0, Share::default(), Share::default());
    for (what, hosts) in lists {
        let found = in_parallel(&hosts, |host| found(truth, catalogue, now, host));
        let found: Vec<&Found> = found.iter().flatten().collect();
        let claims: Vec<&String> = found.iter().filter_map(|found| found.named.as_ref()).collect();
        let misread = found.iter().filter(|found| found.is_misread).count();
        licensed += found.iter().filter(|found| found.is_licensed).count();
        said = said.with(Share { part: misread, whole: hosts.len() });
        let named = Share { part: claims.len(), whole: hosts.len() };
        let rate = named.value() * 10_000.0;
        let weak = found.iter().filter(|found| found.is_namesake).count();
        report.line(
            &what,
            format!("named {named}, {rate:.2} in 10,000, {weak} of them weakly; {misread} misread"),
        );
        report.line("  without any guard", Share::count(&hosts, |host| is_called(truth, host)));
        claims.iter().take(5).for_each(|host| report.note(host));
        if what.starts_with("words not") {
            of_words = of_words.with(named);
        } else {
            report.at_most(&format!("{what} named"), named, MAX_STRANGERS_NAMED);
        }
    }
    report.at_most("words not in the product's list named", of_words, MAX_WORDS_NAMED);
    report.at_most("strangers said to be misread", said, MAX_MISREAD);
    report.exactly("strangers licensed", licensed, 0);
    Ok(())
}

fn hosts_of_words<'w>(words: impl Iterator<Item = &'w str>) -> Vec<String> {
    words.flat_map(|word| ["com", "org"].map(|suffix| format!("{word}.{suffix}"))).collect()
}

/// Whether anyone is called so: what equality without a guard would name.
fn is_called(truth: &Truth, host: &str) -> bool {
    let parsed: Option<Hostname> = host.parse().ok();
    let registrable = parsed.as_ref().and_then(Hostname::registrable);
    let is_known = |r: &Registrable| parsed.as_ref().is_some_and(|h| truth.is_known(h, r.name));
    registrable
        .is_some_and(|r| !is_known(&r) && !truth.called(&squashed(&r.unicode_root())).is_empty())
}

/// What an answer about a host that is not on record says.
struct Found {
    is_licensed: bool,
    is_misread: bool,
    is_namesake: bool,
    /// The host and whom it was named after.
    named: Option<String>,
}

fn found(truth: &Truth, catalogue: &Catalogue, now: Timestamp, host: &String) -> Option<Found> {
    let parsed = host.parse().ok()?;
    let registrable = Hostname::registrable(&parsed)?;
    if truth.is_known(&parsed, registrable.name) {
        return None;
    }
    let answer = check(catalogue, &CheckQuery::domain(host).ok()?, now);
    let called = truth.called(&squashed(&registrable.unicode_root())).len();
    Some(Found {
        is_licensed: matches!(answer.verdict, Verdict::Licensed | Verdict::LicensedProvisional),
        is_misread: misread_root(&answer.verdict_detail).is_some(),
        is_namesake: answer.verdict_detail.contains("may be a namesake"),
        named: answer
            .matched
            .map(|found| format!("{host}: {} ({called} called so)", found.operator)),
    })
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
