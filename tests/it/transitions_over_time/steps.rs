//! Random courses of a small register: readings, some of them partial, and corrections.

use licence_core::jurisdiction::JurisdictionCode::Ukgc;
use licence_core::period::Period;
use licence_core::register::reading::{ListedLicence, ListedOperator, RegisterReading};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use proptest::prelude::*;

use crate::support::random::Random;
use crate::support::readings::{at, licence};

/// One thing that happens.
#[derive(Clone, Debug)]
pub enum Step {
    Reading(RegisterReading),
    /// The entry of that place among all, counted around, is withdrawn.
    Correction {
        entry: usize,
        at: Timestamp,
    },
}

impl Step {
    pub fn at(&self) -> Timestamp {
        match self {
            Self::Reading(reading) => reading.read_at,
            Self::Correction { at, .. } => *at,
        }
    }
}

/// What happens, and under which rules.
#[derive(Clone, Debug)]
pub struct Course {
    pub rules: ApplyRules,
    pub steps: Vec<Step>,
}

/// Every status a register can state; the last two are no known wording and none at all.
const WORDINGS: [Option<&str>; 9] = [
    Some("Active"),
    Some("Active"),
    Some("Pending"),
    Some("Suspended"),
    Some("Revoked"),
    Some("Surrendered"),
    Some("Lapsed"),
    Some("Gone fishing"),
    None,
];
const LICENCES: usize = 3;

/// The number of the licence of that place.
pub fn number(nth: usize) -> String {
    format!("{nth:06}-R-30000{nth}-001")
}

pub fn courses() -> impl Strategy<Value = Course> {
    let grace = prop_oneof![Just(0), Just(48)];
    (grace, prop::collection::vec(seeds(), 1..14)).prop_map(|(grace, seeds)| {
        let mut now = at("2026-03-01T00:00:00Z");
        let step = |seed: Seed| {
            now = later(now, seed.hours_later);
            seed.step(now)
        };
        let grace = Period::from_hours(grace);
        // By chance a reading may drop more domains at once than is plausible.
        let rules = ApplyRules { grace, force: true, ..ApplyRules::default() };
        Course { rules, steps: seeds.into_iter().map(step).collect() }
    })
}

fn later(instant: Timestamp, hours: i64) -> Timestamp {
    Timestamp::from_epoch_millis(instant.epoch_millis() + hours * 3_600_000).unwrap()
}

/// A step without its instant.
#[derive(Clone, Debug)]
struct Seed {
    hours_later: i64,
    corrects: Option<usize>,
    is_complete: bool,
    rows: Vec<Option<ListedLicence>>,
}

impl Seed {
    fn step(self, now: Timestamp) -> Step {
        if let Some(entry) = self.corrects {
            return Step::Correction { entry, at: now };
        }
        // One is always listed: a reading without licences is refused.
        let anchor = licence("Anchor Limited", &number(0), "Active", &["anchor.example"]);
        let licences = self.rows.into_iter().flatten().chain([anchor]).collect();
        Step::Reading(RegisterReading {
            read_at: now,
            complete: self.is_complete,
            ..crate::support::readings::reading(Ukgc, 0, licences)
        })
    }
}

fn seeds() -> impl Strategy<Value = Seed> {
    // Two readings of one instant are allowed, and the second counts.
    let hours = prop_oneof![1 => Just(0), 4 => 1i64..60];
    let corrects = prop::option::weighted(0.2, 0usize..1000);
    let first_rows: Vec<_> = (1..=LICENCES).map(row).collect();
    let second_rows: Vec<_> = (1..=LICENCES).map(row).collect();
    (hours, corrects, prop::bool::weighted(0.8), first_rows, second_rows, any::<bool>()).prop_map(
        |(hours_later, corrects, is_complete, first, second, has_second)| {
            // A licence can have a row for each of its activities.
            let mut rows = first;
            if has_second {
                rows.extend(second);
            }
            Seed { hours_later, corrects, is_complete, rows }
        },
    )
}

/// A row of that licence, or none.
fn row(nth: usize) -> impl Strategy<Value = Option<ListedLicence>> {
    let wording = prop::sample::select(WORDINGS.as_slice());
    let expiry = prop::sample::select(&[None, Some("2027-01-01"), Some("2028-01-01")][..]);
    let is_transferred = prop::bool::weighted(0.1);
    let row = (wording, expiry, is_transferred, 0usize..8).prop_map(
        move |(wording, expiry, is_transferred, domains)| {
            // The last is listed under several licences, which one company may hold.
            let shared = "shared.example".to_owned();
            let names = [format!("a{nth}.example"), format!("b{nth}.example"), shared];
            let listed = names.iter().enumerate().filter(|(bit, _)| domains >> bit & 1 == 1);
            let domains: Vec<&str> = listed.map(|(_, name)| name.as_str()).collect();
            let holder = if is_transferred { "Buyer".to_owned() } else { format!("Holder {nth}") };
            let trading_names = vec![format!("Brand {nth}"), format!("Name {}", domains.len())];
            ListedLicence {
                operator: ListedOperator {
                    name: format!("{holder} Limited"),
                    trading_names,
                    ..Default::default()
                },
                status_text: wording.map(str::to_owned),
                expiry_date: expiry.map(|date| date.parse().unwrap()),
                ..licence("", &number(nth), "", &domains)
            }
        },
    );
    prop::option::weighted(0.75, row)
}

/// The same course with the rows of every reading in another order.
pub fn shuffled(course: &Course, seed: u64) -> Course {
    let mut random = Random(seed);
    let mut course = course.clone();
    for step in &mut course.steps {
        let Step::Reading(reading) = step else { continue };
        for row in &mut reading.licences {
            random.shuffle(&mut row.domains);
            random.shuffle(&mut row.operator.trading_names);
        }
        random.shuffle(&mut reading.licences);
    }
    course
}
