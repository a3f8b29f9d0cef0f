//! Sends deliveries.

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use licence_core::time::Timestamp;
use licence_store::{SenderClock, Store};
use tokio::sync::watch;

use crate::panics::caught;

/// How long a sender that broke down rests.
const REST: Duration = Duration::from_secs(1);

/// Sends deliveries until it is told to stop; then the attempts in flight end.
pub async fn keep_sent(
    store: Store,
    clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    stopping: watch::Receiver<bool>,
) {
    while !*stopping.borrow() {
        let told = || {
            let mut stopping = stopping.clone();
            async move {
                if stopping.wait_for(|stopping| *stopping).await.is_err() {
                    // Nobody is left who could tell.
                    pending::<()>().await;
                }
            }
        };
        match store.sender(SenderClock::of(Arc::clone(&clock))) {
            Ok(sender) => match caught(sender.run(told())).await {
                Ok(()) => return,
                Err(panicked) => tracing::error!(%panicked, "the sender begins anew"),
            },
            Err(error) => tracing::error!(%error, "nothing can be delivered"),
        }
        tokio::time::sleep(REST).await;
    }
}
