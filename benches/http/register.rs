//! The database both servers answer from, filled as the service fills it.

use std::collections::BTreeMap;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::provenance::SourceKind;
use licence_core::register::Snapshot;
use licence_core::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_server::system_time;
use licence_store::{Store, StoreOptions};
use tempfile::TempDir;

use crate::support::market::{self, Company, ListedHost};

/// An SQLite file with registers applied.
pub struct Register {
    pub hosts: Vec<String>,
    pub database_url: String,
    _directory: TempDir,
}

impl Register {
    /// Applies invented registers with this many hosts.
    pub fn apply(host_count: usize) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let database_url = format!("sqlite://{}", directory.path().join("licence.db").display());
        let companies = market::companies(host_count);
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(apply(&database_url, &companies));
        let hosts = market::hosts(&companies).map(ToString::to_string).collect();
        Self { hosts, database_url, _directory: directory }
    }
}

async fn apply(database_url: &str, companies: &[Company]) {
    let store = Store::open(&StoreOptions::new(database_url)).await.expect("a store");
    let now = system_time();
    let mut by_register: BTreeMap<JurisdictionCode, Vec<ListedLicence>> = BTreeMap::new();
    for company in companies {
        by_register.entry(company.jurisdiction).or_default().push(licence(company));
    }
    for (code, licences) in by_register {
        let reading = reading(code, licences, now);
        let snapshot = Snapshot::of_bytes(code.as_str().into());
        let applied = store.apply_reading(&reading, &snapshot, &ApplyRules::default(), now).await;
        applied.expect("a reading applied");
    }
}

fn reading(
    code: JurisdictionCode,
    licences: Vec<ListedLicence>,
    now: Timestamp,
) -> RegisterReading {
    RegisterReading {
        jurisdiction: code,
        read_at: now,
        complete: true,
        source_url: Some("https://register.example/business-register".to_owned()),
        source_kind: SourceKind::Scraped,
        licences,
        regulatory_actions: Vec::new(),
    }
}

fn licence(company: &Company) -> ListedLicence {
    let domain = |listed: &ListedHost| ListedDomain {
        domain: listed.host.to_string(),
        association: Some(listed.association),
        ..Default::default()
    };
    ListedLicence {
        operator: ListedOperator {
            name: company.name.clone(),
            trading_names: company.trading_name.iter().cloned().collect(),
            ..Default::default()
        },
        license_number: Some(company.number.clone()),
        status_text: Some("Active".to_owned()),
        license_types: vec!["B2C".to_owned()],
        domains: company.hosts.iter().map(domain).collect(),
        ..Default::default()
    }
}
