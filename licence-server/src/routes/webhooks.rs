//! The webhook endpoints of an account and their deliveries.

use licence_core::account::plan::Cap;
use licence_core::audit::Actor;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::{DeliveryQuery, DeliveryQueryError};
use licence_core::webhook::endpoint::{
    EndpointChange, EndpointDraft, EndpointInputError, EndpointQuotaExceeded,
};
use licence_core::webhook::url_policy::{UrlError, UrlReason};
use licence_store::Store;
use licence_store::service::{WebhookCreated, WebhookTested, WebhookUpdated};
use warp::http::StatusCode;

use crate::access::Caller;
use crate::problem::{LimitDetails, Problem, ProblemKind};
use crate::reply::{self, Response};
use crate::request::RequestContext;

/// The longest body: a URL of 2,048 characters and a description of 500, each as six bytes of
/// JSON, and every event several times over.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// `POST /v1/webhooks`
pub(crate) async fn create(context: &RequestContext, caller: &Caller) -> Result<Response, Problem> {
    let body = context.bytes(MAX_BODY_BYTES).await?;
    let draft = EndpointDraft::from_json(&body, context.store().url_policy()).map_err(invalid)?;
    let cap = caller.limits.webhook_endpoints;
    let store = acting_store(context, caller);
    let created = store.create_webhook(caller.account_id, draft, cap, context.now()).await;
    match created.map_err(Problem::internal)? {
        WebhookCreated::Created(endpoint) => reply::json_once(StatusCode::CREATED, &endpoint),
        WebhookCreated::Refused(error) => Err(url_problem(error)),
        WebhookCreated::OverCap(full) => Err(quota_problem(full).of_plan(caller.plan.as_str())),
    }
}

/// `GET /v1/webhooks`
pub(crate) async fn list(context: &RequestContext, caller: &Caller) -> Result<Response, Problem> {
    context.query()?;
    let account = caller.account_id;
    reply::json(&context.store().webhooks(account).await.map_err(Problem::internal)?)
}

/// `PATCH /v1/webhooks/{id}`
pub(crate) async fn update(
    context: &RequestContext,
    caller: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let body = context.bytes(MAX_BODY_BYTES).await?;
    let change = EndpointChange::from_json(&body, context.store().url_policy()).map_err(invalid)?;
    let id = id(segment)?;
    let account = caller.account_id;
    let updated =
        acting_store(context, caller).update_webhook(account, id, change, context.now()).await;
    match updated.map_err(Problem::internal)? {
        WebhookUpdated::Updated(endpoint) => reply::json_once(StatusCode::OK, &endpoint),
        WebhookUpdated::Refused(error) => Err(url_problem(error)),
        WebhookUpdated::Unknown => Err(unknown_webhook(segment)),
    }
}

/// `DELETE /v1/webhooks/{id}`
pub(crate) async fn delete(
    context: &RequestContext,
    caller: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let account = caller.account_id;
    let deleted =
        acting_store(context, caller).delete_webhook(account, id(segment)?, context.now()).await;
    match deleted.map_err(Problem::internal)? {
        true => Ok(reply::no_content()),
        false => Err(unknown_webhook(segment)),
    }
}

/// `POST /v1/webhooks/{id}/rotate_secret`
pub(crate) async fn rotate_secret(
    context: &RequestContext,
    caller: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let account = caller.account_id;
    let rotated = acting_store(context, caller)
        .rotate_webhook_secret(account, id(segment)?, context.now())
        .await;
    let rotated = rotated.map_err(Problem::internal)?.ok_or_else(|| unknown_webhook(segment))?;
    reply::json_once(StatusCode::OK, &rotated)
}

/// `GET /v1/webhooks/{id}/deliveries`
pub(crate) async fn deliveries(
    context: &RequestContext,
    caller: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let query = context.query()?;
    let asked = DeliveryQuery::parse(query.one("status")?, query.one("limit")?);
    let asked = asked.map_err(query_problem)?;
    let account = caller.account_id;
    let page = context.store().webhook_deliveries(account, id(segment)?, asked).await;
    reply::json(&page.map_err(Problem::internal)?.ok_or_else(|| unknown_webhook(segment))?)
}

/// `POST /v1/webhooks/{id}/test`
pub(crate) async fn test(
    context: &RequestContext,
    caller: &Caller,
    segment: &str,
) -> Result<Response, Problem> {
    let account = caller.account_id;
    let tested = context.store().test_webhook(account, id(segment)?, context.now()).await;
    match tested.map_err(Problem::internal)? {
        WebhookTested::Tested(result) => reply::json_once(StatusCode::OK, &result),
        WebhookTested::NoActiveSecret => {
            let error = "No secret of the webhook is active, so that nothing can be signed.";
            Err(Problem::new(ProblemKind::NoActiveSecret, error))
        }
        WebhookTested::Unknown => Err(unknown_webhook(segment)),
    }
}

/// The store, whose acts are recorded as those of the caller's key.
fn acting_store(context: &RequestContext, caller: &Caller) -> Store {
    context.store().acting_as(Actor::Key(caller.key_id))
}

fn id(segment: &str) -> Result<WebhookId, Problem> {
    WebhookId::parse(segment).ok_or_else(|| unknown_webhook(segment))
}

/// One of another account is unknown too: its owner alone knows that it is there.
fn unknown_webhook(segment: &str) -> Problem {
    let shown: String = segment.chars().take(64).collect();
    Problem::new(ProblemKind::WebhookNotFound, format!("The account has no webhook {shown:?}."))
}

fn invalid(error: EndpointInputError) -> Problem {
    let field = error.field();
    let problem = match error {
        EndpointInputError::Url(error) => return url_problem(error),
        EndpointInputError::Event(error) => {
            Problem::new(ProblemKind::InvalidEventType, sentence(error))
        }
        error @ (EndpointInputError::NotAnObject | EndpointInputError::Field { .. }) => {
            Problem::new(ProblemKind::InvalidInput, sentence(error)).suggesting(
                "Send a JSON object such as {\"url\": \"https://hooks.example.com/licence\", \
                 \"events\": [\"license.status_changed\"]}.",
            )
        }
    };
    match field {
        Some(field) => problem.in_field(field),
        None => problem,
    }
}

fn url_problem(error: UrlError) -> Problem {
    let kind = match error.reason() {
        UrlReason::InvalidUrl => ProblemKind::InvalidUrl,
        UrlReason::InvalidScheme => ProblemKind::InvalidScheme,
        UrlReason::EmptyHost => ProblemKind::EmptyHost,
        UrlReason::BlockedHostname => ProblemKind::BlockedHostname,
        UrlReason::UnresolvableHost => ProblemKind::UnresolvableHost,
        UrlReason::PrivateIpBlocked => ProblemKind::PrivateIpBlocked,
    };
    Problem::new(kind, sentence(error)).in_field("url")
}

fn query_problem(error: DeliveryQueryError) -> Problem {
    let field = error.field();
    Problem::new(ProblemKind::InvalidInput, sentence(error)).in_field(field).suggesting(
        "Send a status of all, pending, delivered, failed or abandoned, and a limit from 1 to 200.",
    )
}

fn quota_problem(full: EndpointQuotaExceeded) -> Problem {
    let EndpointQuotaExceeded { current_usage, limit } = full;
    let error = format!("The account has {current_usage} of {limit} webhook endpoints.");
    let details = LimitDetails { current_usage, limit: Cap::AtMost(limit), reset_at: None };
    Problem::new(ProblemKind::WebhookQuotaExceeded, error).limited(details)
}

fn sentence(error: impl std::fmt::Display) -> String {
    format!("{error}.")
}
