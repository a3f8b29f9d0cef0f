//! Parses bare hostnames, and splits them into the parts that a verdict needs (specification 4.1,
//! decisions 3).

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};
use thiserror::Error;

use crate::public_suffix;

/// The longest hostname, in characters.
pub const MAX_HOSTNAME_CHARS: usize = 253;
const MAX_LABEL_BYTES: usize = 63;
/// The longest input that is parsed, because mapping and punycode cost more than linear time.
const MAX_RAW_BYTES: usize = 1024;

/// A hostname in its canonical form: lowercase ASCII (punycode for other scripts), at least two
/// labels, no trailing dot.
///
/// ```
/// use licence_core::hostname::{Hostname, HostnameError};
///
/// let host: Hostname = " WWW.Bücher.Example. ".parse()?;
/// assert_eq!(host.as_str(), "www.xn--bcher-kva.example");
/// assert_eq!(host.site(), "xn--bcher-kva.example");
/// assert_eq!("https://example.org".parse::<Hostname>(), Err(HostnameError::NotAHostname));
/// # Ok::<(), HostnameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hostname {
    host: Box<str>,
}

/// Why a text is not a bare hostname.
///
/// Exhaustive, because the server maps each reason to an answer of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HostnameError {
    /// A URL, a scheme, a path, a port, an underscore, a single label, an address, bad punycode.
    #[error(
        "not a bare hostname: two or more labels of 1 to 63 letters, digits and inner hyphens (valid \
         punycode after xn--), the last with a letter, without scheme, path or port"
    )]
    NotAHostname,
    /// More than 253 characters, as written or in punycode.
    #[error("longer than 253 characters")]
    TooLong,
}

impl FromStr for Hostname {
    type Err = HostnameError;

    fn from_str(raw: &str) -> Result<Self, Self::Err> {
        let text = raw.trim();
        // A trailing dot, or one of the three other full stops that UTS-46 maps to a dot.
        let text = text.strip_suffix(['.', '\u{3002}', '\u{ff0e}', '\u{ff61}']).unwrap_or(text);
        if text.len() > MAX_RAW_BYTES || text.chars().count() > MAX_HOSTNAME_CHARS {
            return Err(HostnameError::TooLong);
        }
        let host = match plain_ascii(text) {
            Some(host) => host,
            None => mapped(text)?,
        };
        if host.len() > MAX_HOSTNAME_CHARS {
            return Err(HostnameError::TooLong);
        }
        if is_well_formed(&host) {
            Ok(Self { host: host.into_boxed_str() })
        } else {
            Err(HostnameError::NotAHostname)
        }
    }
}

/// Returns the lowercase form of text that needs no mapping; `None` if UTS-46 has to map it.
fn plain_ascii(text: &str) -> Option<String> {
    let plain =
        text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-'));
    let host = plain.then(|| text.to_ascii_lowercase())?;
    // `xn--` anywhere, not only at the start of a label, so that UTS-46 judges such a host.
    let is_punycode = host.contains('-') && host.contains("xn--");
    (!is_punycode).then_some(host)
}

/// Maps a host by non-transitional UTS-46 with the STD3 rules. The caller checks lengths, because
/// the library's own check does not say which limit was broken.
fn mapped(text: &str) -> Result<String, HostnameError> {
    Uts46::new()
        .to_ascii(text.as_bytes(), AsciiDenyList::STD3, Hyphens::CheckFirstLast, DnsLength::Ignore)
        .map(Cow::into_owned)
        .map_err(|_| HostnameError::NotAHostname)
}

/// Returns whether DNS can carry a host. STD3 still accepts single labels, addresses and labels
/// that it cannot.
fn is_well_formed(host: &str) -> bool {
    let label_is_well_formed = |label: &[u8]| {
        !label.is_empty()
            && label.len() <= MAX_LABEL_BYTES
            && !label.starts_with(b"-")
            && !label.ends_with(b"-")
    };
    // By bytes, because the search of `str::split` costs more than such short labels.
    host.as_bytes().split(|byte| *byte == b'.').all(label_is_well_formed)
        && host
            .rsplit_once('.')
            .is_some_and(|(_, last)| last.bytes().any(|b| b.is_ascii_alphabetic()))
}

