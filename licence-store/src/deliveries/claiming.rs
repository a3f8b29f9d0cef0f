//! A claim on a task of its own, so that results are written while it goes on.

use std::panic::resume_unwind;
use std::time::Instant;

use licence_core::webhook::WebhookId;
use tokio::task::JoinSet;

use super::Claimed;
use super::lease::Terms;
use crate::Store;
use crate::error::StoreError;

/// The claim that goes on, if one does. It ends with the sender.
#[derive(Default)]
pub(super) struct Claiming {
    task: JoinSet<Ended>,
    ended: Option<Ended>,
}

/// A claim that ended.
pub(super) struct Ended {
    /// What was asked for.
    pub(super) places: Vec<(WebhookId, usize)>,
    /// When it began.
    pub(super) asked_at: Instant,
    pub(super) claimed: Result<Vec<Claimed>, StoreError>,
}

impl Claiming {
    /// Whether no claim goes on, and none ended that was not taken.
    pub(super) fn is_idle(&self) -> bool {
        self.task.is_empty() && self.ended.is_none()
    }

    /// Begins a claim.
    pub(super) fn begin(&mut self, store: &Store, places: Vec<(WebhookId, usize)>, terms: Terms) {
        let store = store.clone();
        self.task.spawn(async move {
            let asked_at = Instant::now();
            let claimed = store.claim_deliveries(&places, terms).await;
            Ended { places, asked_at, claimed }
        });
    }

    /// Waits until a claim ended; for ever while none goes on.
    pub(super) async fn ended(&mut self) {
        if self.ended.is_some() {
            return;
        }
        match self.task.join_next().await {
            Some(Ok(ended)) => self.ended = Some(ended),
            Some(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
            // It is only cut off with the sender.
            Some(Err(_)) | None => std::future::pending().await,
        }
    }

    /// The claim that ended, if one did.
    pub(super) fn take(&mut self) -> Option<Ended> {
        match self.task.try_join_next() {
            Some(Ok(ended)) => Some(ended),
            Some(Err(error)) if error.is_panic() => resume_unwind(error.into_panic()),
            Some(Err(_)) | None => self.ended.take(),
        }
    }
}
