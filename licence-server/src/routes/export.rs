//! Whole datasets as a file.

use std::borrow::Cow;
use std::sync::Arc;

use licence_core::account::AccountId;
use licence_core::export::{ExportRequest, file_name};
use licence_core::request::{self, quoted};
use licence_store::{Export, StoreError};
use warp::Reply;
use warp::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName, HeaderValue};

use crate::access::Caller;
use crate::problem::{Problem, ProblemKind};
use crate::reply::{ReplyResult, Response};
use crate::request::{Query, RequestContext};
use crate::transfer::{Transfer, TransferStream};

/// The number of rows, without the header row or the first line.
const ROW_COUNT: HeaderName = HeaderName::from_static("x-export-row-count");
/// How old the rows may be; absent if none of their registers was read yet.
const READ_AT: HeaderName = HeaderName::from_static("x-export-read-at");
/// The `Retry-After` while other exports are running.
const BUSY_SECONDS: u64 = 30;
const PARAMETERS: [&str; 3] = ["format", "jurisdiction", "status"];

/// `GET /v1/export/{dataset}`
///
/// The rows are read from the database while the body is sent; `HEAD` only counts them.
pub(crate) async fn dataset(context: &RequestContext, caller: &Caller) -> ReplyResult {
    let request = parse_request(&context.query()?, &context.segment())?;
    send(context, caller.account_id, &request).await
}

/// Returns the reply with a file, which is written while it is read.
pub(crate) async fn send(
    context: &RequestContext,
    account: AccountId,
    request: &ExportRequest,
) -> ReplyResult {
    let export = context
        .store()
        .export_for(account, request, context.now())
        .await
        .map_err(export_problem)?;
    let mut response = head(request, &export);
    let transfer = Transfer::new(context, export.chunks);
    *response.body_mut() =
        warp::reply::stream(TransferStream(Arc::clone(&transfer))).into_response().into_body();
    // `SentBody` reports the progress to the transfer.
    response.extensions_mut().insert(transfer);
    Ok(response)
}

/// Checks the parameters before the dataset (decisions 3, order of refusals).
fn parse_request(query: &Query<'_>, segment: &str) -> Result<ExportRequest, Problem> {
    refuse_unknown_parameters(query)?;
    let format = request::export_format(query.value("format")?)?;
    let filter = request::export_filter(query.all("jurisdiction"), query.all("status"))?;
    Ok(ExportRequest { dataset: request::dataset(segment)?, format, filter })
}

fn refuse_unknown_parameters(query: &Query<'_>) -> Result<(), Problem> {
    if query.names().any(|name| name == "as_of") {
        let error = "An export shows the present; it takes no as_of.";
        return Err(Problem::new(ProblemKind::AsOfNotSupported, error).in_field("as_of"));
    }
    match query.names().find(|name| !PARAMETERS.contains(name)) {
        None => Ok(()),
        Some(name) => {
            let known = PARAMETERS.join(", ");
            let error = format!("An export has no parameter {}; it has {known}.", quoted(name));
            let field: String = name.chars().take(80).collect();
            Err(Problem::invalid_input(error).in_field(field))
        }
    }
}

fn export_problem(error: StoreError) -> Problem {
    match error {
        StoreError::ExportsBusy { .. } => busy("As many exports are running as the server allows."),
        StoreError::AccountExportsBusy { at_once, .. } => busy(format!(
            "This account has {at_once} exports running, which is as many as one account may."
        )),
        error => Problem::internal(error),
    }
}

fn busy(error: impl Into<Cow<'static, str>>) -> Problem {
    Problem::new(ProblemKind::ServiceOverloaded, error)
        .retry_after(BUSY_SECONDS)
        .suggesting("Try again when an export has ended; this request was not charged.")
}

fn head(request: &ExportRequest, export: &Export) -> Response {
    let name = file_name(request.dataset, request.format, export.generated_at);
    let mut response = Response::default();
    let headers = response.headers_mut();
    let content_type = HeaderValue::from_static(request.format.content_type());
    headers.insert(CONTENT_TYPE, content_type);
    headers.insert(ROW_COUNT, export.row_count.into());
    insert(headers, CONTENT_DISPOSITION, &format!("attachment; filename={name}"));
    if let Some(read_at) = export.read_at {
        insert(headers, READ_AT, &read_at.to_string());
    }
    response
}

/// Inserts a value of words, dates and digits only, which always fits.
fn insert(headers: &mut warp::http::HeaderMap, name: HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests;
