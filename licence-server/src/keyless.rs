//! Slots of callers without a key: they share a part of the server, so that keyed calls and health
//! keep the rest. One network holds at most a quarter of the slots. A request beyond either limit
//! waits in a queue, then gets a 503.

use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Duration;

use foldhash::fast::FixedState;
use licence_core::network::CallerNetwork;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::limits::Limits;
use crate::problem::Problem;

/// How many documents are sent at once. Each uses its share of the bytes a second.
const DOCUMENTS_AT_ONCE: u32 = 4;
/// One network holds at most this part of the slots, and at least one.
const NETWORK_SHARE: usize = 4;
/// How many networks can have slots of their own.
const PLACES: usize = 1024;

/// The slots of all requests without a key.
pub(crate) struct KeylessSlots {
    requests: Slots,
    documents: Slots,
    wait: Duration,
    bytes_per_second: u32,
}

impl KeylessSlots {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: Slots::new(limits.keyless_requests),
            documents: Slots::new(DOCUMENTS_AT_ONCE as usize),
            wait: limits.keyless_wait,
            bytes_per_second: limits.document_bytes_per_second.max(1),
        }
    }

    /// Waits for a slot for a request; dropping the slot frees it.
    pub(crate) async fn request(&self, network: CallerNetwork) -> Result<Slot, Problem> {
        self.requests.acquire(network, self.wait).await
    }

    /// Waits for a slot to send a document of this size. A timer frees the slot after the time that
    /// the document needs at its share of the bytes a second, so a slow reader blocks nobody.
    pub(crate) async fn document(&self, network: CallerNetwork, bytes: u64) -> Result<(), Problem> {
        let slot = self.documents.acquire(network, self.wait).await?;
        let millis = bytes * 1000 * u64::from(DOCUMENTS_AT_ONCE) / u64::from(self.bytes_per_second);
        tokio::spawn(async move {
            sleep(Duration::from_millis(millis)).await;
            drop(slot);
        });
        Ok(())
    }
}

/// A number of slots, shared by all networks.
struct Slots {
    all: Arc<Semaphore>,
    /// The slots that a network may hold. Networks with the same place have them together, which are
    /// one pair in a thousand.
    of_networks: Vec<Arc<Semaphore>>,
}

/// One slot; dropping it frees it.
pub(crate) struct Slot {
    _of_all: OwnedSemaphorePermit,
    _of_network: OwnedSemaphorePermit,
}

impl Slots {
    fn new(at_once: usize) -> Self {
        let at_once = at_once.min(Semaphore::MAX_PERMITS);
        let slots = |count| Arc::new(Semaphore::new(count));
        let share = (at_once / NETWORK_SHARE).max(1);
        Self { all: slots(at_once), of_networks: (0..PLACES).map(|_| slots(share)).collect() }
    }

    /// Waits for a slot, in the order in which callers came. A network that waits for its own
    /// slots keeps no network of another place waiting.
    async fn acquire(&self, network: CallerNetwork, wait: Duration) -> Result<Slot, Problem> {
        let of_network = &self.of_networks[place(network)];
        match self.free_slot(of_network) {
            Some(slot) => Ok(slot),
            // Boxed, because a request that need not wait would pay for the size of the timer.
            None => Box::pin(self.wait_for_slot(of_network, wait)).await,
        }
    }

    /// Returns a slot that nobody waits for.
    fn free_slot(&self, of_network: &Arc<Semaphore>) -> Option<Slot> {
        let _of_network = Arc::clone(of_network).try_acquire_owned().ok()?;
        let _of_all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some(Slot { _of_all, _of_network })
    }

    async fn wait_for_slot(
        &self,
        of_network: &Arc<Semaphore>,
        wait: Duration,
    ) -> Result<Slot, Problem> {
        let slot = async {
            let _of_network = Arc::clone(of_network).acquire_owned().await?;
            let _of_all = Arc::clone(&self.all).acquire_owned().await?;
            Ok::<_, AcquireError>(Slot { _of_all, _of_network })
        };
        timeout(wait, slot).await.ok().and_then(Result::ok).ok_or_else(Problem::overloaded)
    }
}

fn place(network: CallerNetwork) -> usize {
    FixedState::default().hash_one(network) as usize % PLACES
}

#[cfg(test)]
mod tests;
