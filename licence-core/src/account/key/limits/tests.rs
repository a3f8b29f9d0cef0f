use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn a_date_means_the_end_of_its_day() {
    for (text, expected) in [
        ("2026-12-31", Some("2027-01-01T00:00:00.000Z")),
        ("2028-02-28", Some("2028-02-29T00:00:00.000Z")),
        ("2026-12-31T18:00:00+01:00", Some("2026-12-31T17:00:00.000Z")),
        ("9999-12-30", Some("9999-12-31T00:00:00.000Z")),
        ("9999-12-31T23:59:59.999Z", Some("9999-12-31T23:59:59.999Z")),
        ("9999-12-31", None),
        ("2026-02-30", None),
        ("31.12.2026", None),
        ("", None),
    ] {
        let expiry = text.parse::<KeyExpiry>().ok().map(|expiry| expiry.0);
        assert_eq!(expiry, expected.map(at), "{text:?}");
    }
    let refused = "9999-12-31".parse::<KeyExpiry>().unwrap_err().to_string();
    assert!(refused.starts_with("\"9999-12-31\" is not a date up to 9999-12-30"), "{refused}");
}

#[test]
fn an_expiry_lies_ahead() {
    let now = at("2026-11-01T06:00:00Z");
    let new = |text: &str| KeyLimits::new(Some(text.parse().unwrap()), &[], now);
    assert!(new("2026-11-01").is_ok() && new("2026-11-01T06:00:00.001Z").is_ok());
    let past = new("2026-11-01T06:00:00Z").unwrap_err();
    assert_eq!(past, KeyExpiryPast { expires_at: now, now });
    assert!(new("2026-10-31").is_err());
    assert!(KeyLimits::new(None, &[], now).unwrap().is_empty());
}

#[test]
fn the_limits_decide_by_time_and_address() {
    use KeyRefusal::{Expired, OtherNetwork};
    let now = at("2026-11-01T06:00:00Z");
    let limits = |networks: &[&str]| {
        let networks: Vec<Network> = networks.iter().map(|it| it.parse().unwrap()).collect();
        KeyLimits::new(Some(KeyExpiry(at("2026-11-02T00:00:00Z"))), &networks, now).unwrap()
    };
    let late = "2026-11-02T00:00:00Z";
    for (networks, instant, from, expected) in [
        (&[][..], "2026-11-01T23:59:59.999Z", "192.0.2.1", Ok(())),
        (&[], late, "192.0.2.1", Err(Expired)),
        (&["192.0.2.0/24"], "2026-11-01T12:00:00Z", "192.0.2.255", Ok(())),
        (&["192.0.2.0/24"], "2026-11-01T12:00:00Z", "192.0.3.0", Err(OtherNetwork)),
        (&["192.0.2.0/24"], late, "192.0.2.1", Err(Expired)),
        (&["192.0.2.0/24"], late, "192.0.3.1", Err(OtherNetwork)),
        (&["192.0.2.77/24"], "2026-11-01T12:00:00Z", "::ffff:192.0.2.1", Ok(())),
        (&["::ffff:192.0.2.0/120"], "2026-11-01T12:00:00Z", "192.0.2.1", Ok(())),
        (&["::ffff:192.0.2.0/120"], "2026-11-01T12:00:00Z", "192.0.3.1", Err(OtherNetwork)),
        (&["192.0.2.9"], "2026-11-01T12:00:00Z", "192.0.2.9", Ok(())),
        (&["10.0.0.0/8", "2001:db8::/32"], "2026-11-01T12:00:00Z", "2001:db8:1::1", Ok(())),
        (&["0.0.0.0/0"], "2026-11-01T12:00:00Z", "2001:db8::1", Err(OtherNetwork)),
    ] {
        let seen = KeyUse { at: at(instant), from: from.parse().unwrap() };
        assert_eq!(limits(networks).allow(seen), expected, "{networks:?} {instant} {from}");
    }
    let written: Vec<String> = limits(&["192.0.2.77/24", "::ffff:10.0.0.0/104"])
        .networks
        .iter()
        .map(IpNet::to_string)
        .collect();
    assert_eq!(written, ["192.0.2.0/24", "10.0.0.0/8"]);
}
