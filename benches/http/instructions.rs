//! Instructions a request: the one figure of HTTP that another program on the machine cannot
//! change. The start of the server is in both counts and falls out of their difference.

use std::path::Path;

use crate::child::{Child, is_installed};
use crate::client::Client;
use crate::register::Register;
use crate::servers::Kind;
use crate::support::report::{Report, Target::*};

/// A lookup costs the same in a small register, and a small one starts soon under callgrind.
const HOSTS: usize = 2_000;
const FEW: usize = 1_000;
const MANY: usize = 9_000;
const MAX_RATIO: f64 = 1.7;
const MAX_KEYLESS_RATIO: f64 = 1.5;
/// A near miss looks for names that are like its own.
const MAX_MISS_RATIO: f64 = 2.8;
/// Of a tool call against the check that it asks. It rises when the check gets cheaper.
const MAX_TOOL_RATIO: f64 = 4.2;

/// Compares the servers, where valgrind is installed.
pub fn measure(report: &mut Report) {
    if !is_installed("valgrind") {
        report.note("instructions a request: not measured, valgrind is not installed");
        return;
    }
    let register = Register::apply(HOSTS);
    let checks = Client::of_checks(&register);
    let floor = of_a_request(Kind::Floor, &register, &checks);
    let product = of_a_request(Kind::Product, &register, &checks);
    report.line("floor, instructions a request", floor, "", Unbounded);
    report.line("ours, instructions a request", product, "", Unbounded);
    report.line("instructions a request / floor", product / floor, "x", AtMost(MAX_RATIO));
    let keyless = of_a_request(Kind::Product, &register, &Client::of_keyless_checks(&register));
    report.line("ours, instructions without a key", keyless, "", Unbounded);
    let (what, ratio) = ("instructions without a key / floor", keyless / floor);
    report.line(what, ratio, "x", AtMost(MAX_KEYLESS_RATIO));
    let misses = Client::of_near_misses(&register);
    let miss = of_a_request(Kind::Product, &register, &misses);
    report.line("ours, instructions a near miss", miss, "", Unbounded);
    let ratio = miss / floor;
    report.line("instructions a near miss / floor", ratio, "x", AtMost(MAX_MISS_RATIO));
    let tool = of_a_request(Kind::Connector, &register, &Client::of_tools(&register));
    report.line("ours, instructions a tool call", tool, "", Unbounded);
    // The protocol, the cleaning and the rendering cost more than the check itself.
    let ratio = tool / product;
    report.line("instructions a tool call / keyed check", ratio, "x", AtMost(MAX_TOOL_RATIO));
}

fn of_a_request(kind: Kind, register: &Register, client: &Client) -> f64 {
    let whole = |count| of_a_run(kind, register, client, count) as f64;
    (whole(MANY) - whole(FEW)) / (MANY - FEW) as f64
}

fn of_a_run(kind: Kind, register: &Register, client: &Client, count: usize) -> u64 {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("callgrind.out");
    let server = Child::start_counted(kind, register, &file);
    client.ask_times(count, server.address());
    server.stop();
    totals(&file)
}

/// The line `totals: N` (or, from older versions, `summary: N`).
fn totals(file: &Path) -> u64 {
    let text = std::fs::read_to_string(file).expect("the totals of callgrind");
    let number = |line: &str| {
        let rest = line.strip_prefix("totals: ").or(line.strip_prefix("summary: "))?;
        rest.trim().parse().ok()
    };
    text.lines().filter_map(number).max().expect("a line with the totals")
}
