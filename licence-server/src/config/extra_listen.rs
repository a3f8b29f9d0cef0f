//! Where the dashboard and the connector listen, which public addresses they need, and whether members
//! must sign in with passkeys, which follows from them.

use std::net::SocketAddr;

use licence_core::origin::Origin;
use licence_store::passkeys::PasskeySite;
use serde::Serialize;

use super::error::ConfigError;

/// Where to serve the dashboard, or the connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ExtraListen {
    /// The address.
    pub address: SocketAddr,
    /// Whether the server refuses to start if the port is taken. A port that no option names need not
    /// be free.
    #[serde(skip)]
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

/// Returns whether a member who signed in with a link may only add a passkey. By default this is so
/// where browsers offer passkeys and visitors come by https. Elsewhere nobody could do anything.
pub(super) fn require_passkey(
    given: Option<bool>,
    listen: Option<ExtraListen>,
    url: Option<&Origin>,
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
mod tests;
