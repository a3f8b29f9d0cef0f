//! One webhook: how its deliveries go, which there are, and its test, with what the receiver answered
//! and how to repeat the request.

use askama::Template;
use licence_core::chart::grouped_number;
use licence_core::event::EventName;
use licence_core::member::Permission;
use licence_core::request::RequestError;
use licence_core::time::Timestamp;
use licence_core::webhook::bodies::TestResult;
use licence_core::webhook::delivery::{Delivery, DeliveryStatus};
use licence_core::webhook::delivery_day::EndpointActivity;
use licence_core::webhook::delivery_query::{DeliveryFilters, DeliveryQuery};
use licence_core::webhook::{curl, signature};

use super::events::older_address;
use super::webhooks::activity;
use crate::dashboard::form::FormErrors;
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::{PageError, PageResult};
use crate::dashboard::page_request::PageRequest;
use crate::problem::Problem;
use crate::request::Query;

/// The filters that the page with older deliveries keeps.
const FILTERS: &[&str] = &["status", "type", "since", "until", "limit"];

#[derive(Template)]
#[template(path = "webhook.html")]
struct EndpointPage {
    layout: Layout,
    row: EndpointActivity,
    /// Until when an old secret signs too.
    old_secret_end: Option<Timestamp>,
    may_change: bool,
    /// The choices of the filters, and whether each is chosen.
    statuses: Vec<(&'static str, bool)>,
    names: Vec<(&'static str, bool)>,
    since: String,
    until: String,
    is_filtered: bool,
    deliveries: Vec<Delivery>,
    older: Option<String>,
    errors: FormErrors,
}

/// `GET /webhooks/{id}`
pub(crate) async fn show(page_request: &PageRequest<'_>) -> PageResult {
    let row = activity(page_request).await?;
    let (query, id) = (page_request.query()?, row.endpoint.id);
    let (wanted, errors) = FormErrors::split(delivery_query(&query))?;
    let (store, account) = (page_request.store(), page_request.account_id()?);
    let (deliveries, older) = match wanted {
        Some(wanted) => {
            let found = store.latest_deliveries(account, id, wanted).await?;
            let found = found.ok_or_else(PageError::not_found)?;
            (found.deliveries, found.older)
        }
        None => (Vec::new(), None),
    };
    let path = page_request.context.path();
    let older = older.map(|event| older_address(path, &query, FILTERS, event));
    let old_secret_end = store.old_secret_end(account, id, page_request.now).await?;
    let (status, name) = (query.filled("status")?, query.filled("type")?);
    let choice = |word: &'static str, chosen: Option<&str>| (word, chosen == Some(word));
    let statuses = DeliveryStatus::ALL.iter().map(|it| choice(it.as_str(), status));
    let shown = EndpointPage {
        layout: Layout::new(page_request, "Webhook"),
        row,
        old_secret_end,
        may_change: page_request.may(Permission::ManageWebhooks),
        statuses: std::iter::once((DeliveryQuery::ALL, false)).chain(statuses).collect(),
        names: EventName::ALL.iter().map(|it| choice(it.as_str(), name)).collect(),
        since: query.trimmed("since")?.to_owned(),
        until: query.trimmed("until")?.to_owned(),
        is_filtered: query.names().next().is_some(),
        deliveries,
        older: older.transpose()?,
        errors,
    };
    page_with(shown.errors.status(), &shown)
}

fn delivery_query(query: &Query<'_>) -> Result<DeliveryQuery, Problem> {
    let filters = DeliveryFilters {
        status: query.filled("status")?,
        event_type: query.filled("type")?,
        since: query.filled("since")?,
        until: query.filled("until")?,
        before: query.filled("before")?,
        limit: query.filled("limit")?,
    };
    Ok(DeliveryQuery::from_filters(&filters).map_err(RequestError::from)?)
}

#[derive(Template)]
#[template(path = "webhook_test.html")]
struct TestPage {
    layout: Layout,
    id: String,
    result: TestResult,
    /// The command that posts the same request.
    command: String,
    /// For how many minutes a receiver accepts its signature.
    minutes: u64,
}

/// `POST /webhooks/{id}/test`
pub(crate) async fn test(page_request: &PageRequest<'_>) -> PageResult {
    let (account, id) = page_request.webhook()?;
    let tested = page_request.store().test_webhook(account, id, page_request.now).await??;
    let test = tested.ok_or_else(PageError::not_found)?;
    page(&TestPage {
        layout: Layout::new(page_request, "Test of a webhook"),
        id: id.0.to_string(),
        command: curl::post_command(&test.url, &test.headers, &test.body),
        minutes: signature::TOLERANCE.as_secs() / 60,
        result: test.result,
    })
}
