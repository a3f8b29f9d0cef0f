//! Whether members must sign in with passkeys.

use licence_core::origin::Origin;
use licence_store::passkeys::PasskeySite;

use super::error::ConfigError;
use super::extra_listen::ExtraListen;

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
            let listen = ExtraListen { address: listen.parse().unwrap(), is_required: true };
            let url = url.map(|url| url.parse().unwrap());
            let found = require_passkey(given, Some(listen), url.as_ref(), is_tls);
            match (found, expected) {
                (Err(error), Err(expected)) => assert!(error.to_string().contains(expected)),
                (found, expected) => assert_eq!(found.ok(), expected.ok(), "{given:?} {url:?}"),
            }
        }
        assert_eq!(require_passkey(None, None, None, false).ok(), Some(false));
    }
}
