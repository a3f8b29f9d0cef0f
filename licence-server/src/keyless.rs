//! Turns of callers without a key: they share a part of the server, so that keyed calls and health
//! keep the rest. When the part is used up, one more waits in a queue, then gets a 503.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::limits::Limits;
use crate::problem::Problem;

/// How many documents are sent at once. Each takes its share of the bytes a second.
const DOCUMENTS_AT_ONCE: u32 = 4;

/// The turns of all requests without a key.
pub(crate) struct KeylessTurns {
    requests: Arc<Semaphore>,
    documents: Arc<Semaphore>,
    wait: Duration,
    bytes_per_second: u32,
}

impl KeylessTurns {
    pub(crate) fn new(limits: &Limits) -> Self {
        let at_once = limits.keyless_requests.min(Semaphore::MAX_PERMITS);
        Self {
            requests: Arc::new(Semaphore::new(at_once)),
            documents: Arc::new(Semaphore::new(DOCUMENTS_AT_ONCE as usize)),
            wait: limits.keyless_wait,
            bytes_per_second: limits.document_bytes_per_second.max(1),
        }
    }

    /// Waits for the turn of a request, which lasts until it is dropped.
    ///
    /// # Errors
    /// `service_overloaded` when no turn comes in time.
    pub(crate) async fn request(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.turn(&self.requests).await
    }

    /// Waits for the turn to send a document of this size. The turn ends by itself, after the time
    /// that the document takes at its share of the bytes a second, whether its reader is quick or
    /// not: who reads slowly keeps nobody from a turn.
    ///
    /// # Errors
    /// `service_overloaded` when no turn comes in time.
    pub(crate) async fn document(&self, bytes: u64) -> Result<(), Problem> {
        let turn = self.turn(&self.documents).await?;
        let millis = bytes * 1000 * u64::from(DOCUMENTS_AT_ONCE) / u64::from(self.bytes_per_second);
        tokio::spawn(async move {
            sleep(Duration::from_millis(millis)).await;
            drop(turn);
        });
        Ok(())
    }

    async fn turn(&self, turns: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
        // The common case needs no timer.
        if let Ok(turn) = Arc::clone(turns).try_acquire_owned() {
            return Ok(turn);
        }
        match timeout(self.wait, Arc::clone(turns).acquire_owned()).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Problem::overloaded()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns() -> KeylessTurns {
        KeylessTurns::new(&Limits {
            keyless_requests: 1,
            keyless_wait: Duration::ZERO,
            document_bytes_per_second: 1,
            ..Limits::default()
        })
    }

    #[tokio::test]
    async fn one_request_more_than_there_are_turns_is_refused() {
        let turns = turns();
        let first = turns.request().await.unwrap();
        assert!(turns.request().await.is_err());
        drop(first);
        assert!(turns.request().await.is_ok());
    }

    /// At one byte a second the turn of a document outlasts any test.
    #[tokio::test]
    async fn the_turn_of_a_document_outlasts_its_reply() {
        let turns = turns();
        for _ in 0..DOCUMENTS_AT_ONCE {
            turns.document(500_000).await.unwrap();
        }
        assert!(turns.document(500_000).await.is_err());
        assert!(turns.request().await.is_ok(), "documents take turns of their own");
    }
}
