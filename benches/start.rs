//! `licence check` and `licence batch` as whole processes on a SQLite database of a million domains:
//! a start that builds the catalogue, starts that open the kept one, beside a plain read of its bytes,
//! a reading of one new licence, and a batch of a million lines, beside a join by `sqlite3`.
//!
//! `cargo bench --bench start`, with `-- --report` to only show the figures and
//! `-- --licences 6000` for a smaller database. Filling it takes minutes.

#[path = "batch/domains.rs"]
#[allow(dead_code, reason = "`batch` uses all of it")]
mod domains;
#[path = "start/join.rs"]
mod join;
#[path = "ingest/register.rs"]
mod register;
#[path = "batch/run.rs"]
mod run;
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use run::{Run, watched};
use support::arguments::number_after;
use support::binary::binary;
use support::processor::{THIS_PROCESS, processor_seconds};
use support::report::{Report, Target::*};
use support::rounds::{ROUNDS, median, time};

const LICENCES: usize = 200_000;
const DOMAINS_A_LICENCE: usize = 5;
const READS: usize = 5;
const MAX_START_SECONDS: f64 = 1.0;
const MAX_START_TO_READ: f64 = 2.5;
const MAX_BYTES_A_DOMAIN: f64 = 400.0;
/// Answers of 1,002 lines take as long as those of 1,000.
const MAX_CLIFF: f64 = 1.2;
const MAX_NEW_LICENCE_SECONDS: f64 = 0.2;
const MAX_NEW_LICENCE_MIB: f64 = 100.0;
const LINES: usize = 1_000_000;
/// Each takes seconds.
const BATCHES: usize = 3;
const MAX_BATCH_TO_JOIN: f64 = 2.5;

fn main() -> ExitCode {
    let licences = number_after("--licences").unwrap_or(LICENCES);
    let domains = licences * DOMAINS_A_LICENCE;
    let mut report = Report::new(&format!("licence check, {domains} domains on SQLite"));
    let (binary, folder) = (binary(), tempfile::tempdir().expect("a directory"));
    let database = fill(&binary, folder.path(), licences);
    let ask = || watched(licence(&binary, &database, &["check", "--license-number", FIRST]));
    let built = ask();
    report.line("the first start, which builds the catalogue", built.seconds, " s", Unbounded);
    report.line("  its processor time", built.processor_seconds, " s", Unbounded);
    report.line("  its peak memory a domain", bytes_a_domain(&built, domains), " B", Unbounded);

    let kept = folder.path().join("licence.db-catalogue");
    let rounds: Vec<(Run, Read)> = (0..ROUNDS).map(|_| (ask(), read(&kept))).collect();
    let starts: Vec<f64> = rounds.iter().map(|(run, _)| run.seconds).collect();
    let reads: Vec<f64> = rounds.iter().map(|(_, read)| read.seconds).collect();
    let processor = |(run, read): &(Run, Read)| run.processor_seconds / read.processor_seconds;
    let ratios: Vec<f64> = rounds.iter().map(processor).collect();
    let memory: Vec<f64> = rounds.iter().map(|(run, _)| bytes_a_domain(run, domains)).collect();
    report.line("a start from the kept file", median(&starts), " s", AtMost(MAX_START_SECONDS));
    report.line("  a plain read of the file", median(&reads), " s", Unbounded);
    report.line("  start / read, processor time", median(&ratios), " x", AtMost(MAX_START_TO_READ));
    report.line("  its peak memory a domain", median(&memory), " B", AtMost(MAX_BYTES_A_DOMAIN));

    let batch = |lines| watched(licence(&binary, &database, &["batch", &file_of(&folder, lines)]));
    let cliffs: Vec<f64> =
        (0..ROUNDS).map(|_| (batch(1_002).seconds, batch(1_000).seconds)).map(ratio).collect();
    report.line("batch of 1,002 lines / of 1,000", median(&cliffs), " x", AtMost(MAX_CLIFF));
    new_licences(&mut report, &binary, &database);
    batches(&mut report, &binary, &database);
    report.end()
}

