//! Signing in by a one-time link, and signing out.
//!
//! Mail scanners and chats open links to preview them, so `GET` shows the link and `POST` uses it.
//! Unknown, used and expired links look alike.

use askama::Template;
use licence_core::invitation::{LinkKind, LinkToken, LinkView};
use licence_store::service::SignInOrigin;
use warp::http::StatusCode;
use warp::http::header::USER_AGENT;

use crate::dashboard::charge;
use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::reply::see_other;
use crate::dashboard::route::Route;
use crate::dashboard::session;
use crate::dashboard::visit::{Visit, filled};
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    layout: Layout,
}

#[derive(Template)]
#[template(path = "link.html")]
struct LinkPage {
    layout: Layout,
    link: LinkView,
    expires: Moment,
}

/// `GET /sign-in`: says how to sign in; leads on who is signed in.
pub(crate) fn show(visit: &Visit<'_>) -> Result<Response, PageError> {
    if visit.signed_in.is_some() {
        let query = visit.query()?;
        return Ok(see_other(own_page(filled(&query, "next")?).unwrap_or("/overview")));
    }
    page(&SignInPage { layout: Layout::new(visit, "Sign in") })
}

/// Returns the path if it leads to a page of ours: a foreign address would make this site vouch for
/// another.
fn own_page(next: Option<&str>) -> Option<&str> {
    let next = next?;
    let path = next.split('?').next()?;
    let is_plain = next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    (is_plain && Route::is_page(path)).then_some(next)
}

/// `GET /link/{token}`
pub(crate) async fn show_link(visit: &Visit<'_>) -> Result<Response, PageError> {
    let token = LinkToken::parse(&visit.parameter(0)).ok_or_else(no_link)?;
    let link = visit.store().show_link(&token, visit.now).await.map_err(Problem::internal)?;
    let link = link.ok_or_else(no_link)?;
    let expires = Moment::ago(link.expires_at, visit.now);
    page(&LinkPage { layout: Layout::new(visit, "Sign in"), link, expires })
}

/// `POST /link/{token}`
pub(crate) async fn use_link(visit: &Visit<'_>) -> Result<Response, PageError> {
    let agent = visit.context.headers().get(USER_AGENT).and_then(|it| it.to_str().ok());
    let from = SignInOrigin {
        user_agent: agent.unwrap_or_default(),
        address: visit.context.client_address(),
    };
    let used = match LinkToken::parse(&visit.parameter(0)) {
        Some(token) => visit.store().use_link(&token, from, visit.now).await,
        None => Ok(None),
    };
    let Some(session) = used.map_err(Problem::internal)? else {
        return Err(charge::failed_sign_in(visit, no_link()).await);
    };
    let mut response = see_other("/overview");
    session::set_cookie(visit.context, &session.token, &mut response);
    Ok(response)
}

/// `POST /sign-out`
pub(crate) async fn sign_out(visit: &Visit<'_>) -> Result<Response, PageError> {
    let member = visit.member()?;
    let (account, id, session) = (member.account.id, member.member.id, member.session_id);
    let ended = visit.acting_store()?.end_session(account, id, session, visit.now).await;
    ended.map_err(Problem::internal)?;
    let mut response = see_other("/");
    session::clear_cookie(visit.context, &mut response);
    Ok(response)
}

fn no_link() -> PageError {
    PageError::new(
        StatusCode::NOT_FOUND,
        "This link does not work",
        "It was used, it expired, or it was not copied whole.",
    )
    .hinting("Ask whoever sent it for a new one.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_ours_are_led_to() {
        for (next, is_ours) in [
            ("/keys", true),
            ("/events?type=license.issued", true),
            ("//other.example", false),
            ("/\\other.example", false),
            ("https://other.example/keys", false),
            ("/nothing", false),
            ("/sign-out", false),
            ("/keys\r\nx: y", false),
            ("", false),
        ] {
            assert_eq!(own_page(Some(next)).is_some(), is_ours, "{next}");
        }
        assert_eq!(own_page(None), None);
    }
}
