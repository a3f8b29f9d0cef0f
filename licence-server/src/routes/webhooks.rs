//! The webhook endpoints of an account and their deliveries.

use licence_core::audit::Actor;
use licence_core::request::{self, RequestError};
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::DeliveryPage;
use licence_core::webhook::delivery_query::DeliveryQuery;
use licence_core::webhook::endpoint::EndpointChange;
use licence_store::Store;
use warp::http::StatusCode;

use crate::access::Caller;
use crate::problem::Problem;
use crate::reply::{self, ReplyResult};
use crate::request::RequestContext;

/// The longest body. It has room for a URL of 2,048 characters and a description of 500, six bytes
/// of JSON each, and every event several times.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// `POST /v1/webhooks`
pub(crate) async fn create(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let body = context.bytes(MAX_BODY_BYTES).await?;
    let store = acting_store(context, caller);
    let draft = store.webhook_draft(caller.account_id, &body, context.now()).await;
    let draft = draft.map_err(RequestError::from)?;
    let cap = caller.limits.webhook_endpoints;
    let created = store.create_webhook(caller.account_id, draft, cap, context.now()).await;
    match created? {
        Ok(endpoint) => reply::json_once(StatusCode::CREATED, &endpoint),
        Err(full @ RequestError::EndpointQuota(_)) => {
            Err(Problem::from(full).with_plan_tier(caller.plan.as_str()))
        }
        Err(error) => Err(error.into()),
    }
}

/// `GET /v1/webhooks`
pub(crate) async fn list(context: &RequestContext, caller: &Caller) -> ReplyResult {
    context.query()?;
    let account = caller.account_id;
    reply::json(&context.store().webhooks(account).await?)
}

/// `PATCH /v1/webhooks/{id}`
pub(crate) async fn update(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let body = context.bytes(MAX_BODY_BYTES).await?;
    let (store, account) = (acting_store(context, caller), caller.account_id);
    // What is wrong with the body comes before an id that names nothing.
    let id = webhook_id(context);
    let change = match &id {
        Ok(id) => store.webhook_change(account, *id, &body, context.now()).await,
        Err(_) => EndpointChange::from_json(&body, store.url_policy()),
    };
    let change = change.map_err(RequestError::from)?;
    let updated = store.update_webhook(account, id?, change, context.now()).await??;
    reply::json_once(StatusCode::OK, &updated.ok_or_else(|| unknown(context))?)
}

/// `DELETE /v1/webhooks/{id}`
pub(crate) async fn delete(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let (store, id) = (acting_store(context, caller), webhook_id(context)?);
    match store.delete_webhook(caller.account_id, id, context.now()).await? {
        true => Ok(reply::no_content()),
        false => Err(unknown(context).into()),
    }
}

/// `POST /v1/webhooks/{id}/rotate_secret`
pub(crate) async fn rotate_secret(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let (store, id) = (acting_store(context, caller), webhook_id(context)?);
    let rotated = store.rotate_webhook_secret(caller.account_id, id, context.now()).await?;
    reply::json_once(StatusCode::OK, &rotated.ok_or_else(|| unknown(context))?)
}

/// `GET /v1/webhooks/{id}/deliveries`
pub(crate) async fn deliveries(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let query = context.query()?;
    let query = DeliveryQuery::parse(query.value("status")?, query.value("limit")?);
    let query = query.map_err(RequestError::from)?;
    let account = caller.account_id;
    let found = context.store().latest_deliveries(account, webhook_id(context)?, query).await;
    let found = found?.ok_or_else(|| unknown(context))?;
    reply::json(&DeliveryPage { deliveries: found.deliveries })
}

/// `POST /v1/webhooks/{id}/test`
pub(crate) async fn test(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let account = caller.account_id;
    let tested =
        context.store().test_webhook(account, webhook_id(context)?, context.now()).await??;
    reply::json_once(StatusCode::OK, &tested.ok_or_else(|| unknown(context))?.result)
}

/// Returns the store, which records its acts as those of the caller's key.
fn acting_store(context: &RequestContext, caller: &Caller) -> Store {
    context.store().acting_as(caller.key_id.map_or(Actor::Program, Actor::Key))
}

fn webhook_id(context: &RequestContext) -> Result<WebhookId, RequestError> {
    request::webhook_id(&context.segment())
}

fn unknown(context: &RequestContext) -> RequestError {
    RequestError::UnknownWebhook(context.segment().into_owned())
}
