//! The servers: the floor, our API, and our connector.

use std::collections::HashMap;
use std::io::Read;
use std::sync::Arc;

use licence_core::account::plan::{Cap, Plan, PlanTable, Plans};
use licence_core::check::{CheckQuery, CheckResult};
use licence_server::{AppState, Listener, app, connector, jobs, serve_app, system_time};
use licence_store::{Checker, Store, StoreOptions};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use warp::Filter;

use crate::grant::CONNECTOR_URL;
use crate::register::Register;
use crate::support::market;

/// Which server.
#[derive(Clone, Copy)]
pub enum Kind {
    Floor,
    Product,
    Connector,
}

const FLAG: &str = "--serve";

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Floor => "floor",
            Self::Product => "product",
            Self::Connector => "connector",
        }
    }

    /// The server this process shall be; `None` for the benchmark itself.
    pub fn asked_for() -> Option<Self> {
        let mut arguments = std::env::args().skip(1);
        let kind = arguments.next().filter(|flag| flag == FLAG).and(arguments.next())?;
        [Self::Floor, Self::Product, Self::Connector].into_iter().find(|known| known.word() == kind)
    }

    /// The arguments of such a process.
    pub fn arguments(self, register: &Register) -> [String; 4] {
        let host_count = register.hosts.len().to_string();
        [FLAG.to_owned(), self.word().to_owned(), register.database_url.clone(), host_count]
    }
}

/// Serves until standard input ends.
pub fn run(kind: Kind) {
    let mut arguments = std::env::args().skip(3);
    let database_url = arguments.next().expect("an address of a database");
    let host_count = arguments.next().and_then(|count| count.parse().ok()).expect("a count");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let mut options = StoreOptions::new(database_url);
        if let (true, Ok(cache_url)) =
            (options.database_url.starts_with("postgres"), std::env::var("LICENCE_TEST_CACHE_URL"))
        {
            options.cache_url = cache_url;
        }
        let store = Store::open(&options).await.expect("a store");
        match kind {
            Kind::Floor => {
                let checker = store.checker().await.expect("a catalogue");
                serve_floor(answers(&checker, host_count)).await;
            }
            Kind::Product | Kind::Connector => {
                store.refresh_catalogue().await.expect("a catalogue");
                serve_product(store, kind).await;
            }
        }
    });
}

async fn serve_product(store: Store, kind: Kind) {
    let listener = Listener::bind(([127, 0, 0, 1], 0).into(), None).await.expect("a port");
    println!("{}", listener.address().expect("its address"));
    // The jobs that the binary always runs and that a check depends on.
    tokio::spawn(jobs::usage::flush_regularly(store.clone(), Arc::new(system_time)));
    tokio::spawn(jobs::catalogue::keep_current(store.clone()));
    tokio::spawn(jobs::keys::keep_lease(store.clone()));
    let state = AppState::new(store)
        .with_plans(Plans([(Plan::Pro, generous())].into()))
        .with_trusted_proxies(vec!["127.0.0.1/32".parse().expect("a network")]);
    let api = app(state.with_connector_url(CONNECTOR_URL.parse().expect("an origin")));
    match kind {
        Kind::Connector => serve_app(listener, connector(&api), end_of_input()).await,
        Kind::Floor | Kind::Product => serve_app(listener, api, end_of_input()).await,
    }
}

/// Limits that nothing reaches, so that every limit is counted and every header written.
fn generous() -> PlanTable {
    PlanTable {
        requests_per_second: Some(Cap::AtMost(1_000_000_000)),
        requests_per_month: Some(Cap::AtMost(1_000_000_000_000)),
        ..PlanTable::default()
    }
}

/// Every answer, ready.
fn answers(checker: &Checker, host_count: usize) -> HashMap<String, CheckResult> {
    let now = system_time();
    let answer = |host: &str| checker.check(&CheckQuery::domain(host).expect("a hostname"), now);
    market::hosts(&market::companies(host_count))
        .map(|host| (host.to_string(), answer(host.as_str())))
        .collect()
}

async fn serve_floor(answers: HashMap<String, CheckResult>) {
    let answers = Arc::new(answers);
    let route = warp::path!("v1" / "check").and(warp::get()).and(warp::query()).map(
        move |parameters: Vec<(String, String)>| {
            let domain = parameters.iter().find(|(name, _)| name == "domain");
            warp::reply::json(&domain.and_then(|(_, domain)| answers.get(domain)))
        },
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("its address"));
    tokio::select! {
        () = warp::serve(route).incoming(listener).run() => {}
        () = end_of_input() => {}
    }
}

async fn end_of_input() {
    let (ended, end) = oneshot::channel();
    std::thread::spawn(move || {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        let _ = ended.send(());
    });
    let _ = end.await;
}
