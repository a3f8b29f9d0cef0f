//! Refuses forms that another site sends in the name of a signed-in visitor.
//!
//! Every recent browser sends the source of a POST: in `Sec-Fetch-Site`, or on plain http in `Origin`. A
//! request without either header comes from a script, which has to use the API.

use warp::http::header::{HOST, HeaderName, ORIGIN};
use warp::http::{HeaderMap, StatusCode, Uri};

use super::page_error::{PageError, PageResult};

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses a POST that a page of this origin did not send. `own_url` is the public address of the
/// dashboard: a proxy may rewrite `Host`, and the origin then differs from it.
pub(super) fn require_same_origin(headers: &HeaderMap, own_url: Option<&str>) -> PageResult<()> {
    let is_own = match (headers.get(SEC_FETCH_SITE), headers.get(ORIGIN)) {
        (Some(site), _) => [&b"same-origin"[..], b"none"].contains(&site.as_bytes()),
        (None, Some(origin)) => {
            let host = headers.get(HOST).and_then(|host| host.to_str().ok());
            origin.to_str().is_ok_and(|origin| is_own_origin(origin, own_url, host))
        }
        (None, None) => false,
    };
    if is_own {
        return Ok(());
    }
    Err(PageError::new(
        StatusCode::FORBIDDEN,
        "This form was not sent from this site",
        "The request did not come from a page of this dashboard, so nothing was changed.",
    )
    .with_hint("Open the page here and send its form again. Programs use the API."))
}

fn is_own_origin(origin: &str, own_url: Option<&str>, host: Option<&str>) -> bool {
    if own_url.is_some_and(|own_url| own_url.eq_ignore_ascii_case(origin)) {
        return true;
    }
    let uri = origin.parse::<Uri>().ok();
    let authority = uri.as_ref().filter(|uri| uri.scheme().is_some()).and_then(Uri::authority);
    match (authority, host) {
        (Some(authority), Some(host)) => authority.as_str().eq_ignore_ascii_case(host),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use warp::http::HeaderValue;

    use super::*;

    #[test]
    fn only_forms_of_this_origin_pass() {
        let own = Some("https://licence.example");
        for (site, origin, host, own_url, passes) in [
            (Some("same-origin"), None, "a.example", None, true),
            (Some("none"), None, "a.example", None, true),
            (Some("same-origin"), Some("https://licence.example"), "backend:8081", own, true),
            (Some("same-site"), None, "a.example", None, false),
            (Some("cross-site"), None, "a.example", None, false),
            (Some("cross-site"), Some("https://licence.example"), "licence.example", own, false),
            (None, Some("http://a.example:8081"), "a.example:8081", None, true),
            (None, Some("https://licence.example"), "backend:8081", own, true),
            (None, Some("https://other.example"), "licence.example", own, false),
            (None, Some("http://a.example"), "a.example:8081", None, false),
            (None, Some("null"), "a.example", own, false),
            (None, Some("a.example"), "a.example", None, false),
            (None, None, "a.example", own, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            for (name, value) in [(SEC_FETCH_SITE, site), (ORIGIN, origin)] {
                if let Some(value) = value {
                    headers.insert(name, HeaderValue::from_static(value));
                }
            }
            let outcome = require_same_origin(&headers, own_url);
            assert_eq!(outcome.is_ok(), passes, "{site:?} {origin:?} {host}");
        }
    }
}
