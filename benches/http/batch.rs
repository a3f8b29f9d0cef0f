//! A batch of a hundred domains: the time inside the server, without a socket.

use std::time::Instant;

use licence_core::account::plan::{Cap, Plan, PlanTable, Plans};
use licence_server::http::Request;
use licence_server::{AppState, app};
use licence_store::{Store, StoreOptions};

use crate::register::Register;
use crate::support::random::Random;
use crate::support::report::{Report, Target::*};
use crate::support::rounds::median;

const BATCHES: usize = 300;
const DOMAINS: usize = 100;
const MAX_MILLIS: f64 = 3.0;

/// Half of the domains are listed, the others are one letter off: the dearest misses.
pub fn measure(report: &mut Report, register: &Register) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let mut millis = runtime.expect("a runtime").block_on(batches(register));
    millis.sort_by(f64::total_cmp);
    report.line("batch of 100, server time, p50", median(&millis), " ms", AtMost(MAX_MILLIS));
    report.line("batch of 100, server time, p99", millis[BATCHES * 99 / 100], " ms", Unbounded);
}

async fn batches(register: &Register) -> Vec<f64> {
    let store = Store::open(&StoreOptions::new(&register.database_url)).await.expect("a store");
    store.refresh_catalogue().await.expect("a catalogue");
    let unlimited = PlanTable {
        requests_per_second: Some(Cap::Unlimited),
        // The rounds before may have used up the month.
        requests_per_month: Some(Cap::Unlimited),
        ..PlanTable::default()
    };
    let plans = Plans([(Plan::Pro, unlimited)].into());
    let app = app(AppState::new(store).with_plans(plans));
    let mut random = Random(17);
    let mut millis = Vec::with_capacity(BATCHES);
    for _ in 0..BATCHES {
        let domains: Vec<String> = (0..DOMAINS)
            .map(|turn| {
                let host = &register.hosts[random.below(register.hosts.len())];
                if turn % 2 == 0 { host.clone() } else { format!("x{host}") }
            })
            .collect();
        let request = Request::post("/v1/check/batch")
            .header("authorization", format!("Bearer {}", register.key))
            .body(serde_json::json!({ "domains": domains }).to_string())
            .expect("a request");
        let started = Instant::now();
        let reply = app.fetch(request).await;
        millis.push(started.elapsed().as_secs_f64() * 1000.0);
        assert_eq!(reply.status(), 200);
    }
    millis
}
