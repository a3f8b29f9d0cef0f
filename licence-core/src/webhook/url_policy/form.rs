//! The form of a webhook's URL. A URL that two parsers could read differently is refused, because
//! it is judged here and requested by another library.

use url::{Host, ParseError, Url};

use super::error::UrlError;
use crate::text::quoted;

/// The longest URL, in characters (specification 8).
pub const MAX_URL_CHARS: usize = 2048;

const MAX_NAME_BYTES: usize = 253;
const MAX_LABEL_BYTES: usize = 63;

/// Parses an absolute `https` or `http` URL whose host is an address or a name that DNS can carry.
/// [`super::UrlPolicy`] decides whether http is permitted.
pub(super) fn parse(text: &str) -> Result<Url, UrlError> {
    let invalid = |problem| UrlError::Invalid { url: quoted(text), problem };
    if text.chars().count() > MAX_URL_CHARS {
        return Err(invalid("it is longer than 2048 characters"));
    }
    // The parser would drop some of these, and so hide what follows them.
    if text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\') {
        return Err(invalid("it has spaces, control characters or backslashes"));
    }
    let (scheme, rest) = text.split_once(':').ok_or_else(|| invalid("it has no scheme"))?;
    if !is_scheme(scheme) {
        return Err(invalid("it has no scheme"));
    }
    if !["https", "http"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) {
        return Err(UrlError::Scheme(quoted(text)));
    }
    let rest = rest.strip_prefix("//").ok_or_else(|| invalid("its scheme is followed by //"))?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() {
        return Err(UrlError::EmptyHost(quoted(text)));
    }
    if authority.contains('@') {
        return Err(invalid("it has a user name; deliveries are signed instead"));
    }
    let url = Url::parse(text).map_err(|error| match error {
        ParseError::EmptyHost => UrlError::EmptyHost(quoted(text)),
        ParseError::InvalidPort => invalid("its port is no number up to 65535"),
        _ => invalid("its host is neither a name nor an address"),
    })?;
    match url.host() {
        None => Err(UrlError::EmptyHost(quoted(text))),
        Some(Host::Domain(name)) if !is_name(name) => {
            Err(invalid("its host is no name of the DNS"))
        }
        Some(_) => Ok(url),
    }
}

fn is_scheme(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(plain)
}

/// Returns whether DNS can carry a name. The URL parser accepts empty labels, and lengths and
/// characters that DNS does not.
fn is_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let is_label =
        |label: &str| (1..=MAX_LABEL_BYTES).contains(&label.len()) && label.bytes().all(plain);
    name.len() <= MAX_NAME_BYTES && name.split('.').all(is_label)
}
