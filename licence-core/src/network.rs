//! Networks in CIDR notation, the network that a caller is counted by, and URLs of this machine.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net};
use thiserror::Error;
use url::{Host, Url};

use crate::text::quoted;
use crate::text_serde::deserialize_from_text;

/// A network in CIDR notation; a bare address is a network of one.
///
/// ```
/// use licence_core::network::Network;
///
/// let network: Network = "10.0.0.0/8".parse()?;
/// assert!(network.0.contains(&"10.1.2.3".parse::<std::net::IpAddr>().unwrap()));
/// assert_eq!("192.0.2.1".parse::<Network>()?.0.to_string(), "192.0.2.1/32");
/// assert_eq!("::ffff:10.0.0.0/104".parse::<Network>()?.0, network.0);
/// # Ok::<(), licence_core::network::InvalidNetwork>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(pub IpNet);

/// The network that a caller is counted by: an IPv4 address, or the /64 of an IPv6 address, because
/// a single caller has all addresses of its /64 (decisions 3).
///
/// ```
/// use std::net::IpAddr;
/// use licence_core::network::CallerNetwork;
///
/// let network = |text: &str| CallerNetwork::from(text.parse::<IpAddr>().unwrap());
/// assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
/// assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
/// assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CallerNetwork(u128);

impl CallerNetwork {
    /// Returns a number that no other network has.
    pub fn number(self) -> u128 {
        self.0
    }
}

impl From<IpAddr> for CallerNetwork {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V4(address) => u128::from(u32::from(address)),
            IpAddr::V6(address) => u128::from(address) >> 64 << 64,
        })
    }
}

/// The text is not a network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a network such as 10.0.0.0/8")]
pub struct InvalidNetwork(String);

impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(|it| Self(canonical(it))).map_err(|_| InvalidNetwork(quoted(text)))
    }
}

/// Returns the IPv4 network of a mapped one (`::ffff:10.0.0.0/104`), because callers are compared as IPv4.
fn canonical(network: IpNet) -> IpNet {
    const MAPPED_BITS: u8 = 96;
    let mapped = match network {
        IpNet::V6(network) => network.addr().to_ipv4_mapped(),
        IpNet::V4(_) => None,
    };
    let bits = network.prefix_len().checked_sub(MAPPED_BITS);
    let canonical = mapped.zip(bits).and_then(|(address, bits)| Ipv4Net::new(address, bits).ok());
    canonical.map_or(network, IpNet::V4)
}

deserialize_from_text!(Network);

/// Returns whether the host of a URL is this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}
