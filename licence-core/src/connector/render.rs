//! From a body of the API to the answer of a tool: a text to read, and structured content.

use serde::de::DeserializeOwned;
use thiserror::Error;

use super::call::ToolCall;
use super::clean::{clean_body, is_clean_body};
use super::draft::ToolAnswer;
use super::{answer, records, rows};
use crate::request::{self, RequestError};
use crate::time::Timestamp;

/// Why a body cannot be rendered.
///
/// Exhaustive, because a front end tells the caller's fault from the service's.
#[derive(Debug, Error)]
pub enum RenderError {
    /// The body is not of a form that this version knows.
    #[error("the answer is not of a form that this version knows: {0}")]
    Body(#[from] serde_json::Error),
    /// An argument breaks a rule of the API.
    #[error(transparent)]
    Request(#[from] RequestError),
}

/// Returns the answer of a call from the body that the API gives to it. `extra` is the body of the
/// second question where a call has one: the actions of an operator, the history of a licence, the
/// best licences of the operators found ([`best_licences`](crate::lookup::best_licences) by their
/// ids, absent if nobody knows them), the addition to the watchlist (absent if the operator was on
/// it already), and the summary of the watchlist, before a removal. `dashboard` is the address of
/// the dashboard, if there is one. `now` decides whether an expiry date has passed.
///
/// # Errors
/// [`RenderError`] when a body is unknown, or when the code of a register is.
pub fn render(
    call: &ToolCall,
    body: &[u8],
    extra: Option<&[u8]>,
    dashboard: Option<&str>,
    now: Timestamp,
) -> Result<ToolAnswer, RenderError> {
    let draft = match call {
        ToolCall::CheckDomain { is_full, .. } | ToolCall::CheckLicenceNumber { is_full, .. } => {
            let full = is_full.then(|| serde_json::from_slice(body).map(clean_body)).transpose()?;
            answer::check(&parse(body)?, full, dashboard, now)
        }
        ToolCall::CheckDomains { .. } => answer::batch(&parse(body)?),
        ToolCall::SearchOperators { .. } => {
            let best = extra.map(parse).transpose()?;
            rows::search(&parse(body)?, best.as_ref())
        }
        ToolCall::GetOperator { details, .. } => {
            let actions = extra.map(parse).transpose()?;
            records::operator(&parse(body)?, actions.as_ref(), *details, now)
        }
        ToolCall::GetLicence { history_limit, .. } => {
            let history = extra.map(parse).transpose()?;
            records::licence(&parse(body)?, history.as_ref(), *history_limit, now)
        }
        ToolCall::ListRegulatoryActions { .. } => rows::actions(&parse(body)?),
        ToolCall::GetCoverage { jurisdiction } => {
            let only = jurisdiction.as_deref().map(request::jurisdiction_code).transpose()?;
            rows::coverage(&parse(body)?, only)
        }
        ToolCall::ListWatchlist { .. } => {
            let summary = extra.map(parse).transpose()?;
            rows::watchlist(&parse(body)?, summary.as_ref())
        }
        ToolCall::ListWatchlistEvents { .. } => rows::events(&parse(body)?),
        ToolCall::WatchOperator { operator } => {
            // The API takes a slug in upper case too.
            rows::watched(&operator.to_ascii_lowercase(), extra.is_some(), &parse(body)?)
        }
        ToolCall::UnwatchOperator { operator } => {
            let before = extra.map(parse).transpose()?;
            rows::unwatched(operator, before.as_ref(), &parse(body)?)
        }
    };
    Ok(draft.finish())
}

/// Parses a body whose texts are cleaned first.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, serde_json::Error> {
    if is_clean_body(body) {
        return serde_json::from_slice(body);
    }
    serde_json::from_value(clean_body(serde_json::from_slice(body)?))
}
