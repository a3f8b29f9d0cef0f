//! Measures the quality of matching on real registers: precision and recall of names, exact hosts,
//! typosquats, neighbours, generic words and strangers. Prints each figure beside its target, and
//! fails if one is missed.
//!
//! `LICENCE_EVALUATION_POPULAR` names a file of popular domains, one a line, to be asked for too: no
//! such list is ours to ship.
//!
//! Run with `cargo run --release --example evaluation`. The registers are expected in a folder beside
//! the workspace and belong to others; without them there is nothing to measure.

mod brands;
mod exact;
mod fold;
mod generic;
mod guards;
mod imitation;
mod leave_out;
mod mirrors;
mod names;
mod parallel;
mod registers;
mod report;
mod seeded;
mod sentences;
mod squats;
mod steady;
mod strangers;
mod truth;

use std::collections::HashSet;
use std::error::Error;
use std::process::ExitCode;

use licence_core::catalogue::Catalogue;
use licence_core::time::Timestamp;

use brands::Brands;
use guards::Guards;
use leave_out::{Pieces, Registers, each_root, each_site};
use names::{Names, Precision};
use registers::{Row, readings};
use report::Report;
use truth::Truth;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let Some(rows) = registers::load()? else {
        println!("no register data beside the workspace: nothing measured");
        return Ok(ExitCode::SUCCESS);
    };
    let now = "2026-11-01T07:00:00Z".parse()?;
    let catalogue = Catalogue::from_readings(&readings(&rows, &HashSet::new()))?;
    let truth = Truth::new(&rows, &catalogue, now);
    let mut report = Report::default();
    on_record(&report, &truth, &rows, &catalogue);
    exact::report(&mut report, &truth, &catalogue, now);
    left_out(&mut report, &truth, &rows, now);
    imitation::squats(&mut report, &truth, &catalogue, now);
    mirrors::report(&mut report, &truth, &Guards::new(&truth), &catalogue, now);
    generic::report(&mut report, &truth, &catalogue, now);
    strangers::report(&mut report, &truth, &catalogue, now)?;
    steady::report(&mut report, &truth, &rows, &catalogue, now)?;
    Ok(if report.finish() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn on_record(report: &Report, truth: &Truth, rows: &[Row], catalogue: &Catalogue) {
    report.section("On record");
    report.line("licences", rows.len());
    report.line("operators", truth.owners.len());
    report.line("sites (a host and its www.)", truth.sites.len());
    report.line("roots of sites", truth.by_root.len());
    report.line("trading and company names", truth.names.len());
    let info = catalogue.info();
    report.line("bytes of the catalogue file a site", info.bytes / info.hosts.max(1));
}

/// P3 to P5 and N5, which all rest on the same leaving out.
fn left_out(report: &mut Report, truth: &Truth, rows: &[Row], now: Timestamp) {
    let pieces = Pieces::of_names(truth);
    let registers = Registers { rows, truth, pieces: &pieces, now };
    let names = Names { truth, brands: Brands::new(truth), guards: Guards::new(truth) };
    let sites = registers.run(&each_site(truth));
    let of_sites = names.report(report, "one site", &sites);
    let roots = registers.run(&each_root(truth));
    let of_roots = names.report(report, "a root's sites", &roots);
    precision(report, &of_sites, &of_roots);
    imitation::neighbours(report, truth, &roots);
}

/// Of a single site left out, the root of a sibling is right by what it lists; the harder figure is
/// that of whole roots left out, where only names are left to go by.
fn precision(report: &mut Report, of_sites: &Precision, of_roots: &Precision) {
    let listed = of_sites.listed.with(of_roots.listed);
    report.at_least("precision of name_match_only, as the guide counts", listed, 0.97);
    report.surely_at_least("precision of name_match_only, as the guide counts", listed, 0.94);
    report.at_least(
        "precision of name_match_only, a root's sites left out, proven",
        of_roots.proven,
        0.96,
    );
}
