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

#[test]
fn links_stay_on_the_hosts_of_the_register() {
    for (code, page, link) in [
        ("UKGC", "https://a.example/page", "https://a.example/x.csv"),
        ("UKGC", "http://127.0.0.1:81/page", "http://127.0.0.1:81/x.csv"),
        ("UKGC", "http://[::1]:81/page", "http://[::1]:81/x.csv"),
        ("UKGC", "http://localhost:81/page", "http://localhost:81/x.csv"),
        ("UKGC", "http://a.example/page", "https://a.example/x.csv"),
        ("UKGC", "https://a.example:8443/page", "https://a.example:8443/x.csv"),
        ("CW", "https://www.cga.cw/en/1", "https://gamingcontrol.spin-cdn.com/r.pdf"),
        ("CW", "https://gamingcontrol.spin-cdn.com/r.pdf", "https://cert.cga.cw/token?id=1"),
        ("MGA", "https://a.example/", "https://www.authorisation.mga.org.mt/v.aspx?company=1"),
    ] {
        assert_eq!(check_link(code.parse().unwrap(), page, link), Ok(()), "{link}");
    }
}

#[test]
fn other_links_are_refused_by_rule() {
    let page = "https://a.example/page";
    let hosts = "the hosts of UKGC are a.example";
    for (page, link, rule) in [
        (page, "http://a.example/x.csv", "it is not https://"),
        (page, "https://b.example/x.csv", hosts),
        (page, "https://a.example.evil.example/x.csv", hosts),
        (page, "https://cert.cga.cw/token?id=1", hosts),
        (page, "https://a.example:8443/x.csv", hosts),
        (page, "https://me:pw@a.example/x.csv", "it holds credentials"),
        (page, "file:///etc/passwd", "it is not https://"),
        (page, "http://127.0.0.1/x.csv", "it is not https://"),
        ("http://127.0.0.1:81/", "http://127.0.0.1:82/x.csv", "it is not https://"),
        ("http://127.0.0.1:81/", "http://127.0.0.2:81/x.csv", "it is not https://"),
        ("http://a.example/", "http://a.example/x.csv", "it is not https://"),
        (page, "x.csv", "it is no address"),
    ] {
        let error = check_link(JurisdictionCode::Ukgc, page, link).unwrap_err().to_string();
        assert!(error.contains(link) && error.contains(rule), "{error}");
    }
}
