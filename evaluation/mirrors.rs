//! Mirrors: a listed name with digits, with digits and a word, and a listed host in a subdomain. The
//! sentence must say which name a host carries, and must not say it of words with digits.

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::hostname::Hostname;
use licence_core::time::Timestamp;

use crate::guards::Guards;
use crate::parallel::in_parallel;
use crate::report::{Report, Share};
use crate::sentences::{carried_host, carried_name};
use crate::truth::{Site, Truth};

const MIN_NAME_CHARS: usize = 5;
const MIN_LETTERS: usize = 3;

struct Kind {
    name: &'static str,
    hosts: fn(&str) -> Vec<String>,
}

const KINDS: [Kind; 2] = [
    Kind {
        name: "name and digits",
        hosts: |root| {
            let around = [format!("{root}25"), format!("{root}-7"), format!("12{root}")];
            around.into_iter().map(|root| format!("{root}.com")).collect()
        },
    },
    Kind {
        name: "name, digits and a word",
        hosts: |root| vec![format!("{root}25bonus.net"), format!("play-{root}-88.net")],
    },
];

pub fn report(
    report: &mut Report,
    truth: &Truth,
    guards: &Guards<'_>,
    catalogue: &Catalogue,
    now: Timestamp,
) {
    report.section("Mirrors of listed names and hosts");
    let detail = |host: &str| {
        let query = CheckQuery::domain(host).expect("a host");
        check(catalogue, &query, now)
    };
    let sites: Vec<&Site> =
        truth.by_root.values().filter_map(|sites| in_use(truth, sites)).collect();
    let can_be_carried = |site: &&&Site| can_be_carried(guards, site);
    let named: Vec<&Site> = sites.iter().filter(can_be_carried).copied().collect();
    let (mut said, mut digits) = (Share::default(), Share::default());
    for (place, kind) in KINDS.iter().enumerate() {
        let asked = in_parallel(&named, |site| {
            let hosts = (kind.hosts)(&site.label);
            let unlisted = hosts.into_iter().filter(|host| is_unlisted(truth, host));
            unlisted.map(|host| (site.root.clone(), detail(&host), host)).collect::<Vec<_>>()
        });
        let asked: Vec<_> = asked.into_iter().flatten().collect();
        let is_right = |root: &str, detail: &str| carried_name(detail) == Some(root);
        let told = Share::count(&asked, |(root, answer, _)| is_right(root, &answer.verdict_detail));
        report.line(kind.name, told);
        let missed = asked.iter().filter(|(root, a, _)| !is_right(root, &a.verdict_detail));
        for (_, answer, host) in missed.take(5) {
            report.note(&format!("{host}: {}", answer.verdict));
        }
        for (root, answer, _) in &asked {
            if let Some(name) = carried_name(&answer.verdict_detail) {
                said.add(name == root);
            }
            assert_ne!(answer.verdict, Verdict::Licensed);
        }
        if place == 0 {
            digits = told;
        }
    }
    let hosts = in_parallel(&sites, |site| {
        let host = format!("{}.qzvk-login.net", site.host);
        (site.host.clone(), detail(&host).verdict_detail)
    });
    let of_hosts = Share::count(&hosts, |(host, detail)| carried_host(detail) == Some(host));
    report.line("listed host in a subdomain", of_hosts);
    let random = words_with_digits(guards, truth);
    let of_words =
        in_parallel(&random, |host| carried_name(&detail(host).verdict_detail).is_some());
    let of_words = Share::count(&of_words, |is_said| *is_said);
    report.line("said of common words with digits", of_words);
    report.at_least("mirrors (name and digits) named in the sentence", digits, 0.95);
    report.at_least("right name where a mirror is told to carry one", said, 0.97);
    report.at_least("listed hosts in a subdomain named", of_hosts, 0.95);
    report.at_most("common words with digits told to carry a name", of_words, 0.0005);
}

fn in_use<'t>(truth: &'t Truth, sites: &[usize]) -> Option<&'t Site> {
    sites.iter().map(|site| &truth.sites[*site]).find(|site| site.names_its_users())
}

fn can_be_carried(guards: &Guards<'_>, site: &Site) -> bool {
    site.label.is_ascii()
        && site.root.len() >= MIN_NAME_CHARS
        && site.root.bytes().filter(u8::is_ascii_alphabetic).count() >= MIN_LETTERS
        && !guards.is_common(&site.root)
        && !Guards::is_bare_vocabulary(&site.root)
}

fn is_unlisted(truth: &Truth, host: &str) -> bool {
    let Ok(parsed) = host.parse::<Hostname>() else { return false };
    let Some(registrable) = parsed.registrable() else { return false };
    let root = crate::fold::squashed(&registrable.unicode_root());
    !truth.is_known(&parsed, registrable.name) && truth.called(&root).is_empty()
}

fn words_with_digits(guards: &Guards<'_>, truth: &Truth) -> Vec<String> {
    let words = guards.common_words().filter(|word| word.is_ascii());
    let hosts = words.flat_map(|word| [format!("{word}24.com"), format!("{word}-365.net")]);
    hosts.filter(|host| is_unlisted(truth, host)).collect()
}
