//! The public address of the dashboard, which links begin with.

use std::str::FromStr;

use serde::Deserialize;
use thiserror::Error;
use url::Url;

/// The public address of the dashboard. It is an origin, because cookies belong to one.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct DashboardUrl(String);

/// The text is no origin. The error does not repeat it, because an address may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not an origin such as https://licence.example.org")]
pub(crate) struct InvalidDashboardUrl;

impl DashboardUrl {
    /// Returns the address of a page.
    pub(crate) fn page(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

impl FromStr for DashboardUrl {
    type Err = InvalidDashboardUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).ok().filter(|url| {
            let is_web = matches!(url.scheme(), "http" | "https");
            let is_bare = url.query().is_none() && url.fragment().is_none();
            is_web && is_bare && url.path() == "/" && url.username().is_empty()
        });
        match url {
            Some(url) => Ok(Self(url.origin().ascii_serialization())),
            None => Err(InvalidDashboardUrl),
        }
    }
}

impl TryFrom<String> for DashboardUrl {
    type Error = InvalidDashboardUrl;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_the_dashboard_is_an_origin() {
        for (text, page) in [
            ("https://licence.example.org", "https://licence.example.org/link/x"),
            ("https://licence.example.org:8443/", "https://licence.example.org:8443/link/x"),
            ("http://localhost:8081", "http://localhost:8081/link/x"),
        ] {
            assert_eq!(text.parse::<DashboardUrl>().unwrap().page("/link/x"), page);
        }
        for text in [
            "",
            "licence.example.org",
            "ftp://a.example",
            "https://a.example/b",
            "https://u@a.example",
        ] {
            assert_eq!(text.parse::<DashboardUrl>(), Err(InvalidDashboardUrl), "{text:?}");
        }
    }
}
