//! Forms that create something carry an id, so that a reload or a double click creates one thing.

use licence_store::{Store, StoreError};
use uuid::Uuid;
use warp::http::StatusCode;

use super::page_error::PageError;
use super::page_request::{PageRequest, filled};
use crate::problem::{Problem, ProblemKind};
use crate::request::Query;

/// The page of a form that was sent already.
pub(super) struct Repeated {
    pub(super) title: &'static str,
    pub(super) sentence: &'static str,
    /// The page to go on at.
    pub(super) path: &'static str,
    pub(super) name: &'static str,
}

/// Returns the store that creates what this form asks for, once. A form without an id has no such
/// protection.
pub(super) fn creating_store(
    page_request: &PageRequest<'_>,
    fields: &Query<'_>,
) -> Result<Store, PageError> {
    let store = page_request.acting_store()?;
    let Some(id) = filled(fields, "form")? else { return Ok(store) };
    let id = Uuid::parse_str(id).map_err(|_| {
        let error = "The form does not carry the id that its page gave it.";
        Problem::new(ProblemKind::InvalidInput, error).hinting("Load the page again.")
    })?;
    Ok(store.creating_with_id(id))
}

impl Repeated {
    /// Returns the page of an error of the store.
    pub(super) fn or(self, error: StoreError) -> PageError {
        match error {
            StoreError::Repeated { .. } => {
                PageError::new(StatusCode::CONFLICT, self.title, self.sentence)
                    .linking(self.path, self.name)
            }
            error => error.into(),
        }
    }
}
