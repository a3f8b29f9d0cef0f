//! One event: its body, the deliveries that it caused, and its licence as of its time.

use askama::Template;
use licence_core::event::EventSummary;
use licence_core::webhook::delivery::Delivery;
use licence_core::webhook::endpoint::WebhookEndpoint;

use super::deliveries::DeliveryRow;
use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::problem::Problem;
use crate::reply::Response;

#[derive(Template)]
#[template(path = "event.html")]
struct EventPage {
    layout: Layout,
    summary: EventSummary,
    at: Moment,
    licence: Option<LicenceLink>,
    body: String,
    deliveries: Vec<DeliveryOfEvent>,
}

/// The page of a licence as of the time of the event.
struct LicenceLink {
    address: String,
    number: String,
}

/// A delivery with its endpoint.
struct DeliveryOfEvent {
    webhook: String,
    url: String,
    row: DeliveryRow,
}

/// `GET /events/{event_id}`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let (account, id) = (page_request.account_id()?, page_request.parsed(0)?);
    let found = page_request.store().event_detail(account, id).await?;
    let detail = found.ok_or_else(PageError::not_found)?;
    let summary: EventSummary = serde_json::from_str(&detail.body).map_err(Problem::internal)?;
    let row = |(endpoint, delivery): (WebhookEndpoint, Delivery)| DeliveryOfEvent {
        webhook: endpoint.id.0.to_string(),
        url: endpoint.url,
        row: DeliveryRow::new(page_request, &delivery),
    };
    page(&EventPage {
        layout: Layout::new(page_request, "Event"),
        at: Moment::ago(summary.timestamp, page_request.now),
        licence: LicenceLink::new(&summary),
        summary,
        body: detail.body,
        deliveries: detail.deliveries.into_iter().map(row).collect(),
    })
}

impl LicenceLink {
    /// Returns the link; `None` for an event that names no licence.
    fn new(summary: &EventSummary) -> Option<Self> {
        let id = summary.subject.license_id?.0;
        let number = summary.subject.license_number.clone();
        let address = format!("/licences/{id}?as_of={}", summary.timestamp);
        Some(Self { address, number: number.unwrap_or_else(|| id.to_string()) })
    }
}
