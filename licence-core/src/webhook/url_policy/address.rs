//! Which addresses belong to the public internet, by the IANA special-purpose registries and the
//! addresses at which clouds serve their metadata.
//!
//! An IPv4 address is public unless a listed range has it. An IPv6 address is public only within
//! `2000::/3`, outside the listed ranges. An IPv6 spelling of an IPv4 address is never public.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

/// A range of addresses that webhooks may not reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeniedRange {
    /// The range.
    pub network: IpNet,
    /// What it is for.
    pub purpose: &'static str,
}

impl fmt::Display for DeniedRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.purpose, self.network)
    }
}

const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8, purpose: &'static str) -> DeniedRange {
    let network = Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix);
    DeniedRange { network: IpNet::V4(network), purpose }
}

const fn v6(head: [u16; 7], prefix: u8, purpose: &'static str) -> DeniedRange {
    let [a, b, c, d, e, f, g] = head;
    let network = Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, 0), prefix);
    DeniedRange { network: IpNet::V6(network), purpose }
}

const DENIED_V4: [DeniedRange; 19] = [
    v4(0, 0, 0, 0, 8, "this network"),
    v4(10, 0, 0, 0, 8, "private network"),
    v4(100, 64, 0, 0, 10, "carrier-grade NAT"),
    v4(127, 0, 0, 0, 8, "loopback"),
    v4(168, 63, 129, 16, 32, "cloud metadata"),
    v4(169, 254, 0, 0, 16, "link-local, cloud metadata"),
    v4(172, 16, 0, 0, 12, "private network"),
    v4(192, 0, 0, 0, 24, "protocol assignments"),
    v4(192, 0, 2, 0, 24, "documentation"),
    v4(192, 31, 196, 0, 24, "AS112"),
    v4(192, 52, 193, 0, 24, "automatic multicast tunnelling"),
    v4(192, 88, 99, 0, 24, "6to4 relays"),
    v4(192, 168, 0, 0, 16, "private network"),
    v4(192, 175, 48, 0, 24, "AS112"),
    v4(198, 18, 0, 0, 15, "benchmarks"),
    v4(198, 51, 100, 0, 24, "documentation"),
    v4(203, 0, 113, 0, 24, "documentation"),
    v4(224, 0, 0, 0, 4, "multicast"),
    v4(240, 0, 0, 0, 4, "reserved, broadcast"),
];

const PUBLIC_V6: Ipv6Net = Ipv6Net::new_assert(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// The ranges, the narrowest first, so that the message names the purpose of the address.
const DENIED_V6: [DeniedRange; 20] = [
    v6([0x2001, 0, 0, 0, 0, 0, 0], 32, "Teredo"),
    v6([0x2001, 0, 0, 0, 0, 0, 0], 23, "protocol assignments"),
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0], 32, "documentation"),
    v6([0x2002, 0, 0, 0, 0, 0, 0], 16, "6to4"),
    v6([0x2620, 0x4f, 0x8000, 0, 0, 0, 0], 48, "AS112"),
    v6([0x3fff, 0, 0, 0, 0, 0, 0], 20, "documentation"),
    v6([0, 0, 0, 0, 0, 0xffff, 0], 96, "IPv4-mapped"),
    v6([0, 0, 0, 0, 0xffff, 0, 0], 96, "IPv4-translated"),
    v6([0, 0, 0, 0, 0, 0, 0], 96, "loopback, IPv4-compatible"),
    v6([0x64, 0xff9b, 0, 0, 0, 0, 0], 96, "NAT64"),
    v6([0x64, 0xff9b, 1, 0, 0, 0, 0], 48, "NAT64"),
    v6([0x100, 0, 0, 0, 0, 0, 0], 64, "discard"),
    v6([0x100, 0, 0, 1, 0, 0, 0], 64, "dummy prefix"),
    v6([0x5f00, 0, 0, 0, 0, 0, 0], 16, "segment routing"),
    v6([0xfc00, 0, 0, 0, 0, 0, 0], 7, "private network"),
    v6([0xfe80, 0, 0, 0, 0, 0, 0], 10, "link-local"),
    v6([0xfec0, 0, 0, 0, 0, 0, 0], 10, "site-local"),
    v6([0xff00, 0, 0, 0, 0, 0, 0], 8, "multicast"),
    v6([0, 0, 0, 0, 0, 0, 0], 8, "reserved"),
    v6([0, 0, 0, 0, 0, 0, 0], 0, "not global unicast"),
];

