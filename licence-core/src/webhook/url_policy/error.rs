//! Why a URL is refused.

use std::net::IpAddr;

use thiserror::Error;

use super::address::DeniedRange;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// Why a URL is refused, in the words of specification 7.
    pub enum UrlReason: "reason to refuse a URL" {
        /// It is no absolute URL, too long, or of a form that two readers could take differently.
        InvalidUrl = "invalid_url",
        /// It is not https.
        InvalidScheme = "invalid_scheme",
        /// It names no host.
        EmptyHost = "empty_host",
        /// Its host's name never belongs to the public internet.
        BlockedHostname = "blocked_hostname",
        /// Its host has no address.
        UnresolvableHost = "unresolvable_host",
        /// An address of its host does not belong to the public internet.
        PrivateIpBlocked = "private_ip_blocked",
    }
}

/// Why a URL is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UrlError {
    /// [`UrlReason::InvalidUrl`]
    #[error("{url} is not an https URL: {problem}")]
    Invalid {
        /// The beginning of the text.
        url: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// [`UrlReason::InvalidUrl`]
    #[error("{url} names port {port}, to which this service sends no webhooks")]
    Port {
        /// The beginning of the text.
        url: String,
        /// The port.
        port: u16,
    },
    /// [`UrlReason::InvalidScheme`]
    #[error("{0} is not https")]
    Scheme(String),
    /// [`UrlReason::EmptyHost`]
    #[error("{0} names no host")]
    EmptyHost(String),
    /// [`UrlReason::BlockedHostname`]
    #[error("{host} is not a host of the public internet: {rule}")]
    BlockedHostname {
        /// The name.
        host: String,
        /// Which names are refused.
        rule: &'static str,
    },
    /// [`UrlReason::UnresolvableHost`]
    #[error("{0} does not resolve to any address")]
    Unresolvable(String),
    /// [`UrlReason::PrivateIpBlocked`]
    #[error("{address} is not a public address: {range}")]
    PrivateLiteral {
        /// The address, which is in the URL.
        address: IpAddr,
        /// The range it lies in.
        range: DeniedRange,
    },
    /// [`UrlReason::PrivateIpBlocked`]. The error does not say which address, because that would let
    /// an account look up names of the service's own network.
    #[error("{0} resolves to an address that is not public")]
    PrivateName(String),
}

impl UrlError {
    /// Returns the reason on the wire.
    pub const fn reason(&self) -> UrlReason {
        match self {
            Self::Invalid { .. } | Self::Port { .. } => UrlReason::InvalidUrl,
            Self::Scheme(_) => UrlReason::InvalidScheme,
            Self::EmptyHost(_) => UrlReason::EmptyHost,
            Self::BlockedHostname { .. } => UrlReason::BlockedHostname,
            Self::Unresolvable(_) => UrlReason::UnresolvableHost,
            Self::PrivateLiteral { .. } | Self::PrivateName(_) => UrlReason::PrivateIpBlocked,
        }
    }
}
