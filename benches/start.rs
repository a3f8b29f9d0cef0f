//! `licence check` as a whole process on a SQLite database of a million licences: the time from its
//! start to its end, beside that of `sqlite3` reading the rows that the answer needs.
//!
//! `cargo bench --bench start`, with `-- --report` to only show the figures and
//! `-- --licences 20000` for a smaller database. Filling it takes minutes. Needs `sqlite3`.

#[path = "ingest/register.rs"]
mod register;
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use support::binary::binary;
use support::report::{Report, Target::*};
use support::rounds::{median, time};

const LICENCES: usize = 1_000_000;
/// A process is started often: its start depends on what else the machine does.
const ROUNDS: usize = 21;
const MOST_MILLIS: f64 = 100.0;

/// Answers by equality, and those that take a look through all names. The first licence has the
/// number `000001-R-300000-001`.
const QUESTIONS: &[(&str, &[&str], &str)] = &[
    ("licence number", &["--license-number", "000001-R-300000-001"], BY_NUMBER),
    ("number that is not on record", &["--license-number", "999999-X-9"], BY_NUMBER),
    ("domain that is not on record", &["nowhere-on-record.com"], ALL_NAMES),
    ("domain with pieces that many names share", &["luckycasinospins.net"], ALL_NAMES),
    ("label in another script", &["xn--80aswg.com"], ALL_NAMES),
];
const BY_NUMBER: &str = "select * from licences where number_key = '000001R300000001'";
const ALL_NAMES: &str = "select sum(instr(names, x'00')) from name_pages";

fn main() -> ExitCode {
    let licences = licences();
    let mut report = Report::new(&format!("licence check, {licences} licences on SQLite"));
    let (binary, folder) = (binary(), tempfile::tempdir().expect("a directory"));
    let database = fill(&binary, folder.path(), licences);
    for (what, question, floor) in QUESTIONS {
        let (mut ours, mut floors, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let our = millis(ask(&binary, &database, question));
            let floor = millis(read(&database, floor));
            ours.push(our);
            floors.push(floor);
            ratios.push(our / floor);
        }
        report.line(what, median(&ours), " ms", AtMost(MOST_MILLIS));
        report.line("  sqlite3 reading the same", median(&floors), " ms", None);
        report.line("  licence / sqlite3", median(&ratios), " x", None);
    }
    report.end()
}

/// `--licences N`
fn licences() -> usize {
    let after_flag = std::env::args().skip_while(|argument| argument != "--licences").nth(1);
    after_flag.map_or(LICENCES, |number| number.parse().expect("a number behind --licences"))
}

fn fill(binary: &Path, folder: &Path, licences: usize) -> PathBuf {
    let (reading, database) = (folder.join("reading.json"), folder.join("licence.db"));
    register::write(&reading, licences, 1, "2026-11-01T06:00:00Z");
    let mut apply = licence(binary, &database);
    apply.args(["registers", "apply"]).arg(&reading);
    assert!(apply.stdout(Stdio::null()).status().expect("licence starts").success());
    database
}

fn licence(binary: &Path, database: &Path) -> Command {
    let mut command = Command::new(binary);
    command.env("LICENCE_DATABASE_URL", format!("sqlite://{}", database.display()));
    command
}

fn ask(binary: &Path, database: &Path, question: &[&str]) -> Command {
    let mut command = licence(binary, database);
    command.arg("check").args(question);
    command
}

fn read(database: &Path, query: &str) -> Command {
    let mut command = Command::new("sqlite3");
    command.arg(database).arg(query);
    command
}

fn millis(mut command: Command) -> f64 {
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let taken = time(|| {
        // What is no pass and what is not on record have exit codes of their own.
        let status = command.status().expect("it starts");
        assert!(matches!(status.code(), Some(0 | 1 | 3)), "{command:?}");
    });
    taken.as_secs_f64() * 1_000.0
}
