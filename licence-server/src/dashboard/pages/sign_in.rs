//! The page to sign in at, signing in by a one-time link, and signing out.
//!
//! Mail scanners and chats open links to preview them, so `GET` shows the link and `POST` uses it.
//! Unknown, used and expired links look alike.

use askama::Template;
use licence_core::invitation::{LinkKind, LinkToken, LinkView};
use licence_core::session::SessionToken;
use licence_store::service::SignInOrigin;
use warp::http::StatusCode;
use warp::http::header::USER_AGENT;

use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::passkey_form::PasskeyForm;
use crate::dashboard::reply::see_other;
use crate::dashboard::route::Route;
use crate::dashboard::session;
use crate::dashboard::sign_in_limit::{self, Step};
use crate::reply::Response;

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage {
    layout: Layout,
    form: Option<PasskeyForm>,
}

#[derive(Template)]
#[template(path = "link.html")]
struct LinkPage {
    layout: Layout,
    link: LinkView,
}

/// `GET /sign-in`: says how to sign in. A member who is signed in is led to the next page.
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let query = page_request.query()?;
    let next = Route::own_page(query.filled("next")?).unwrap_or("/overview");
    if page_request.signed_in.is_some() {
        return Ok(see_other(next));
    }
    let routes = [Route::AskForPasskey, Route::SignInByPasskey];
    let form = PasskeyForm::new(page_request, "get", routes, "Sign in with a passkey", next);
    page(&SignInPage { layout: Layout::new(page_request, "Sign in"), form })
}

/// `GET /link/{token}`
pub(crate) async fn show_link(page_request: &PageRequest<'_>) -> PageResult {
    let token = LinkToken::parse(&page_request.parameter(0)).ok_or_else(no_link)?;
    let link = page_request.store().show_link(&token, page_request.now).await?;
    let link = link.ok_or_else(no_link)?;
    page(&LinkPage { layout: Layout::new(page_request, "Sign in"), link })
}

/// `POST /link/{token}`
pub(crate) async fn use_link(page_request: &PageRequest<'_>) -> PageResult {
    sign_in_limit::count_visitor(page_request, Step::Proof).await?;
    let token = LinkToken::parse(&page_request.parameter(0)).ok_or_else(no_link)?;
    let (store, now) = (page_request.context.recording_store(), page_request.now);
    let link = store.show_link(&token, now).await?;
    if let Some(member) = link.and_then(|link| link.member_id) {
        sign_in_limit::count_member(page_request, member).await?;
    }
    let session = store.use_link(&token, origin(page_request), now).await?.ok_or_else(no_link)?;
    Ok(led_on(page_request, "/overview", &session.token))
}

/// Leads a member to a page, with the cookie of a session.
pub(super) fn led_on(page_request: &PageRequest<'_>, path: &str, token: &SessionToken) -> Response {
    let mut response = see_other(path);
    session::set_cookie(page_request.context, Some(token), &mut response);
    response
}

/// Returns where a visitor signs in from.
pub(super) fn origin<'r>(page_request: &'r PageRequest<'_>) -> SignInOrigin<'r> {
    let agent = page_request.context.headers().get(USER_AGENT).and_then(|it| it.to_str().ok());
    SignInOrigin {
        user_agent: agent.unwrap_or_default(),
        address: page_request.context.client_address(),
        replaces: page_request.signed_in.as_ref(),
    }
}

/// `POST /sign-out`
pub(crate) async fn sign_out(page_request: &PageRequest<'_>) -> PageResult {
    let member = page_request.member()?;
    let (account, id, session) = (member.account.id, member.member.id, member.session_id);
    page_request.acting_store()?.end_session(account, id, session, page_request.now).await?;
    let mut response = see_other("/");
    session::set_cookie(page_request.context, None, &mut response);
    Ok(response)
}

fn no_link() -> PageError {
    PageError::new(
        StatusCode::NOT_FOUND,
        "This link does not work",
        "It was used, it expired, or it was not copied whole.",
    )
    .with_hint("Ask whoever sent it for a new one.")
}
