//! The store that the examples of the documentation run on.

use std::error::Error;

use licence_core::time::Timestamp;

use crate::store::Store;
use crate::store_options::StoreOptions;

/// Runs an example on a store in memory that holds the bundled sample, read at the instant passed.
///
/// # Errors
/// The error of the example.
pub fn example(
    run: impl AsyncFnOnce(Store, Timestamp) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let now = "2026-11-01T06:00:00Z".parse()?;
        let store = Store::open(&StoreOptions::new("sqlite::memory:")).await?;
        store.apply_sample(now).await?;
        run(store, now).await
    })
}
