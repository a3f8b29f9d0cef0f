//! How many connections one network may hold, and how many may wait for their first request.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use licence_core::network::CallerNetwork;
use licence_store::mutex::lock;
use tokio::sync::Notify;

/// The open connections of each network, up to a cap.
pub(crate) struct OpenConnections {
    cap: usize,
    by_network: Mutex<HashMap<CallerNetwork, usize>>,
}

/// One open connection; dropping it makes room for another of its network.
pub(crate) struct OpenConnection {
    network: CallerNetwork,
    all: Arc<OpenConnections>,
}

impl OpenConnections {
    pub(crate) fn new(cap: usize) -> Arc<Self> {
        Arc::new(Self { cap, by_network: Mutex::default() })
    }

    /// Counts one more connection; `None` if the network is at the cap.
    pub(crate) fn open(self: &Arc<Self>, network: CallerNetwork) -> Option<OpenConnection> {
        let mut by_network = lock(&self.by_network);
        let count = by_network.entry(network).or_insert(0);
        if *count >= self.cap {
            return None;
        }
        *count += 1;
        Some(OpenConnection { network, all: Arc::clone(self) })
    }
}

impl Drop for OpenConnection {
    fn drop(&mut self) {
        let mut by_network = lock(&self.all.by_network);
        let Some(count) = by_network.get_mut(&self.network) else { return };
        *count -= 1;
        if *count == 0 {
            by_network.remove(&self.network);
        }
    }
}

/// Connections that are not established yet: they are in their TLS handshake, or wait for a place
/// among the established connections. Beyond the cap the oldest is displaced, because a good handshake takes
/// a fraction of a second.
pub(crate) struct Handshakes {
    cap: usize,
    pending: Mutex<PendingHandshakes>,
}

#[derive(Default)]
struct PendingHandshakes {
    begun: u64,
    by_age: BTreeMap<u64, Arc<Notify>>,
}

/// One connection that is not established yet.
pub(crate) struct Handshake {
    number: u64,
    displaced: Arc<Notify>,
    all: Arc<Handshakes>,
}

impl Handshakes {
    pub(crate) fn new(cap: usize) -> Arc<Self> {
        Arc::new(Self { cap, pending: Mutex::default() })
    }

    /// Begins a handshake; displaces the oldest one if there are too many.
    pub(crate) fn begin(self: &Arc<Self>) -> Handshake {
        let displaced = Arc::new(Notify::new());
        let mut pending = lock(&self.pending);
        let number = pending.begun;
        pending.begun += 1;
        pending.by_age.insert(number, Arc::clone(&displaced));
        if pending.by_age.len() > self.cap
            && let Some((_, oldest)) = pending.by_age.pop_first()
        {
            oldest.notify_one();
        }
        Handshake { number, displaced, all: Arc::clone(self) }
    }
}

impl Handshake {
    /// Returns once a newer connection took the place of this one.
    pub(crate) async fn wait_until_displaced(&self) {
        self.displaced.notified().await;
    }
}

impl Drop for Handshake {
    fn drop(&mut self) {
        lock(&self.all.pending).by_age.remove(&self.number);
    }
}
