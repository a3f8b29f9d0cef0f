//! `licence` as its users start it: a million domains through `licence batch`, and the start of
//! `licence check`. Whole processes, on a database with the sample registers.
//!
//! `cargo bench --bench batch`, with `-- --report` to only show the figures.

#[path = "batch/domains.rs"]
mod domains;
#[path = "batch/program.rs"]
mod program;
#[path = "batch/run.rs"]
mod run;
mod support;

use std::process::ExitCode;

use program::Program;
use support::report::{Report, Target::*};
use support::rounds::{ROUNDS, median};

const MANY: usize = 1_000_000;
const FEW: usize = 100_000;
const MIN_RATE: f64 = 300_000.0;
const MAX_GROWTH_MIB: f64 = 8.0;
const STARTS: usize = 20;
const MAX_START_MILLIS: f64 = 50.0;

fn main() -> ExitCode {
    let mut report = Report::new("licence batch and licence check, whole processes");
    let program = Program::on_the_sample();
    let listed = domains::sample_hosts();
    let many = program.file("many.txt", &domains::mixed(MANY, &listed));
    let few = program.file("few.txt", &domains::mixed(FEW, &listed));

    let (mut rates, mut processor, mut growths) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let large = run::watched(program.batch(&many));
        let small = run::watched(program.batch(&few));
        rates.push(MANY as f64 / large.seconds);
        processor.push(MANY as f64 / large.processor_seconds);
        growths.push(large.peak_mib - small.peak_mib);
    }
    report.line("domains a second", median(&rates), "", AtLeast(MIN_RATE));
    report.line("domains a second of processor time", median(&processor), "", Unbounded);
    let growth = median(&growths);
    report.line("peak memory above that of a tenth", growth, " MiB", AtMost(MAX_GROWTH_MIB));

    let start = || run::watched(program.check("lanternspin.example")).seconds * 1000.0;
    let starts: Vec<f64> = (0..STARTS).map(|_| start()).collect();
    report.line(
        "licence check, from start to end",
        median(&starts),
        " ms",
        AtMost(MAX_START_MILLIS),
    );
    report.end()
}
