//! Stops a sender.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::{LOOK_INTERVAL, Sender};

/// The pause before results that could not be written are written again.
const PAUSE: Duration = Duration::from_millis(200);

impl Sender {
    /// Lets the running attempts end and settles all results. Results that cannot be written in time
    /// are lost: their deliveries are due again when their lease ends.
    pub(super) async fn finish(mut self) {
        let longest = self.store.webhooks.options().post.attempt_timeout + LOOK_INTERVAL;
        let deadline = Instant::now() + longest;
        // First: deliveries that wait here must not begin while this waits.
        let waiting = self.dispatcher.take_all();
        self.give_back(waiting);
        let mut is_failing = false;
        loop {
            if let Some(Ok(claimed)) = self.claim_task.take().map(|ended| ended.claimed) {
                self.give_back(claimed);
            }
            // Settle at once each time: whoever stops the server may not wait for the last attempt.
            let settled = self.settle().await;
            if let Some(error) = settled.as_ref().err().filter(|_| !is_failing) {
                tracing::error!(%error, "what was delivered last is not written yet");
            }
            is_failing = settled.is_err();
            if !is_failing && self.is_idle() {
                return;
            }
            let soon = if is_failing { Instant::now() + PAUSE } else { deadline };
            tokio::select! {
                () = sleep_until(soon.min(deadline)) => {}
                () = self.results.wait_for(1) => {}
                () = self.claim_task.ended() => {}
            }
            if deadline <= Instant::now() {
                tracing::warn!(left = self.dispatcher.len(), "cut off: it will be delivered again");
                return;
            }
            self.gather().await;
        }
    }
}
