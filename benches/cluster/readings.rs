//! How soon all servers answer from a reading that another process applied.

use std::time::{Duration, Instant};

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::Snapshot;
use licence_core::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};
use licence_core::transition::ApplyRules;
use licence_server::system_time;
use licence_store::{Store, StoreOptions};

use crate::child::Child;
use crate::probe;
use crate::register::{self, Register};
use crate::support::report::{Report, Target::*};
use crate::support::rounds::{median, quantile};

/// How many readings are applied.
pub const ROUNDS: usize = 5;
const CODE: JurisdictionCode = JurisdictionCode::Ukgc;
const PAUSE: Duration = Duration::from_millis(2);
const MAX_SECONDS: f64 = 1.0;

/// Applies readings of one new licence each, and waits until every server answers that its domain is
/// licensed.
pub fn measure(report: &mut Report, register: &Register, servers: &[Child]) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = runtime.block_on(Store::open(&StoreOptions::new(&register.database_url)));
    let store = store.expect("a store");
    let (mut applying, mut waiting) = (Vec::new(), Vec::new());
    let before: f64 = servers.iter().map(Child::processor_seconds).sum();
    for round in 0..ROUNDS {
        let host = format!("new-licence-{round}.example");
        let start = Instant::now();
        runtime.block_on(apply(&store, &host));
        applying.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        servers.iter().for_each(|server| wait_until_licensed(server, register, &host));
        waiting.push(start.elapsed().as_secs_f64());
    }
    let after: f64 = servers.iter().map(Child::processor_seconds).sum();
    let processor = (after - before) / (ROUNDS * servers.len()) as f64;
    report.line("a reading of one new licence, applied", median(&applying), " s", Unbounded);
    report.line("  answered by all servers after", median(&waiting), " s", AtMost(MAX_SECONDS));
    report.line("  the longest of them", quantile(&mut waiting, 1.0), " s", Unbounded);
    report.line("  processor time of a server", processor, " s", Unbounded);
}

async fn apply(store: &Store, host: &str) {
    let licence = ListedLicence {
        operator: ListedOperator { name: format!("{host} Limited"), ..Default::default() },
        license_number: Some(format!("NEW/{host}")),
        status_text: Some("Active".to_owned()),
        license_types: vec!["B2C".to_owned()],
        domains: vec![ListedDomain { domain: host.to_owned(), ..Default::default() }],
        ..Default::default()
    };
    let now = system_time();
    let complete = register::reading(CODE, vec![licence], now);
    let reading = RegisterReading { complete: false, ..complete };
    let snapshot = Snapshot::of_bytes(host.into());
    let applied = store.apply_reading(&reading, &snapshot, &ApplyRules::default(), now).await;
    applied.expect("a reading applied");
}

fn wait_until_licensed(server: &Child, register: &Register, host: &str) {
    let answer = || probe::check(server.address(), &register.key, host);
    while !answer().contains("\"verdict\":\"licensed\"") {
        std::thread::sleep(PAUSE);
    }
}
