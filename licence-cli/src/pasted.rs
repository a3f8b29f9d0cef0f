//! What a user pastes at the terminal: a host, a URL, an e-mail address or a licence number.
//!
//! The API takes bare hostnames only. A person copies an address from a browser or a mail, so the
//! terminal reads the host out of it and says so.

use std::borrow::Cow;

use licence_core::check::MAX_LICENCE_NUMBER_CHARS;
use licence_core::hostname::Hostname;
use licence_core::jurisdiction::JurisdictionCode;

use crate::notes;
use crate::service::CheckRequest;
use licence_core::request::{host_in, is_dash, quoted, without_marks};

/// What a pasted text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pasted<'t> {
    /// A hostname, as pasted.
    Host(&'t str),
    /// The host of a URL or an e-mail address.
    HostIn(String),
    /// A licence number or a UKGC account number.
    LicenceNumber(&'t str),
    /// None of these.
    Unknown,
}

impl<'t> Pasted<'t> {
    /// Parses a text. A hostname comes first, then a URL or an e-mail address, then a number.
    pub(crate) fn parse(text: &'t str) -> Self {
        let inner = without_marks(text);
        // Typographic quotation marks would be letters of a host.
        if inner == text.trim() && text.parse::<Hostname>().is_ok() {
            return Self::Host(text);
        }
        if let Some(host) = host_in(text) {
            Self::HostIn(host)
        } else if is_number(inner) || is_own_reference(inner) {
            Self::LicenceNumber(inner)
        } else {
            Self::Unknown
        }
    }

    /// Returns the host to check: the one named, else the text itself, which the API refuses.
    pub(crate) fn host(&self, text: &'t str) -> Cow<'t, str> {
        match self {
            Self::HostIn(host) => Cow::Owned(host.clone()),
            Self::Host(_) | Self::LicenceNumber(_) | Self::Unknown => Cow::Borrowed(text),
        }
    }

    /// Returns what to check: the number or host, else the text itself, which the API refuses.
    pub(crate) fn request<'a>(&'a self, text: &'a str) -> CheckRequest<'a> {
        match self {
            Self::LicenceNumber(number) => CheckRequest::LicenceNumber(number),
            Self::HostIn(host) => CheckRequest::Domain(host),
            Self::Host(_) | Self::Unknown => CheckRequest::Domain(text),
        }
    }

    /// Prints which host was read out of the text, if one was.
    pub(crate) fn announce(&self, text: &str) {
        if let Self::HostIn(host) = self {
            notes::note(format_args!("{} is read as the host {host}", quoted(text)));
        }
    }
}

/// A brand with a number in its name has fewer.
const MIN_DIGITS_BETWEEN_SPACES: usize = 5;

/// Returns whether a text has the form of a licence number: digits in parts that `-` or `/`
/// separates, or digits alone. A space separates the parts where there are enough digits: `bet 365`
/// is none.
fn is_number(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | ' ') || is_dash(c);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let has_parts = text.chars().any(|c| matches!(c, '-' | '/') || is_dash(c))
        || (text.contains(' ') && digits >= MIN_DIGITS_BETWEEN_SPACES);
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.chars().count() <= MAX_LICENCE_NUMBER_CHARS
        && text.chars().all(is_part)
        && text.chars().any(|c| c.is_ascii_digit())
        && (has_parts || is_digits)
}

/// Returns whether a text has the form of the reference that this service gives a licence whose
/// regulator publishes no number (`KH-APNGVBNT`). It may have no digit.
fn is_own_reference(text: &str) -> bool {
    let Some((code, reference)) = text.split_once('-') else { return false };
    let code = JurisdictionCode::from_any_case(code);
    code.is_some_and(JurisdictionCode::license_reference_is_ours)
        && reference.len() == 8
        && reference.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests;
