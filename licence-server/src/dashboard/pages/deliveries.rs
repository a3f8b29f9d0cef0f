//! A delivery: its attempts, and the repetition of a failed one.

use askama::Template;
use licence_core::event::EventId;
use licence_core::member::Permission;
use licence_core::time::Timestamp;
use licence_core::webhook::attempt::{DeliveryDetail, ResendRun};
use licence_store::service::ResendResult;
use warp::http::StatusCode;

use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::dashboard::reply::see_other;
use crate::openapi::webhooks::HEADERS;
use crate::problem::Problem;

#[derive(Template)]
#[template(path = "delivery.html")]
struct DeliveryPage {
    layout: Layout,
    webhook: String,
    detail: DeliveryDetail,
    /// The names of the headers beside the body, and what they say.
    headers: Vec<(&'static str, String)>,
    may_resend: bool,
}

#[derive(Template)]
#[template(path = "resent.html")]
struct ResentPage {
    layout: Layout,
    webhook: String,
    run: ResendRun,
    /// The instant of the form, for the form that continues.
    since: String,
}

/// `GET /webhooks/{id}/deliveries/{event_id}`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let (account, webhook) = page_request.webhook()?;
    let event = page_request.parsed(1)?;
    let found = page_request.store().delivery_attempts(account, webhook, event).await?;
    let detail = found.ok_or_else(PageError::not_found)?;
    page(&DeliveryPage {
        layout: Layout::new(page_request, "Delivery"),
        webhook: webhook.0.to_string(),
        // The sentences are Markdown.
        headers: HEADERS.map(|(name, says)| (name, says.replace('`', ""))).to_vec(),
        may_resend: page_request.may(Permission::ManageWebhooks)
            && detail.delivery.status.is_settled(),
        detail,
    })
}

/// `POST /webhooks/{id}/deliveries/{event_id}/resend`
pub(crate) async fn resend(page_request: &PageRequest<'_>) -> PageResult {
    let (account, webhook) = page_request.webhook()?;
    let (store, event) = (page_request.acting_store()?, page_request.parsed::<EventId>(1)?);
    let resent = store.resend_delivery(account, webhook, event, page_request.now).await?;
    let refused = |sentence: &str| {
        Err(PageError::new(StatusCode::CONFLICT, "The delivery was not repeated", sentence))
    };
    match resent {
        ResendResult::Attempted { .. } => {
            Ok(see_other(&format!("/webhooks/{}/deliveries/{event}", webhook.0)))
        }
        ResendResult::AttemptsRemain => {
            refused("The service still repeats this delivery by itself.")
        }
        ResendResult::EventGone => refused("The event is no longer kept."),
        ResendResult::NoActiveSecret => refused("No secret of the webhook is active."),
        ResendResult::Unknown => Err(PageError::not_found()),
    }
}

/// `POST /webhooks/{id}/resend`: repeats all failed deliveries since a moment, or the next ones.
pub(crate) async fn resend_failed(page_request: &PageRequest<'_>) -> PageResult {
    let fields = page_request.form().await?;
    let since = fields.trimmed("since")?.parse::<Timestamp>();
    let since = since.map_err(|error| Problem::invalid_field("since", error))?;
    let after = fields.parsed("after")?;
    let (account, webhook) = page_request.webhook()?;
    let store = page_request.acting_store()?;
    let now = page_request.now;
    let run = store.resend_failed_deliveries(account, webhook, since, after, now).await?;
    let run = run.ok_or_else(PageError::not_found)?;
    let layout = Layout::new(page_request, "Deliveries repeated");
    page(&ResentPage { layout, webhook: webhook.0.to_string(), run, since: since.to_string() })
}
