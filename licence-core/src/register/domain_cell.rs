//! From the domain cell of a register to the host it licenses (guides to the registers 1.3, 1.5,
//! 8.3; decisions "The registers"). Cells are free text: anything from a bare host to a URL.

use thiserror::Error;

use crate::hostname::Hostname;
use crate::public_suffix;
use crate::text::{folded, trimmed};

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
    /// A path on a host that others may share: it never widens to the host. A fragment with a text may be one.
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

/// Returns the host that a cell of a register licenses.
///
/// Blanks, a scheme and its user information, a port, trailing slashes, a query of the language or of a campaign, an empty fragment and a
/// trailing dot are left out; `www.` stays.
///
/// # Errors
/// [`NoHost`] for cells that license no host at all.
///
/// ```
/// use licence_core::register::domain_cell::{NoHost, host_of};
///
/// assert_eq!(host_of(" https://www.Bet.example/?lang=en ")?.as_str(), "www.bet.example");
/// assert!(matches!(host_of("charity.example/lottery"), Err(NoHost::BehindPath { .. })));
/// assert_eq!(host_of("play.google.com/store/apps/details?id=bet"), Err(NoHost::AppStore));
/// # Ok::<(), NoHost>(())
/// ```
pub fn host_of(cell: &str) -> Result<Hostname, NoHost> {
    // Word processors write hyphens that no host has.
    let cell = trimmed(cell).replace(['\u{2010}', '\u{2011}'], "-");
    let address = without_scheme(&cell);
    let end = address.find(['/', '\\', '?', '#']).unwrap_or(address.len());
    let (mut authority, rest) = address.split_at(end);
    // Without a scheme it is a mail address, whose host is the mail provider's.
    if let Some((_, host)) = authority.rsplit_once('@').filter(|_| address.len() < cell.len()) {
        authority = host;
    }
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let host: Option<Hostname> = trimmed(host).parse().ok().filter(|_| is_port);
    let host = host.ok_or(NoHost::NotAHost)?;
    if is_in_an_app_store(&host) {
        Err(NoHost::AppStore)
    } else if is_suffix_of_a_registry(&host) || !has_known_suffix(&host) {
        Err(NoHost::NotAHost)
    } else if !is_root(rest) {
        Err(NoHost::BehindPath { host })
    } else {
        Ok(host)
    }
}

/// Returns whether what follows the host of an address has no path, no query that may choose one of several
/// sites, and no fragment that may be a path.
fn is_root(rest: &str) -> bool {
    const OF_ANY_SITE: [&str; 6] = ["lang", "language", "locale", "hl", "gclid", "fbclid"];
    let (before, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (path, query) = before.split_once('?').unwrap_or((before, ""));
    let is_of_any_site = |pair: &str| {
        let name = pair.split('=').next().unwrap_or(pair).to_ascii_lowercase();
        name.is_empty() || name.starts_with("utm_") || OF_ANY_SITE.contains(&name.as_str())
    };
    [path, fragment].iter().all(|part| part.trim_matches('/').is_empty())
        && query.split('&').all(is_of_any_site)
}

/// Returns the form in which the domains of two pages are compared: the site of a cell, or the cell
/// itself where it names no host.
pub(crate) fn site_key(cell: &str) -> String {
    host_of(cell).map_or_else(|_| folded(cell), |host| host.site().to_owned())
}

/// Returns an address without its schemes, which come in many forms (`http:bet.example`,
/// `//bet.example`), and sometimes twice.
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

/// Returns whether a host is a suffix of a registry (`co.uk`). Suffixes of the private section of
/// the list are hosts with an owner; some are lotteries that the UKGC lists:
/// `weeklylottery.org.uk`.
fn is_suffix_of_a_registry(host: &Hostname) -> bool {
    let suffix = public_suffix::suffix(host.as_str());
    let is_private = suffix.is_some_and(|suffix| suffix.typ() == Some(psl::Type::Private));
    host.registrable().is_none() && !is_private
}

fn is_in_an_app_store(host: &Hostname) -> bool {
    let is_store = |host: &str| APP_STORES.contains(&host);
    is_store(host.site()) || host.as_str().split_once('.').is_some_and(|(_, rest)| is_store(rest))
}

/// Returns whether the last label is a known suffix. Other texts are file names, abbreviations or
/// slips (`index.html`, `n.v`).
fn has_known_suffix(host: &Hostname) -> bool {
    let last = host.as_str().rsplit('.').next().unwrap_or_default();
    let suffix = public_suffix::suffix(host.as_str());
    RESERVED_SUFFIXES.contains(&last) || suffix.is_some_and(|suffix| suffix.is_known())
}

/// Returns whether a text is one address and nothing else: in the column of a name it is out of place.
pub fn is_address(text: &str) -> bool {
    !matches!(host_of(text), Err(NoHost::NotAHost))
}

#[cfg(test)]
mod tests;
