//! The ranges, names and spellings of the policy, and an independent oracle.

mod oracle;
mod ranges;

use proptest::prelude::*;

use super::*;

fn is_public(address: IpAddr) -> bool {
    denied_range(address).is_none()
}

fn nets(networks: &[&str]) -> Vec<IpNet> {
    networks.iter().map(|network| network.parse().unwrap()).collect()
}

fn addresses(addresses: &[&str]) -> Vec<IpAddr> {
    addresses.iter().map(|address| address.parse().unwrap()).collect()
}

fn reason(policy: &UrlPolicy, url: &str) -> Option<&'static str> {
    policy.parse(url).err().map(|error| error.problem_kind().reason())
}

#[test]
fn the_form_is_checked_first() {
    let long = format!("https://example.com/{}", "a".repeat(2028));
    assert_eq!(long.len(), 2048);
    let name = ["a".repeat(63), "b".repeat(63), "c".repeat(63), "d".repeat(61)].join(".");
    for (url, expected) in [
        ("https://example.com", None),
        ("HTTPS://Example.COM:8443/hook?a=b#c", None),
        ("https://example.com./hook", None),
        ("https://bücher.example.com/ü", None),
        ("https://a_b.example.com", None),
        ("https://8.8.8.8:443/hook", None),
        ("https://[2606:4700::1111]/hook", None),
        (&long, None),
        (&format!("{long}a"), Some("invalid_url")),
        (&format!("https://{name}/"), None),
        (&format!("https://{name}d/"), Some("invalid_url")),
        (&format!("https://{}.com/", "a".repeat(64)), Some("invalid_url")),
        ("", Some("invalid_url")),
        ("example.com/hook", Some("invalid_url")),
        ("//example.com/hook", Some("invalid_url")),
        ("://example.com", Some("invalid_url")),
        ("https:example.com", Some("invalid_url")),
        ("https:/example.com", Some("invalid_url")),
        ("https:\\\\example.com", Some("invalid_url")),
        ("https://example.com\\@10.0.0.1/", Some("invalid_url")),
        ("https://exam\tple.com", Some("invalid_url")),
        (" https://example.com", Some("invalid_url")),
        ("https://example.com/a b", Some("invalid_url")),
        ("https://example.com/\r\nHost: a", Some("invalid_url")),
        ("https://user:pass@example.com", Some("invalid_url")),
        ("https://@example.com", Some("invalid_url")),
        ("https://example.com:65536", Some("invalid_url")),
        ("https://example.com:x", Some("invalid_url")),
        ("https://example..com", Some("invalid_url")),
        ("https://.example.com", Some("invalid_url")),
        ("https://example.com../", Some("invalid_url")),
        ("https://exa*mple.com", Some("invalid_url")),
        ("https://exa%00mple.com", Some("invalid_url")),
        ("https://1.2.3.4.5/", Some("invalid_url")),
        ("https://256.0.0.1/", Some("invalid_url")),
        ("https://0x1ffffffff/", Some("invalid_url")),
        ("https://[::1", Some("invalid_url")),
        ("https://[::g]/", Some("invalid_url")),
        ("https://[fe80::1%25eth0]/", Some("invalid_url")),
        ("https://[fe80::1%eth0]/", Some("invalid_url")),
        ("http://example.com", Some("invalid_scheme")),
        ("ftp://example.com", Some("invalid_scheme")),
        ("javascript:alert(1)", Some("invalid_scheme")),
        ("file:///etc/passwd", Some("invalid_scheme")),
        ("gopher://127.0.0.1:6379/_", Some("invalid_scheme")),
        ("http://10.0.0.1/", Some("invalid_scheme")),
        ("https://", Some("empty_host")),
        ("https:///hook", Some("empty_host")),
        ("https://?a", Some("empty_host")),
        ("https://#a", Some("empty_host")),
        ("https://:443/", Some("empty_host")),
    ] {
        assert_eq!(reason(&UrlPolicy::default(), url), expected, "{url:?}");
    }
}

#[test]
fn every_spelling_of_an_address_is_the_address() {
    for host in [
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0X7F.1",
        "0x7f.0x0.0x0.0x1",
        "017700000001",
        "0177.0.0.01",
        "%31%32%37.0.0.1",
        "１２７.0.0.1",
        "①②⑦。0。0。1",
        "127｡0｡0｡1",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::127.0.0.1]",
        "[::ffff:127.0.0.1]",
        "[::FFFF:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::7f00:1]",
        "[2002:7f00:1::]",
        "[2001:0:1::80ff:fffe]",
        "[::ffff:8.8.8.8]",
        "0",
        "0.0.0.0",
        "[::]",
        "3232235777",
        "192.168.257",
        "0251.0376.0251.0376",
        "169.254.43518",
    ] {
        let url = format!("https://{host}/");
        assert_eq!(reason(&UrlPolicy::default(), &url), Some("private_ip_blocked"), "{url}");
        let port = format!("https://{host}:8443");
        assert_eq!(reason(&UrlPolicy::default(), &port), Some("private_ip_blocked"), "{port}");
    }
}

