//! Sends webhook deliveries.

use std::future::pending;
use std::sync::Arc;

use licence_store::Store;
use licence_store::service::SenderClock;
use tokio::sync::watch;

use super::rounds::RESTART_PAUSE;
use crate::panics::catch_panic;
use crate::state::Clock;

/// Sends deliveries until `stopping` is true; then waits for the attempts in flight.
pub async fn send_until(store: Store, clock: Clock, stopping: watch::Receiver<bool>) {
    while !*stopping.borrow() {
        let stop = || {
            let mut stopping = stopping.clone();
            async move {
                if stopping.wait_for(|stopping| *stopping).await.is_err() {
                    // The server that could stop us is gone.
                    pending::<()>().await;
                }
            }
        };
        match store.sender(SenderClock::new(Arc::clone(&clock))) {
            Ok(sender) => match catch_panic(sender.run(stop())).await {
                Ok(()) => return,
                Err(panicked) => tracing::error!(%panicked, "the sender of webhooks starts again"),
            },
            Err(error) => tracing::error!(%error, "no webhook can be delivered"),
        }
        tokio::time::sleep(RESTART_PAUSE).await;
    }
}
