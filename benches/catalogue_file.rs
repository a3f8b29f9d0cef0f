//! The catalogue as a file: what it costs to open, to ask, to hold, to change and to build.
//!
//! `cargo bench --bench catalogue_file`, with `-- --report` to only show the figures.

mod support;

use std::hint::black_box;
use std::os::fd::{AsRawFd, OwnedFd};
use std::process::ExitCode;

use licence_core::catalogue::{Catalogue, CatalogueBuilder};
use licence_core::check::{CheckQuery, check};
use licence_core::records::{self, RecordsBuilder};
use licence_store::catalogue_file;
use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

use support::market::{self, Company};
use support::random::Random;
use support::report::{Report, Target::*};
use support::rounds::{ROUNDS, median, time};

const SIZES: [usize; 2] = [30_000, 1_000_000];
const QUESTIONS: usize = 100_000;
/// Hosts that go, and hosts that come, on one day; and companies that change.
const CHANGES_A_DAY: usize = 30;

const MAX_BYTES_A_HOST: f64 = 320.0;
const MAX_EXACT_BYTES_A_HOST: f64 = 175.0;
const MAX_OPEN_RATIO: f64 = 1.3;
const MAX_MAPPED_MICROS: f64 = 1000.0;
const MAX_CHECK_RATIO: f64 = 1.3;
const MAX_DELTA_BYTES: f64 = 2000.0;
const MAX_BUILD_SECONDS: f64 = 5.0;
const MAX_MERGE_SECONDS: f64 = 1.0;

fn main() -> ExitCode {
    let mut report = Report::new("the catalogue as a file");
    for size in SIZES {
        let companies = market::companies(size);
        let records = records_of(&companies);
        let catalogue = build(&mut report, size, &records);
        merge(&mut report, size, &companies, &catalogue);
        open(&mut report, size, &catalogue);
        ask(&mut report, size, &companies, &catalogue);
        if size == SIZES[0] {
            delta(&mut report, &companies, &records);
        }
    }
    report.end()
}

fn records_of(companies: &[Company]) -> Vec<u8> {
    let mut builder = RecordsBuilder::new();
    market::fill(&mut builder, companies);
    builder.finish()
}

fn build(report: &mut Report, size: usize, records: &[u8]) -> Catalogue {
    let seconds: Vec<f64> = (0..3)
        .map(|_| time(|| drop(black_box(Catalogue::from_records(records)))).as_secs_f64())
        .collect();
    let catalogue = Catalogue::from_records(records).expect("records");
    let a_host = |bytes: usize| bytes as f64 / catalogue.info().hosts as f64;
    let line = |what: &str| format!("{what}, {size} hosts");
    report.line(&line("build from records"), median(&seconds), " s", AtMost(MAX_BUILD_SECONDS));
    report.line(&line("records, bytes a host"), a_host(records.len()), "", Unbounded);
    let target = AtMost(MAX_BYTES_A_HOST);
    report.line(&line("catalogue, bytes a host"), a_host(catalogue.as_bytes().len()), "", target);
    let (exact, target) = (catalogue.to_exact_profile(), AtMost(MAX_EXACT_BYTES_A_HOST));
    report.line(&line("exact catalogue, bytes a host"), a_host(exact.len()), "", target);
    catalogue
}

/// Readings that changed some companies, or brought new ones, merged into the catalogue that is held.
fn merge(report: &mut Report, size: usize, companies: &[Company], catalogue: &Catalogue) {
    let larger = market::companies(size + size / 100);
    let new = &larger[companies.len()..][..CHANGES_A_DAY];
    for (what, companies) in [("held", &companies[..CHANGES_A_DAY]), ("new", new)] {
        let merge = || {
            let mut changed = CatalogueBuilder::new();
            market::fill(&mut changed, companies);
            drop(black_box(catalogue.merge(changed).expect("a catalogue")));
        };
        let seconds: Vec<f64> = (0..ROUNDS).map(|_| time(merge).as_secs_f64()).collect();
        let line = format!("merge of {CHANGES_A_DAY} {what} companies, {size} hosts");
        report.line(&line, median(&seconds), " s", AtMost(MAX_MERGE_SECONDS));
    }
}

