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
mod tests {
    use super::*;

    fn client(peer: &str, forwarded: &[&'static str]) -> String {
        let trusted = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap());
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        resolve(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn the_right_most_untrusted_address_wins() {
        for (peer, forwarded, expected) in [
            ("192.0.2.1", &[][..], "192.0.2.1"),
            ("192.0.2.1", &["198.51.100.7"], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9, 198.51.100.7 ,10.9.9.9"], "198.51.100.7"),
            ("10.0.0.1", &["203.0.113.9", "198.51.100.7", "10.9.9.9"], "198.51.100.7"),
            ("10.0.0.1", &["10.1.1.1, 10.2.2.2"], "10.1.1.1"),
            ("10.0.0.1", &["198.51.100.7, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["unknown, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["198.51.100.7, , 10.2.2.2"], "10.2.2.2"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &["198.51.100.7:4711"], "198.51.100.7"),
            ("::ffff:10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["::ffff:198.51.100.7"], "198.51.100.7"),
            ("fd00::1", &["2001:db8::5"], "2001:db8::5"),
            ("fd00::1", &["2001:db8::5, [fd00::2]:443"], "2001:db8::5"),
            ("fd00::1", &["[2001:db8::5]"], "2001:db8::5"),
            ("2001:db8::1", &["198.51.100.7"], "2001:db8::1"),
        ] {
            assert_eq!(client(peer, forwarded), expected, "{peer} {forwarded:?}");
        }
    }
}
