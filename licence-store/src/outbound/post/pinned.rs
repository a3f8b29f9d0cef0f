//! The addresses that one attempt may connect to: only those that were judged for it.

use std::future::ready;
use std::net::{IpAddr, SocketAddr};

use licence_core::webhook::url_policy::WebhookUrl;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// The most addresses of a name that are tried; all of them are judged.
const MAX_ADDRESSES: usize = 8;

tokio::task_local! {
    static PINNED: Pinned;
}

/// A name and its judged addresses. `None` for a URL with a literal address, which the client does
/// not resolve.
#[derive(Debug)]
pub(super) struct Pinned {
    name: Option<String>,
    addresses: Vec<IpAddr>,
}

impl Pinned {
    pub(super) fn new(url: &WebhookUrl, mut addresses: Vec<IpAddr>) -> Self {
        addresses.truncate(MAX_ADDRESSES);
        Self { name: url.name().map(str::to_owned), addresses }
    }

    /// Runs an attempt that may connect to these addresses. They are bound to its task, so that no
    /// other attempt at the same host sees them.
    pub(super) async fn during<F: Future>(self, attempt: F) -> F::Output {
        PINNED.scope(self, attempt).await
    }

    fn addresses_of(&self, name: &str) -> Option<Vec<IpAddr>> {
        let name = name.strip_suffix('.').unwrap_or(name);
        (self.name.as_deref() == Some(name)).then(|| self.addresses.clone())
    }
}

/// A resolver that returns the pinned addresses of the running attempt. It refuses connections
/// outside of an attempt and to other names.
pub(super) struct PinnedOnly;

impl Resolve for PinnedOnly {
    fn resolve(&self, name: Name) -> Resolving {
        let pinned = PINNED.try_with(|pinned| pinned.addresses_of(name.as_str())).ok().flatten();
        let refused = || format!("{} was not judged for this attempt", name.as_str()).into();
        Box::pin(ready(pinned.map(sockets).ok_or_else(refused)))
    }
}

/// Returns socket addresses without a port, which the client adds.
fn sockets(addresses: Vec<IpAddr>) -> Addrs {
    Box::new(addresses.into_iter().map(|address| SocketAddr::new(address, 0)))
}

#[cfg(test)]
mod tests {
    use licence_core::webhook::url_policy::UrlPolicy;

    use super::*;

    async fn addresses(name: &str) -> Result<Vec<String>, String> {
        let found = PinnedOnly.resolve(name.parse().unwrap()).await;
        found.map(|found| found.map(|it| it.to_string()).collect()).map_err(|it| it.to_string())
    }

    fn pinned(url: &str, addresses: usize) -> Pinned {
        let url = UrlPolicy::default().parse(url).unwrap();
        Pinned::new(&url, vec![[192, 0, 2, 1].into(); addresses])
    }

    #[tokio::test]
    async fn an_attempt_gets_its_own_name_alone() {
        let refused = |name: &str| Err(format!("{name} was not judged for this attempt"));
        assert_eq!(addresses("a.example.com").await, refused("a.example.com"));
        let attempt = async {
            assert_eq!(addresses("a.example.com").await, Ok(vec!["192.0.2.1:0".to_owned()]));
            assert!(addresses("a.example.com.").await.is_ok());
            assert_eq!(addresses("b.example.com").await, refused("b.example.com"));
            let elsewhere = tokio::spawn(addresses("a.example.com")).await.unwrap();
            assert_eq!(elsewhere, refused("a.example.com"));
        };
        pinned("https://A.example.com./", 1).during(attempt).await;
        assert_eq!(addresses("a.example.com").await, refused("a.example.com"));
    }

    #[tokio::test]
    async fn few_of_many_addresses_are_tried() {
        let attempt = async { addresses("a.example.com").await.unwrap().len() };
        assert_eq!(pinned("https://a.example.com/", 1000).during(attempt).await, MAX_ADDRESSES);
    }
}
