//! The bundled registers: fictional, complete, and answered as their README says.

use std::collections::BTreeSet;

use licence_core::check::{CheckQuery, Verdict};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::domain_cell::host_of;
use licence_core::status::LicenceStatus;
use licence_core::status::wording::classify;
use licence_store::sample_readings;

use crate::support::readings::{fresh_store, now};

const README: &str = include_str!("../../licence-store/sample/README.md");

#[tokio::test]
async fn every_query_of_the_readme_has_the_verdict_it_promises() {
    let store = fresh_store().await;
    assert!(store.is_empty().await.unwrap());
    store.apply_sample(now()).await.unwrap();
    assert!(!store.is_empty().await.unwrap());
    let mut verdicts = BTreeSet::new();
    for (query, verdict) in readme_queries() {
        let parsed = CheckQuery::domain(query).ok().or(CheckQuery::licence_number(query).ok());
        let answer = store.check(&parsed.unwrap(), None, now()).await.unwrap();
        assert_eq!(answer.verdict.as_str(), verdict, "{query}: {}", answer.verdict_detail);
        assert!(answer.meta.stale_jurisdictions.is_empty());
        verdicts.insert(verdict);
    }
    assert_eq!(verdicts.len(), 8, "every verdict is shown: {verdicts:?}");
}

/// The rows of the README's table that give a query and a verdict, both in backticks.
fn readme_queries() -> Vec<(&'static str, &'static str)> {
    let row = |line: &'static str| {
        let mut code = line.split('`').skip(1).step_by(2);
        let (query, verdict) = (code.next()?, code.next()?);
        verdict.parse::<Verdict>().ok().map(|_| (query, verdict))
    };
    README.lines().filter(|line| line.starts_with('|')).filter_map(row).collect()
}

#[test]
fn all_hosts_are_reserved_names_and_every_status_is_there() {
    let readings = sample_readings(now()).unwrap();
    let mut statuses = BTreeSet::new();
    let mut operators = BTreeSet::new();
    for (reading, snapshot) in &readings {
        assert_eq!(snapshot.sha256().len(), 64);
        for licence in &reading.licences {
            operators.insert(licence.operator.name.as_str());
            let wording = licence.status_text.as_deref();
            statuses
                .insert(classify(reading.jurisdiction, wording, licence.status_qualifier).status);
            for cell in &licence.domains {
                if let Ok(host) = host_of(&cell.domain) {
                    let suffix = host.as_str().rsplit('.').next().unwrap();
                    assert!(["example", "test"].contains(&suffix), "{host}");
                }
            }
        }
    }
    let codes: Vec<_> = readings.iter().map(|(reading, _)| reading.jurisdiction).collect();
    assert_eq!(codes.len(), JurisdictionCode::ALL.len());
    assert!(operators.len() >= 60, "{} operators", operators.len());
    // A reading cannot show `not_in_register`: it comes with time.
    assert_eq!(statuses.len(), LicenceStatus::ALL.len() - 1, "{statuses:?}");
}
