//! What is wrong with a form that was sent, and the id that lets a form create one thing.

use askama::Template;
use askama::filters::{HtmlSafe, HtmlSafeOutput};
use licence_core::account::label::Label;
use licence_store::{Store, StoreError};
use uuid::Uuid;
use warp::http::StatusCode;

use super::hint::hint;
use super::page_error::{PageError, PageResult};
use super::page_request::PageRequest;
use crate::problem::Problem;
use crate::request::Query;

/// Parses the text of a field as a label, which the page calls by this word.
pub(super) fn parse_label(
    text: &str,
    word: &str,
    field: &'static str,
    hint: &'static str,
) -> Result<Label, Problem> {
    text.parse().map_err(|error| {
        Problem::invalid_input(format!("The {word} does not fit: {error}."))
            .in_field(field)
            .with_hint(hint)
    })
}

/// What is wrong with a form, if something is. Its page shows it above the form and at the field, and
/// keeps what was filled in.
#[derive(Default)]
pub(super) struct FormErrors(Option<FormError>);

/// An error, as the top of the form shows it.
#[derive(Template)]
#[template(path = "form_error.html")]
pub(super) struct FormError {
    status: StatusCode,
    pub(super) field: String,
    pub(super) sentence: String,
    pub(super) hint: String,
}

impl HtmlSafe for FormError {}

impl FormErrors {
    /// Returns the error of a form for a problem. A problem that no other input repairs at once, such as a
    /// failure or a limit by time, has a page of its own.
    pub(super) fn new(problem: Problem) -> PageResult<Self> {
        let status = problem.status();
        if !status.is_client_error() || status == StatusCode::TOO_MANY_REQUESTS {
            return Err(problem.into());
        }
        Ok(Self(Some(FormError {
            status,
            field: problem.field().unwrap_or("main").to_owned(),
            sentence: problem.error().to_owned(),
            hint: hint(&problem).unwrap_or_default(),
        })))
    }

    /// Returns what a form asks for, or else the error that its page shows.
    pub(super) fn split<T>(parsed: Result<T, Problem>) -> PageResult<(Option<T>, Self)> {
        Ok(match parsed {
            Ok(wanted) => (Some(wanted), Self::default()),
            Err(problem) => (None, Self::new(problem)?),
        })
    }

    pub(super) fn status(&self) -> StatusCode {
        self.0.as_ref().map_or(StatusCode::OK, |error| error.status)
    }

    /// Returns the error, for the top of the form.
    pub(super) fn summary(&self) -> Option<&FormError> {
        self.0.as_ref()
    }

    /// Returns the attributes of a field: marked if the error is about it.
    pub(super) fn at(&self, field: &str) -> HtmlSafeOutput<&'static str> {
        let is_wrong = self.0.as_ref().is_some_and(|error| error.field == field);
        let mark = r#" aria-invalid="true" aria-describedby="errors""#;
        HtmlSafeOutput(if is_wrong { mark } else { "" })
    }
}

/// What the page says when a form was sent already. Forms that create something carry an id, so that a
/// reload or a double click creates one thing.
pub(super) struct Repeated {
    pub(super) title: &'static str,
    pub(super) sentence: &'static str,
    pub(super) path: &'static str,
    pub(super) name: &'static str,
}

impl Repeated {
    /// Returns this page for a form that was sent before, and the usual page for any other error.
    pub(super) fn into_page_error(self, error: StoreError) -> PageError {
        match error {
            StoreError::Repeated { .. } => {
                PageError::new(StatusCode::CONFLICT, self.title, self.sentence)
                    .linking(self.path, self.name)
            }
            error => error.into(),
        }
    }
}

/// Returns the store that creates what this form asks for, once. A form without an id has no such
/// protection.
pub(super) fn creating_store(
    page_request: &PageRequest<'_>,
    fields: &Query<'_>,
) -> PageResult<Store> {
    let store = page_request.acting_store()?;
    let Some(id) = fields.filled("form")? else { return Ok(store) };
    let id = Uuid::parse_str(id).map_err(|_| {
        let error = "The form does not carry the id that its page gave it.";
        Problem::invalid_input(error).with_hint("Load the page again.")
    })?;
    Ok(store.creating_with_id(id))
}
