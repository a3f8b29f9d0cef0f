//! The webhook endpoints: list, create, test, pause, rotate the secret, delete.

use askama::Template;
use licence_core::event::EventName;
use licence_core::member::Permission;
use licence_core::request::RequestError;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::{DeliveryQuery, TestResult};
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::endpoint::{EndpointChange, EndpointDraft, WebhookEndpoint};
use licence_store::service::{CreateWebhookResult, TestWebhookResult, UpdateWebhookResult};
use serde_json::json;
use warp::http::header::{CACHE_CONTROL, HeaderValue};

use super::deliveries::DeliveryRow;
use crate::app::HoldsSecret;
use crate::dashboard::form::Form;
use crate::dashboard::form_errors::FormErrors;
use crate::dashboard::html::Moment;
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::{PageRequest, filled};
use crate::dashboard::reply::see_other;
use crate::openapi::webhooks::when;
use crate::problem::Problem;
use crate::reply::Response;
use crate::request::Query;

#[derive(Template)]
#[template(path = "webhooks.html")]
struct ListPage {
    layout: Layout,
    limit: String,
    may_change: bool,
    rows: Vec<EndpointRow>,
}

#[derive(Template)]
#[template(path = "webhook_new.html")]
struct NewPage {
    layout: Layout,
    events: Vec<EventChoice>,
    url: String,
    description: String,
    watchlist_only: bool,
    errors: FormErrors,
}

#[derive(Template)]
#[template(path = "webhook.html")]
struct EndpointPage {
    layout: Layout,
    row: EndpointRow,
    may_change: bool,
    /// The statuses to choose from, and whether each is chosen.
    statuses: Vec<(&'static str, bool)>,
    deliveries: Vec<DeliveryRow>,
}

#[derive(Template)]
#[template(path = "webhook_secret.html")]
struct SecretPage<'s> {
    layout: Layout,
    id: String,
    secret: &'s str,
    /// Until when the old secret signs too.
    previous_expires: Option<Moment>,
}

#[derive(Template)]
#[template(path = "webhook_test.html")]
struct TestPage {
    layout: Layout,
    id: String,
    result: TestResult,
}

#[derive(Template)]
#[template(path = "webhook_delete.html")]
struct DeletePage {
    layout: Layout,
    row: EndpointRow,
}

/// An event to choose.
struct EventChoice {
    name: EventName,
    /// When it is sent.
    when: String,
    is_chosen: bool,
}

impl EventChoice {
    /// Returns every event that is sent.
    fn all(is_chosen: impl Fn(EventName) -> bool) -> Vec<Self> {
        let choice = |name: &EventName| Self {
            name: *name,
            // The sentences are Markdown.
            when: when(*name).replace('`', ""),
            is_chosen: is_chosen(*name),
        };
        EventName::ALL.iter().map(choice).collect()
    }
}

/// An endpoint as a list shows it.
struct EndpointRow {
    id: String,
    endpoint: WebhookEndpoint,
    events: String,
    last: Option<Moment>,
}

impl EndpointRow {
    fn new(page_request: &PageRequest<'_>, endpoint: WebhookEndpoint) -> Self {
        let events: Vec<_> = endpoint.events.iter().map(|event| event.as_str()).collect();
        Self {
            id: endpoint.id.0.to_string(),
            events: events.join(", "),
            last: endpoint.last_delivered_at.map(|at| Moment::ago(at, page_request.now)),
            endpoint,
        }
    }
}

/// `GET /webhooks`
pub(crate) async fn list(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let endpoints = endpoints(page_request).await?;
    page(&ListPage {
        layout: Layout::new(page_request, "Webhooks"),
        limit: page_request.limits()?.webhook_endpoints.to_string(),
        may_change: page_request.may(Permission::ManageWebhooks),
        rows: endpoints.into_iter().map(|it| EndpointRow::new(page_request, it)).collect(),
    })
}

/// `GET /webhooks/new`
pub(crate) fn new(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page(&NewPage {
        layout: Layout::new(page_request, "Add a webhook"),
        events: EventChoice::all(|name| Some(&name) == EventName::ALL.first()),
        url: String::new(),
        description: String::new(),
        watchlist_only: true,
        errors: FormErrors::default(),
    })
}

