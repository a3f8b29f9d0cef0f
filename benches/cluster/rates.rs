//! Requests a second and processor time a request, in rounds of floor and servers in turn.

use std::net::SocketAddr;
use std::time::Duration;

use crate::child::Child;
use crate::client::Client;
use crate::support::processor::processor_seconds_of_programs;
use crate::support::report::{Report, Target, Target::*};
use crate::support::rounds::{ROUNDS, median};

const ROUND: Duration = Duration::from_secs(1);
const SHARED_PROGRAMS: [&str; 2] = ["postgres", "redis-server"];

/// The medians of the rounds.
pub struct Rates {
    floor_a_second: f64,
    a_second: f64,
    rate_to_floor: f64,
    processor_micros: f64,
    pub processor_to_floor: f64,
    /// The processor time of PostgreSQL and Redis, which other work on the machine may use too.
    shared_micros: f64,
}

struct Round {
    a_second: f64,
    processor_micros: f64,
    shared_micros: f64,
}

impl Rates {
    /// Asks the floor and the servers in turn.
    pub fn measure(client: &Client, floor: &Child, servers: &[Child]) -> Self {
        let floor = std::slice::from_ref(floor);
        let rounds: Vec<[Round; 2]> = (0..ROUNDS)
            .map(|_| [floor, servers].map(|group| Round::measure(client, group)))
            .collect();
        let of = |figure: fn(&[Round; 2]) -> f64| {
            let figures: Vec<f64> = rounds.iter().map(figure).collect();
            median(&figures)
        };
        Self {
            floor_a_second: of(|[floor, _]| floor.a_second),
            a_second: of(|[_, ours]| ours.a_second),
            rate_to_floor: of(|[floor, ours]| ours.a_second / floor.a_second),
            processor_micros: of(|[_, ours]| ours.processor_micros),
            processor_to_floor: of(|[floor, ours]| ours.processor_micros / floor.processor_micros),
            shared_micros: of(|[_, ours]| ours.shared_micros),
        }
    }

    /// Writes the figures under the name of the servers.
    pub fn report(&self, report: &mut Report, servers: &str, rate: Target) {
        report.line(
            &format!("{servers}: floor, requests a second"),
            self.floor_a_second,
            "",
            Unbounded,
        );
        report.line(&format!("{servers}: requests a second"), self.a_second, "", Unbounded);
        let what = format!("{servers}: requests a second / floor");
        report.line(&what, self.rate_to_floor, "x", rate);
        let what = format!("{servers}: processor time a request");
        report.line(&what, self.processor_micros, " µs", Unbounded);
        let what = format!("{servers}: processor time a request / floor");
        report.line(&what, self.processor_to_floor, "x", Unbounded);
        let what = format!("{servers}: of PostgreSQL and Redis, a request");
        report.line(&what, self.shared_micros, " µs", Unbounded);
    }
}

impl Round {
    fn measure(client: &Client, servers: &[Child]) -> Self {
        let addresses: Vec<SocketAddr> = servers.iter().map(Child::address).collect();
        let seconds = || servers.iter().map(Child::processor_seconds).sum::<f64>();
        let shared_seconds = || processor_seconds_of_programs(&SHARED_PROGRAMS);
        let (before, shared_before) = (seconds(), shared_seconds());
        let answered = client.ask_for(ROUND, &addresses);
        let micros = 1e6 / answered.count as f64;
        Self {
            a_second: answered.a_second(),
            processor_micros: (seconds() - before) * micros,
            shared_micros: (shared_seconds() - shared_before) * micros,
        }
    }
}
