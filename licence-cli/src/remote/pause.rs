//! Waiting between two tries. Tests record the waits instead.

use std::io::{self, IsTerminal};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::exit::Failure;
use crate::notes;

type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;
type Wait = dyn Fn(Duration, &Failure) -> Waiting + Send + Sync;

/// How a client waits.
#[derive(Clone)]
pub(crate) struct Pause(Arc<Wait>);

impl Pause {
    /// Sleeps, and tells a user at a terminal why.
    pub(crate) fn sleeping(is_quiet: bool) -> Self {
        let is_announced = !is_quiet && io::stderr().is_terminal();
        Self(Arc::new(move |wait, failure| {
            if is_announced {
                let reason = failure.to_string();
                let reason = reason.lines().next().unwrap_or_default().trim_end_matches('.');
                notes::print(format_args!(
                    "{reason}; trying again in {} s",
                    wait.as_secs_f32().ceil()
                ));
            }
            Box::pin(tokio::time::sleep(wait))
        }))
    }

    /// Records each wait and does not sleep.
    #[cfg(test)]
    pub(crate) fn recording(record: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        Self(Arc::new(move |wait, _| {
            record(wait);
            Box::pin(std::future::ready(()))
        }))
    }

    pub(super) async fn before(&self, wait: Duration, because: &Failure) {
        (self.0)(wait, because).await;
    }
}
