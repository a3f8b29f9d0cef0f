//! Where the dashboard listens, and its public address.

use std::net::SocketAddr;

use licence_store::passkeys::PasskeySite;

use super::error::ConfigError;
use super::values::BaseUrl;

/// Where to serve the dashboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DashboardListen {
    /// The address.
    pub address: SocketAddr,
    /// Whether the server refuses to start if the port is taken. A port that nobody asked for need
    /// not be free.
    pub is_required: bool,
}

impl DashboardListen {
    /// Returns where a server with the sample registers serves the dashboard if no option says:
    /// on the port after that of the API. `None` if the API is not on loopback.
    pub(super) fn of_sample(api: SocketAddr) -> Option<Self> {
        let port = match api.port() {
            0 => 0,
            port => port.checked_add(1)?,
        };
        let address = SocketAddr::new(api.ip(), port);
        address.ip().to_canonical().is_loopback().then_some(Self { address, is_required: false })
    }
}

/// Cookies belong to an origin, so the address of the dashboard has no path.
pub(super) fn require_origin(url: Option<&BaseUrl>) -> Result<(), ConfigError> {
    match url {
        Some(url) if url.as_str().matches('/').count() > 2 => Err(ConfigError(format!(
            "--dashboard-url {} has a path; it is an origin such as https://licence.example.org",
            url.as_str()
        ))),
        _ => Ok(()),
    }
}

/// Returns whether a member who signed in with a link may only add a passkey. By default this is so
/// where browsers offer passkeys and visitors come by https.
///
/// # Errors
/// The option asks for passkeys where there are none: nobody could do anything.
pub(super) fn require_passkey(
    given: Option<bool>,
    listen: Option<DashboardListen>,
    url: Option<&BaseUrl>,
    is_tls: bool,
) -> Result<bool, ConfigError> {
    let Some(listen) = listen else { return Ok(given.unwrap_or(false)) };
    let is_local = listen.address.ip().to_canonical().is_loopback();
    let url = match url {
        Some(url) => Some(url.as_str()),
        None if is_local && is_tls => Some("https://localhost"),
        None if is_local => Some("http://localhost"),
        None => None,
    };
    let site = match url {
        Some(url) => PasskeySite::new(url).map(|_| url).map_err(|error| error.to_string()),
        None => Err("passkeys need --dashboard-url".to_owned()),
    };
    match (given, site) {
        (Some(true), Err(error)) => Err(ConfigError(format!("--require-passkey: {error}"))),
        (Some(given), _) => Ok(given),
        (None, Ok(url)) => Ok(url.starts_with("https://")),
        (None, Err(_)) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "passkeys")]
    #[test]
    fn passkeys_are_required_over_https_where_there_are_any() {
        let (local, open) = ("127.0.0.1:8081", "0.0.0.0:8081");
        for (given, listen, url, is_tls, expected) in [
            (None, local, Some("https://a.example"), false, Ok(true)),
            (None, local, Some("http://localhost:8081"), false, Ok(false)),
            (None, local, Some("https://203.0.113.7"), true, Ok(false)),
            (None, local, None, false, Ok(false)),
            (None, local, None, true, Ok(true)),
            (None, open, None, true, Ok(false)),
            (Some(false), local, Some("https://a.example"), false, Ok(false)),
            (Some(true), local, None, false, Ok(true)),
            (Some(true), open, None, true, Err("passkeys need --dashboard-url")),
            (Some(true), open, Some("https://203.0.113.7"), true, Err("has an address")),
            (Some(true), open, Some("http://a.example"), false, Err("need https")),
        ] {
            let listen = DashboardListen { address: listen.parse().unwrap(), is_required: true };
            let url = url.map(|url| url.parse().unwrap());
            let found = require_passkey(given, Some(listen), url.as_ref(), is_tls);
            match (found, expected) {
                (Err(error), Err(expected)) => assert!(error.to_string().contains(expected)),
                (found, expected) => assert_eq!(found.ok(), expected.ok(), "{given:?} {url:?}"),
            }
        }
        assert_eq!(require_passkey(None, None, None, false).ok(), Some(false));
    }

    #[test]
    fn the_sample_has_a_dashboard_beside_its_api() {
        for (api, expected) in [
            ("127.0.0.1:8080", Some("127.0.0.1:8081")),
            ("[::1]:9000", Some("[::1]:9001")),
            ("127.0.0.1:0", Some("127.0.0.1:0")),
            ("127.0.0.1:65535", None),
            ("0.0.0.0:8080", None),
        ] {
            let dashboard = DashboardListen::of_sample(api.parse().unwrap());
            let address = dashboard.map(|dashboard| dashboard.address.to_string());
            assert_eq!(address.as_deref(), expected, "{api}");
        }
    }

    #[test]
    fn the_address_of_the_dashboard_has_no_path() {
        for (url, is_allowed) in [
            ("https://a.example", true),
            ("https://a.example/", true),
            ("https://a.example/x", false),
        ] {
            assert_eq!(require_origin(Some(&url.parse().unwrap())).is_ok(), is_allowed, "{url}");
        }
    }
}
