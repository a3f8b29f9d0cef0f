//! Requests a second and processor time a request: keyed checks, checks without a key and near
//! misses, each in rounds that take turns with the floor.

use std::time::Duration;

use crate::child::Child;
use crate::client::Client;
use crate::register::Register;
use crate::servers::Kind;
use crate::support::report::{Report, Target, Target::*};
use crate::support::rounds::{ROUNDS, median};

const ROUND: Duration = Duration::from_secs(1);
const MIN_KEYED: f64 = 0.4;
const MIN_KEYLESS: f64 = 0.4;
/// A near miss looks for names that are like its own.
const MIN_NEAR_MISS: f64 = 0.15;

/// What a server did in a round.
struct Round {
    a_second: f64,
    processor_seconds_a_request: f64,
    percent_of_a_core: f64,
}

/// Compares the servers on the database of a register.
pub fn measure(report: &mut Report, on: &str, register: &Register) {
    let keyed = Client::of_checks(register);
    let floor = Child::start(Kind::Floor, register);
    let product = Child::start(Kind::Product, register);
    let answers = [keyed.answers(floor.address()), keyed.answers(product.address())];
    assert_eq!(answers[0], answers[1], "both answer the same");
    let bytes: usize = answers[0].iter().map(Vec::len).sum();
    let bytes = bytes as f64 / answers[0].len() as f64;
    report.line(&format!("{on}bytes of an answer"), bytes, "", Unbounded);

    let mut compare = |what: &str, of_floor: &Client, client: &Client, target: Target| {
        let rounds: Vec<[Round; 2]> = (0..ROUNDS)
            .map(|_| [Round::ask(of_floor, &floor), Round::ask(client, &product)])
            .collect();
        report_rounds(report, &format!("{on}{what}"), &rounds, target);
    };
    compare("keyed", &keyed, &keyed, AtLeast(MIN_KEYED));
    let keyless = Client::of_keyless_checks(register);
    compare("without a key", &keyless, &keyless, AtLeast(MIN_KEYLESS));
    // The floor has no answer to a near miss.
    compare("near miss", &keyed, &Client::of_near_misses(register), AtLeast(MIN_NEAR_MISS));
}

fn report_rounds(report: &mut Report, what: &str, rounds: &[[Round; 2]], target: Target) {
    let of = |figure: fn(&[Round; 2]) -> f64| {
        let figures: Vec<f64> = rounds.iter().map(figure).collect();
        median(&figures)
    };
    let floor = of(|[floor, _]| floor.a_second);
    report.line(&format!("{what}: floor, requests a second"), floor, "", Unbounded);
    // Well below 100 the client, or another program, would be what is measured.
    let share = of(|[_, ours]| ours.percent_of_a_core);
    report.line(&format!("{what}: share of a core our server used"), share, " %", Unbounded);
    let rates = of(|[floor, ours]| ours.a_second / floor.a_second);
    report.line(&format!("{what}: requests a second / floor"), rates, "x", target);
    let processor =
        of(|[floor, ours]| ours.processor_seconds_a_request / floor.processor_seconds_a_request);
    report.line(&format!("{what}: processor time a request / floor"), processor, "x", Unbounded);
}

impl Round {
    fn ask(client: &Client, server: &Child) -> Self {
        let before = server.processor_seconds();
        let answered = client.ask_for(ROUND, &[server.address()]);
        let seconds = server.processor_seconds() - before;
        Self {
            a_second: answered.a_second(),
            processor_seconds_a_request: seconds / answered.count as f64,
            percent_of_a_core: 100.0 * seconds / answered.seconds,
        }
    }
}
