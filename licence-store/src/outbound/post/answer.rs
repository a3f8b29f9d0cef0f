//! The body of an answer. It decides nothing; it is read so that the connection can be used again,
//! and its beginning kept to be shown.

use reqwest::Response;
use tokio::time::{Instant, timeout_at};

/// As much of a body is read; the connection of a longer one is closed.
pub(super) const MAX_READ_BYTES: usize = 64 << 10;
/// As much of a body is kept.
const MAX_KEPT_BYTES: usize = 2 << 10;

/// The first bytes of a body, or as many as came before it ended, broke off or the deadline passed.
pub(super) async fn read_prefix(response: Response, deadline: Instant) -> Vec<u8> {
    let mut kept = Vec::new();
    // Too late is as good as broken off.
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
