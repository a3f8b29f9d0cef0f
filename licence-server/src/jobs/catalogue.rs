//! Keeps the catalogue current: other processes apply readings to the same database.

use std::convert::Infallible;
use std::time::Duration;

use licence_store::Store;
use tokio::time::{MissedTickBehavior, interval};

use crate::panics::caught;

/// How often the database is asked for a newer catalogue: twice in the second within which a check
/// sees what another process applied.
pub const EVERY: Duration = Duration::from_millis(500);

/// Looks for a newer catalogue, for ever. A failure is logged when it begins and when it is
/// over; until then checks are answered from the catalogue at hand.
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
    match caught(store.refresh_catalogue()).await {
        Ok(outcome) => outcome.map(|_| ()).map_err(|error| error.to_string()),
        Err(panicked) => Err(panicked.to_string()),
    }
}
