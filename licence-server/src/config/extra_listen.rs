//! Where the dashboard and the connector listen, and which public addresses they need.

use std::net::SocketAddr;

use licence_core::origin::Origin;

use super::error::ConfigError;

/// Where to serve the dashboard, or the connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExtraListen {
    /// The address.
    pub address: SocketAddr,
    /// Whether the server refuses to start if the port is taken. A port that no option names need not
    /// be free.
    pub is_required: bool,
}

impl ExtraListen {
    /// Returns where to listen: at the address of the option, or else beside the API of a server with
    /// the sample registers.
    pub(super) fn from_option(
        option: Option<SocketAddr>,
        sample_api: Option<SocketAddr>,
        ports_after: u16,
    ) -> Option<Self> {
        match option {
            Some(address) => Some(Self { address, is_required: true }),
            None => Self::of_sample(sample_api?, ports_after),
        }
    }

    /// Returns where a server with the sample registers listens by default: this many ports after the
    /// port of the API. `None` if the API is not on loopback.
    fn of_sample(api: SocketAddr, ports_after: u16) -> Option<Self> {
        let port = match api.port() {
            0 => 0,
            port => port.checked_add(ports_after)?,
        };
        let address = SocketAddr::new(api.ip(), port);
        address.ip().to_canonical().is_loopback().then_some(Self { address, is_required: false })
    }
}

/// Refuses a connector without public addresses: the issuer of tokens never comes from a request, and
/// members consent on the dashboard.
pub(super) fn require_urls(
    connector: Option<ExtraListen>,
    [dashboard_url, connector_url]: [Option<&Origin>; 2],
    has_dashboard: bool,
) -> Result<(), ConfigError> {
    let is_asked_for = connector.is_some_and(|listen| listen.is_required);
    let missing = match (connector_url, dashboard_url) {
        (None, _) => "--connector-url, because its tokens name their issuer",
        (_, None) => "--dashboard-url, because members consent there",
        _ if !has_dashboard => "--dashboard-listen, because members consent there",
        _ => return Ok(()),
    };
    match is_asked_for {
        true => Err(ConfigError(format!("--connector-listen needs {missing}"))),
        false => Ok(()),
    }
}

/// Refuses one address for two options, because the system's error would blame another program.
/// Port 0 is a free port for each.
pub(super) fn refuse_shared_address(
    given: [(&str, Option<SocketAddr>); 4],
) -> Result<(), ConfigError> {
    let mut taken: Vec<(&str, SocketAddr)> = Vec::new();
    for (option, address) in given {
        let Some(address) = address.filter(|address| address.port() != 0) else { continue };
        if let Some((earlier, _)) = taken.iter().find(|(_, it)| *it == address) {
            return Err(ConfigError(format!(
                "{earlier} and {option} are both {address}; give {option} another port"
            )));
        }
        taken.push((option, address));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_has_a_dashboard_and_a_connector_beside_its_api() {
        for (api, dashboard, connector) in [
            ("127.0.0.1:8080", Some("127.0.0.1:8081"), Some("127.0.0.1:8082")),
            ("[::1]:9000", Some("[::1]:9001"), Some("[::1]:9002")),
            ("127.0.0.1:0", Some("127.0.0.1:0"), Some("127.0.0.1:0")),
            ("127.0.0.1:65534", Some("127.0.0.1:65535"), None),
            ("0.0.0.0:8080", None, None),
        ] {
            let listen = |ports| ExtraListen::of_sample(api.parse().unwrap(), ports);
            let address = |ports| listen(ports).map(|it| it.address.to_string());
            assert_eq!(
                (address(1).as_deref(), address(2).as_deref()),
                (dashboard, connector),
                "{api}"
            );
        }
    }

    #[test]
    fn a_connector_needs_its_address_and_a_dashboard() {
        let address = "127.0.0.1:8082".parse().unwrap();
        let asked_for = Some(ExtraListen { address, is_required: true });
        let of_sample = Some(ExtraListen { address, is_required: false });
        let url: Origin = "https://mcp.example".parse().unwrap();
        for (listen, dashboard_url, connector_url, has_dashboard, missing) in [
            (None, None, None, false, None),
            (of_sample, None, None, true, None),
            (asked_for, Some(&url), Some(&url), true, None),
            (asked_for, Some(&url), None, true, Some("--connector-url")),
            (asked_for, None, Some(&url), true, Some("--dashboard-url")),
            (asked_for, Some(&url), Some(&url), false, Some("--dashboard-listen")),
        ] {
            let refused = require_urls(listen, [dashboard_url, connector_url], has_dashboard);
            let error = refused.err().map(|error| error.to_string());
            assert_eq!(error.is_some(), missing.is_some(), "{error:?}");
            assert!(missing.is_none_or(|it| error.unwrap().contains(it)), "{missing:?}");
        }
    }
}
