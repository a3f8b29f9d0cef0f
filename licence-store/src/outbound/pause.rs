//! The one place that waits between requests, injected so that tests do not.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;

/// How to wait.
#[derive(Clone)]
pub struct Pause(Arc<dyn Fn(Duration) -> Waiting + Send + Sync>);

impl Pause {
    /// By the clock.
    pub fn sleeping() -> Self {
        Self(Arc::new(|length| Box::pin(tokio::time::sleep(length))))
    }

    /// Not at all: every wait is told and over. For tests.
    pub fn recording(tell: impl Fn(Duration) + Send + Sync + 'static) -> Self {
        Self(Arc::new(move |length| {
            tell(length);
            Box::pin(std::future::ready(()))
        }))
    }

    pub(super) fn wait(&self, length: Duration) -> Waiting {
        (self.0)(length)
    }
}

impl fmt::Debug for Pause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pause")
    }
}
