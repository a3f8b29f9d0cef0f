//! Keeps the catalogue current: other processes apply readings to the same database.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use licence_store::{CataloguePublication, Store, StoreError};

use super::rounds::{run_round, timer};

/// How often to ask the database for a newer catalogue: twice a second, because checks promise to
/// see another process's reading within a second.
pub const EVERY: Duration = Duration::from_millis(500);

/// Refreshes the catalogue twice a second, for ever. Meanwhile checks are answered from the last
/// catalogue.
pub async fn keep_current(store: Store) -> Infallible {
    keep("the catalogue", || async { store.refresh_catalogue().await.map(|_| ()) }).await
}

/// Builds the published files after each reading, so that no request waits for them. It never returns.
pub async fn keep_published(publication: Arc<CataloguePublication>, store: Store) -> Infallible {
    let publish = || async {
        let before = publication.held_version();
        let version = publication.newest(&store).await?.version;
        if before != Some(version) {
            tracing::info!(version, "the catalogue is published");
        }
        Ok(())
    };
    keep("the published catalogue", publish).await
}

/// Calls a refresh twice a second and never returns. Logs when failures begin and when they end.
async fn keep<R>(what: &str, refresh: impl Fn() -> R) -> Infallible
where
    R: Future<Output = Result<(), StoreError>>,
{
    let mut timer = timer(EVERY);
    let mut is_failing = false;
    loop {
        timer.tick().await;
        // A panic must not leave checks with an old catalogue for ever.
        let outcome = run_round(refresh()).await;
        match &outcome {
            Err(error) if !is_failing => tracing::error!(error, "{what} cannot be kept current"),
            Ok(()) if is_failing => tracing::warn!("{what} is kept current again"),
            Ok(()) | Err(_) => {}
        }
        is_failing = outcome.is_err();
    }
}
