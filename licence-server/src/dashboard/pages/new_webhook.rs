//! The form of a new webhook.

use askama::Template;
use licence_core::event::EventName;
use licence_core::request::RequestError;
use serde_json::json;
use uuid::Uuid;

use super::webhooks::secret_page;
use crate::dashboard::form::{FormErrors, Repeated, creating_store};
use crate::dashboard::layout::{Layout, page, page_with};
use crate::dashboard::page_error::PageResult;
use crate::dashboard::page_request::PageRequest;
use crate::openapi::webhooks::{sample_body, when};
use crate::request::Query;

#[derive(Template)]
#[template(path = "webhook_new.html")]
struct NewPage {
    layout: Layout,
    form_id: Uuid,
    events: Vec<EventChoice>,
    url: String,
    description: String,
    watchlist_only: bool,
    errors: FormErrors,
}

struct EventChoice {
    name: EventName,
    when: String,
    /// A body as an example; `None` if the event is never sent.
    sample: Option<String>,
    is_chosen: bool,
}

impl EventChoice {
    /// Returns every event that is sent.
    fn all(is_chosen: impl Fn(EventName) -> bool) -> Vec<Self> {
        let choice = |name: &EventName| Self {
            name: *name,
            // The sentences are Markdown.
            when: when(*name).replace('`', ""),
            sample: sample_body(*name),
            is_chosen: is_chosen(*name),
        };
        EventName::ALL.iter().map(choice).collect()
    }
}

/// `GET /webhooks/new`
pub(crate) async fn form(page_request: &PageRequest<'_>) -> PageResult {
    page(&NewPage {
        layout: Layout::new(page_request, "Add a webhook"),
        form_id: page_request.store().new_form_id(),
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
) -> PageResult {
    let errors = FormErrors::new(error.into())?;
    let is_chosen = |event: EventName| fields.all("events").any(|it| it == event.as_str());
    let refused = NewPage {
        layout: Layout::new(page_request, "Add a webhook"),
        form_id: page_request.store().new_form_id(),
        events: EventChoice::all(is_chosen),
        url: fields.text("url")?.to_owned(),
        description: fields.text("description")?.to_owned(),
        watchlist_only: fields.value("watchlist_only")?.is_some(),
        errors,
    };
    page_with(refused.errors.status(), &refused)
}

const REPEATED: Repeated = Repeated {
    title: "This webhook was made already",
    sentence: "Its secret is shown only once. Without a copy of it, rotate the secret.",
    path: "/webhooks",
    name: "The webhooks of the account",
};

/// `POST /webhooks`: the form becomes the body that the API reads.
pub(crate) async fn create(page_request: &PageRequest<'_>) -> PageResult {
    page_request.require_fresh()?;
    let fields = page_request.form().await?;
    let events: Vec<&str> = fields.all("events").collect();
    let body = json!({
        "url": fields.text("url")?.trim(),
        "events": events,
        "description": fields.filled("description")?,
        "watchlist_only": fields.value("watchlist_only")?.is_some(),
    });
    let (store, account) = (creating_store(page_request, &fields)?, page_request.account_id()?);
    let draft = store.webhook_draft(account, body.to_string().as_bytes(), page_request.now).await;
    let draft = match draft {
        Ok(draft) => draft,
        Err(error) => return refused_draft(page_request, &fields, error.into()),
    };
    let cap = page_request.limits()?.webhook_endpoints;
    let created = store.create_webhook(account, draft, cap, page_request.now).await;
    match created.map_err(|error| REPEATED.into_page_error(error))? {
        Ok(endpoint) => {
            let secret = endpoint.secret.as_ref().map(|secret| secret.reveal());
            secret_page(page_request, endpoint.id, secret.unwrap_or_default(), None)
        }
        Err(error) => refused_draft(page_request, &fields, error),
    }
}
