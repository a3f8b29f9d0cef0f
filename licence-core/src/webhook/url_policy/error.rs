//! Why a URL is refused.

use std::net::IpAddr;

use thiserror::Error;

use super::address::DeniedRange;
use crate::problem::ProblemKind;

/// Why a URL is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UrlError {
    /// [`ProblemKind::InvalidUrl`]
    #[error("{url} is not an https URL: {problem}")]
    Invalid {
        /// The beginning of the text.
        url: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// [`ProblemKind::InvalidUrl`]
    #[error("{url} names port {port}, to which this service sends no webhooks")]
    Port {
        /// The beginning of the text.
        url: String,
        /// The port.
        port: u16,
    },
    /// [`ProblemKind::InvalidScheme`]
    #[error("{0} is not https")]
    Scheme(String),
    /// [`ProblemKind::EmptyHost`]
    #[error("{0} names no host")]
    EmptyHost(String),
    /// [`ProblemKind::BlockedHostname`]
    #[error("{host} is not a host of the public internet: {rule}")]
    BlockedHostname {
        /// The name.
        host: String,
        /// Which names are refused.
        rule: &'static str,
    },
    /// [`ProblemKind::UnresolvableHost`]
    #[error("{0} does not resolve to any address")]
    Unresolvable(String),
    /// [`ProblemKind::PrivateIpBlocked`]
    #[error("{address} is not a public address: {range}")]
    PrivateLiteral {
        /// The address, which is in the URL.
        address: IpAddr,
        /// The range it lies in.
        range: DeniedRange,
    },
    /// [`ProblemKind::PrivateIpBlocked`]. The error does not say which address, because that would let
    /// an account look up names of the service's own network.
    #[error("{0} resolves to an address that is not public")]
    PrivateName(String),
}

impl UrlError {
    /// Returns the kind of problem that the refusal is to callers of the API.
    pub const fn problem_kind(&self) -> ProblemKind {
        match self {
            Self::Invalid { .. } | Self::Port { .. } => ProblemKind::InvalidUrl,
            Self::Scheme(_) => ProblemKind::InvalidScheme,
            Self::EmptyHost(_) => ProblemKind::EmptyHost,
            Self::BlockedHostname { .. } => ProblemKind::BlockedHostname,
            Self::Unresolvable(_) => ProblemKind::UnresolvableHost,
            Self::PrivateLiteral { .. } | Self::PrivateName(_) => ProblemKind::PrivateIpBlocked,
        }
    }
}
