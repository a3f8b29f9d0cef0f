//! Building the index.

use std::hint::black_box;

use licence_core::hostname::Hostname;

use crate::memory;
use crate::support::market::{self, Company};
use crate::support::processor::{THIS_PROCESS, processor_seconds};
use crate::support::report::{Report, Target::*};
use crate::support::rounds::{ROUNDS, median, time};

const MAX_SECONDS: f64 = 5.0;
const MAX_BYTES_A_NAME: f64 = 400.0;

/// Builds it a few times for the time, and once more for the bytes.
pub fn measure(report: &mut Report, companies: &[Company]) {
    let hosts = market::hosts(companies).count();
    let letters =
        |length: fn(&Hostname) -> usize| -> usize { market::hosts(companies).map(length).sum() };
    let of_host = letters(|host| host.as_str().len());
    let of_root =
        letters(|host| host.registrable().map_or(0, |registrable| registrable.root.len()));
    let (catalogue, held) = memory::measure(|| market::catalogue(companies));
    drop(catalogue);
    let build = || drop(black_box(market::catalogue(companies)));
    let (mut seconds, mut processor) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let before = processor_seconds(THIS_PROCESS);
        seconds.push(time(build).as_secs_f64());
        processor.push(processor_seconds(THIS_PROCESS) - before);
    }

    let line = |what: &str| format!("{what}, {hosts} hosts");
    report.line(&line("build of the index"), median(&seconds), " s", AtMost(MAX_SECONDS));
    report.line(&line("processor time of it"), median(&processor), " s", Unbounded);
    let of_a_name = |bytes: usize| bytes as f64 / hosts as f64;
    let target = AtMost(MAX_BYTES_A_NAME);
    report.line(&line("held by the index, bytes a name"), of_a_name(held.bytes), "", target);
    report.line(&line("peak while building, bytes a name"), of_a_name(held.peak), "", Unbounded);
    report.line(&line("letters of a host"), of_a_name(of_host), "", Unbounded);
    report.line(&line("letters of its root"), of_a_name(of_root), "", Unbounded);
}