/// Returns the form again, with what is wrong and everything that was filled in.
fn refused_draft(
    page_request: &PageRequest<'_>,
    fields: &Query<'_>,
    error: RequestError,
) -> Result<Response, PageError> {
    let (status, errors) = FormErrors::new(error.into())?;
    let is_chosen = |event: EventName| fields.all("events").any(|it| it == event.as_str());
    let refused = NewPage {
        layout: Layout::new(page_request, "Add a webhook"),
        events: EventChoice::all(is_chosen),
        url: fields.value("url")?.unwrap_or_default().to_owned(),
        description: fields.value("description")?.unwrap_or_default().to_owned(),
        watchlist_only: fields.value("watchlist_only")?.is_some(),
        errors,
    };
    page_with(status, &refused)
}

/// `POST /webhooks`: the form becomes the body that the API reads.
pub(crate) async fn create(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page_request.require_fresh()?;
    let form = Form::read(page_request.context).await?;
    let fields = form.fields()?;
    let events: Vec<&str> = fields.all("events").collect();
    let body = json!({
        "url": fields.value("url")?.unwrap_or_default().trim(),
        "events": events,
        "description": filled(&fields, "description")?,
        "watchlist_only": fields.value("watchlist_only")?.is_some(),
    });
    let store = page_request.acting_store()?;
    let draft = EndpointDraft::from_json(body.to_string().as_bytes(), store.url_policy());
    let draft = match draft {
        Ok(draft) => draft,
        Err(error) => return refused_draft(page_request, &fields, error.into()),
    };
    let (account, cap) =
        (page_request.member()?.account.id, page_request.limits()?.webhook_endpoints);
    let created = store.create_webhook(account, draft, cap, page_request.now).await;
    match created.map_err(Problem::internal)? {
        CreateWebhookResult::Created(endpoint) => {
            let secret = endpoint.secret.as_ref().map(|secret| secret.reveal());
            secret_page(page_request, endpoint.id, secret.unwrap_or_default(), None)
        }
        CreateWebhookResult::Refused(error) => refused_draft(page_request, &fields, error.into()),
        CreateWebhookResult::QuotaExceeded(full) => {
            refused_draft(page_request, &fields, full.into())
        }
    }
}

/// `GET /webhooks/{id}`: the endpoint and its deliveries.
pub(crate) async fn show(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let row = endpoint(page_request).await?;
    let query = page_request.query()?;
    let status = filled(&query, "status")?;
    let wanted = DeliveryQuery::parse(status, filled(&query, "limit")?);
    let wanted = wanted.map_err(|error| Problem::from(RequestError::from(error)))?;
    let account = page_request.member()?.account.id;
    let found = page_request.store().webhook_deliveries(account, row.endpoint.id, wanted).await;
    let found = found.map_err(Problem::internal)?.ok_or_else(PageError::not_found)?;
    page(&EndpointPage {
        layout: Layout::new(page_request, "Webhook"),
        may_change: page_request.may(Permission::ManageWebhooks),
        statuses: statuses(wanted.status),
        deliveries: found.deliveries.iter().map(|it| DeliveryRow::new(page_request, it)).collect(),
        row,
    })
}

fn statuses(chosen: Option<DeliveryStatus>) -> Vec<(&'static str, bool)> {
    let all = std::iter::once((DeliveryQuery::ALL, chosen.is_none()));
    let others = DeliveryStatus::ALL.iter().map(|it| (it.as_str(), chosen == Some(*it)));
    all.chain(others).collect()
}

/// `POST /webhooks/{id}/test`
pub(crate) async fn test(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let (account, id) = (page_request.member()?.account.id, page_request.webhook_id()?);
    let tested = page_request.store().test_webhook(account, id, page_request.now).await;
    match tested.map_err(Problem::internal)? {
        TestWebhookResult::Tested(result) => {
            let layout = Layout::new(page_request, "Test of a webhook");
            page(&TestPage { layout, id: id.0.to_string(), result })
        }
        TestWebhookResult::NoActiveSecret => {
            Err(Problem::from(RequestError::NoActiveSecret).into())
        }
        TestWebhookResult::Unknown => Err(PageError::not_found()),
    }
}

