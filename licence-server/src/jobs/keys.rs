//! Keeps the lease under which this server answers about keys from memory.

use std::convert::Infallible;
use std::time::Duration;

use licence_store::Store;

use crate::panics::catch_panic;

/// How long to wait before a lease whose renewal panicked is renewed again.
const RESTART_PAUSE: Duration = Duration::from_secs(1);

/// Keeps the lease, for ever. Answers are the same with the lease and without it.
pub async fn keep_lease(store: Store) -> Infallible {
    loop {
        match catch_panic(store.keep_key_lease()).await {
            Ok(never) => match never {},
            Err(panicked) => tracing::error!(%panicked, "the lease of the keys begins again"),
        }
        tokio::time::sleep(RESTART_PAUSE).await;
    }
}
