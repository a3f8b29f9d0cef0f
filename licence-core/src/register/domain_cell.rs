//! From the domain cell of a register to the host it licenses (guides to the registers 1.3, 1.5,
//! 8.3; decisions "The registers"). Cells are free text: anything from a bare host to a URL.

use thiserror::Error;

use crate::hostname::Hostname;
use crate::text::trimmed;

/// Hosts of shops that list everybody's apps: a link into one licenses nothing else on it.
const APP_STORES: [&str; 5] = [
    "apps.apple.com",
    "itunes.apple.com",
    "play.google.com",
    "appgallery.huawei.com",
    "galaxystore.samsung.com",
];
/// Top-level names that are on no list because they are kept free for examples (RFC 2606).
const RESERVED_SUFFIXES: [&str; 2] = ["example", "test"];

/// Why a cell licenses no host. The raw cell is kept on record nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoHost {
    /// A path, query or fragment on a host that others may share: it never widens to the host.
    #[error("only a part of {host} is listed")]
    BehindPath {
        /// The host the part is on.
        host: Hostname,
    },
    /// An entry of an app store.
    #[error("an entry of an app store")]
    AppStore,
    /// No host under a public suffix: free text, a single label, an address, a registry's suffix
    /// itself (`co.uk`).
    #[error("not a host name under a public suffix")]
    NotAHost,
}

/// The host that a register's cell licenses.
///
/// Blanks around it, a scheme (and user information behind one), a port, one trailing slash and a trailing dot
/// are left off; `www.` stays.
///
/// # Errors
/// [`NoHost`] for cells that license no host at all.
///
/// ```
/// use licence_core::register::domain_cell::{NoHost, host_of};
///
/// assert_eq!(host_of(" https://www.Bet.example/ ")?.as_str(), "www.bet.example");
/// assert!(matches!(host_of("charity.example/lottery"), Err(NoHost::BehindPath { .. })));
/// assert_eq!(host_of("play.google.com/store/apps/details?id=bet"), Err(NoHost::AppStore));
/// # Ok::<(), NoHost>(())
/// ```
pub fn host_of(cell: &str) -> Result<Hostname, NoHost> {
    let cell = trimmed(cell);
    let address = without_scheme(cell);
    let end = address.find(['/', '\\', '?', '#']).unwrap_or(address.len());
    let (mut authority, rest) = address.split_at(end);
    // Without a scheme it is a mail address, whose host is the mail provider's.
    if let Some((_, host)) = authority.rsplit_once('@').filter(|_| address.len() < cell.len()) {
        authority = host;
    }
    let host: Hostname = without_port(authority)
        .and_then(|text| trimmed(text).parse().ok())
        .ok_or(NoHost::NotAHost)?;
    if is_in_an_app_store(&host) {
        Err(NoHost::AppStore)
    } else if is_suffix_of_a_registry(&host) || !has_known_suffix(&host) {
        Err(NoHost::NotAHost)
    } else if !matches!(rest, "" | "/") {
        Err(NoHost::BehindPath { host })
    } else {
        Ok(host)
    }
}

/// Schemes are written in all ways (`http:bet.example`, `//bet.example`), and sometimes twice.
fn without_scheme(address: &str) -> &str {
    let mut rest = address;
    loop {
        let after_scheme = ["https:", "http:"].iter().find_map(|scheme| {
            let (start, after) = rest.split_at_checked(scheme.len())?;
            start.eq_ignore_ascii_case(scheme).then_some(after)
        });
        match after_scheme.or_else(|| rest.strip_prefix("//").map(|_| rest)) {
            Some(after) => rest = after.trim_start_matches('/'),
            None => return rest,
        }
    }
}

/// Suffixes of the list's private section are hosts with an owner, and some of them lotteries that
/// the UKGC lists: `weeklylottery.org.uk`.
fn is_suffix_of_a_registry(host: &Hostname) -> bool {
    let suffix = psl::suffix(host.as_str().as_bytes());
    let is_private = suffix.is_some_and(|suffix| suffix.typ() == Some(psl::Type::Private));
    host.registrable().is_none() && !is_private
}

fn is_in_an_app_store(host: &Hostname) -> bool {
    let is_store = |host: &str| APP_STORES.contains(&host);
    is_store(host.site()) || host.as_str().split_once('.').is_some_and(|(_, rest)| is_store(rest))
}

/// Without one it is a file name, an abbreviation or a slip (`index.html`, `n.v`).
fn has_known_suffix(host: &Hostname) -> bool {
    let last = host.as_str().rsplit('.').next().unwrap_or_default();
    let suffix = psl::suffix(host.as_str().as_bytes());
    RESERVED_SUFFIXES.contains(&last) || suffix.is_some_and(|suffix| suffix.is_known())
}

/// The host of an authority; `None` when what stands behind the colon is no port.
fn without_port(authority: &str) -> Option<&str> {
    match authority.split_once(':') {
        None => Some(authority),
        Some((host, port)) => port.bytes().all(|b| b.is_ascii_digit()).then_some(host),
    }
}

#[cfg(test)]
mod tests {
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
            ("\u{feff}//bet365.com", "bet365.com"),
            ("HTTPS://bet365.com:443/", "bet365.com"),
            ("http://https://bet365.com", "bet365.com"),
            ("http:/bet365.com", "bet365.com"),
            ("bet365.com:", "bet365.com"),
            ("https://user:word@bet365.com", "bet365.com"),
            ("//play.google.com@bet365.com/", "bet365.com"),
            ("glückshafen.example", "xn--glckshafen-beb.example"),
            ("https.example", "https.example"),
            ("bingo.games", "bingo.games"),
            ("weeklylottery.org.uk", "weeklylottery.org.uk"),
            ("games.apple.com", "games.apple.com"),
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
            ("bet365.com//", "bet365.com"),
            ("bet365.com?brand=1", "bet365.com"),
            ("bet365.com/?brand=1", "bet365.com"),
            ("bet365.com/#en", "bet365.com"),
            ("bet365.com\\en", "bet365.com"),
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
}
