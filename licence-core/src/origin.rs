//! The public address of a listener, without a path.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use thiserror::Error;
use url::Url;

use crate::network::is_loopback;
use crate::text_serde::deserialize_from_text;

/// An origin: scheme, host and port. Cookies and the issuer of tokens belong to one.
///
/// ```
/// use licence_core::origin::Origin;
///
/// let origin: Origin = "https://licence.example.org/".parse()?;
/// assert_eq!(origin.as_str(), "https://licence.example.org");
/// assert_eq!(origin.page("/link/x"), "https://licence.example.org/link/x");
/// # Ok::<(), licence_core::origin::InvalidOrigin>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin(String);

/// The text is no origin. The error does not repeat it, because an address may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an origin such as https://licence.example.org, without a path")]
pub struct InvalidOrigin;

impl Origin {
    /// Returns the origin, without a slash at its end.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address of a page, whose path begins with a slash.
    pub fn page(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }

    /// Returns host and port as a `Host` header writes them: without the port of the scheme.
    pub fn authority(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, authority)| authority)
    }

    /// Returns whether the scheme is https.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Returns whether only programs of this machine reach it.
    pub fn is_loopback(&self) -> bool {
        Url::parse(&self.0).is_ok_and(|url| is_loopback(&url))
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Origin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).ok().filter(|url| {
            let is_web = matches!(url.scheme(), "http" | "https");
            let is_bare = url.query().is_none() && url.fragment().is_none();
            let is_anonymous = url.username().is_empty() && url.password().is_none();
            is_web && is_bare && is_anonymous && url.path() == "/"
        });
        match url {
            Some(url) => Ok(Self(url.origin().ascii_serialization())),
            None => Err(InvalidOrigin),
        }
    }
}

deserialize_from_text!(Origin);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_no_path_and_no_user() {
        for (text, origin, authority, is_loopback) in [
            ("https://a.example.org", "https://a.example.org", "a.example.org", false),
            (
                "https://A.example.org:8443/",
                "https://a.example.org:8443",
                "a.example.org:8443",
                false,
            ),
            ("http://localhost:8081", "http://localhost:8081", "localhost:8081", true),
            ("http://[::1]:80", "http://[::1]", "[::1]", true),
            ("http://127.0.0.1:1", "http://127.0.0.1:1", "127.0.0.1:1", true),
        ] {
            let parsed: Origin = text.parse().unwrap();
            assert_eq!((parsed.as_str(), parsed.authority()), (origin, authority));
            assert_eq!(parsed.is_loopback(), is_loopback, "{text}");
        }
        for text in [
            "",
            "licence.example.org",
            "ftp://a.example",
            "https://a.example/b",
            "https://a.example/?q",
            "https://u@a.example",
            "https://:p@a.example",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(InvalidOrigin), "{text:?}");
        }
    }
}
