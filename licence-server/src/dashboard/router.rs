//! Leads a request to its page, or to the page that tells why not.

use askama::Template;
use warp::http::Method;
use warp::http::header::{ALLOW, HeaderValue};

use super::layout::{Layout, page_with};
use super::page_error::PageError;
use super::route::{Access, Route};
use super::visit::Visit;
use super::{assets, guard, headers, pages};
use crate::panics;
use crate::problem::Problem;
use crate::reply::Response;
use crate::request::RequestContext;

/// Answers a request.
pub(super) async fn answer(context: &RequestContext) -> Response {
    let outcome = match panics::catch_panic(answer_or_refuse(context)).await {
        Ok(outcome) => outcome,
        Err(panicked) => Err(Problem::internal(panicked).into()),
    };
    let mut response = outcome.unwrap_or_else(|error| error_page(context, error));
    headers::add(&mut response, context.state().is_dashboard_https());
    response
}

async fn answer_or_refuse(context: &RequestContext) -> Result<Response, PageError> {
    let visit = find_page(context)?;
    if context.method() == Method::POST {
        let own_url = context.state().dashboard_url.as_deref();
        guard::require_same_origin(context.headers(), own_url)?;
    }
    match visit.route.access() {
        Access::Public => {}
    }
    Box::pin(call(&visit)).await
}

/// Returns the page of a path and a method. A path with a trailing slash has none.
fn find_page(context: &RequestContext) -> Result<Visit<'_>, PageError> {
    let path = context.path();
    let found = Route::at_path(path).find(|(route, _)| route.method() == context.method());
    if let Some((route, parameters)) = found {
        return Ok(Visit::new(context, route, parameters));
    }
    match Route::allow_header(path) {
        none if none.is_empty() => Err(PageError::not_found()),
        allow => Err(PageError::method_not_allowed(allow)),
    }
}

async fn call(visit: &Visit<'_>) -> Result<Response, PageError> {
    match visit.route {
        Route::Home => pages::check::form(visit),
        Route::Check => pages::check::by_query(visit).await,
        Route::CheckHost => pages::check::by_host(visit).await,
        Route::Coverage => pages::coverage::show(visit).await,
        Route::Asset => assets::send(visit.context.path(), visit.context.headers()),
        Route::Robots => Ok(pages::robots()),
    }
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    layout: Layout,
    error: &'a PageError,
}

fn error_page(context: &RequestContext, error: PageError) -> Response {
    if let Some(problem) = &error.problem {
        problem.log_cause(context.id());
    }
    let layout = Layout::of_error(context.id(), error.title);
    let page = page_with(error.status, &ErrorPage { layout, error: &error });
    let mut response = page.unwrap_or_else(|_| {
        Problem::internal("a page could not be written").into_response(context.id())
    });
    if let Some(allow) = error.allow.and_then(|allow| HeaderValue::try_from(allow).ok()) {
        response.headers_mut().insert(ALLOW, allow);
    }
    response
}
