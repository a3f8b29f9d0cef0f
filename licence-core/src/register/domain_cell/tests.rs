use super::*;
use proptest::prelude::*;

#[test]
fn cells_license_the_host_they_name() {
    for (cell, host) in [
        ("https://www.heyspin.com/", "www.heyspin.com"),
        ("www.wombatcasino.com/", "www.wombatcasino.com"),
        ("49s.co.uk/", "49s.co.uk"),
        ("http:sgamingltd.com", "sgamingltd.com"),
        ("www.islandjackpots.com.", "www.islandjackpots.com"),
        ("www.islandjackpots.com./", "www.islandjackpots.com"),
        ("vegas.betway.com", "vegas.betway.com"),
        ("https://Slotlux.com", "slotlux.com"),
        ("http://www.MrSlot.com", "www.mrslot.com"),
        ("http://mhu.sportingbull.com", "mhu.sportingbull.com"),
        ("lekkerbets.co.za", "lekkerbets.co.za"),
        ("superbet.com.br", "superbet.com.br"),
        ("casinocasino.com", "casinocasino.com"),
        ("www.razzy.uk", "www.razzy.uk"),
        ("\u{a0}bet365.com\u{200b} ", "bet365.com"),
        ("bet\u{200b}365.com", "bet365.com"),
        ("\u{202a}bet365.com\u{202c}", "bet365.com"),
        ("\u{feff}//bet365.com", "bet365.com"),
        ("HTTPS://bet365.com:443/", "bet365.com"),
        ("http://https://bet365.com", "bet365.com"),
        ("http:/bet365.com", "bet365.com"),
        ("bet365.com:", "bet365.com"),
        ("https://user:word@bet365.com", "bet365.com"),
        ("//play.google.com@bet365.com/", "bet365.com"),
        ("glückshafen.example", "xn--glckshafen-beb.example"),
        ("https.example", "https.example"),
        ("a\u{2011}bet\u{2010}one.example", "a-bet-one.example"),
        ("bingo.games", "bingo.games"),
        ("weeklylottery.org.uk", "weeklylottery.org.uk"),
        ("games.apple.com", "games.apple.com"),
        ("bet365.com//", "bet365.com"),
        ("bet365.com?utm_source=x", "bet365.com"),
        ("https://www.bet365.com/?lang=en", "www.bet365.com"),
        ("https://www.bet365.com/#/", "www.bet365.com"),
        ("bet365.com/?hl=en&gclid=1#", "bet365.com"),
    ] {
        assert_eq!(host_of(cell).as_ref().map(Hostname::as_str), Ok(host), "{cell:?}");
    }
}

#[test]
fn a_part_of_a_host_never_widens_to_the_host() {
    for (cell, host) in [
        ("alzheimers.org.uk/info/20196/lottery", "alzheimers.org.uk"),
        ("raffleplayer.com/bluecross", "raffleplayer.com"),
        ("raffleentry.org.uk/gosh", "raffleentry.org.uk"),
        ("boldplay.com/http://www.boldplay.com/http://www.boldplay.com/", "boldplay.com"),
        (
            "alzheimers.safeandsecurewebservices.net/register%e2%80%8b",
            "alzheimers.safeandsecurewebservices.net",
        ),
        ("middlesbrough.gov.uk/contact-us", "middlesbrough.gov.uk"),
        ("https://www.lottoland.com/mt", "www.lottoland.com"),
        ("https://www.casinokingdom.mt/en-mt/", "www.casinokingdom.mt"),
        ("bet365.com/en/?lang=en", "bet365.com"),
        ("bet365.com/index.html", "bet365.com"),
        ("bet365.com/#en", "bet365.com"),
        ("bet365.com/?lang=en#/en", "bet365.com"),
        ("bet365.com\\en", "bet365.com"),
        ("raffleplayer.com?charity=bluecross", "raffleplayer.com"),
        ("bet365.com/?lang=en&url=https%3A%2F%2Fa.com", "bet365.com"),
    ] {
        let host = host.parse().unwrap();
        assert_eq!(host_of(cell), Err(NoHost::BehindPath { host }), "{cell:?}");
    }
}

#[test]
fn app_stores_and_free_text_license_nothing() {
    for cell in [
        "itunes.apple.com/gb/app/kwiff-sports-betting/id1048488033?mt=8",
        "play.google.com/store/apps/details?id=com.bet",
        "https://www.play.google.com/",
        "apps.apple.com",
        "APPS.APPLE.COM.",
    ] {
        assert_eq!(host_of(cell), Err(NoHost::AppStore), "{cell:?}");
    }
    for cell in [
        "",
        " \u{a0}",
        "-",
        "\u{2013}",
        "MonkeyBalls",
        "megafoorball",
        "co.uk",
        "http://co.uk/",
        "ck",
        "https://",
        "http:http:",
        "//",
        "/bet365.com/x",
        "192.0.2.7",
        "http://[::1]/",
        "bet365.com:https",
        "a.example b.example",
        "a.example, b.example",
        "bet_365.com",
        "mailto:bet@mail.example",
        "bet@mail.example",
        "ftp://bet365.com",
        "bet365.com..",
        "*.bet365.com",
        "bet365\0.com",
        "@",
    ] {
        assert_eq!(host_of(cell), Err(NoHost::NotAHost), "{cell:?}");
    }
}

proptest! {
    #[test]
    fn no_cell_panics_and_no_host_is_a_suffix(cell in "\\PC{0,80}|[a-z.:/@?# ]{0,40}") {
        if let Ok(host) = host_of(&cell) {
            prop_assert!(!is_suffix_of_a_registry(&host));
            prop_assert_eq!(host_of(host.as_str()), Ok(host.clone()));
        }
    }
}