/// `POST /webhooks/{id}/rotate`
pub(crate) async fn rotate(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page_request.require_fresh()?;
    let (account, id) = (page_request.member()?.account.id, page_request.webhook_id()?);
    let rotated =
        page_request.acting_store()?.rotate_webhook_secret(account, id, page_request.now).await;
    let rotated = rotated.map_err(Problem::internal)?.ok_or_else(PageError::not_found)?;
    let previous = rotated.previous_expires_at.map(|at| Moment::ago(at, page_request.now));
    secret_page(page_request, id, rotated.new_secret.reveal(), previous)
}

/// `POST /webhooks/{id}/end-old-secret`
pub(crate) async fn end_old_secret(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    page_request.require_fresh()?;
    let (account, id) = (page_request.member()?.account.id, page_request.webhook_id()?);
    let ended =
        page_request.acting_store()?.end_old_webhook_secret(account, id, page_request.now).await;
    ended.map_err(Problem::internal)?.ok_or_else(PageError::not_found)?;
    Ok(see_other(&format!("/webhooks/{}", id.0)))
}

/// `POST /webhooks/{id}/state`: pauses the endpoint, or goes on with it.
pub(crate) async fn change_state(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let form = Form::read(page_request.context).await?;
    let active = form.fields()?.value("active")? == Some("true");
    let body = json!({ "active": active }).to_string();
    let store = page_request.acting_store()?;
    let change = EndpointChange::from_json(body.as_bytes(), store.url_policy());
    let change = change.map_err(|error| Problem::from(RequestError::from(error)))?;
    let (account, id) = (page_request.member()?.account.id, page_request.webhook_id()?);
    match store
        .update_webhook(account, id, change, page_request.now)
        .await
        .map_err(Problem::internal)?
    {
        UpdateWebhookResult::Updated(_) => Ok(see_other(&format!("/webhooks/{}", id.0))),
        UpdateWebhookResult::Refused(error) => Err(Problem::from(RequestError::from(error)).into()),
        UpdateWebhookResult::Unknown => Err(PageError::not_found()),
    }
}

/// `GET /webhooks/{id}/delete`
pub(crate) async fn confirm_deletion(
    page_request: &PageRequest<'_>,
) -> Result<Response, PageError> {
    let row = endpoint(page_request).await?;
    page(&DeletePage { layout: Layout::new(page_request, "Delete a webhook"), row })
}

/// `POST /webhooks/{id}/delete`
pub(crate) async fn delete(page_request: &PageRequest<'_>) -> Result<Response, PageError> {
    let (account, id) = (page_request.member()?.account.id, page_request.webhook_id()?);
    let deleted = page_request.acting_store()?.delete_webhook(account, id, page_request.now).await;
    match deleted.map_err(Problem::internal)? {
        true => Ok(see_other("/webhooks")),
        false => Err(PageError::not_found()),
    }
}

async fn endpoints(page_request: &PageRequest<'_>) -> Result<Vec<WebhookEndpoint>, PageError> {
    let list = page_request.store().webhooks(page_request.member()?.account.id).await;
    Ok(list.map_err(Problem::internal)?.endpoints)
}

async fn endpoint(page_request: &PageRequest<'_>) -> Result<EndpointRow, PageError> {
    let id = page_request.webhook_id()?;
    let endpoint = endpoints(page_request).await?.into_iter().find(|endpoint| endpoint.id == id);
    endpoint.map(|it| EndpointRow::new(page_request, it)).ok_or_else(PageError::not_found)
}

/// Returns the one page that shows a secret.
fn secret_page(
    page_request: &PageRequest<'_>,
    id: WebhookId,
    secret: &str,
    previous_expires: Option<Moment>,
) -> Result<Response, PageError> {
    let layout = Layout::new(page_request, "The secret of your webhook");
    let mut response =
        page(&SecretPage { layout, id: id.0.to_string(), secret, previous_expires })?;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.extensions_mut().insert(HoldsSecret);
    Ok(response)
}
