//! Fetches small documents from sites of strangers, only from addresses that the policy allows.

use std::time::Duration;

use reqwest::header::{ACCEPT, CACHE_CONTROL};
use tokio::time::timeout;

use super::Poster;
use crate::boxed;

/// How long a fetch may take: DNS, connection, TLS, request and the whole answer.
const FETCH_TIMEOUT: Duration = Duration::from_secs(5);

/// A document as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedDocument {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// How long its site calls it fresh, if it says so.
    pub max_age: Option<Duration>,
}

impl Poster {
    /// Returns a document of at most `max_bytes`. No redirect is followed.
    ///
    /// # Errors
    /// A sentence on what went wrong, without the address.
    #[boxed]
    pub async fn fetch(&self, url: &str, max_bytes: usize) -> Result<FetchedDocument, String> {
        let longest = FETCH_TIMEOUT.min(self.options.attempt_timeout);
        let fetching = self.fetch_whole(url, max_bytes);
        let late = |_| Err(format!("no whole answer within {longest:?}"));
        timeout(longest, fetching).await.unwrap_or_else(late)
    }

    async fn fetch_whole(&self, url: &str, max_bytes: usize) -> Result<FetchedDocument, String> {
        let url = self.options.policy.parse(url).map_err(|error| error.to_string())?;
        let vetted = self.vet_addresses(&url, &self.options.resolver.for_vetting).await;
        let pinned = vetted.map_err(|error| error.to_string())?;
        let request = self.client.get(url.url().clone()).header(ACCEPT, "application/json");
        let mut response = pinned
            .during(request.send())
            .await
            .map_err(|_| "the site does not answer".to_owned())?;
        if response.status() != 200 {
            return Err(format!("the site answers {}, and not 200", response.status().as_u16()));
        }
        let max_age =
            response.headers().get(CACHE_CONTROL).and_then(|it| max_age(it.to_str().ok()?));
        let mut bytes = Vec::new();
        loop {
            match response.chunk().await {
                Ok(Some(chunk)) if bytes.len() + chunk.len() > max_bytes => {
                    return Err(format!("it is longer than {max_bytes} bytes"));
                }
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => return Ok(FetchedDocument { bytes, max_age }),
                Err(_) => return Err("the answer breaks off".to_owned()),
            }
        }
    }
}

/// Returns the age that a `Cache-Control` header allows.
fn max_age(header: &str) -> Option<Duration> {
    let mut directives = header.split(',').map(str::trim);
    let seconds = directives.find_map(|it| it.strip_prefix("max-age="))?.parse().ok()?;
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_header_gives_its_age() {
        for (header, seconds) in [
            ("max-age=60", Some(60)),
            ("public, max-age=3600, immutable", Some(3_600)),
            ("no-store", None),
            ("max-age=x", None),
            ("", None),
        ] {
            assert_eq!(max_age(header), seconds.map(Duration::from_secs), "{header}");
        }
    }
}
