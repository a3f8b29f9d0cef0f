use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

#[test]
fn an_instant_is_shown_in_utc_with_its_age() {
    let now = at("2026-11-22T10:15:00Z");
    for (then, expected) in [
        ("2026-11-22T10:14:30Z", "now"),
        ("2026-11-22T10:14:00Z", "1 minute ago"),
        ("2026-11-22T08:10:00Z", "2 hours ago"),
        ("2026-11-20T10:15:00Z", "2 days ago"),
        ("2026-11-22T11:15:00Z", "in 1 hour"),
    ] {
        assert_eq!(time_between(at(then), now), expected, "{then}");
    }
    assert_eq!(
        Moment::ago(at("2026-11-22T08:10:59Z"), now).to_string(),
        "<time datetime=\"2026-11-22T08:10:59.000Z\">2026-11-22 08:10 UTC</time> \
         <span class=\"ago\">(2 hours ago)</span>"
    );
}

#[test]
fn an_amount_has_commas_and_cents() {
    for (cents, text) in [(125_000_000, "1,250,000.00 GBP"), (5, "0.05 GBP"), (-150, "-1.50 GBP")] {
        assert_eq!(amount(cents, "GBP"), text);
    }
}

#[test]
fn a_limit_of_none_is_said() {
    for (used, cap, text) in [
        (3, Cap::AtMost(100_000), "3 of 100,000"),
        (1_000, Cap::Unlimited, "1,000 of any number"),
        (0, Cap::AtMost(0), "none in this plan"),
        (2, Cap::AtMost(0), "2 of 0"),
    ] {
        assert_eq!(used_of_cap(used, cap), text);
    }
}

#[test]
fn only_web_addresses_are_links() {
    for (url, is_link) in [
        ("https://a.example/x", true),
        ("http://a.example", true),
        ("javascript:alert(1)", false),
        ("data:text/html,x", false),
        ("//a.example", false),
    ] {
        assert_eq!(web_link(url).is_some(), is_link, "{url}");
    }
}
