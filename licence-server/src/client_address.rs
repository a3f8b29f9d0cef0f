//! The address of a caller behind trusted proxies.

use std::net::{IpAddr, SocketAddr};

use ipnet::IpNet;
use warp::http::HeaderMap;

/// Returns the address that a request came from.
///
/// Trusts only the part of `X-Forwarded-For` that trusted proxies wrote: read from the right, the
/// first address that is no trusted proxy's is the caller's. The caller wrote everything further
/// left.
pub(crate) fn resolve(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |client: IpAddr| trusted.iter().any(|network| network.contains(&client));
    let mut client = peer.to_canonical();
    if !is_trusted(client) {
        return client;
    }
    let hops = headers.get_all("x-forwarded-for").into_iter().rev();
    for hop in hops.flat_map(|value| value.as_bytes().rsplit(|byte| *byte == b',')) {
        // A value that is no address ends the chain of addresses that we trust.
        let Some(address) = address(hop) else { break };
        client = address;
        if !is_trusted(client) {
            break;
        }
    }
    client
}

/// Parses an address with or without port and brackets.
fn address(hop: &[u8]) -> Option<IpAddr> {
    let text = str::from_utf8(hop).ok()?.trim();
    let bare = || text.trim_start_matches('[').trim_end_matches(']').parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

#[cfg(test)]
mod tests;
