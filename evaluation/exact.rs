//! P1 and P2: hosts on record in all their spellings, and hosts beside them.

use std::collections::HashSet;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, Verdict, check};
use licence_core::time::Timestamp;

use crate::parallel::in_parallel;
use crate::report::{Report, Share};
use crate::truth::{Site, Truth};

pub fn report(report: &mut Report, truth: &Truth, catalogue: &Catalogue, now: Timestamp) {
    let verdict = |host: &str| {
        let query = CheckQuery::domain(host).expect("a host");
        check(catalogue, &query, now).verdict
    };
    let is_exact =
        |site: &Site| spellings(&site.host).map(|host| verdict(&host).as_str() == site.verdict);
    let exact: Vec<bool> = in_parallel(&truth.sites, is_exact).into_iter().flatten().collect();
    let beside = beside(truth);
    let is_related = |host: &String| verdict(host) == Verdict::RelatedHostListed;
    let related = in_parallel(&beside, is_related);

    report.section("P1, P2: hosts on record, and hosts beside them");
    let exact = Share::count(&exact, |is_exact| *is_exact);
    let related = Share::count(&related, |is_related| *is_related);
    report.line("verdict as the rows have it, in four spellings", exact);
    report.line("other hosts of a listed registrable domain", related);
    report.at_least("P1 exact verdicts", exact, 1.0);
    report.at_least("P2 related hosts", related, 1.0);
}

fn spellings(host: &str) -> [String; 4] {
    let www = format!("www.{host}");
    [host.to_owned(), www.clone(), host.to_uppercase(), format!("{www}.")]
}

/// Hosts that are not on record while a host of their registrable domain is.
fn beside(truth: &Truth) -> Vec<String> {
    let hosts = truth.sites.iter().flat_map(|site| {
        let below =
            ["m", "sports", "www2", "qx7-login"].map(|label| format!("{label}.{}", site.host));
        below.into_iter().chain([site.registrable.clone()])
    });
    let unlisted: HashSet<String> =
        hosts.filter(|host| !truth.by_host.contains_key(host)).collect();
    let mut unlisted: Vec<String> = unlisted.into_iter().collect();
    unlisted.sort_unstable();
    unlisted
}