/// Returns whether a host is a public suffix of the list's private section: a domain whose owner
/// gives names under it to others. The register lists sites of British charities that are suffixes.
fn is_held_suffix(host: &str) -> bool {
    let is_held = |found: psl::Suffix<'_>| {
        found.typ() == Some(psl::Type::Private) && found.as_bytes().len() == host.len()
    };
    public_suffix::suffix(host).is_some_and(is_held)
}

impl Hostname {
    /// Returns the canonical form, with a leading `www.` where there was one.
    pub fn as_str(&self) -> &str {
        &self.host
    }

    /// Returns the host without one leading `www.`: a host and its `www.` form are the same site
    /// (specification 2.6). The `www.` stays if only a public suffix would remain (`www.co.uk`).
    pub fn site(&self) -> &str {
        match self.host.strip_prefix("www.") {
            Some(rest) if public_suffix::domain(rest).is_some() || is_held_suffix(rest) => rest,
            _ => &self.host,
        }
    }

    /// Returns the registrable domain by the public suffix list, its private section included;
    /// `None` for a public suffix itself.
    pub fn registrable(&self) -> Option<Registrable<'_>> {
        let domain = public_suffix::domain(&self.host)?;
        let name = str::from_utf8(domain.as_bytes()).ok()?;
        let root = name.split_once('.').map_or(name, |(root, _)| root);
        let suffix = name.get(name.len() - domain.suffix().as_bytes().len()..)?;
        let suffix_is_private = domain.suffix().typ() == Some(psl::Type::Private);
        Some(Registrable { name, root, suffix, suffix_is_private })
    }
}

/// The registrable part of a hostname.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registrable<'h> {
    /// The registrable domain, such as `example.co.uk`.
    pub name: &'h str,
    /// Its first label, such as `example`.
    pub root: &'h str,
    /// Its public suffix, such as `co.uk`.
    pub suffix: &'h str,
    /// Whether the suffix is in the list's private section (`github.io`). Anyone can get a name
    /// there, so the root identifies no company.
    pub suffix_is_private: bool,
}

impl Registrable<'_> {
    /// Returns the root with its punycode decoded.
    pub fn unicode_root(&self) -> Cow<'_, str> {
        if self.root.starts_with("xn--") {
            idna::domain_to_unicode(self.root).0.into()
        } else {
            self.root.into()
        }
    }
}

