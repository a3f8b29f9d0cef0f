//! The session of a visitor. Every request looks up the member of its cookie again, so an ended session,
//! a disabled member or a lower role takes effect on the next request.

use licence_core::session::{SessionToken, SignedIn};
use warp::http::HeaderMap;
use warp::http::header::{COOKIE, HeaderValue, SET_COOKIE};

use super::page_error::PageResult;
use crate::reply::Response;
use crate::request::RequestContext;

/// The prefix makes browsers refuse the cookie from other hosts and over plain http.
const HTTPS_NAME: &str = "__Host-licence_session";
/// Plain http is served on loopback only, where browsers refuse the prefix.
const HTTP_NAME: &str = "licence_session";

/// Returns the member of the request's session; `None` without a live session.
pub(super) async fn signed_in(context: &RequestContext) -> PageResult<Option<SignedIn>> {
    let name = cookie_name(context.state().is_dashboard_https());
    let Some(token) = token(context.headers(), name) else { return Ok(None) };
    context.require_database()?;
    Ok(context.store().session(&token, context.now()).await?)
}

/// Gives the visitor the cookie of a session; without one, takes the cookie from the visitor.
pub(super) fn set_cookie(
    context: &RequestContext,
    token: Option<&SessionToken>,
    response: &mut Response,
) {
    let (value, more) = token.map_or(("", "; Max-Age=0"), |token| (token.reveal(), ""));
    let is_https = context.state().is_dashboard_https();
    let (name, secure) = (cookie_name(is_https), if is_https { "; Secure" } else { "" });
    let cookie = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{more}");
    if let Ok(mut cookie) = HeaderValue::try_from(cookie) {
        cookie.set_sensitive(true);
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

const fn cookie_name(is_https: bool) -> &'static str {
    if is_https { HTTPS_NAME } else { HTTP_NAME }
}

fn token(headers: &HeaderMap, name: &str) -> Option<SessionToken> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|it| it.split_once('='));
    let (_, value) = pairs.find(|(given, _)| given.trim() == name)?;
    SessionToken::parse(value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_read_from_the_cookie_of_its_name_alone() {
        let token_text = SessionToken::new([7; 32]).reveal().to_owned();
        for (cookies, is_found) in [
            (format!("licence_session={token_text}"), true),
            (format!("a=b; licence_session={token_text}; c=d"), true),
            (format!("__Host-licence_session={token_text}"), false),
            (format!("xlicence_session={token_text}"), false),
            ("licence_session=short".to_owned(), false),
            ("licence_session".to_owned(), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::try_from(&cookies).unwrap());
            assert_eq!(token(&headers, HTTP_NAME).is_some(), is_found, "{cookies}");
        }
    }
}
