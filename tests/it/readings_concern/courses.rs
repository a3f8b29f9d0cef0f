//! Random courses: readings of three registers, one after another.

use licence_core::jurisdiction::JurisdictionCode::{Cw, Kh, Mga};
use licence_core::register::reading::{
    ListedAction, ListedLicence, ListedOperator, RegisterReading,
};

use crate::support::random::Random;
use crate::support::readings::{licence, reading};

/// Spellings of few companies; some share a name, a slug or a legal form, and one folds to nothing.
const NAMES: [&str; 12] = [
    "Alpha N.V.",
    "ALPHA NV",
    "Alpha Limited",
    "Alpha Ltd.",
    "Alpha",
    "alpha!",
    "Beta B.V.",
    "Beta-Gaming Limited",
    "Beta Gaming Ltd",
    "Search",
    "???",
    "Alpha 2",
];
const IDS: [Option<&str>; 5] = [None, None, None, Some("1"), Some(" 2 ")];
const NUMBERS: [&str; 5] = ["B2C/1/2020", "B2C/2/2020", "B2C/3/2020", "B2C/4/2020", "B2C/ 1/2020"];
const WORDINGS: [&str; 4] = ["Active", "Licensed", "Suspended", "Gone fishing"];
/// Enough for a partial reading to be refused because a transfer delists them.
const MANY_DOMAINS: usize = 12;

/// Returns the readings of a course.
pub fn course(seed: u64) -> Vec<RegisterReading> {
    let mut random = Random(seed);
    let length = 2 + random.below(12) as i64;
    (0..length).map(|step| random_reading(step * 30, &mut random)).collect()
}

fn random_reading(hour: i64, random: &mut Random) -> RegisterReading {
    let code = *random.pick(&[Mga, Mga, Cw, Kh]);
    let rows = 1 + random.below(5);
    let licences = (0..rows).map(|_| row(random)).collect();
    let actions = random.below(3).saturating_sub(1);
    RegisterReading {
        complete: random.below(2) == 0,
        regulatory_actions: (0..actions).map(|_| action(random)).collect(),
        ..reading(code, hour, licences)
    }
}

fn row(random: &mut Random) -> ListedLicence {
    let count = if random.below(4) == 0 { MANY_DOMAINS } else { random.below(3) };
    let offset = random.below(3) * MANY_DOMAINS;
    let domains: Vec<String> = (0..count).map(|nth| format!("d{}.example", offset + nth)).collect();
    let domains: Vec<&str> = domains.iter().map(String::as_str).collect();
    let (number, wording) = (*random.pick(&NUMBERS), *random.pick(&WORDINGS));
    ListedLicence {
        operator: operator(random),
        license_types: vec![(*random.pick(&["B2C", "B2B"])).to_owned()],
        ..licence("", number, wording, &domains)
    }
}

fn operator(random: &mut Random) -> ListedOperator {
    let has_registered_name = random.below(4) == 0;
    let has_trading_name = random.below(2) == 0;
    ListedOperator {
        upstream_id: random.pick(&IDS).map(str::to_owned),
        name: (*random.pick(&NAMES)).to_owned(),
        registered_name: has_registered_name.then(|| (*random.pick(&NAMES)).to_owned()),
        country: None,
        trading_names: has_trading_name
            .then(|| format!("Brand {}", random.below(3)))
            .into_iter()
            .collect(),
    }
}

fn action(random: &mut Random) -> ListedAction {
    let upstream_id = random.pick(&IDS).map(str::to_owned);
    let subject_name = *random.pick(&NAMES);
    ListedAction { upstream_id, ..action_against(subject_name) }
}

/// Returns an action against a company that it names without an identifier.
pub fn action_against(subject: &str) -> ListedAction {
    let action = serde_json::json!({
        "subject_name": subject, "action_type": "Fine", "decision_date": "2026-01-01",
        "source_url": "https://register.example/action",
    });
    serde_json::from_value(action).unwrap()
}

/// Returns a reading with one licence of a company.
pub fn one_row(operator: &str) -> RegisterReading {
    reading(Mga, 0, vec![licence(operator, "B2C/1/2020", "Active", &[])])
}
