//! Customers of a server that write while another process applies a reading.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use licence_core::account::plan::{Cap, Plan};
use licence_core::lookup::Page;
use licence_core::operator::Slug;
use licence_server::system_time;
use licence_store::{Store, StoreOptions};
use tokio::task::JoinSet;

const CUSTOMERS: usize = 100;
/// The pause of a customer between two writes.
const PAUSE: Duration = Duration::from_secs(1);

/// How many milliseconds each write took that began while `apply` ran. The customers put an operator
/// on their watchlists and take it off again.
pub fn write_beside<T>(database_url: &str, apply: impl FnOnce() -> T) -> Vec<f64> {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let opened = runtime.block_on(Store::open(&StoreOptions::new(database_url)));
    let store = opened.expect("a store");
    let slug = runtime.block_on(any_operator(&store));
    let is_applied = Arc::new(AtomicBool::new(false));
    let mut customers = JoinSet::new();
    for number in 0..CUSTOMERS {
        let writing = writes(store.clone(), slug.clone(), number, is_applied.clone());
        customers.spawn_on(writing, runtime.handle());
    }
    apply();
    is_applied.store(true, Ordering::Relaxed);
    let waits = runtime.block_on(customers.join_all());
    runtime.block_on(store.close());
    waits.concat()
}

async fn any_operator(store: &Store) -> Slug {
    let found = store.search_operators("gaming", Page { limit: 1, offset: 0 }).await;
    found.expect("a search").operators.swap_remove(0).operator.slug
}

async fn writes(store: Store, slug: Slug, number: usize, is_applied: Arc<AtomicBool>) -> Vec<f64> {
    let account = store.create_account("Customer", Plan::Business, system_time()).await;
    let account = account.expect("an account").id;
    tokio::time::sleep(PAUSE * number as u32 / CUSTOMERS as u32).await;
    let (mut millis, mut is_watched) = (Vec::new(), false);
    while !is_applied.load(Ordering::Relaxed) {
        let start = Instant::now();
        match is_watched {
            true => store.unwatch_operator(account, &slug).await.expect("taken off the list"),
            false => {
                let cap = Cap::AtMost(1);
                let added = store.watch_operator(account, &slug, cap, system_time()).await;
                added.map(drop).expect("put on the list");
            }
        }
        is_watched = !is_watched;
        millis.push(start.elapsed().as_secs_f64() * 1000.0);
        tokio::time::sleep(PAUSE).await;
    }
    millis
}
