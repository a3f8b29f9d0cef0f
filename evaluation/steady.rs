//! The same rows in another order give the same bytes.

use std::collections::HashSet;
use std::error::Error;

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, check};
use licence_core::time::Timestamp;

use crate::registers::{Row, readings};
use crate::report::Report;
use crate::seeded::Seeded;
use crate::squats::KINDS;
use crate::truth::Truth;

const QUERIES: usize = 5_000;

pub fn report(
    report: &mut Report,
    truth: &Truth,
    rows: &[Row],
    catalogue: &Catalogue,
    now: Timestamp,
) -> Result<(), Box<dyn Error>> {
    let mut seeded = Seeded::new(11);
    let shuffled =
        Catalogue::from_readings(&readings(&shuffled(rows, &mut seeded), &HashSet::new()))?;
    let mut differing = Vec::new();
    for host in queries(truth, &mut seeded) {
        let query = CheckQuery::domain(&host)?;
        let answer = |catalogue| serde_json::to_string(&check(catalogue, &query, now));
        if answer(catalogue)? != answer(&shuffled)? {
            differing.push(host);
        }
    }
    report.section("Determinism");
    report.line(
        "queries on shuffled rows that answer otherwise",
        format!("{} of {QUERIES}", differing.len()),
    );
    differing.iter().take(5).for_each(|host| report.note(host));
    report.exactly("answers that depend on the order of rows", differing.len(), 0);
    Ok(())
}

fn shuffled(rows: &[Row], seeded: &mut Seeded) -> Vec<Row> {
    let mut rows = rows.to_vec();
    seeded.shuffle(&mut rows);
    for row in &mut rows {
        seeded.shuffle(&mut row.cells);
        seeded.shuffle(&mut row.trading_names);
    }
    rows
}

/// Hosts on record, and squats of them.
fn queries(truth: &Truth, seeded: &mut Seeded) -> Vec<String> {
    let mut hosts: Vec<String> = truth.sites.iter().map(|site| site.host.clone()).collect();
    for site in truth.sites.iter().filter(|site| site.root.len() > 3) {
        let kind = &KINDS[seeded.below(KINDS.len())];
        let of_kind = (kind.hosts)(&site.label, &site.suffix);
        let is_valid = |host: &String| CheckQuery::domain(host).is_ok();
        hosts.extend(of_kind.into_iter().find(is_valid));
    }
    seeded.shuffle(&mut hosts);
    hosts.truncate(QUERIES);
    hosts
}