/// Opening against a plain read of the same file, in turn; and opening a file that is mapped.
fn open(report: &mut Report, size: usize, catalogue: &Catalogue) {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), catalogue.as_bytes()).expect("a file");
    let read = || std::fs::read(file.path()).expect("the file");
    let (sealed, mapped) = sealed(catalogue);
    let (mut ratios, mut of_bytes, mut of_mapped) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let bare = time(|| drop(black_box(read()))).as_secs_f64();
        let opened = time(|| drop(black_box(catalogue_file::open(file.path())))).as_secs_f64();
        ratios.push(opened / bare);
        let bytes = catalogue.as_bytes().clone();
        let opened = time(|| drop(black_box(Catalogue::from_bytes(bytes))));
        of_bytes.push(opened.as_secs_f64() * 1e6);
        let opened = time(|| drop(black_box(catalogue_file::open(mapped.as_ref()))));
        of_mapped.push(opened.as_secs_f64() * 1e6);
    }
    drop(sealed);
    let line = |what: &str| format!("{what}, {size} hosts");
    report.line(&line("read and open / read"), median(&ratios), "x", AtMost(MAX_OPEN_RATIO));
    report.line(&line("open bytes in memory"), median(&of_bytes), " us", AtMost(MAX_MAPPED_MICROS));
    report.line(&line("open mapped"), median(&of_mapped), " us", AtMost(MAX_MAPPED_MICROS));
}

/// A sealed memfd with the catalogue, and its path while it is open.
fn sealed(catalogue: &Catalogue) -> (OwnedFd, String) {
    let memory = memfd_create("catalogue", MemfdFlags::ALLOW_SEALING).expect("a memfd");
    let path = format!("/proc/self/fd/{}", memory.as_raw_fd());
    std::fs::write(&path, catalogue.as_bytes()).expect("a memfd");
    fcntl_add_seals(&memory, SealFlags::WRITE | SealFlags::SHRINK).expect("seals");
    (memory, path)
}

/// Checks from a file that was read, against those from the catalogue that was built in memory.
fn ask(report: &mut Report, size: usize, companies: &[Company], built: &Catalogue) {
    let memory = market::catalogue(companies);
    let file = Catalogue::from_bytes(built.as_bytes().to_vec()).expect("a catalogue");
    let hosts: Vec<&str> = market::hosts(companies).map(|host| host.as_str()).collect();
    let mut random = Random(11);
    let listed: Vec<String> = (0..QUESTIONS).map(|_| random.pick(&hosts).to_string()).collect();
    let misses: Vec<String> =
        (0..QUESTIONS / 10).map(|_| format!("x{}", random.pick(&hosts))).collect();
    for (what, hosts) in [("listed hosts", listed), ("misses", misses)] {
        let queries: Vec<CheckQuery> =
            hosts.iter().map(|host| CheckQuery::domain(host).expect("a host")).collect();
        let seconds = |catalogue: &Catalogue| {
            let ask = |query| drop(black_box(check(catalogue, query, market::read_at())));
            time(|| queries.iter().for_each(ask)).as_secs_f64()
        };
        let ratios: Vec<f64> = (0..ROUNDS).map(|_| seconds(&file) / seconds(&memory)).collect();
        let line = format!("check from file / from memory, {what}, {size} hosts");
        report.line(&line, median(&ratios), "x", AtMost(MAX_CHECK_RATIO));
    }
}

/// The delta of a day on which some hosts go and others come.
fn delta(report: &mut Report, companies: &[Company], old: &[u8]) {
    let text = str::from_utf8(old).expect("text");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let hosts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("D\t")).collect();
    let step = hosts.len() / CHANGES_A_DAY;
    for at in hosts.iter().step_by(step).take(CHANGES_A_DAY) {
        lines[*at] = lines[*at].replacen("D\t", "D\tnew-", 1);
    }
    let new = lines.join("\n") + "\n";
    let bytes = records::delta(old, new.as_bytes()).len() as f64;
    let hosts = market::hosts(companies).count();
    report.line(&format!("delta of a day, {hosts} hosts"), bytes, " B", AtMost(MAX_DELTA_BYTES));
}
