use super::*;
use proptest::prelude::*;

fn canonical(raw: &str) -> Result<String, HostnameError> {
    raw.parse::<Hostname>().map(|host| host.to_string())
}

#[test]
fn hostnames_are_brought_to_one_form() {
    for (raw, host) in [
        ("bet365.com", "bet365.com"),
        ("WWW.Bet365.com.", "www.bet365.com"),
        ("\u{a0} bet365.com\t\n", "bet365.com"),
        ("bet\u{200b}365.com", "bet365.com"),
        ("bet\u{ad}365.com", "bet365.com"),
        ("ｂｅｔ365.com", "bet365.com"),
        ("bet365。com", "bet365.com"),
        ("bet365.com。", "bet365.com"),
        ("bеt365.com", "xn--bt365-zwe.com"),
        ("XN--BT365-ZWE.com", "xn--bt365-zwe.com"),
        ("straße.example", "xn--strae-oqa.example"),
        ("r3---sn.com", "r3---sn.com"),
        ("co.uk", "co.uk"),
        ("a.b.c.d.example", "a.b.c.d.example"),
    ] {
        assert_eq!(canonical(raw).as_deref(), Ok(host), "{raw:?}");
    }
}

#[test]
fn what_is_no_bare_hostname_is_refused() {
    for raw in [
        "",
        " ",
        ".",
        "..",
        "bet365",
        "localhost",
        "bet_365.com",
        "bet 365.com",
        "-bet.com",
        "bet-.com",
        "a..b",
        ".bet365.com",
        "bet365.com..",
        "https://bet365.com",
        "bet365.com/",
        "bet365.com:443",
        "bet365.com?x",
        "user@bet365.com",
        "1.2.3.4",
        "bet365.123",
        "[::1]",
        "xn--bet365-.com",
        "xn--.com",
        "xn--a.com",
        "bet365.com\0",
        "bet\u{0}365.com",
        "*.bet365.com",
        "a,b.com",
        "bet365.com。。",
    ] {
        assert_eq!(canonical(raw), Err(HostnameError::NotAHostname), "{raw:?}");
    }
}

#[test]
fn the_two_lengths_have_two_reasons() {
    let label = |length: usize| "a".repeat(length);
    let of_length = |length: usize| {
        let labels = format!("{0}.{0}.{0}.", label(63));
        format!("{labels}{}", label(length - labels.len()))
    };
    assert!(canonical(&of_length(253)).is_ok());
    assert!(canonical(&format!("{}.", of_length(253))).is_ok());
    assert_eq!(canonical(&of_length(254)), Err(HostnameError::TooLong));
    assert_eq!(canonical(&label(65_536)), Err(HostnameError::TooLong));
    assert_eq!(canonical(&format!("{}.com", "é".repeat(250))), Err(HostnameError::TooLong));
    assert_eq!(canonical(&format!("{}.com", label(64))), Err(HostnameError::NotAHostname));
    assert!(canonical(&format!("{}.com", label(63))).is_ok());
    let short_only_as_written = vec!["ü".repeat(24); 10].join(".");
    assert!(short_only_as_written.chars().count() <= MAX_HOSTNAME_CHARS);
    assert_eq!(canonical(&short_only_as_written), Err(HostnameError::TooLong));
}

#[test]
fn one_leading_www_is_the_same_site_where_something_registrable_remains() {
    for (host, site) in [
        ("www.bet365.com", "bet365.com"),
        ("bet365.com", "bet365.com"),
        ("www.www.bet365.com", "www.bet365.com"),
        ("www2.bet365.com", "www2.bet365.com"),
        ("www.co.uk", "www.co.uk"),
        ("www.ck", "www.ck"),
        ("www.github.io", "github.io"),
        ("www.weeklylottery.org.uk", "weeklylottery.org.uk"),
        ("www.www.weeklylottery.org.uk", "www.weeklylottery.org.uk"),
        ("www.example.github.io", "example.github.io"),
    ] {
        assert_eq!(host.parse::<Hostname>().unwrap().site(), site);
    }
}

#[test]
fn the_registrable_domain_follows_the_public_suffix_list() {
    for (host, expected) in [
        ("m.bet365.co.uk", Some(("bet365.co.uk", "bet365", "co.uk", false))),
        ("a.b.example", Some(("b.example", "b", "example", false))),
        ("betvictor.github.io", Some(("betvictor.github.io", "betvictor", "github.io", true))),
        ("co.uk", None),
        ("github.io", None),
    ] {
        let host: Hostname = host.parse().unwrap();
        let found = host.registrable().map(|r| (r.name, r.root, r.suffix, r.suffix_is_private));
        assert_eq!(found, expected);
    }
}

proptest! {
    #[test]
    fn any_text_is_refused_or_brought_to_a_form_that_stays(raw in "\\PC{0,300}") {
        if let Ok(host) = raw.parse::<Hostname>() {
            prop_assert!(host.as_str().len() <= MAX_HOSTNAME_CHARS);
            prop_assert_eq!(host.as_str().parse::<Hostname>(), Ok(host.clone()));
        }
    }

    #[test]
    fn hosts_in_any_case_and_with_a_final_dot_are_the_same(
        labels in prop::collection::vec("[a-z0-9]{1,12}", 1..4)
    ) {
        let host = format!("{}.example", labels.join("."));
        let written = format!("{}.", host.to_uppercase());
        prop_assert_eq!(canonical(&written), Ok(host));
    }
}
