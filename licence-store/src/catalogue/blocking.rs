//! Work that takes a thread for long.

use crate::error::StoreError;

/// Runs work that would block other requests on this thread.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let work = tokio::task::spawn_blocking(work).await;
    work.map_err(|error| StoreError::corrupt("licences", "all", error))
}
