//! The expiry of a key, and the networks that it may be used from (decisions 5).

use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpNet, Ipv4Net};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::network::Network;
use crate::text::quoted;
use crate::time::{Date, Timestamp};

/// The limits of one key. A key without limits is valid until it is revoked, from anywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyLimits {
    /// The instant from which the key is refused; `None` when it does not expire.
    pub expires_at: Option<Timestamp>,
    /// The networks that the key may be used from; any when there are none.
    #[serde(default)]
    pub networks: Vec<IpNet>,
}

/// One use of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyUse {
    /// The time of the use.
    pub at: Timestamp,
    /// The caller's address, as limits are counted by it.
    pub from: IpAddr,
}

/// Why the limits of a key refuse a use.
///
/// Exhaustive, because the server maps each reason to an answer of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyRefusal {
    /// The key expired.
    Expired,
    /// The caller is in none of the networks of the key.
    OtherNetwork,
}

/// The expiry of a new key, written as an instant or as a date. A date means the end of that UTC
/// day. The latest date is 9999-12-30, because no instant lies after the year 9999.
///
/// ```
/// use licence_core::account::key::KeyExpiry;
///
/// let expiry: KeyExpiry = "2026-12-31".parse()?;
/// assert_eq!(expiry.0.to_string(), "2027-01-01T00:00:00.000Z");
/// # Ok::<(), licence_core::account::key::InvalidKeyExpiry>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyExpiry(pub Timestamp);

/// The text is neither an instant nor a date up to 9999-12-30.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} is not a date up to 9999-12-30, such as 2026-12-31, or an instant such as 2026-12-31T18:00:00Z"
)]
pub struct InvalidKeyExpiry(String);

/// The expiry of a new key is not in the future.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the key would expire at {expires_at}, and it is {now} already")]
pub struct KeyExpiryPast {
    /// The expiry.
    pub expires_at: Timestamp,
    /// The time of the creation.
    pub now: Timestamp,
}

impl KeyLimits {
    /// Returns the limits of a key that is created `now`. Networks are kept without host bits, and
    /// IPv4-mapped ones as IPv4.
    ///
    /// # Errors
    /// [`KeyExpiryPast`] when the key would be expired from the beginning.
    pub fn new(
        expiry: Option<KeyExpiry>,
        networks: &[Network],
        now: Timestamp,
    ) -> Result<Self, KeyExpiryPast> {
        let expires_at = expiry.map(|KeyExpiry(instant)| instant);
        if let Some(expires_at) = expires_at.filter(|expires_at| *expires_at <= now) {
            return Err(KeyExpiryPast { expires_at, now });
        }
        Ok(Self { expires_at, networks: networks.iter().map(canonical).collect() })
    }

    /// Returns whether the key has no limits.
    pub fn is_empty(&self) -> bool {
        self.expires_at.is_none() && self.networks.is_empty()
    }

    /// Returns whether the key may be used so. The network is checked first, because a caller from
    /// another network must learn nothing about the key.
    ///
    /// # Errors
    /// [`KeyRefusal`].
    pub fn allow(&self, seen: KeyUse) -> Result<(), KeyRefusal> {
        let from = seen.from.to_canonical();
        if !self.networks.is_empty() && !self.networks.iter().any(|it| it.contains(&from)) {
            return Err(KeyRefusal::OtherNetwork);
        }
        match self.expires_at {
            Some(expires_at) if seen.at >= expires_at => Err(KeyRefusal::Expired),
            _ => Ok(()),
        }
    }
}

impl FromStr for KeyExpiry {
    type Err = InvalidKeyExpiry;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let end_of_day = || Timestamp::start_of(text.parse::<Date>().ok()?.succ_opt()?);
        let instant = text.parse().ok().or_else(end_of_day);
        instant.map(Self).ok_or_else(|| InvalidKeyExpiry(quoted(text)))
    }
}

fn canonical(Network(network): &Network) -> IpNet {
    let mapped = match network {
        IpNet::V6(network) => {
            network.addr().to_ipv4_mapped().zip(network.prefix_len().checked_sub(96))
        }
        IpNet::V4(_) => None,
    };
    let mapped = mapped.and_then(|(address, length)| Ipv4Net::new(address, length).ok());
    mapped.map_or(*network, IpNet::V4).trunc()
}

#[cfg(test)]
mod tests;
