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
mod tests;
