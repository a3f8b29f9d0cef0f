//! Reads the body of a response, to reuse the connection and to show its first bytes. The outcome
//! does not depend on the body.

use reqwest::Response;
use tokio::time::{Instant, timeout_at};

/// The most bytes that are read; the connection of a longer body is closed.
pub(super) const MAX_READ_BYTES: usize = 64 << 10;
/// The most bytes that are kept.
const MAX_KEPT_BYTES: usize = 2 << 10;

/// Returns the first bytes of a body: those that came before it ended, broke off or ran out of time.
pub(super) async fn read_prefix(response: Response, deadline: Instant) -> Vec<u8> {
    let mut kept = Vec::new();
    // A timeout counts as a body that broke off.
    let _ = timeout_at(deadline, read_into(response, &mut kept)).await;
    kept
}

async fn read_into(mut response: Response, kept: &mut Vec<u8>) {
    let mut read = 0;
    while let Ok(Some(chunk)) = response.chunk().await {
        let room = MAX_KEPT_BYTES - kept.len();
        kept.extend(chunk.iter().take(room));
        read += chunk.len();
        if read > MAX_READ_BYTES {
            return;
        }
    }
}
