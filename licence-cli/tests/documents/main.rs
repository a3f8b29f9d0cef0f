//! README and the guides as they are written: every shell block is run, every transcript compared,
//! against the real `licence` and the real `licence-server`.
//!
//! How a block is marked (the first word is what a reader's highlighter sees):
//!
//! | fence | what is done |
//! |---|---|
//! | `sh` | run; has to succeed |
//! | `sh background` | started, waited for until it says `listening on`, stopped at the end |
//! | `console` | each `$ ` line is run and its output compared; `…` stands for anything |
//! | `python receiver.py`, `toml licence.toml`, … | written to that file |
//! | `rust examples/x.rs` and other paths of the repository | has to be what stands in that file |
//! | anything else | read by people alone |
//!
//! `needs=python3,postgres` behind the language skips the block, with a printed line, where one is
//! absent. A document is run in a folder of its own, and its addresses get free ports.
//!
//! This is a program without the test harness, because under the name `licence-server` it is the
//! server: a test of this crate can reach the binaries of no other.

mod deployment;
mod document;
mod newcomer;
mod runs;
mod server;
mod session;
mod surroundings;
mod transcript;

#[path = "../../../tests/it/support/ports.rs"]
mod ports;

use std::process::ExitCode;

/// What reads in this order from the first contact on; a test a document.
const DOCUMENTS: [&str; 15] = [
    "README.md",
    "docs/quickstart.md",
    "docs/verdicts.md",
    "docs/point-in-time.md",
    "docs/command-line.md",
    "docs/api.md",
    "docs/connector.md",
    "docs/dashboard.md",
    "docs/webhooks.md",
    "docs/limits-and-errors.md",
    "docs/your-own-register.md",
    "docs/embedding.md",
    "docs/catalogue-format.md",
    "docs/production.md",
    "docs/operations.md",
];

/// What it is called, and what is done with the document of that name.
type Test = (&'static str, fn(&str));

fn main() -> ExitCode {
    // The server starts itself as the reader of registers, under no name of its own.
    if let Some(exit) = licence_store::register_reader::run_if_asked(std::env::args_os()) {
        return exit;
    }
    if server::is_meant() {
        return server::run();
    }
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let is_wanted =
        |name: &str| wanted.as_ref().is_none_or(|wanted| name.contains(wanted.as_str()));
    let mut tests: Vec<Test> = DOCUMENTS.map(|name| (name, runs::document as _)).into();
    tests[0].1 = runs::the_readme_shows_two_commands;
    tests[1].1 = newcomer::ten_minutes;
    tests.push(("deployment", deployment::is_consistent));
    tests.push(("every guide is run", runs::every_guide_is_listed));
    tests.push(("badges", runs::the_badges_state_the_licence_and_the_oldest_rust));
    let failed = tests.into_iter().filter(|(name, _)| is_wanted(name)).filter(failed).count();
    println!("documents: {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn failed((name, test): &Test) -> bool {
    println!("document {name}");
    std::panic::catch_unwind(|| test(name)).is_err()
}
