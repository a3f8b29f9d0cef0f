//! How names become addresses, injected so that tests need no DNS.

mod lookups;

use std::fmt;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;

use tokio::net::lookup_host;

use self::lookups::Lookups;

/// The addresses of a name, to come.
pub type Resolving = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Each look-up of the system holds a thread until it is over, however long that is. They come out
/// of the runtime's pool, which has 512.
const LOOKUPS_FOR_ATTEMPTS: usize = 256;
const LOOKUPS_FOR_VETTING: usize = 64;

type Resolve = Arc<dyn Fn(String) -> Resolving + Send + Sync>;

/// What a name is resolved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// An attempt at a delivery.
    Attempt,
    /// A URL that a customer wants to use. Of names that are never answered a customer has as many as
    /// he likes: they hold up none of the attempts.
    Vetting,
}

/// How names are resolved.
#[derive(Clone)]
pub struct Resolver {
    for_attempts: Resolve,
    for_vetting: Resolve,
}

impl Resolver {
    /// By a function of the name, which has no trailing dot.
    pub fn new(resolve: impl Fn(String) -> Resolving + Send + Sync + 'static) -> Self {
        let resolve: Resolve = Arc::new(resolve);
        Self { for_attempts: Arc::clone(&resolve), for_vetting: resolve }
    }

    /// By the system, as fully qualified names: its search list is not consulted, and in its file
    /// of hosts only names that are written with their trailing dot are found.
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

    pub(super) fn resolve(&self, name: String, purpose: Purpose) -> Resolving {
        match purpose {
            Purpose::Attempt => (self.for_attempts)(name),
            Purpose::Vetting => (self.for_vetting)(name),
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
