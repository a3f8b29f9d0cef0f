//! The check in this process: its speed on listed hosts against a bare map, on strangers against
//! the clock, and what the index costs to build and to hold.
//!
//! `cargo bench --bench check`, with `-- --report` to only show the figures.

#[path = "check/building.rs"]
mod building;
#[path = "check/exact.rs"]
mod exact;
#[path = "check/floor.rs"]
mod floor;
#[path = "check/memory.rs"]
mod memory;
#[path = "check/misses.rs"]
mod misses;
mod support;

use std::process::ExitCode;

use support::market;
use support::report::Report;

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

fn main() -> ExitCode {
    let mut report = Report::new("check, in process");
    for size in SIZES {
        let companies = market::companies(size);
        let is_largest = size == SIZES[SIZES.len() - 1];
        if is_largest {
            building::measure(&mut report, &companies);
        }
        let catalogue = market::catalogue(&companies);
        exact::measure(&mut report, &catalogue, &companies);
        misses::measure(&mut report, &catalogue, &companies, is_largest);
    }
    report.end()
}
