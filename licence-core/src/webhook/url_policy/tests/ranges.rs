//! Every denied range at its first address, its last one, and one outside either end.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::IpNet;

use super::is_public;

const V4: [&str; 20] = [
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "168.63.129.16/32",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
];

/// The two halves around `2000::/3`, what lies in them by name, and the ranges inside it.
const V6: [&str; 30] = [
    "::/3",
    "4000::/2",
    "8000::/1",
    "::/8",
    "::/128",
    "::1/128",
    "::/96",
    "::ffff:0:0/96",
    "::ffff:0:0:0/96",
    "::5efe:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "5f00::/16",
    "fc00::/7",
    "fd00:ec2::254/128",
    "fd20:ce::254/128",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
    "2001::/23",
    "2001::/32",
    "2001:2::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
];

fn neighbours(network: IpNet) -> [Option<IpAddr>; 2] {
    let (first, last) = (network.network(), network.broadcast());
    match (first, last) {
        (IpAddr::V4(first), IpAddr::V4(last)) => [
            first.to_bits().checked_sub(1).map(|bits| Ipv4Addr::from_bits(bits).into()),
            last.to_bits().checked_add(1).map(|bits| Ipv4Addr::from_bits(bits).into()),
        ],
        (IpAddr::V6(first), IpAddr::V6(last)) => [
            first.to_bits().checked_sub(1).map(|bits| Ipv6Addr::from_bits(bits).into()),
            last.to_bits().checked_add(1).map(|bits| Ipv6Addr::from_bits(bits).into()),
        ],
        _ => [None, None],
    }
}

#[test]
fn every_range_is_denied_from_its_first_to_its_last_address() {
    let networks: Vec<IpNet> = V4.iter().chain(&V6).map(|text| text.parse().unwrap()).collect();
    let mut public_neighbours = 0;
    for network in &networks {
        assert!(!is_public(network.network()), "the first of {network}");
        assert!(!is_public(network.broadcast()), "the last of {network}");
        for neighbour in neighbours(*network).into_iter().flatten() {
            let listed = networks.iter().any(|network| network.contains(&neighbour));
            assert_eq!(is_public(neighbour), !listed, "{neighbour}, beside {network}");
            public_neighbours += usize::from(!listed);
        }
    }
    assert_eq!(public_neighbours, 47, "neighbours that lie in no other range");
}

#[test]
fn public_addresses_are_public() {
    for address in [
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "223.255.255.255",
        "2000::",
        "2001:200::",
        "2001:4860:4860::8888",
        "2606:4700:4700::1111",
        "2a00::1",
        "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "3fff:1000::",
    ] {
        assert!(is_public(address.parse().unwrap()), "{address}");
    }
}
