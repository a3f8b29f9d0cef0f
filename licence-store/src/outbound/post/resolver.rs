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
const SYSTEM_LOOKUPS: usize = 256;

/// How names are resolved.
#[derive(Clone)]
pub struct Resolver(Arc<dyn Fn(String) -> Resolving + Send + Sync>);

impl Resolver {
    /// By a function of the name, which has no trailing dot.
    pub fn new(resolve: impl Fn(String) -> Resolving + Send + Sync + 'static) -> Self {
        Self(Arc::new(resolve))
    }

    /// By the system, as fully qualified names: its search list is not consulted, and in its file
    /// of hosts only names that are written with their trailing dot are found.
    pub fn system() -> Self {
        let lookups = Lookups::new(SYSTEM_LOOKUPS, |name| Box::pin(asked_of_the_system(name)));
        Self::new(move |name| Box::pin(lookups.clone().resolve(name)))
    }

    pub(super) fn resolve(&self, name: String) -> Resolving {
        (self.0)(name)
    }
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Resolver")
    }
}

async fn asked_of_the_system(name: String) -> io::Result<Vec<IpAddr>> {
    let found = lookup_host((format!("{name}."), 0)).await?;
    Ok(found.map(|address| address.ip()).collect())
}
