//! Leads a request to its page, or to the page that tells why not.

use askama::Template;
use licence_core::member::Role;
use warp::http::Method;
use warp::http::StatusCode;
use warp::http::header::{ALLOW, CACHE_CONTROL, HeaderValue};

use super::layout::{Layout, page_with};
use super::page_error::PageError;
use super::pages::{deliveries, evidence, keys, members, settings, sign_in, watchlist, webhooks};
use super::reply::see_other;
use super::route::{Access, Route};
use super::visit::Visit;
use super::{assets, guard, headers, pages, session};
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
    let mut visit = find_page(context)?;
    if context.method() == Method::POST {
        let own_url = context.state().dashboard_url.as_deref();
        guard::require_same_origin(context.headers(), own_url)?;
    }
    if visit.route == Route::Asset {
        return assets::send(context.path(), context.headers());
    }
    visit.signed_in = session::signed_in(context).await?;
    if let Access::May(permission) = visit.route.access() {
        let Some(signed_in) = &visit.signed_in else { return Ok(lead_to_sign_in(&visit)) };
        if !signed_in.member.role.allows(permission) {
            return Err(role_refusal(signed_in.member.role));
        }
    }
    let mut response = Box::pin(call(&visit)).await?;
    if visit.signed_in.is_some() {
        let private = HeaderValue::from_static("no-store");
        response.headers_mut().insert(CACHE_CONTROL, private);
    }
    Ok(response)
}

/// Leads to the page that says how to sign in; a page comes back to itself from there.
fn lead_to_sign_in(visit: &Visit<'_>) -> Response {
    match *visit.context.method() == Method::GET {
        true => see_other(&format!("/sign-in?next={}", visit.context.path())),
        false => see_other("/sign-in"),
    }
}

fn role_refusal(role: Role) -> PageError {
    let title = "Your role does not allow this";
    let sentence = format!("Your role in this account is {role}. Nothing was changed.");
    PageError::new(StatusCode::FORBIDDEN, title, sentence)
        .hinting("An owner of the account can change your role.")
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
        Route::Asset => Err(PageError::not_found()),
        Route::Robots => Ok(pages::robots()),
        Route::SignIn => sign_in::show(visit),
        Route::ShowLink => sign_in::show_link(visit).await,
        Route::UseLink => sign_in::use_link(visit).await,
        Route::SignOut => sign_in::sign_out(visit).await,
        Route::Overview => pages::overview::show(visit).await,
        Route::BatchForm => pages::batch::form(visit),
        Route::RunBatch => pages::batch::run(visit).await,
        Route::SearchOperators => pages::operators::search(visit).await,
        Route::Operator => pages::operators::show(visit).await,
        Route::Licence => pages::licences::show(visit).await,
        Route::Watchlist => watchlist::list(visit).await,
        Route::Watch => watchlist::add(visit).await,
        Route::Unwatch => watchlist::remove(visit).await,
        Route::Events => pages::events::list(visit).await,
        Route::Webhooks => webhooks::list(visit).await,
        Route::NewWebhook => webhooks::new(visit),
        Route::CreateWebhook => webhooks::create(visit).await,
        Route::Webhook => webhooks::show(visit).await,
        Route::Delivery => deliveries::show(visit).await,
        Route::ResendDelivery => deliveries::resend(visit).await,
        Route::ResendFailed => deliveries::resend_failed(visit).await,
        Route::EndOldSecret => webhooks::end_old_secret(visit).await,
        Route::SavedEvidence => evidence::list(visit).await,
        Route::SaveEvidence => evidence::save(visit).await,
        Route::Evidence => evidence::show(visit).await,
        Route::EvidenceFile => evidence::file(visit).await,
        Route::RevokeEvidence => evidence::revoke(visit).await,
        Route::TestWebhook => webhooks::test(visit).await,
        Route::SetWebhookState => webhooks::change_state(visit).await,
        Route::RotateWebhook => webhooks::rotate(visit).await,
        Route::ConfirmWebhookDeletion => webhooks::confirm_deletion(visit).await,
        Route::DeleteWebhook => webhooks::delete(visit).await,
        Route::Exports => pages::exports::form(visit),
        Route::DownloadExport => pages::exports::download(visit).await,
        Route::Keys => keys::list(visit).await,
        Route::CreateKey => keys::create(visit).await,
        Route::RenameKey => keys::rename(visit).await,
        Route::ConfirmRevocation => keys::confirm_revocation(visit).await,
        Route::RevokeKey => keys::revoke(visit).await,
        Route::Members => members::list(visit).await,
        Route::InviteMember => members::invite(visit).await,
        Route::SetRole => members::set_role(visit).await,
        Route::DisableMember => members::disable(visit).await,
        Route::WithdrawInvitation => members::withdraw(visit).await,
        Route::Audit => pages::audit::list(visit).await,
        Route::Settings => settings::show(visit).await,
        Route::EndSession => settings::end_session(visit).await,
        Route::EndOtherSessions => settings::end_other_sessions(visit).await,
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
