//! Writing back what became of claimed deliveries, fenced by their leases.

mod attempts;
mod endpoints;

use std::collections::{HashMap, HashSet};

use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery::{Delivery, DeliveryStatus, EndpointCounters, Outcome};

use self::attempts::{give_back, write_attempts};
use self::endpoints::{lock_endpoints, write_counters};
use super::{Claimed, End, Finished};
use crate::Store;
use crate::error::StoreError;

/// What was written back.
#[derive(Default)]
pub(crate) struct Settled {
    /// How the attempted deliveries stand now.
    pub(crate) statuses: Vec<DeliveryStatus>,
    /// What the endpoints count now.
    pub(crate) counters: HashMap<WebhookId, EndpointCounters>,
    /// Deliveries whose lease was lost; what became of them is another sender's to say.
    pub(crate) lost: usize,
}

impl Store {
    /// Writes back attempts and what they mean to their endpoints, in one transaction.
    pub(super) async fn settle_deliveries(
        &self,
        finished: &[Finished],
    ) -> Result<Settled, StoreError> {
        if finished.is_empty() {
            return Ok(Settled::default());
        }
        match self.settle(finished, Ask::HowMany).await? {
            Some(settled) => Ok(settled),
            None => Ok(self.settle(finished, Ask::Which).await?.unwrap_or_default()),
        }
    }

    /// `None`, and nothing written, when some leases were lost and it did not ask which.
    async fn settle(&self, finished: &[Finished], ask: Ask) -> Result<Option<Settled>, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let mut endpoints = lock_endpoints(&transaction, finished).await?;
        let (mut attempted, mut settled) = (Vec::new(), Settled::default());
        for Finished { claimed, end } in finished {
            match end {
                End::Attempted(outcome, at) => {
                    let random = self.entropy.bits() as u32;
                    let schedule = self.webhooks.schedule();
                    let delivery = claimed.delivery.clone().after(outcome, *at, schedule, random);
                    attempted.push(Attempted { claimed, outcome, at: *at, delivery });
                }
                End::GivenBack => {}
            }
        }
        attempted.sort_by_key(|attempted| attempted.at);
        let Some(ours) = write_attempts(&transaction, &attempted, &endpoints, ask).await? else {
            return Ok(None);
        };
        for attempted in &attempted {
            let status = attempted.delivery.status;
            // One that was removed took its deliveries with it.
            let Some(endpoint) = endpoints.get_mut(&attempted.claimed.target.id) else { continue };
            if ours.has(&attempted.delivery) {
                endpoint.counters = endpoint.counters.after(status, attempted.at);
                settled.statuses.push(status);
            } else {
                settled.lost += 1;
            }
        }
        write_counters(&transaction, &endpoints).await?;
        give_back(&transaction, finished).await?;
        transaction.commit().await?;
        settled.counters = endpoints.iter().map(|(id, it)| (*id, it.counters)).collect();
        Ok(Some(settled))
    }
}

/// What is asked of the database about the deliveries that are written.
#[derive(Clone, Copy)]
enum Ask {
    /// Enough while no lease was lost, and that is nearly always. SQLite's driver hands over row by
    /// row, which costs several times what writing them does.
    HowMany,
    Which,
}

/// The deliveries whose lease still held.
enum Ours {
    All,
    These(HashSet<String>),
}

impl Ours {
    fn has(&self, delivery: &Delivery) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(&delivery.id.0.to_string()),
        }
    }
}

struct Attempted<'f> {
    claimed: &'f Claimed,
    outcome: &'f Outcome,
    at: Timestamp,
    delivery: Delivery,
}
