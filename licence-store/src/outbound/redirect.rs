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
mod tests {
    use super::*;

    fn follow(at: &str, location: &str) -> Result<String, String> {
        let to = allowed_target(&at.parse().unwrap(), location);
        to.map(String::from).map_err(|error| error.to_string())
    }

    #[test]
    fn a_redirect_stays_on_its_host() {
        for (at, location, to) in [
            ("https://a.example/x", "/y", "https://a.example/y"),
            ("https://a.example/x/", "y?z", "https://a.example/x/y?z"),
            ("http://a.example/x", "https://a.example/x", "https://a.example/x"),
            ("http://127.0.0.1:1/x", "http://127.0.0.1:2/x", "http://127.0.0.1:2/x"),
            ("https://a.example/x", "https://www.a.example/x", "https://www.a.example/x"),
            ("http://www.a.example/x", "https://a.example/x", "https://a.example/x"),
        ] {
            assert_eq!(follow(at, location), Ok(to.to_owned()));
        }
    }

    #[test]
    fn other_redirects_are_refused_by_rule() {
        for (at, location, rule) in [
            ("https://a.example/x", "https://b.example/x", "it is another host"),
            ("https://a.example/x", "//b.example/x", "it is another host"),
            ("https://a.example/x", "https://login.a.example/x", "it is another host"),
            ("https://a.example/x", "https://www.a.example:8/x", "it is another host"),
            ("http://a.example/x", "http://www.a.example/x", "it is another host"),
            ("https://a.example/x", "http://a.example/x", "it leaves HTTPS"),
            ("https://a.example/x", "file:///etc/passwd", "it is not an http:// or https:// URL"),
            ("https://a.example/x", "", "it is no address"),
            ("https://a.example/x", "https://[", "it is no address"),
        ] {
            let error = follow(at, location).unwrap_err();
            assert!(error.ends_with(rule) && error.starts_with(at), "{error}");
        }
    }

    #[test]
    fn credentials_are_not_shown() {
        let error = follow("https://me:pw@a.example/x", "https://me:pw@b.example/").unwrap_err();
        assert!(!error.contains("pw"), "{error}");
    }
}
