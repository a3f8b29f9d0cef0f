use super::*;

#[test]
fn an_address_of_another_kind_has_no_host() {
    for (text, is_address) in [
        ("http://bet.example", true),
        ("HTTPS://bet.example/", true),
        ("javascript://bet.example/", false),
        ("ftp://bet.example/", false),
        ("mailto://bet.example", false),
        ("://bet.example", false),
        ("//bet.example/lobby", true),
        ("“bet.example”", true),
        ("«https://bet.example»", true),
        ("bet.example:0", true),
        ("bet.example:65535", true),
        ("https://bet.example:/", true),
        ("bet.example:65536", false),
        ("bet.example:99999/lobby", false),
        ("bet.example:99999999999999999999", false),
        ("bet.example:+80", false),
        ("bet.example:-1", false),
        ("bet.example\\evil", false),
        ("https://bet.example\\@evil.test/", false),
        ("https://bet.example/lobby\\evil", false),
    ] {
        assert_eq!(host_in(text).as_deref(), is_address.then_some("bet.example"), "{text}");
    }
}

#[test]
fn a_text_with_two_addresses_has_no_host() {
    for text in [
        "evil.test, info@bet.example",
        "evil.test (info@bet.example)",
        "evil.test,info@bet.example",
        "x@evil.test;y@bet.example",
        "a@b@bet.example",
        "Evil.test <info@bet.example>",
        "https://bet.example/, https://evil.test/",
        "https://bet.example/,https://evil.test/",
        "bet.example/ evil.test",
        "bet.example/\nevil.test",
    ] {
        assert_eq!(host_in(text), None, "{text}");
    }
    assert_eq!(host_in("bet.example/?to=other.example").as_deref(), Some("bet.example"));
}
