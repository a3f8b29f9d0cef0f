//! Keeps the lease under which this server answers about keys from memory.

use std::convert::Infallible;

use licence_store::Store;

use super::rounds::RESTART_PAUSE;
use crate::panics::catch_panic;

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
