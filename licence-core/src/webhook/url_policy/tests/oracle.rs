//! The classification against Python's `ipaddress` (oracle.py writes what it says).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;

use super::is_public;

const ORACLE: &str = include_str!("oracle.txt");
const OCTETS: [u8; 19] =
    [0, 2, 10, 16, 18, 51, 63, 64, 88, 99, 100, 113, 127, 169, 172, 192, 198, 203, 254];
const SEGMENTS: [u16; 14] = [
    0, 1, 0x64, 0xff9b, 0x100, 0x2001, 0xdb8, 0x2002, 0x2620, 0x3fff, 0x5f00, 0xfd00, 0xfe80,
    0xffff,
];

/// What the policy denies and Python 3.11 calls global: services that no receiver runs on, tunnels
/// and translations, and everything that is not allocated as global unicast.
const DENIED_HERE_ONLY: [&str; 14] = [
    "168.63.129.16/32",
    "192.0.0.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.175.48.0/24",
    "2001::/23",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
    "::/3",
    "4000::/2",
    "8000::/1",
    "100.64.0.0/10",
];

/// SplitMix64, as in oracle.py.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 32) as u32
    }

    fn part<T: Copy + TryFrom<u32>>(&mut self, pool: &[T], top: u32) -> T {
        let number = self.next();
        let random = T::try_from((number >> 8) & top).ok();
        let pooled = pool[(number >> 1) as usize % pool.len()];
        if number & 1 == 1 { pooled } else { random.unwrap() }
    }

    fn address(&mut self, index: usize) -> IpAddr {
        if index.is_multiple_of(2) {
            return Ipv4Addr::from(std::array::from_fn(|_| self.part(&OCTETS, 0xff))).into();
        }
        let mut groups: [u16; 8] = std::array::from_fn(|_| self.part(&SEGMENTS, 0xffff));
        if index % 4 == 1 {
            groups[0] = 0x2000 | groups[0] & 0x1fff;
        }
        Ipv6Addr::from(groups).into()
    }
}

fn compare(address: IpAddr, is_global: bool, denied_here_only: &[IpNet]) -> bool {
    let differs = is_public(address) != is_global;
    if differs {
        assert!(is_global, "{address} is public here and not in Python");
        let listed = denied_here_only.iter().any(|network| network.contains(&address));
        assert!(listed, "{address} is public in Python and not here");
    }
    differs
}

#[test]
fn addresses_are_public_to_an_independent_oracle_too() {
    let denied_here_only = DENIED_HERE_ONLY.map(|network| network.parse().unwrap());
    let (edges, verdicts) = ORACLE.split_once("\n\n").unwrap();
    for edge in edges.lines() {
        let (address, is_global) = edge.split_once(' ').unwrap();
        compare(address.parse().unwrap(), is_global == "1", &denied_here_only);
    }
    let digits = verdicts.chars().filter_map(|digit| digit.to_digit(16));
    let verdicts = digits.flat_map(|digit| [8, 4, 2, 1].map(|bit| digit & bit != 0));
    let mut numbers = Numbers(1);
    let (mut count, mut public) = (0, 0);
    for (index, is_global) in verdicts.enumerate() {
        let address = numbers.address(index);
        compare(address, is_global, &denied_here_only);
        count += 1;
        public += usize::from(is_public(address));
    }
    assert_eq!(count, 100_000);
    assert!((20_000..80_000).contains(&public), "{public} public ones");
}
