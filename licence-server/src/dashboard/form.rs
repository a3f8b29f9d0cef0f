//! The fields of a form that was sent by POST.

use warp::http::header::CONTENT_TYPE;

use crate::problem::{Problem, ProblemKind};
use crate::request::{Query, RequestContext};

/// The longest form, but for pasted lists.
const MAX_BYTES: usize = 64 * 1024;

/// A form as it was sent.
pub(super) struct Form(String);

impl Form {
    /// Reads the form of a request.
    pub(super) async fn read(context: &RequestContext) -> Result<Self, Problem> {
        Self::read_up_to(context, MAX_BYTES).await
    }

    /// Reads a form of at most `limit` bytes.
    pub(super) async fn read_up_to(
        context: &RequestContext,
        limit: usize,
    ) -> Result<Self, Problem> {
        let invalid = |error| Problem::new(ProblemKind::InvalidInput, error);
        let media_type = context.headers().get(CONTENT_TYPE).map(|it| it.as_bytes());
        let is_form = |it: &[u8]| it.starts_with(b"application/x-www-form-urlencoded");
        if !media_type.is_none_or(is_form) {
            return Err(invalid("The body is no form: application/x-www-form-urlencoded."));
        }
        let bytes = context.bytes(limit).await?;
        String::from_utf8(bytes).map(Self).map_err(|_| invalid("The form is not UTF-8."))
    }

    /// Returns the fields, decoded.
    pub(super) fn fields(&self) -> Result<Query<'_>, Problem> {
        Query::parse(&self.0)
    }
}
