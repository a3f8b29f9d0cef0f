//! Where a code may be sent: the redirect addresses of a client.

use thiserror::Error;
use url::{Url, form_urlencoded};

use crate::network::is_loopback;
use crate::text::quoted;

/// The most characters of a redirect address.
pub const MAX_REDIRECT_CHARS: usize = 2_000;

/// Schemes that a browser runs or reads itself, so that a code would reach a page and no program.
const FORBIDDEN_SCHEMES: [&str; 17] = [
    "about",
    "blob",
    "chrome",
    "chrome-extension",
    "data",
    "feed",
    "file",
    "filesystem",
    "ftp",
    "jar",
    "javascript",
    "moz-extension",
    "resource",
    "vbscript",
    "view-source",
    "ws",
    "wss",
];

/// Why an address cannot be a redirect address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the redirect address {address} {fault}")]
pub struct InvalidRedirect {
    address: String,
    fault: &'static str,
}

/// Checks a redirect address that a client registers.
///
/// ```
/// use licence_core::oauth::redirect::check_redirect;
///
/// check_redirect("https://claude.ai/api/mcp/auth_callback")?;
/// check_redirect("cursor://anysphere.cursor-mcp/oauth/callback")?;
/// assert!(check_redirect("http://a.example/callback").is_err());
/// # Ok::<(), licence_core::oauth::redirect::InvalidRedirect>(())
/// ```
///
/// # Errors
/// [`InvalidRedirect`] names what is wrong.
pub fn check_redirect(address: &str) -> Result<(), InvalidRedirect> {
    let fault = redirect_fault(address);
    fault.map_or(Ok(()), |fault| Err(InvalidRedirect { address: quoted(address), fault }))
}

fn redirect_fault(address: &str) -> Option<&'static str> {
    if address.len() > MAX_REDIRECT_CHARS {
        return Some("has more than 2,000 characters");
    }
    if !address.bytes().all(|byte| byte.is_ascii_graphic())
        || address.contains(['\\', '"', '<', '>'])
    {
        return Some("holds a character that an address encodes");
    }
    let Ok(url) = Url::parse(address) else { return Some("is no absolute address") };
    if address.contains('#') {
        return Some("has a fragment");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Some("names a user");
    }
    // What reads an address, such as the page of consent, need not know other spellings.
    let is_plain = |it: &str| address.strip_prefix(it).is_some_and(|rest| !rest.starts_with('/'));
    match url.scheme() {
        "https" if !is_plain("https://") => Some("does not begin with https:// and a host"),
        "http" if !is_plain("http://") => Some("does not begin with http:// and a host"),
        "https" => None,
        "http" if is_loopback(&url) => None,
        "http" => Some("is http beyond this computer; it needs https"),
        scheme if FORBIDDEN_SCHEMES.contains(&scheme) => {
            Some("has a scheme that no program handles")
        }
        _ => None,
    }
}

/// Returns whether a requested address is one that the client stated: the same text. Only the port of
/// a program on this computer may differ, because it opens any free port (RFC 8252).
///
/// ```
/// use licence_core::oauth::redirect::redirect_matches;
///
/// assert!(redirect_matches("http://localhost/callback", "http://localhost:50123/callback"));
/// assert!(!redirect_matches("https://a.example/callback", "https://a.example:8443/callback"));
/// ```
pub fn redirect_matches(stated: &str, requested: &str) -> bool {
    let same_program = || Some(loopback_parts(stated)? == loopback_parts(requested)?);
    stated == requested || same_program().unwrap_or(false)
}

/// Returns host and path of an address of this computer, without its port.
fn loopback_parts(address: &str) -> Option<(&str, &str)> {
    let rest = address.strip_prefix("http://")?;
    let host = ["127.0.0.1", "[::1]", "localhost"].into_iter().find(|it| rest.starts_with(it))?;
    let rest = &rest[host.len()..];
    let Some(port_and_path) = rest.strip_prefix(':') else {
        return (rest.is_empty() || rest.starts_with(['/', '?'])).then_some((host, rest));
    };
    let end = port_and_path.find(['/', '?']).unwrap_or(port_and_path.len());
    let (port, path) = port_and_path.split_at(end);
    let is_port = port.bytes().all(|it| it.is_ascii_digit()) && port.parse::<u16>().is_ok();
    is_port.then_some((host, path))
}

/// Returns for the member where the answer goes: the host of the address, or a program.
pub fn destination(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if url.scheme() == "http" => "a program on this computer".to_owned(),
        Ok(url) if url.scheme() == "https" => url.host_str().unwrap_or_default().to_owned(),
        Ok(url) => format!("the program on this computer that opens {}: addresses", url.scheme()),
        Err(_) => quoted(address),
    }
}

/// Returns a redirect address with the parameters of an answer added to its own.
pub fn with_parameters(address: &str, parameters: &[(&str, &str)]) -> String {
    let mut answer = address.to_owned();
    if !answer.contains('?') {
        answer.push('?');
    }
    // The first parameter follows `?` and `&` at once, and `&` separates it from others.
    let start = if answer.ends_with(['?', '&']) { answer.len() } else { 0 };
    form_urlencoded::Serializer::for_suffix(answer, start).extend_pairs(parameters).finish()
}

#[cfg(test)]
mod tests;
