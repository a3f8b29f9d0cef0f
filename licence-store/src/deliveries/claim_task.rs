//! The claim as a separate task, so that the sender settles results while a claim runs.

use std::panic::resume_unwind;
use std::time::Instant;

use licence_core::webhook::WebhookId;
use tokio::task::JoinSet;

use super::ClaimedDelivery;
use super::lease::LeaseTerms;
use crate::Store;
use crate::error::StoreError;

/// The running claim, if any. Dropping the sender aborts it.
#[derive(Default)]
pub(super) struct ClaimTask {
    task: JoinSet<EndedClaim>,
    ended: Option<EndedClaim>,
}

/// A claim that ended, with its result.
pub(super) struct EndedClaim {
    /// How many deliveries of which endpoints were wanted.
    pub(super) limits: Vec<(WebhookId, usize)>,
    /// When the claim began.
    pub(super) begun_at: Instant,
    pub(super) claimed: Result<Vec<ClaimedDelivery>, StoreError>,
}

impl ClaimTask {
    /// Returns whether no claim runs and no ended claim waits to be taken.
    pub(super) fn is_idle(&self) -> bool {
        self.task.is_empty() && self.ended.is_none()
    }

    /// Starts a claim.
    pub(super) fn begin(
        &mut self,
        store: &Store,
        limits: Vec<(WebhookId, usize)>,
        terms: LeaseTerms,
    ) {
        let store = store.clone();
        self.task.spawn(async move {
            let begun_at = Instant::now();
            let claimed = store.claim_deliveries(&limits, terms).await;
            EndedClaim { limits, begun_at, claimed }
        });
    }

    /// Waits until a claim ends; waits for ever if no claim runs.
    pub(super) async fn ended(&mut self) {
        if self.ended.is_some() {
            return;
        }
        match self.task.join_next().await {
            Some(Ok(ended)) => self.ended = Some(ended),
            Some(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
            // Only the sender's drop aborts the task.
            Some(Err(_)) | None => std::future::pending().await,
        }
    }

    /// Takes the ended claim, if any.
    pub(super) fn take(&mut self) -> Option<EndedClaim> {
        match self.task.try_join_next() {
            Some(Ok(ended)) => Some(ended),
            Some(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
            Some(Err(_)) | None => self.ended.take(),
        }
    }
}
