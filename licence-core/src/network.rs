//! Networks as options spell them.

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::IpNet;
use serde::de::{self, Deserialize, Deserializer};
use thiserror::Error;

use crate::text::shown;

/// A network in CIDR notation; a bare address is a network of one.
///
/// ```
/// use licence_core::network::Network;
///
/// let network: Network = "10.0.0.0/8".parse()?;
/// assert!(network.0.contains(&"10.1.2.3".parse::<std::net::IpAddr>().unwrap()));
/// assert_eq!("192.0.2.1".parse::<Network>()?.0.to_string(), "192.0.2.1/32");
/// # Ok::<(), licence_core::network::InvalidNetwork>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network(pub IpNet);

/// The text is no network.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not a network such as 10.0.0.0/8")]
pub struct InvalidNetwork(String);

impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let network = text.parse().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(Self).map_err(|_| InvalidNetwork(shown(text)))
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}
