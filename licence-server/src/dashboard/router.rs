//! Routes a request to its page, or to an error page.

use askama::Template;
use licence_core::member::Permission;
use licence_core::session::{IdentityProof, SignedIn};
use warp::http::Method;
use warp::http::StatusCode;
use warp::http::header::{ALLOW, CACHE_CONTROL, HeaderValue, RETRY_AFTER};

use super::layout::{Layout, page_with};
use super::page_error::{PageError, PageResult};
use super::page_request::PageRequest;
use super::reply::see_other;
use super::route::{Access, Route, every_route};
use super::{guard, headers, pages, session};
use crate::allow::allow;
use crate::panics;
use crate::problem::Problem;
use crate::reply::Response;
use crate::request::RequestContext;

pub(super) async fn answer(context: &RequestContext) -> Response {
    let mut signed_in = None;
    let outcome = match panics::catch_panic(answer_or_refuse(context, &mut signed_in)).await {
        Ok(outcome) => outcome,
        Err(panicked) => Err(Problem::internal(panicked).into()),
    };
    let is_signed_in = signed_in.is_some();
    let mut response = outcome.unwrap_or_else(|error| error_page(context, signed_in, error));
    if is_signed_in {
        let private = HeaderValue::from_static("no-store");
        response.headers_mut().insert(CACHE_CONTROL, private);
    }
    headers::add(&mut response, context.state().is_dashboard_https());
    response
}

/// Sets the member of the session, whom the page of an error shows too.
async fn answer_or_refuse(context: &RequestContext, visitor: &mut Option<SignedIn>) -> PageResult {
    let mut page_request = match find_page(context) {
        Ok(page_request) => page_request,
        Err(error) => {
            *visitor = session::signed_in(context).await.ok().flatten();
            return Err(error);
        }
    };
    if context.method() == Method::POST {
        let own_url = context.state().dashboard_url.as_deref();
        guard::require_same_origin(context.headers(), own_url)?;
    }
    if page_request.route == Route::Asset {
        return pages::files::asset(&page_request).await;
    }
    page_request.signed_in = session::signed_in(context).await?;
    visitor.clone_from(&page_request.signed_in);
    if let Some(response) = require_passkey(&mut page_request)? {
        return Ok(response);
    }
    visitor.clone_from(&page_request.signed_in);
    if let Access::May(permission) = page_request.route.access() {
        let Some(signed_in) = &page_request.signed_in else {
            return Ok(lead_to_sign_in(&page_request));
        };
        if !signed_in.member.role.allows(permission) {
            return Err(refuse_role(&page_request, signed_in, permission).await?);
        }
    }
    if page_request.route.needs_database() {
        context.require_database()?;
    }
    Box::pin(call(&page_request)).await
}

/// Leads a member who has to use a passkey, and signed in with a link, to the page that adds one. To
/// the pages for everybody the member is a visitor.
fn require_passkey(page_request: &mut PageRequest<'_>) -> PageResult<Option<Response>> {
    let by_link = |it: &SignedIn| it.proven_by == IdentityProof::Link;
    let is_limited = page_request.context.state().require_passkey
        && page_request.signed_in.as_ref().is_some_and(by_link)
        && !page_request.route.is_open_to_links();
    match (is_limited, page_request.route.access()) {
        (false, _) => Ok(None),
        (true, Access::Public) => {
            page_request.signed_in = None;
            Ok(None)
        }
        (true, Access::May(_)) if page_request.route.method() == Method::GET => {
            Ok(Some(see_other("/settings")))
        }
        (true, Access::May(_)) => Err(PageError::new(
            StatusCode::FORBIDDEN,
            "Use a passkey",
            "You signed in with a link, which may only add a passkey here. Nothing was changed.",
        )
        .linking("/settings", "Add a passkey, or use one of yours")),
    }
}

/// Leads to the page that says how to sign in; a page comes back to itself from there.
fn lead_to_sign_in(page_request: &PageRequest<'_>) -> Response {
    match *page_request.context.method() == Method::GET {
        true => see_other(&Route::leading_back("/sign-in", &page_request.context.path_and_query())),
        false => see_other("/sign-in"),
    }
}

/// Records that the role of a member does not allow a page, and returns the page that says so.
async fn refuse_role(
    page_request: &PageRequest<'_>,
    signed_in: &SignedIn,
    permission: Permission,
) -> PageResult<PageError> {
    let (route, role) = (page_request.route, signed_in.member.role);
    let subject = format!("{} {}", route.method(), route.path());
    let reason = format!("the role {role} does not allow {permission}");
    let (store, account) = (page_request.acting_store()?, signed_in.account.id);
    store.record_role_refusal(account, &subject, &reason, page_request.now).await;
    let title = "Your role does not allow this";
    let sentence = format!("Your role in this account is {role}. Nothing was changed.");
    Ok(PageError::new(StatusCode::FORBIDDEN, title, sentence)
        .with_hint("An owner of the account can change your role."))
}

/// Returns the page of a path and a method. A path with a trailing slash has none.
fn find_page(context: &RequestContext) -> PageResult<PageRequest<'_>> {
    let path = context.path();
    let found = Route::at_path(path).find(|(route, _)| route.method() == context.method());
    if let Some((route, parameters)) = found {
        return Ok(PageRequest::new(context, route, parameters));
    }
    match allow(Route::at_path(path).map(|(route, _)| route.method())) {
        none if none.is_empty() => Err(PageError::not_found()),
        allow => Err(PageError::method_not_allowed(allow)),
    }
}

macro_rules! call {
    (
        $( $(#[$meta:meta])*
        $route:ident: $method:ident $path:literal $access:expr => $page:ident::$handler:ident; )+
    ) => {
        async fn call(page_request: &PageRequest<'_>) -> PageResult {
            match page_request.route {
                $( Route::$route => pages::$page::$handler(page_request).await, )+
            }
        }
    };
}
every_route!(call);

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    layout: Layout,
    error: &'a PageError,
}

fn error_page(context: &RequestContext, signed_in: Option<SignedIn>, error: PageError) -> Response {
    if let Some(problem) = &error.problem {
        problem.log_cause(context.id());
        context.note_outage(problem);
    }
    let layout = Layout::around(context, None, signed_in, error.title.to_owned());
    let page = page_with(error.status, &ErrorPage { layout, error: &error });
    let mut response = page.unwrap_or_else(|_| {
        Problem::internal("a page could not be written").into_response(context.id())
    });
    if let Some(allow) = error.allow.and_then(|allow| HeaderValue::try_from(allow).ok()) {
        response.headers_mut().insert(ALLOW, allow);
    }
    if let Some(seconds) = error.retry_after {
        response.headers_mut().insert(RETRY_AFTER, seconds.get().into());
    }
    response
}
