use super::*;

#[test]
fn a_name_is_what_is_left_without_digits_and_at_most_one_word() {
    for (root, carried) in [
        ("lantern12", Some("lantern")),
        ("12lantern", Some("lantern")),
        ("lanternbonus25", Some("lantern")),
        ("lantern25bonus", Some("lantern")),
        ("play25lantern", Some("lantern")),
        ("bet36525", Some("bet365")),
        ("25bonuslantern", Some("lantern")),
    ] {
        let cores: Vec<&str> = cores(root).into_iter().map(|(core, _)| core).collect();
        assert!(cores.contains(&carried.unwrap()), "{root}: {cores:?}");
    }
    for root in ["lantern", "lanternbonus", "12345678", "ab12", "a1b2"] {
        assert_eq!(cores(root), [], "{root}");
    }
}

#[test]
fn a_name_of_vocabulary_says_nothing_of_its_own() {
    for (name, says_nothing) in [
        ("casino", true),
        ("sportsbetting", true),
        ("crypto", true),
        ("betsafe", false),
        ("lantern", true),
        ("qadvexbet", false),
    ] {
        assert_eq!(is_everyday(name), says_nothing, "{name}");
    }
}

#[test]
fn hosts_within_are_whole_labels_left_of_the_registrable_domain() {
    for (host, within) in [
        ("bet.example", &[][..]),
        ("www.bet.example", &[]),
        ("a.b.bet.example", &["a.b"]),
        ("a.b.c.bet.co.uk", &["a.b.c", "b.c", "a.b"]),
        ("a.b.github.io", &["a.b"]),
    ] {
        let host: Hostname = host.parse().unwrap();
        let registrable = host.registrable().unwrap();
        assert_eq!(hosts_within(&host, &registrable).collect::<Vec<_>>(), within, "{host}");
    }
}
