//! The webhook endpoints: list, pause, rotate the secret, delete.

use askama::Template;
use licence_core::account::plan::Cap;
use licence_core::chart::grouped_number;
use licence_core::member::Permission;
use licence_core::request::RequestError;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery_day::EndpointActivity;
use licence_core::webhook::endpoint::{EndpointChange, WebhookEndpoint};
use serde_json::json;

use crate::app::holding_secret;
use crate::dashboard::html::used_of_cap;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::{see_other, see_other_if};
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "webhooks.html")]
struct ListPage {
    layout: Layout,
    limit: Cap,
    /// `1 of 5`
    used: String,
    may_change: bool,
    rows: Vec<EndpointActivity>,
}

#[derive(Template)]
#[template(path = "webhook_secret.html")]
struct SecretPage<'s> {
    layout: Layout,
    id: String,
    secret: &'s str,
    /// Until when the old secret signs too.
    previous_expires: Option<Timestamp>,
}

#[derive(Template)]
#[template(path = "webhook_delete.html")]
struct DeletePage {
    layout: Layout,
    endpoint: WebhookEndpoint,
}

/// `GET /webhooks`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> PageResult {
    let (account, now) = (page_request.account_id()?, page_request.now);
    let role = page_request.member()?.member.role;
    let rows = page_request.store().webhook_activity(account, now).await?.into_iter();
    let rows: Vec<_> = rows.map(|row| row.visible_to(role)).collect();
    let limit = page_request.limits()?.webhook_endpoints;
    page(&ListPage {
        layout: Layout::new(page_request, "Webhooks"),
        used: used_of_cap(rows.len() as u64, limit),
        limit,
        may_change: page_request.may(Permission::ManageWebhooks),
        rows,
    })
}

/// `POST /webhooks/{id}/rotate`
pub(crate) async fn rotate(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let (account, id) = page_request.webhook()?;
    let store = page_request.acting_store()?;
    let rotated = store.rotate_webhook_secret(account, id, page_request.now).await?;
    let rotated = rotated.ok_or_else(PageError::not_found)?;
    let secret = rotated.new_secret.reveal();
    secret_page(page_request, id, secret, rotated.previous_expires_at)
}

/// `POST /webhooks/{id}/end-old-secret`
pub(crate) async fn end_old_secret(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let (account, id) = page_request.webhook()?;
    let store = page_request.acting_store()?;
    let ended = store.end_old_webhook_secret(account, id, page_request.now).await?;
    see_other_if(ended.is_some(), &format!("/webhooks/{}", id.0))
}

/// `POST /webhooks/{id}/state`: pauses or resumes the endpoint.
pub(crate) async fn change_state(page_request: &PageRequest<'_>) -> PageResult {
    let active = match page_request.form().await?.value("active")? {
        Some("true") => true,
        Some("false") => false,
        _ => {
            let error = "active is neither true nor false. Nothing was changed.";
            return Err(Problem::invalid_input(error).in_field("active").into());
        }
    };
    let body = json!({ "active": active }).to_string();
    let store = page_request.acting_store()?;
    let change = EndpointChange::from_json(body.as_bytes(), store.url_policy());
    let change = change.map_err(RequestError::from)?;
    let (account, id) = page_request.webhook()?;
    let updated = store.update_webhook(account, id, change, page_request.now).await??;
    updated.ok_or_else(PageError::not_found)?;
    Ok(see_other(&format!("/webhooks/{}", id.0)))
}

/// `GET /webhooks/{id}/delete`
pub(crate) async fn confirm_deletion(page_request: &PageRequest<'_>) -> PageResult {
    let endpoint = activity(page_request).await?.endpoint;
    page(&DeletePage { layout: Layout::new(page_request, "Delete a webhook"), endpoint })
}

/// `POST /webhooks/{id}/delete`
pub(crate) async fn delete(page_request: &PageRequest<'_>) -> PageResult {
    let (account, id) = page_request.webhook()?;
    let store = page_request.acting_store()?;
    see_other_if(store.delete_webhook(account, id, page_request.now).await?, "/webhooks")
}

/// Returns the endpoint of the path as the member sees it, with its deliveries of the last day.
pub(super) async fn activity(page_request: &PageRequest<'_>) -> PageResult<EndpointActivity> {
    let (account, id) = page_request.webhook()?;
    let found = page_request.store().webhook_activity_of(account, id, page_request.now).await?;
    let role = page_request.member()?.member.role;
    Ok(found.ok_or_else(PageError::not_found)?.visible_to(role))
}

pub(super) fn secret_page(
    page_request: &PageRequest<'_>,
    id: WebhookId,
    secret: &str,
    previous_expires: Option<Timestamp>,
) -> PageResult {
    let layout = Layout::new(page_request, "The secret of your webhook");
    let response = page(&SecretPage { layout, id: id.0.to_string(), secret, previous_expires })?;
    Ok(holding_secret(response))
}
