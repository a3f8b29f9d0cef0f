//! Turns of callers without a key: they share a part of the server, so that keyed calls and health
//! keep the rest. One network holds at most a quarter of the turns. A request beyond either limit
//! waits in a queue, then gets a 503.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use licence_core::network::CallerNetwork;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::limits::Limits;
use crate::problem::Problem;

/// How many documents are sent at once. Each takes its share of the bytes a second.
const DOCUMENTS_AT_ONCE: u32 = 4;
/// One network holds at most one in so many turns, and at least one.
const NETWORK_SHARE: usize = 4;

/// The turns of all requests without a key.
pub(crate) struct KeylessTurns {
    requests: Arc<Turns>,
    documents: Arc<Turns>,
    wait: Duration,
    bytes_per_second: u32,
}

impl KeylessTurns {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: Turns::new(limits.keyless_requests),
            documents: Turns::new(DOCUMENTS_AT_ONCE as usize),
            wait: limits.keyless_wait,
            bytes_per_second: limits.document_bytes_per_second.max(1),
        }
    }

    /// Waits for the turn of a request, which lasts until it is dropped.
    ///
    /// # Errors
    /// `service_overloaded` when no turn comes in time.
    pub(crate) async fn request(&self, network: CallerNetwork) -> Result<Turn, Problem> {
        self.requests.next(network, self.wait).await
    }

    /// Waits for the turn to send a document of this size. The turn ends by itself, after the time
    /// that the document takes at its share of the bytes a second, whether its reader is quick or
    /// not: who reads slowly keeps nobody from a turn.
    ///
    /// # Errors
    /// `service_overloaded` when no turn comes in time.
    pub(crate) async fn document(&self, network: CallerNetwork, bytes: u64) -> Result<(), Problem> {
        let turn = self.documents.next(network, self.wait).await?;
        let millis = bytes * 1000 * u64::from(DOCUMENTS_AT_ONCE) / u64::from(self.bytes_per_second);
        tokio::spawn(async move {
            sleep(Duration::from_millis(millis)).await;
            drop(turn);
        });
        Ok(())
    }
}

/// A number of turns, shared by all networks.
struct Turns {
    all: Arc<Semaphore>,
    per_network: usize,
    /// The networks with a caller that holds a turn or waits for one.
    networks: Mutex<HashMap<CallerNetwork, Network>>,
}

struct Network {
    turns: Arc<Semaphore>,
    callers: usize,
}

/// One turn, until it is dropped.
pub(crate) struct Turn {
    _of_all: OwnedSemaphorePermit,
    _of_network: OwnedSemaphorePermit,
    _caller: NetworkCaller,
}

impl Turns {
    fn new(at_once: usize) -> Arc<Self> {
        let at_once = at_once.min(Semaphore::MAX_PERMITS);
        let per_network = (at_once / NETWORK_SHARE).max(1);
        Arc::new(Self {
            all: Arc::new(Semaphore::new(at_once)),
            per_network,
            networks: Mutex::default(),
        })
    }

    /// Waits for a turn, in the order in which callers came. A network that waits for its own
    /// turns keeps no other network waiting.
    async fn next(
        self: &Arc<Self>,
        network: CallerNetwork,
        wait: Duration,
    ) -> Result<Turn, Problem> {
        let (caller, turns) = self.enter(network);
        let turn = async {
            let of_network = turns.acquire_owned().await?;
            let of_all = Arc::clone(&self.all).acquire_owned().await?;
            Ok::<_, tokio::sync::AcquireError>((of_network, of_all))
        };
        match timeout(wait, turn).await {
            Ok(Ok((of_network, of_all))) => {
                Ok(Turn { _of_all: of_all, _of_network: of_network, _caller: caller })
            }
            _ => Err(Problem::overloaded()),
        }
    }

    /// Counts one more caller of a network, and returns the turns of that network.
    fn enter(self: &Arc<Self>, network: CallerNetwork) -> (NetworkCaller, Arc<Semaphore>) {
        let mut networks = self.networks();
        let entry = networks.entry(network).or_insert_with(|| Network {
            turns: Arc::new(Semaphore::new(self.per_network)),
            callers: 0,
        });
        entry.callers += 1;
        (NetworkCaller { network, turns: Arc::clone(self) }, Arc::clone(&entry.turns))
    }

    /// A poisoned lock is harmless here: every update is atomic.
    fn networks(&self) -> MutexGuard<'_, HashMap<CallerNetwork, Network>> {
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A caller that holds a turn or waits for one.
struct NetworkCaller {
    network: CallerNetwork,
    turns: Arc<Turns>,
}

impl Drop for NetworkCaller {
    fn drop(&mut self) {
        let mut networks = self.turns.networks();
        let Some(entry) = networks.get_mut(&self.network) else { return };
        entry.callers -= 1;
        if entry.callers == 0 {
            networks.remove(&self.network);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn turns(keyless_requests: usize) -> KeylessTurns {
        KeylessTurns::new(&Limits {
            keyless_requests,
            keyless_wait: Duration::ZERO,
            document_bytes_per_second: 1,
            ..Limits::default()
        })
    }

    fn network(number: u8) -> CallerNetwork {
        IpAddr::from([192, 0, 2, number]).into()
    }

    #[tokio::test]
    async fn one_request_more_than_there_are_turns_is_refused() {
        let turns = turns(1);
        let first = turns.request(network(1)).await.unwrap();
        for number in [1, 2] {
            assert!(turns.request(network(number)).await.is_err());
        }
        drop(first);
        assert!(turns.request(network(2)).await.is_ok());
    }

    #[tokio::test]
    async fn a_network_holds_at_most_a_quarter_of_the_turns() {
        for (at_once, share) in [(1, 1), (4, 1), (8, 2), (64, 16)] {
            let turns = turns(at_once);
            let mut held = Vec::new();
            while let Ok(turn) = turns.request(network(1)).await {
                held.push(turn);
            }
            assert_eq!(held.len(), share, "of {at_once}");
            assert_eq!(turns.request(network(2)).await.is_ok(), share < at_once);
            held.pop();
            assert!(turns.request(network(1)).await.is_ok());
        }
    }

    #[tokio::test]
    async fn a_network_without_a_caller_is_forgotten() {
        let turns = turns(4);
        let held = turns.request(network(1)).await.unwrap();
        assert!(turns.request(network(1)).await.is_err());
        drop(turns.request(network(2)).await.unwrap());
        assert_eq!(turns.requests.networks().len(), 1);
        drop(held);
        assert!(turns.requests.networks().is_empty());
    }

    /// At one byte a second the turn of a document outlasts any test.
    #[tokio::test]
    async fn the_turn_of_a_document_outlasts_its_reply() {
        let turns = turns(1);
        for number in 0..4 {
            turns.document(network(number), 500_000).await.unwrap();
            assert!(turns.document(network(number), 500_000).await.is_err());
        }
        assert!(turns.document(network(4), 500_000).await.is_err());
        assert!(turns.request(network(4)).await.is_ok(), "documents take turns of their own");
    }
}