/// The addresses at which clouds serve credentials to any request from inside. No option exempts
/// them.
const METADATA_V4: [Ipv4Addr; 6] = [
    Ipv4Addr::new(169, 254, 169, 254),
    Ipv4Addr::new(169, 254, 170, 2),
    Ipv4Addr::new(169, 254, 170, 23),
    Ipv4Addr::new(100, 100, 100, 200),
    Ipv4Addr::new(192, 0, 0, 192),
    Ipv4Addr::new(168, 63, 129, 16),
];
const METADATA_V6: [Ipv6Addr; 4] = [
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0xa9fe, 0xa9fe),
];

/// Returns the range that an address is denied for; `None` for one of the public internet.
///
/// ```
/// use licence_core::webhook::url_policy::address::denied_range;
///
/// let range = denied_range("::ffff:10.0.0.1".parse()?).unwrap();
/// assert_eq!(range.to_string(), "IPv4-mapped (::ffff:0.0.0.0/96)");
/// assert_eq!(denied_range("8.8.8.8".parse()?), None);
/// # Ok::<(), std::net::AddrParseError>(())
/// ```
pub fn denied_range(address: IpAddr) -> Option<DeniedRange> {
    let among = |ranges: &[DeniedRange]| {
        ranges.iter().find(|range| range.network.contains(&address)).copied()
    };
    match address {
        IpAddr::V4(_) => among(&DENIED_V4),
        IpAddr::V6(v6) if PUBLIC_V6.contains(&v6) => among(&DENIED_V6[..6]),
        IpAddr::V6(_) => among(&DENIED_V6[6..]),
    }
}

/// Returns whether a cloud serves its metadata at an address, or at an IPv4 address it spells.
pub fn is_metadata(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => METADATA_V4.contains(&v4),
        IpAddr::V6(v6) => {
            METADATA_V6.contains(&v6)
                || embedded_v4(v6).into_iter().flatten().any(|v4| METADATA_V4.contains(&v4))
        }
    }
}

/// Returns the IPv4 addresses that an IPv6 address may spell: mapped, compatible, translated and
/// NAT64 in its last bits, 6to4 after its prefix, Teredo's server and (inverted) client, and NAT64
/// within a local prefix of 48 bits (RFC 6052).
pub fn embedded_v4(address: Ipv6Addr) -> [Option<Ipv4Addr>; 2] {
    let segments = address.segments();
    let pair = |at: usize| Some(v4_of(segments[at], segments[at + 1]));
    match segments {
        [0, 0, 0, 0, 0, 0 | 0xffff, ..] | [0, 0, 0, 0, 0xffff, 0, ..] => [pair(6), None],
        [0x64, 0xff9b, 0, 0, 0, 0, ..] => [pair(6), None],
        [0x64, 0xff9b, 1, ..] => [pair(6), Some(around_the_u_octet(address))],
        [0x2002, ..] => [pair(1), None],
        [0x2001, 0, ..] => [pair(2), Some(v4_of(!segments[6], !segments[7]))],
        // ISATAP, under any prefix.
        [_, _, _, _, 0 | 0x200, 0x5efe, ..] => [pair(6), None],
        _ => [None, None],
    }
}

fn v4_of(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}

/// Returns the IPv4 address after a prefix of 48 bits. RFC 6052 leaves the bits 64 to 71 empty in the
/// middle of it.
fn around_the_u_octet(address: Ipv6Addr) -> Ipv4Addr {
    let octets = address.octets();
    Ipv4Addr::new(octets[6], octets[7], octets[9], octets[10])
}
