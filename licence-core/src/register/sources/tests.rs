use super::*;

#[test]
fn every_register_has_an_address_or_says_how_else_it_is_read() {
    for code in JurisdictionCode::ALL {
        let plan = RegisterPlan::from_table(*code, None);
        assert_eq!(plan.urls.is_empty(), plan.by_hand.is_some(), "{code}");
        for url in &plan.urls {
            assert!(url.starts_with("https://"), "{url}");
            assert!(check_link(*code, url, url).is_ok(), "{url}");
        }
    }
}

#[test]
fn the_freshness_target_leaves_room_for_failed_reads() {
    for code in JurisdictionCode::ALL {
        let plan = RegisterPlan::from_table(*code, None);
        let target = Duration::from_secs(code.sla_hours() as u64 * 3600);
        assert!(plan.every.0 * 4 <= target, "{code}");
        assert!(plan.grace.0 >= target, "{code}");
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
