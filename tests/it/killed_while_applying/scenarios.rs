//! What is on record, and the reading that the process is killed in.

use licence_core::jurisdiction::JurisdictionCode::Mga;
use licence_core::register::reading::{
    ListedAction, ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};

use crate::support::readings::reading;

/// Readings applied before, and the one to be killed in.
pub struct Scenario {
    pub before: Vec<RegisterReading>,
    pub next: RegisterReading,
    /// The tables that the next reading changes.
    pub changes: &'static [&'static str],
}

/// The scenario of a name.
pub fn named(name: &str) -> Scenario {
    match name {
        "everything" => everything(),
        "partial" => partial(),
        "unchanged" => unchanged(),
        _ => panic!("no scenario {name:?}"),
    }
}

/// Every domain of all scenarios is asked about, less the many that stand for one.
pub const DOMAINS: [&str; 9] = [
    "alpha.example",
    "alpha-gone.example",
    "alpha-new.example",
    "beta.example",
    "gamma.example",
    "delta.example",
    "zeta.example",
    "epsilon-0.example",
    "epsilon-599.example",
];
/// More than one statement holds.
const MANY: usize = 600;

/// A reading that makes every kind of write there is: new, changed and missing licences, licences
/// that leave the register, a renamed operator, names that come and go, new and delisted domains,
/// actions added, seen again and linked.
fn everything() -> Scenario {
    let mut next = reading(Mga, 60, vec![alpha_renamed(), beta("2031-01-01"), delta(), epsilon()]);
    next.regulatory_actions =
        vec![action("Alpha Limited", "reworded"), action("Beta Limited", "added")];
    Scenario {
        before: vec![first(), without_gamma()],
        next,
        changes: &[
            "catalogue_changes",
            "catalogue_version",
            "domains",
            "events",
            "history",
            "licences",
            "operator_keys",
            "operators",
            "register_readings",
            "regulatory_actions",
            "snapshots",
            "trading_names",
        ],
    }
}

/// A part of the register: most of it as held, so that only times move.
fn partial() -> Scenario {
    let mut next = reading(Mga, 2, vec![alpha(), delta(), beta("2032-01-01")]);
    next.complete = false;
    let changes = &[
        "catalogue_changes",
        "catalogue_version",
        "domains",
        "history",
        "licences",
        "register_readings",
        "snapshots",
    ];
    Scenario { before: vec![first()], next, changes }
}

/// The same content again: only the times of the read move.
fn unchanged() -> Scenario {
    let next = RegisterReading { read_at: reading(Mga, 3, Vec::new()).read_at, ..first() };
    let changes =
        &["catalogue_changes", "catalogue_version", "register_readings", "regulatory_actions"];
    Scenario { before: vec![first()], next, changes }
}

fn first() -> RegisterReading {
    let rows = vec![alpha(), beta("2030-01-01"), gamma(), delta(), zeta()];
    let mut first = reading(Mga, 0, rows);
    // The second is of a company that is not on the register yet.
    first.regulatory_actions =
        vec![action("Alpha Limited", "first"), action("Epsilon Limited", "unlinked")];
    first
}

/// Gamma is missing from here on, Zeta only from the next reading on.
fn without_gamma() -> RegisterReading {
    let rows = vec![alpha(), beta("2030-01-01"), delta(), zeta()];
    RegisterReading { regulatory_actions: first().regulatory_actions, ..reading(Mga, 1, rows) }
}

fn alpha() -> ListedLicence {
    let domains = ["alpha.example".to_owned(), "alpha-gone.example".to_owned()];
    licence(("1", "Alpha Limited", &["Alpha Bet", "Alpha Old"]), "Licensed", domains)
}

fn alpha_renamed() -> ListedLicence {
    let domains = ["alpha.example".to_owned(), "alpha-new.example".to_owned()];
    licence(("1", "Alpha Play Limited", &["Alpha Bet", "Alpha New"]), "Suspended", domains)
}

fn beta(expiry: &str) -> ListedLicence {
    let domains = ["beta.example".to_owned()];
    let expiry_date = Some(expiry.parse().unwrap());
    ListedLicence { expiry_date, ..licence(("2", "Beta Limited", &[]), "Licensed", domains) }
}

fn gamma() -> ListedLicence {
    licence(("3", "Gamma Limited", &[]), "Licensed", ["gamma.example".to_owned()])
}

fn delta() -> ListedLicence {
    licence(("4", "Delta Limited", &["Delta Play"]), "Licensed", ["delta.example".to_owned()])
}

fn zeta() -> ListedLicence {
    licence(("6", "Zeta Limited", &[]), "Licensed", ["zeta.example".to_owned()])
}

fn epsilon() -> ListedLicence {
    let domains = (0..MANY).map(|nth| format!("epsilon-{nth}.example"));
    licence(("5", "Epsilon Limited", &["Epsilon Bet"]), "Licensed", domains)
}

fn licence(
    (id, name, trading_names): (&str, &str, &[&str]),
    status: &str,
    domains: impl IntoIterator<Item = String>,
) -> ListedLicence {
    let domain = |domain| ListedDomain { domain, ..Default::default() };
    ListedLicence {
        operator: ListedOperator {
            upstream_id: Some(id.to_owned()),
            name: name.to_owned(),
            trading_names: trading_names.iter().map(|name| (*name).to_owned()).collect(),
            ..Default::default()
        },
        license_number: Some(format!("MGA/B2C/{id}/2020")),
        status_text: Some(status.to_owned()),
        license_types: vec!["B2C".to_owned()],
        domains: domains.into_iter().map(domain).collect(),
        ..Default::default()
    }
}

fn action(subject_name: &str, description: &str) -> ListedAction {
    ListedAction {
        subject_name: subject_name.to_owned(),
        upstream_id: None,
        action_type: "fine".to_owned(),
        outcomes: Vec::new(),
        fine_amount_cents: Some(5_000_000),
        fine_currency: Some("EUR".to_owned()),
        decision_date: "2026-10-01".parse().unwrap(),
        description: Some(description.to_owned()),
        source_url: "https://register.example/enforcement".to_owned(),
    }
}
