//! Keeps the catalogue current: other processes apply readings to the same database.

use std::convert::Infallible;
use std::time::Duration;

use licence_store::Store;
use tokio::time::{MissedTickBehavior, interval};

use crate::panics::catch_panic;

/// How often to ask the database for a newer catalogue: twice a second, because checks promise to
/// see another process's reading within a second.
pub const EVERY: Duration = Duration::from_millis(500);

/// Refreshes the catalogue twice a second, for ever. Logs when failures begin and when they are
/// over; meanwhile checks are answered from the last catalogue.
pub async fn keep_current(store: Store) -> Infallible {
    let mut timer = interval(EVERY);
    timer.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_failing = false;
    loop {
        timer.tick().await;
        let outcome = refresh(&store).await;
        match &outcome {
            Err(error) if !is_failing => {
                tracing::error!(error, "the catalogue cannot be kept current");
            }
            Ok(()) if is_failing => tracing::warn!("the catalogue is kept current again"),
            Ok(()) | Err(_) => {}
        }
        is_failing = outcome.is_err();
    }
}

/// A panic is a failure like another: it must not leave checks with an old catalogue for ever.
async fn refresh(store: &Store) -> Result<(), String> {
    match catch_panic(store.refresh_catalogue()).await {
        Ok(outcome) => outcome.map(|_| ()).map_err(|error| error.to_string()),
        Err(panicked) => Err(panicked.to_string()),
    }
}
