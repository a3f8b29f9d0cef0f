//! The host in what a person pastes. The API takes bare hostnames only; a front end for people reads
//! the host out of an address that was copied from a browser or a mail, and says so.

use crate::hostname::Hostname;
use crate::text::is_web_address;

/// Returns the host of a URL with or without its scheme, of `host:port`, and of an e-mail address;
/// `None` for every other text, also for one that holds a second address: an answer about one of two
/// sites would pass for one about the other. A scheme other than `http` and `https`, a port beyond
/// 65535 and a backslash make a text no address of a site.
///
/// ```
/// use licence_core::request::host_in;
///
/// assert_eq!(host_in("https://www.bet.example/lobby?x=1").as_deref(), Some("www.bet.example"));
/// assert_eq!(host_in("other.example, info@bet.example"), None);
/// ```
pub fn host_in(text: &str) -> Option<String> {
    let text = without_marks(text);
    let without_scheme = match text.split_once("://") {
        Some((_, rest)) if is_web_address(text) => rest,
        Some(_) => return None,
        None => text.strip_prefix("mailto:").or(text.strip_prefix("//")).unwrap_or(text),
    };
    let path = without_scheme.split(['?', '#']).next()?;
    // Programs disagree on what a backslash ends.
    if text.contains(|c: char| c.is_whitespace() || c == '\\') || path.contains("://") {
        return None;
    }
    let authority = path.split('/').next()?;
    let host = match authority.split_once('@') {
        Some((user, host)) if user.chars().all(is_of_user) => host,
        Some(_) => return None,
        None => authority,
    };
    let host = match host.rsplit_once(':') {
        Some((host, port)) if is_port(port) => host,
        Some(_) => return None,
        None => host,
    };
    host.parse::<Hostname>().is_ok().then(|| host.to_owned())
}

/// Returns a text without the white space and the marks around it that were copied with it.
pub fn without_marks(text: &str) -> &str {
    text.trim().trim_matches(|c| "<>\"'(),;“”„‘’‚«»‹›".contains(c))
}

/// Returns whether a text may follow the colon. A URL may leave its port empty.
fn is_port(text: &str) -> bool {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok();
    text.is_empty() || is_number
}

/// Returns whether a character may come before the `@`. A comma or a bracket separates two addresses.
fn is_of_user(c: char) -> bool {
    c.is_alphanumeric() || "._%+-:".contains(c)
}

#[cfg(test)]
mod tests;