impl fmt::Display for Hostname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn canonical(raw: &str) -> Result<String, HostnameError> {
        raw.parse::<Hostname>().map(|host| host.to_string())
    }

    #[test]
    fn hostnames_are_brought_to_one_form() {
        for (raw, host) in [
            ("bet365.com", "bet365.com"),
            ("WWW.Bet365.com.", "www.bet365.com"),
            ("\u{a0} bet365.com\t\n", "bet365.com"),
            ("bet\u{200b}365.com", "bet365.com"),
            ("bet\u{ad}365.com", "bet365.com"),
            ("ｂｅｔ365.com", "bet365.com"),
            ("bet365。com", "bet365.com"),
            ("bet365.com。", "bet365.com"),
            ("bеt365.com", "xn--bt365-zwe.com"),
            ("XN--BT365-ZWE.com", "xn--bt365-zwe.com"),
            ("straße.example", "xn--strae-oqa.example"),
            ("r3---sn.com", "r3---sn.com"),
            ("co.uk", "co.uk"),
            ("a.b.c.d.example", "a.b.c.d.example"),
        ] {
            assert_eq!(canonical(raw).as_deref(), Ok(host), "{raw:?}");
        }
    }

    #[test]
    fn what_is_no_bare_hostname_is_refused() {
        for raw in [
            "",
            " ",
            ".",
            "..",
            "bet365",
            "localhost",
            "bet_365.com",
            "bet 365.com",
            "-bet.com",
            "bet-.com",
            "a..b",
            ".bet365.com",
            "bet365.com..",
            "https://bet365.com",
            "bet365.com/",
            "bet365.com:443",
            "bet365.com?x",
            "user@bet365.com",
            "1.2.3.4",
            "bet365.123",
            "[::1]",
            "xn--bet365-.com",
            "xn--.com",
            "xn--a.com",
            "bet365.com\0",
            "bet\u{0}365.com",
            "*.bet365.com",
            "a,b.com",
            "bet365.com。。",
        ] {
            assert_eq!(canonical(raw), Err(HostnameError::NotAHostname), "{raw:?}");
        }
    }

    #[test]
    fn the_two_lengths_have_two_reasons() {
        let label = |length: usize| "a".repeat(length);
        let of_length = |length: usize| {
            let labels = format!("{0}.{0}.{0}.", label(63));
            format!("{labels}{}", label(length - labels.len()))
        };
        assert!(canonical(&of_length(253)).is_ok());
        assert!(canonical(&format!("{}.", of_length(253))).is_ok());
        assert_eq!(canonical(&of_length(254)), Err(HostnameError::TooLong));
        assert_eq!(canonical(&label(65_536)), Err(HostnameError::TooLong));
        assert_eq!(canonical(&format!("{}.com", "é".repeat(250))), Err(HostnameError::TooLong));
        assert_eq!(canonical(&format!("{}.com", label(64))), Err(HostnameError::NotAHostname));
        assert!(canonical(&format!("{}.com", label(63))).is_ok());
        let short_only_as_written = vec!["ü".repeat(24); 10].join(".");
        assert!(short_only_as_written.chars().count() <= MAX_HOSTNAME_CHARS);
        assert_eq!(canonical(&short_only_as_written), Err(HostnameError::TooLong));
    }

    #[test]
    fn one_leading_www_is_the_same_site_where_something_registrable_remains() {
        for (host, site) in [
            ("www.bet365.com", "bet365.com"),
            ("bet365.com", "bet365.com"),
            ("www.www.bet365.com", "www.bet365.com"),
            ("www2.bet365.com", "www2.bet365.com"),
            ("www.co.uk", "www.co.uk"),
            ("www.ck", "www.ck"),
            ("www.github.io", "github.io"),
            ("www.weeklylottery.org.uk", "weeklylottery.org.uk"),
            ("www.www.weeklylottery.org.uk", "www.weeklylottery.org.uk"),
            ("www.example.github.io", "example.github.io"),
        ] {
            assert_eq!(host.parse::<Hostname>().unwrap().site(), site);
        }
    }

    #[test]
    fn the_registrable_domain_follows_the_public_suffix_list() {
        for (host, expected) in [
            ("m.bet365.co.uk", Some(("bet365.co.uk", "bet365", "co.uk", false))),
            ("a.b.example", Some(("b.example", "b", "example", false))),
            ("betvictor.github.io", Some(("betvictor.github.io", "betvictor", "github.io", true))),
            ("co.uk", None),
            ("github.io", None),
        ] {
            let host: Hostname = host.parse().unwrap();
            let found = host.registrable().map(|r| (r.name, r.root, r.suffix, r.suffix_is_private));
            assert_eq!(found, expected);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_refused_or_brought_to_a_form_that_stays(raw in "\\PC{0,300}") {
            if let Ok(host) = raw.parse::<Hostname>() {
                prop_assert!(host.as_str().len() <= MAX_HOSTNAME_CHARS);
                prop_assert_eq!(host.as_str().parse::<Hostname>(), Ok(host.clone()));
            }
        }

        #[test]
        fn hosts_in_any_case_and_with_a_final_dot_are_the_same(
            labels in prop::collection::vec("[a-z0-9]{1,12}", 1..4)
        ) {
            let host = format!("{}.example", labels.join("."));
            let written = format!("{}.", host.to_uppercase());
            prop_assert_eq!(canonical(&written), Ok(host));
        }
    }
}