/// Readings of one new licence each, applied.
fn new_licences(report: &mut Report, binary: &Path, database: &Path) {
    let reading = database.with_file_name("new.json");
    let apply = |number| {
        register::write_new_licence(&reading, number, &format!("2026-11-02T06:00:{number:02}Z"));
        watched(licence(binary, database, &["registers", "apply", &reading.to_string_lossy()]))
    };
    let runs: Vec<Run> = (0..ROUNDS).map(apply).collect();
    let of = |figure: fn(&Run) -> f64| median(&runs.iter().map(figure).collect::<Vec<_>>());
    let (processor, peak) = (of(|run| run.processor_seconds), of(|run| run.peak_mib));
    report.line("a reading of one new licence", of(|run| run.seconds), " s", Unbounded);
    let target = AtMost(MAX_NEW_LICENCE_SECONDS);
    report.line("  its processor time", processor, " s", target);
    report.line("  its peak memory", peak, " MiB", AtMost(MAX_NEW_LICENCE_MIB));
}

/// A million lines, of which some are on record, some near a name and some unknown.
fn batches(report: &mut Report, binary: &Path, database: &Path) {
    let lines = database.with_file_name("lines.txt");
    let domains = domains::mixed(LINES, &join::hosts(database));
    std::fs::write(&lines, domains).expect("a file written");
    let batch = || watched(licence(binary, database, &["batch", &lines.to_string_lossy()]));
    let rounds: Vec<(Run, f64)> =
        (0..BATCHES).map(|_| (batch(), join::seconds(database, &lines))).collect();
    let seconds: Vec<f64> = rounds.iter().map(|(run, _)| run.seconds).collect();
    let joins: Vec<f64> = rounds.iter().map(|(_, join)| *join).collect();
    let ratios: Vec<f64> = rounds.iter().map(|(run, join)| run.seconds / join).collect();
    let peaks: Vec<f64> = rounds.iter().map(|(run, _)| run.peak_mib).collect();
    report.line(&format!("a batch of {LINES} lines"), median(&seconds), " s", Unbounded);
    report.line("  sqlite3 joins the same lines", median(&joins), " s", Unbounded);
    report.line("  batch / join", median(&ratios), " x", AtMost(MAX_BATCH_TO_JOIN));
    report.line("  its peak memory", median(&peaks), " MiB", Unbounded);
}

/// The number of the first licence.
const FIRST: &str = "000001-R-300000-001";

fn fill(binary: &Path, folder: &Path, licences: usize) -> PathBuf {
    let (reading, database) = (folder.join("reading.json"), folder.join("licence.db"));
    register::write(&reading, licences, 0, DOMAINS_A_LICENCE, "2026-11-01T06:00:00Z");
    let reading = reading.to_string_lossy();
    let mut apply = licence(binary, &database, &["registers", "apply", &reading]);
    assert!(apply.status().expect("licence starts").success());
    database
}

fn licence(binary: &Path, database: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(binary);
    command.env("LICENCE_DATABASE_URL", format!("sqlite://{}", database.display()));
    command.args(arguments).stdout(Stdio::null());
    command
}

/// A file of so many domains, none of them on record.
fn file_of(folder: &tempfile::TempDir, lines: usize) -> String {
    let path = folder.path().join(format!("{lines}.txt"));
    let domains: String = (0..lines).map(|line| format!("nowhere{line}.example\n")).collect();
    std::fs::write(&path, domains).expect("a file written");
    path.to_string_lossy().into_owned()
}

/// A plain read of a file.
struct Read {
    seconds: f64,
    processor_seconds: f64,
}

/// Reads a file several times, because the kernel counts processor time in hundredths of a second.
fn read(kept: &Path) -> Read {
    let before = processor_seconds(THIS_PROCESS);
    let whole = || assert!(!std::fs::read(kept).expect("the kept file").is_empty());
    let seconds: Vec<f64> = (0..READS).map(|_| time(whole).as_secs_f64()).collect();
    let processor_seconds = (processor_seconds(THIS_PROCESS) - before) / READS as f64;
    Read { seconds: median(&seconds), processor_seconds }
}

fn bytes_a_domain(run: &Run, domains: usize) -> f64 {
    run.peak_mib * 1024.0 * 1024.0 / domains as f64
}

fn ratio((one, other): (f64, f64)) -> f64 {
    one / other
}
