//! What is wrong with a form. Its page shows it above the form and at the field, and keeps what was
//! filled in.

use std::fmt;

use askama::Template;
use askama::filters::HtmlSafe;
use warp::http::StatusCode;

use super::page_error::{PageError, hint};
use crate::problem::Problem;

/// The error of a form, if it has one.
#[derive(Default)]
pub(super) struct FormErrors(Option<FormError>);

/// An error, as the top of the form shows it.
#[derive(Template)]
#[template(path = "form_error.html")]
pub(super) struct FormError {
    field: String,
    sentence: String,
    hint: String,
}

impl HtmlSafe for FormError {}

impl FormErrors {
    /// Returns the error for the form of a problem, with the status of its page. What no other input
    /// repairs at once (a failure, or a limit by time) has a page of its own.
    pub(super) fn new(problem: Problem) -> Result<(StatusCode, Self), PageError> {
        let status = problem.status();
        if !status.is_client_error() || status == StatusCode::TOO_MANY_REQUESTS {
            return Err(problem.into());
        }
        let error = FormError {
            field: problem.field().unwrap_or("main").to_owned(),
            sentence: problem.error().to_owned(),
            hint: hint(&problem).unwrap_or_default(),
        };
        Ok((status, Self(Some(error))))
    }

    /// The error, for the top of the form.
    pub(super) fn summary(&self) -> Option<&FormError> {
        self.0.as_ref()
    }

    /// Returns the attributes of a field: marked if the error is about it.
    pub(super) fn at(&self, field: &str) -> FieldMark {
        FieldMark(self.0.as_ref().is_some_and(|error| error.field == field))
    }
}

/// The attributes that mark a field as wrong, or none.
pub(super) struct FieldMark(bool);

impl HtmlSafe for FieldMark {}

impl fmt::Display for FieldMark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { r#" aria-invalid="true" aria-describedby="errors""# } else { "" })
    }
}
