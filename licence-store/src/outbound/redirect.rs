//! Decides which redirects are followed.

use reqwest::Response;
use reqwest::header::LOCATION;
use url::Url;

use super::DownloadError;
use super::error::redact_url;

/// Returns where an answer redirects to; `None` if it does not. A redirect must not leave the host or
/// HTTPS.
pub(super) fn target(at: &Url, response: &Response) -> Result<Option<Url>, DownloadError> {
    if !matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    let location = response.headers().get(LOCATION).map(|value| value.as_bytes());
    let location = String::from_utf8_lossy(location.unwrap_or_default()).into_owned();
    allowed_target(at, &location).map(Some)
}

/// Returns the address that a redirect names, unless the rules refuse it.
fn allowed_target(at: &Url, location: &str) -> Result<Url, DownloadError> {
    let refused = |to: &str, rule| {
        let (url, to) = (redact_url(at), crate::connect::without_password(to));
        Err(DownloadError::RedirectRefused { url, to, rule })
    };
    let to = match at.join(location) {
        Ok(to) if !location.is_empty() => to,
        _ => return refused(location, "it is no address"),
    };
    match (at.scheme(), to.scheme()) {
        ("https", "http") => refused(to.as_str(), "it leaves HTTPS"),
        (_, "http" | "https") if is_same_site(at, &to) => Ok(to),
        (_, "http" | "https") => refused(to.as_str(), "it is another host"),
        _ => refused(to.as_str(), "it is not an http:// or https:// URL"),
    }
}

/// Returns whether both are the same host; over HTTPS also with or without `www.`.
fn is_same_site(at: &Url, to: &Url) -> bool {
    let (Some(from), Some(host)) = (at.host_str(), to.host_str()) else { return false };
    let bare = |host: &str| host.strip_prefix("www.").unwrap_or(host).to_owned();
    from == host || (to.scheme() == "https" && to.port().is_none() && bare(from) == bare(host))
}

#[cfg(test)]
mod tests;
