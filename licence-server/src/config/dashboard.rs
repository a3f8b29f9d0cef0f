//! Where the dashboard listens, and its public address.

use std::net::SocketAddr;

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

#[cfg(test)]
mod tests {
    use super::*;

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
