//! Values of options that a flag, a variable and the file write in the same way.

use std::net::SocketAddr;
use std::str::FromStr;

use hyper::Uri;
use serde::Serialize;
use serde::de::{self, Deserialize, Deserializer};

/// The public address of the service: `http://` or `https://`, a host, perhaps a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseUrl(String);

impl BaseUrl {
    /// Returns the address, without a slash at its end.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for BaseUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let uri = text.parse::<Uri>().ok().filter(is_web_address);
        match uri.filter(|uri| uri.query().is_none()) {
            Some(_) => Ok(Self(text.trim_end_matches('/').to_owned())),
            None => Err(format!("{text:?} is not a URL such as https://api.example.org")),
        }
    }
}

/// Returns whether a URI is an absolute `http://` or `https://` one.
fn is_web_address(uri: &Uri) -> bool {
    matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some_and(|h| !h.is_empty())
}

/// Where to listen: an IP address and a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListenAddress(pub SocketAddr);

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self).map_err(|_| {
            format!(
                "{text:?} is not HOST:PORT, an IP address and a port up to 65535, such as \
                 127.0.0.1:8080 or [::1]:8080"
            )
        })
    }
}

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

impl FromStr for LogFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err(format!("{text:?} is not a log format: text or json")),
        }
    }
}

/// Reads a value from the file by the rules of the flag.
macro_rules! deserialize_from_text {
    ($($name:ty),+) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
    )+};
}

deserialize_from_text!(BaseUrl, ListenAddress, LogFormat);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_url_is_absolute() {
        let base = |text: &str| text.parse::<BaseUrl>().map(|base| base.as_str().to_owned());
        assert_eq!(base("https://api.example.org/").as_deref(), Ok("https://api.example.org"));
        assert_eq!(base("http://[::1]:8080/v").as_deref(), Ok("http://[::1]:8080/v"));
        for text in ["", "example.org", "/v1", "ftp://a.example", "https://", "http://a.example/?x"]
        {
            assert!(base(text).is_err(), "{text}");
        }
    }
}
