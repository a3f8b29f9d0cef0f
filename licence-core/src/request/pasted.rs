//! The host in what a person pastes. The API takes bare hostnames only; a front end for people reads
//! the host out of an address that was copied from a browser or a mail, and says so.

use crate::hostname::Hostname;

/// Returns the host of a URL with or without its scheme, of `host:port`, and of an e-mail address;
/// `None` for every other text.
///
/// ```
/// use licence_core::request::host_in;
///
/// assert_eq!(host_in("https://www.bet.example/lobby?x=1").as_deref(), Some("www.bet.example"));
/// assert_eq!(host_in("not a host"), None);
/// ```
pub fn host_in(text: &str) -> Option<String> {
    let text = without_marks(text);
    let without_scheme = match text.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => rest,
        Some(_) => return None,
        None => text.strip_prefix("mailto:").unwrap_or(text),
    };
    let authority = without_scheme.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    let host = match host.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        Some(_) => return None,
        None => host,
    };
    host.parse::<Hostname>().is_ok().then(|| host.to_owned())
}

/// Returns a text without the white space and the marks around it that were copied with it.
pub fn without_marks(text: &str) -> &str {
    text.trim().trim_matches(['<', '>', '"', '\'', '(', ')', ',', ';'])
}

fn is_scheme(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
