//! The security headers of every page.

use warp::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY,
};

use crate::reply::Response;

/// Pages load style, script and icon from their own origin, and send forms to it alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; form-action 'self'; \
                      base-uri 'none'; frame-ancestors 'none'";
/// Pages use no device. Passkeys are for this origin alone.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), \
                           publickey-credentials-get=(self), publickey-credentials-create=(self)";
const HTTPS_ONLY: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// A page that leads back to a client of the connector. A client may have opened it in a window of its
/// own, which the policy for openers would cut off.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ClientPage {
    /// The form.
    Consent,
    /// The answer, whose address holds a code: no site may see it as the referrer.
    Answer,
}

pub(super) fn add(response: &mut Response, is_https: bool) {
    let client_page = response.extensions().get::<ClientPage>().copied();
    let headers = response.headers_mut();
    let policy = match is_https {
        true => format!("{POLICY}; upgrade-insecure-requests"),
        false => POLICY.to_owned(),
    };
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in
        [("cross-origin-resource-policy", "same-origin"), ("permissions-policy", PERMISSIONS)]
    {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if client_page.is_none() {
        let own = HeaderValue::from_static("same-origin");
        headers.insert(HeaderName::from_static("cross-origin-opener-policy"), own);
    }
    // Under `no-referrer` a form would send `Origin: null`, which the guard refuses.
    let referrer =
        if client_page == Some(ClientPage::Answer) { "no-referrer" } else { "same-origin" };
    headers.insert(REFERRER_POLICY, HeaderValue::from_static(referrer));
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    if is_https {
        headers.insert(STRICT_TRANSPORT_SECURITY, HTTPS_ONLY);
    }
}
