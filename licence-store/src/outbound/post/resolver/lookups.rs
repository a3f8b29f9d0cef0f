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
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::task::yield_now;

    use super::*;

    const ADDRESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    /// Two at once; names that begin with "dead" are never answered.
    fn lookups(asked: &Arc<AtomicUsize>) -> Lookups {
        let asked = Arc::clone(asked);
        Lookups::new(2, move |name| {
            asked.fetch_add(1, Ordering::SeqCst);
            Box::pin(async move {
                match name.as_str() {
                    "dead.example" => std::future::pending().await,
                    "unknown.example" => Err(io::ErrorKind::NotFound.into()),
                    _ => Ok(vec![ADDRESS]),
                }
            })
        })
    }

    #[tokio::test]
    async fn a_name_that_is_not_answered_holds_up_one_look_up() {
        let asked = Arc::default();
        let lookups = lookups(&asked);
        for _ in 0..10 {
            tokio::select! {
                biased;
                _ = lookups.clone().resolve("dead.example".to_owned()) => panic!("it is dead"),
                // The caller stops waiting, and the look-up goes on.
                () = yield_now() => {}
            }
        }
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        let found = lookups.resolve("hooks.example".to_owned()).await.unwrap();
        assert_eq!(found, [ADDRESS]);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_not_looked_up() {
        let free = Arc::new(Semaphore::new(0));
        let (asked, gate) = (Arc::new(AtomicUsize::new(0)), Arc::clone(&free));
        let count = Arc::clone(&asked);
        let lookups = Lookups::new(1, move |_| {
            count.fetch_add(1, Ordering::SeqCst);
            let gate = Arc::clone(&gate);
            Box::pin(async move {
                gate.acquire().await.map_err(io::Error::other)?.forget();
                Ok(vec![ADDRESS])
            })
        });
        let mut first = Box::pin(lookups.clone().resolve("slow.example".to_owned()));
        let mut queue = Vec::new();
        tokio::select! { biased; _ = &mut first => panic!("it is slow"), () = yield_now() => {} }
        for n in 0..10 {
            let mut waiting = Box::pin(lookups.clone().resolve(format!("{n}.example")));
            tokio::select! { biased; _ = &mut waiting => panic!("no turn"), () = yield_now() => {} }
            queue.push(waiting);
        }
        let last = queue.pop().unwrap();
        drop(queue);
        free.add_permits(2);
        assert_eq!((first.await.unwrap(), last.await.unwrap()), (vec![ADDRESS], vec![ADDRESS]));
        assert_eq!(asked.load(Ordering::SeqCst), 2);
        // And may be asked for again.
        free.add_permits(1);
        assert_eq!(lookups.clone().resolve("0.example".to_owned()).await.unwrap(), [ADDRESS]);
        assert!(lock(&lookups.running).is_empty());
    }

    #[tokio::test]
    async fn a_name_is_asked_for_anew_when_its_look_up_is_over() {
        let asked = Arc::default();
        let lookups = lookups(&asked);
        for name in ["hooks.example", "hooks.example", "unknown.example", "unknown.example"] {
            let found = lookups.clone().resolve(name.to_owned()).await;
            assert_eq!(found.is_ok(), name == "hooks.example");
        }
        assert_eq!(asked.load(Ordering::SeqCst), 4);
    }
}
