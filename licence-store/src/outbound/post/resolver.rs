//! How names become addresses, injected so that tests need no DNS.

mod lookups;

pub use self::lookups::Resolving;

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use tokio::net::lookup_host;

use self::lookups::Lookups;

/// A system lookup blocks one of the runtime's 512 blocking threads until it ends.
const LOOKUPS_FOR_ATTEMPTS: usize = 256;
const LOOKUPS_FOR_VETTING: usize = 64;

pub(super) type Resolve = Arc<dyn Fn(String) -> Resolving + Send + Sync>;

/// How names are resolved.
#[derive(Clone)]
pub struct Resolver {
    /// For attempts at deliveries.
    pub(super) for_attempts: Resolve,
    /// For URLs that a customer wants to use. Separate, so that customers' unanswered names never
    /// delay attempts.
    pub(super) for_vetting: Resolve,
}

impl Resolver {
    /// Returns a resolver that calls `resolve` with a name without its trailing dot.
    pub fn new(resolve: impl Fn(String) -> Resolving + Send + Sync + 'static) -> Self {
        let resolve: Resolve = Arc::new(resolve);
        Self { for_attempts: Arc::clone(&resolve), for_vetting: resolve }
    }

    /// Returns the system's resolver. Names are fully qualified: the search list is not used, and
    /// the hosts file only matches names that end with a dot.
    pub fn system() -> Self {
        let system_resolve = |at_once| -> Resolve {
            let lookups = Lookups::new(at_once, |name| Box::pin(resolve_with_system(name)));
            Arc::new(move |name| Box::pin(lookups.clone().resolve(name)))
        };
        Self {
            for_attempts: system_resolve(LOOKUPS_FOR_ATTEMPTS),
            for_vetting: system_resolve(LOOKUPS_FOR_VETTING),
        }
    }
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resolver")
    }
}

async fn resolve_with_system(name: String) -> io::Result<Vec<IpAddr>> {
    let found = lookup_host((format!("{name}."), 0)).await?;
    Ok(found.map(|address| address.ip()).collect())
}
