//! Whether the month's quota counts each answered request once, whichever server answered it.

use std::net::SocketAddr;
use std::time::Duration;

use crate::child::Child;
use crate::client::Client;
use crate::probe;
use crate::register::Register;
use crate::support::report::{Report, Target::*};

const DURATION: Duration = Duration::from_secs(3);
/// Servers give back what they do not use of their blocks.
const BLOCKS_END: Duration = Duration::from_millis(200);
const USED: &str = "x-monthly-quota-used: ";

/// Compares the answered requests with the figure that each answer tells its customer.
pub fn measure(report: &mut Report, client: &Client, register: &Register, servers: &[Child]) {
    let addresses: Vec<SocketAddr> = servers.iter().map(Child::address).collect();
    std::thread::sleep(BLOCKS_END);
    let before = used(addresses[0], register);
    let answered = client.ask_for(DURATION, &addresses).count as u64;
    report.line("three servers: requests answered in a run", answered as f64, "", Unbounded);
    std::thread::sleep(BLOCKS_END);
    for (number, address) in (1..).zip(&addresses) {
        // Asking for the figure is a request too.
        let counted = used(*address, register) - before - number;
        let what = format!("  that the quota of server {number} does not count");
        report.line(&what, answered.abs_diff(counted) as f64, "", AtMost(0.0));
    }
}

fn used(server: SocketAddr, register: &Register) -> u64 {
    let answer = probe::check(server, &register.key, &register.hosts[0]);
    let figure = answer.lines().find_map(|line| line.strip_prefix(USED));
    figure.and_then(|figure| figure.trim().parse().ok()).expect("the used quota")
}