#[test]
fn the_service_does_not_call_itself() {
    for base_url in ["https://API.licence.example.org", "https://api.licence.example.org:8443/v"] {
        let policy = UrlPolicy::default().except_service_at(base_url);
        for url in ["https://api.licence.example.org/x", "https://API.licence.example.org.:444/"] {
            assert_eq!(reason(&policy, url), Some("blocked_hostname"), "{url}");
        }
        assert_eq!(reason(&policy, "https://hooks.licence.example.org/"), None);
    }
    for base_url in ["http://127.0.0.1:8080", "nonsense"] {
        let policy = UrlPolicy::default().except_service_at(base_url);
        assert_eq!(reason(&policy, "https://hooks.licence.example.org/"), None, "{base_url}");
    }
}

#[test]
fn names_of_no_public_host_are_refused() {
    let policy = UrlPolicy::default().except_service_at("https://API.licence.example.org./");
    for host in [
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "ｌocalhost",
        "%6cocalhost",
        "printer.local",
        "localhost.localdomain",
        "a.b.internal",
        "wiki.intranet",
        "nas.lan",
        "hub.home.arpa",
        "1.0.0.127.in-addr.arpa",
        "1.ip6.arpa",
        "hooks.default.svc",
        "hooks.default.svc.cluster.local",
        "a.test",
        "a.example",
        "a.invalid",
        "a.onion",
        "kubernetes",
        "metadata",
        "metadata.google.internal",
        "metadata.google.internal.",
        "metadata.goog",
        "metadata.azure.com",
        "instance-data",
        "api.licence.example.org",
        "API.licence.example.org.",
    ] {
        let url = format!("https://{host}/hook");
        assert_eq!(reason(&policy, &url), Some("blocked_hostname"), "{url}");
    }
    for host in ["example.com", "mylocalhost.com", "local.com", "test.com", "notmetadata.goog"] {
        assert_eq!(reason(&policy, &format!("https://{host}/")), None, "{host}");
    }
}

#[test]
fn one_denied_address_denies_the_url() {
    let policy = UrlPolicy::default();
    let url = policy.parse("https://hooks.example.com./").unwrap();
    assert_eq!((url.name(), url.literal()), (Some("hooks.example.com"), None));
    let verdict = |resolved: &[&str]| {
        let verdict = policy.judge(&url, &addresses(resolved));
        verdict.err().map(|error| error.problem_kind().reason())
    };
    for (resolved, expected) in [
        (&["8.8.8.8"][..], None),
        (&["8.8.8.8", "2606:4700::1111"], None),
        (&[], Some("unresolvable_host")),
        (&["127.0.0.1"], Some("private_ip_blocked")),
        (&["8.8.8.8", "10.0.0.1"], Some("private_ip_blocked")),
        (&["10.0.0.1", "8.8.8.8"], Some("private_ip_blocked")),
        (&["8.8.8.8", "::ffff:8.8.8.8"], Some("private_ip_blocked")),
    ] {
        assert_eq!(verdict(resolved), expected, "{resolved:?}");
    }
}

#[test]
fn exempt_networks_permit_http_and_private_names() {
    let policy = UrlPolicy::allowing(nets(&["127.0.0.0/8", "10.1.0.0/16", "fd00::/8"]));
    let verdict = |url: &str, resolved: &[&str]| {
        let judged = policy.parse(url).and_then(|url| match url.literal() {
            Some(address) => policy.judge(&url, &[address]),
            None => policy.judge(&url, &addresses(resolved)),
        });
        judged.err().map(|error| error.problem_kind().reason())
    };
    for (url, resolved, expected) in [
        ("http://127.0.0.1:9000/hook", &[][..], None),
        ("https://127.0.0.1/hook", &[], None),
        ("http://[fd00::1]/", &[], None),
        ("https://10.1.255.255/", &[], None),
        ("https://10.2.0.0/", &[], Some("private_ip_blocked")),
        ("http://10.2.0.0/", &[], Some("invalid_scheme")),
        ("https://[::ffff:127.0.0.1]/", &[], Some("private_ip_blocked")),
        ("http://8.8.8.8/", &[], Some("invalid_scheme")),
        ("http://hooks.internal/", &["10.1.0.1"], None),
        ("http://receiver:8080/", &["10.1.0.1", "fd00::2"], None),
        ("http://receiver:8080/", &["10.1.0.1", "10.2.0.1"], Some("invalid_scheme")),
        ("https://receiver/", &["10.1.0.1", "10.2.0.1"], Some("blocked_hostname")),
        ("https://receiver/", &[], Some("blocked_hostname")),
        ("http://hooks.example.com/", &["8.8.8.8"], Some("invalid_scheme")),
        ("http://hooks.example.com/", &["10.1.0.1", "8.8.8.8"], Some("invalid_scheme")),
        ("https://hooks.example.com/", &["10.1.0.1", "8.8.8.8"], None),
        ("https://hooks.example.com/", &[], Some("unresolvable_host")),
        ("http://localhost/", &["127.0.0.1"], Some("blocked_hostname")),
        ("https://metadata.google.internal/", &["127.0.0.1"], Some("blocked_hostname")),
    ] {
        assert_eq!(verdict(url, resolved), expected, "{url} {resolved:?}");
    }
}

