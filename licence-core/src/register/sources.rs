//! The sources of the registers: addresses, intervals and the links to follow (guides to the
//! registers). This module decides what is fetched; the store fetches.

mod follow_ups;
mod settings;

pub use follow_ups::{cw_certificate_urls, follow_ups, is_only_an_index, may_lead_on};
pub use settings::{RegisterPlan, RegisterTable, SourceUrl};

use std::time::Duration;

use url::{Host, Url};

use super::RegisterError;
use super::mga::SEAL_HOSTS;
use crate::jurisdiction::JurisdictionCode;
use crate::network;
pub use crate::text::without_credentials;

/// Returns how long to wait between two requests to one host. The seal pages of Malta answer 429
/// beyond one request a second and work at one in five seconds.
pub fn delay_between_requests(code: JurisdictionCode, host: &str) -> Duration {
    let is_seal_host = code == JurisdictionCode::Mga && SEAL_HOSTS.contains(&host);
    Duration::from_secs(if is_seal_host { 5 } else { 1 })
}

/// Returns the hosts beside that of the page on which a regulator keeps parts of its register.
const fn known_hosts(code: JurisdictionCode) -> &'static [&'static str] {
    match code {
        JurisdictionCode::Cw => &["gamingcontrol.spin-cdn.com", "cert.cga.cw", "cert.gcb.cw"],
        JurisdictionCode::Mga => &SEAL_HOSTS,
        JurisdictionCode::Ukgc
        | JurisdictionCode::Kh
        | JurisdictionCode::An
        | JurisdictionCode::Tgc
        | JurisdictionCode::Iom => &[],
    }
}

/// Checks that a link may be followed from this page. Links by https may lead to the host of the
/// page and to the known hosts of the regulator. Links by http stay within one server on this
/// machine.
///
/// # Errors
/// [`RegisterError`] that names the link and the rule.
pub fn check_link(code: JurisdictionCode, page: &str, link: &str) -> Result<(), RegisterError> {
    let refused = |rule: &str| {
        RegisterError::malformed(page, format!("the link {link} is not followed: {rule}"))
    };
    let (Ok(from), Ok(to)) = (Url::parse(page), Url::parse(link)) else {
        return Err(refused("it is no address"));
    };
    if !to.username().is_empty() || to.password().is_some() {
        return Err(refused("it holds credentials"));
    }
    let known = known_hosts(code);
    let is_known = from.host() == to.host() || known.contains(&to.host_str().unwrap_or_default());
    match to.scheme() {
        "http" if is_loopback(&from) && from.origin() == to.origin() => Ok(()),
        "https" if from.scheme() == "https" && from.origin() == to.origin() => Ok(()),
        "https" if to.port().is_none() && is_known => Ok(()),
        "https" => {
            let hosts = [&[from.host_str().unwrap_or_default()][..], known].concat().join(", ");
            Err(refused(&format!("the hosts of {code} are {hosts}")))
        }
        _ => Err(refused("it is not https://")),
    }
}

/// Returns whether an address is on this machine, also an IPv4 address written as an IPv6 one.
fn is_loopback(url: &Url) -> bool {
    let is_mapped = matches!(url.host(), Some(Host::Ipv6(ip)) if ip.to_canonical().is_loopback());
    network::is_loopback(url) || is_mapped
}

#[cfg(test)]
mod tests;
