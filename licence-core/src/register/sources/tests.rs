use super::*;

#[test]
fn every_register_has_an_address_or_says_how_else_it_is_read() {
    for code in JurisdictionCode::ALL {
        let source = default_source(*code);
        assert_eq!(source.urls.is_empty(), source.by_hand.is_some(), "{code}");
        for url in source.urls {
            assert!(url.starts_with("https://"), "{url}");
            assert!(check_link(*code, url, url).is_ok(), "{url}");
        }
    }
}

#[test]
fn the_freshness_target_leaves_room_for_failed_reads() {
    for code in JurisdictionCode::ALL {
        let source = default_source(*code);
        assert!(i64::from(source.every_hours) * 4 <= code.sla_hours(), "{code}");
        assert!(i64::from(source.grace_hours) >= code.sla_hours(), "{code}");
    }
}

#[test]
fn seal_pages_are_asked_for_slowly() {
    let seconds = |code, host| delay_between_requests(code, host).as_secs();
    assert_eq!(seconds(JurisdictionCode::Mga, "authorisation.mga.org.mt"), 5);
    assert_eq!(seconds(JurisdictionCode::Mga, "www.authorisation.mga.org.mt"), 5);
    assert_eq!(seconds(JurisdictionCode::Mga, "mga.example"), 1);
    assert_eq!(seconds(JurisdictionCode::Cw, "cert.cga.cw"), 1);
}