#[test]
fn metadata_is_never_exempt() {
    let policy = UrlPolicy::allowing(nets(&["0.0.0.0/0", "::/0"]));
    for address in [
        "169.254.169.254",
        "169.254.170.2",
        "169.254.170.23",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
        "fd00:ec2::254",
        "fd00:ec2::23",
        "fd20:ce::254",
        "fe80::a9fe:a9fe",
        "::ffff:169.254.169.254",
        "::169.254.169.254",
        "::ffff:0:169.254.169.254",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::169.254.169.254",
        "64:ff9b:1:a9fe:a9:fe00::",
        "2002:a9fe:a9fe::1",
        "2001:0:a9fe:a9fe::",
        "2001:0:1::5601:5601",
        "fd12::5efe:a9fe:a9fe",
    ] {
        let address: IpAddr = address.parse().unwrap();
        assert!(policy.denied(address).is_some(), "{address}");
    }
    for address in ["169.254.169.253", "127.0.0.1", "::1", "fd00:ec2::255", "64:ff9b::10.0.0.1"] {
        assert_eq!(policy.denied(address.parse().unwrap()), None, "{address}");
    }
}

#[test]
fn errors_name_the_value_and_the_rule() {
    let policy = UrlPolicy::default();
    for (url, message) in [
        ("ftp://example.com", r#""ftp://example.com" is not https"#),
        ("https://", r#""https://" names no host"#),
        (
            "https://nas.lan/",
            "nas.lan is not a host of the public internet: it is a name of a private network",
        ),
        ("https://127.1/", "127.0.0.1 is not a public address: loopback (127.0.0.0/8)"),
        (
            "https://example.com:99999/",
            "\"https://example.com:99999/\" is not an https URL: its port is no number up to 65535",
        ),
    ] {
        assert_eq!(policy.parse(url).unwrap_err().to_string(), message);
    }
    // What a name of a private network resolves to is not for everybody to know.
    let url = policy.parse("https://hooks.example.com/").unwrap();
    let refused = policy.judge(&url, &addresses(&["8.8.8.8", "10.1.2.3"])).unwrap_err();
    let message = "hooks.example.com resolves to an address that is not public";
    assert_eq!(refused.to_string(), message);
}

proptest! {
    /// The reader of the requests is another one than ours: it must see the same host.
    #[test]
    fn what_is_accepted_means_the_same_to_the_client(
        url in "https?://[a-z0-9.\\[\\]:@%/?#_\\\\é１。-]{0,40}",
    ) {
        if let Ok(url) = UrlPolicy::default().parse(&url) {
            let uri: http::Uri = url.url().as_str().parse().unwrap();
            prop_assert_eq!(uri.host(), url.url().host_str());
            prop_assert_eq!(uri.port_u16(), url.url().port());
            if let Some(literal) = url.literal() {
                prop_assert!(is_public(literal));
            }
        }
    }

    #[test]
    fn no_text_panics(url in "(https://)?\\PC{0,60}") {
        let allowing = UrlPolicy::allowing(nets(&["0.0.0.0/0"]));
        for policy in [UrlPolicy::default(), allowing] {
            if let Ok(url) = policy.parse(&url) {
                let _ = policy.judge(&url, &addresses(&["8.8.8.8"]));
            }
        }
    }
}

#[test]
fn refused_ports_are_refused_on_every_host() {
    let policy = UrlPolicy { refused_ports: vec![22, 443], ..UrlPolicy::default() };
    for (text, reason) in [
        ("https://hooks.example.com:22/", Some("invalid_url")),
        ("https://hooks.example.com/", Some("invalid_url")),
        ("https://93.184.215.14:22/", Some("invalid_url")),
        ("https://hooks.example.com:0/", Some("invalid_url")),
        ("https://hooks.example.com:8443/", None),
    ] {
        let refused = policy.parse(text).err().map(|error| error.problem_kind().reason());
        assert_eq!(refused, reason, "{text}");
    }
    assert!(UrlPolicy::default().parse("https://hooks.example.com:22/").is_ok(), "off by default");
}
