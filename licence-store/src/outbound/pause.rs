//! How a download waits between requests, injected so that tests never wait.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;

/// How to wait.
#[derive(Clone)]
pub struct Pause(Arc<dyn Fn(Duration) -> Waiting + Send + Sync>);

impl Pause {
    /// Returns a pause that sleeps.
    pub fn sleeping() -> Self {
        Self(Arc::new(|length| Box::pin(tokio::time::sleep(length))))
    }

    /// Returns a pause that reports every wait to `tell` and never waits, for tests.
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
