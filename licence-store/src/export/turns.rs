//! Limits how many exports run at once, in all and for one account.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use licence_core::account::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::error::StoreError;
use crate::mutex::lock;

/// The most exports that run at once on a store, and how long they wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportLimits {
    /// The most exports that run at once, each on a connection of its own.
    pub at_once: usize,
    /// The most exports of one account, so that no account takes all slots.
    pub per_account: usize,
    /// How long another export waits for a slot.
    pub turn: Duration,
    /// How long a chunk may wait for the reader before the reader loses the export. A server has a
    /// stricter limit of its own, on bytes instead of chunks.
    pub reader: Duration,
}

impl Default for ExportLimits {
    /// Returns sixteen at once and three for an account, one for each dataset. Another export waits
    /// 5 seconds for a slot, and a chunk an hour for its reader.
    fn default() -> Self {
        Self {
            at_once: 16,
            per_account: 3,
            turn: Duration::from_secs(5),
            reader: Duration::from_secs(3_600),
        }
    }
}

/// The slots of all exports of a store.
pub(crate) struct ExportTurns {
    pub(super) limits: ExportLimits,
    all: Arc<Semaphore>,
    /// The slots of accounts with an export that runs or waits.
    by_account: Mutex<HashMap<AccountId, Arc<Semaphore>>>,
}

/// The slot of one export. Dropping it frees the slot.
pub(super) struct Turn {
    _all: OwnedSemaphorePermit,
    _of_account: Option<OwnedSemaphorePermit>,
}

impl ExportTurns {
    pub(crate) fn new(limits: ExportLimits) -> Self {
        Self { limits, all: semaphore(limits.at_once), by_account: Mutex::default() }
    }

    /// Waits for a slot. Exports get slots in the order in which they came.
    pub(super) async fn next(&self, account: Option<AccountId>) -> Result<Turn, StoreError> {
        let ExportLimits { at_once, per_account, turn, .. } = self.limits;
        let (deadline, seconds) = (Instant::now() + turn, turn.as_secs());
        // An account that waits for its own exports must not delay others.
        let of_account = match account.map(|account| self.account_turns(account)) {
            None => None,
            Some(turns) => match timeout_at(deadline, turns.acquire_owned()).await {
                Ok(Ok(permit)) => Some(permit),
                _ => {
                    return Err(StoreError::AccountExportsBusy { at_once: per_account, seconds });
                }
            },
        };
        match timeout_at(deadline, Arc::clone(&self.all).acquire_owned()).await {
            Ok(Ok(all)) => Ok(Turn { _all: all, _of_account: of_account }),
            _ => Err(StoreError::ExportsBusy { at_once, seconds }),
        }
    }

    fn account_turns(&self, account: AccountId) -> Arc<Semaphore> {
        let mut accounts = lock(&self.by_account);
        // An export that runs or waits holds a reference.
        accounts.retain(|_, turns| Arc::strong_count(turns) > 1);
        let turns = accounts.entry(account).or_insert_with(|| semaphore(self.limits.per_account));
        Arc::clone(turns)
    }
}

fn semaphore(at_once: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(at_once.clamp(1, Semaphore::MAX_PERMITS)))
}
