//! Limits concurrent DNS lookups and merges lookups of the same name.

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use tokio::sync::{Semaphore, watch};

use crate::mutex::lock;

/// The future of a name's addresses.
pub type Resolving = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// The result of a lookup: `None` while it runs, `Some(None)` when it failed.
type LookupResult = Option<Option<Vec<IpAddr>>>;
type LookupReceiver = watch::Receiver<LookupResult>;

/// The running lookups. A name whose server never answers takes one of them, however many attempts
/// ask for the name and give up.
#[derive(Clone)]
pub(super) struct Lookups {
    look_up: Arc<dyn Fn(String) -> Resolving + Send + Sync>,
    permits: Arc<Semaphore>,
    running: Arc<Mutex<HashMap<String, LookupReceiver>>>,
}

impl Lookups {
    /// Returns lookups of which at most `at_once` run at once.
    pub(super) fn new(
        at_once: usize,
        look_up: impl Fn(String) -> Resolving + Send + Sync + 'static,
    ) -> Self {
        let permits = Arc::new(Semaphore::new(at_once));
        Self { look_up: Arc::new(look_up), permits, running: Arc::default() }
    }

    /// Returns the addresses of a name. Joins a running lookup of the name.
    pub(super) async fn resolve(self, name: String) -> io::Result<Vec<IpAddr>> {
        let mut found = self.join(name);
        let found = found.wait_for(Option::is_some).await.map_err(io::Error::other)?;
        found.clone().flatten().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn join(&self, name: String) -> LookupReceiver {
        let mut running = lock(&self.running);
        // An aborted lookup never sends a result.
        if let Some(found) = running.get(&name).filter(|found| found.has_changed().is_ok()) {
            return found.clone();
        }
        let (tell, found) = watch::channel(None);
        running.insert(name.clone(), found.clone());
        let this = self.clone();
        // On its own task: a caller that gives up must not end the lookup or free its permit.
        tokio::spawn(async move {
            let _held = this.permits.acquire().await;
            {
                let mut running = lock(&this.running);
                // Every caller gave up: the map holds one receiver itself. One customer may have asked
                // for thousands of such names.
                if tell.receiver_count() <= 1 {
                    running.remove(&name);
                    return;
                }
            }
            let addresses = (this.look_up)(name.clone()).await.ok();
            lock(&this.running).remove(&name);
            tell.send_replace(Some(addresses));
        });
        found
    }
}

#[cfg(test)]
mod tests;
