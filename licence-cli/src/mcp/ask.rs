//! Asks the data source what a tool asks, and renders the answer.

use licence_core::connector::{InvalidArguments, RenderError, ToolAnswer, ToolCall, render};
use licence_core::lookup::OperatorSearch;
use serde_json::{Value, json};

use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::service::{CheckRequest, Service};

/// The most operators that the refusal of an unknown slug names.
const MAX_NEAREST: &str = "3";

/// Why a tool has no answer.
pub(super) enum ToolFailure {
    /// A rule refuses the call. The model reads the object, and can mend the call.
    Refused(Value),
    /// The service or the database failed.
    Broken(String),
}

impl From<InvalidArguments> for ToolFailure {
    fn from(error: InvalidArguments) -> Self {
        Self::Refused(error.to_object())
    }
}

impl From<Failure> for ToolFailure {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) if refusal.exit != Exit::Failed => {
                Self::Refused(match refusal.for_assistants {
                    Some(refused) => refused.to_object(),
                    None => json!({"error": refusal.error, "suggestion": refusal.suggestion}),
                })
            }
            Failure::Usage(error) => Self::Refused(json!({"error": error})),
            Failure::NotFound { .. } => Self::Refused(json!({"error": failure.to_string()})),
            failure => Self::Broken(failure.to_string()),
        }
    }
}

impl From<RenderError> for ToolFailure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Request(error) => Failure::from(error).into(),
            RenderError::Body(error) => Failure::UnknownForm(error).into(),
        }
    }
}

pub(super) async fn answer(service: &Service, call: &ToolCall) -> Result<ToolAnswer, ToolFailure> {
    match bodies(service, call).await {
        Ok((body, extra)) => Ok(render(call, &body, extra.as_deref(), None, now()?)?),
        Err(failure) => Err(explain(service, call, failure).await),
    }
}

/// Returns the body of the API that answers the call, and that of a second question if the call
/// has one.
async fn bodies(service: &Service, call: &ToolCall) -> Result<(Vec<u8>, Option<Vec<u8>>), Failure> {
    let now = now()?;
    let page = |limit: &u64, offset: &u64| (limit.to_string(), offset.to_string());
    let body = match call {
        ToolCall::CheckDomain { domain, as_of, .. } => {
            service.check(CheckRequest::Domain(domain), as_of.as_deref(), now).await?
        }
        ToolCall::CheckLicenceNumber { license_number, as_of, .. } => {
            let request = CheckRequest::LicenceNumber(license_number);
            service.check(request, as_of.as_deref(), now).await?
        }
        ToolCall::CheckDomains { domains } => {
            let domains: Vec<&str> = domains.iter().map(String::as_str).collect();
            service.check_batch(&domains, now).await?
        }
        ToolCall::SearchOperators { query, limit, offset } => {
            let (limit, offset) = page(limit, offset);
            let body = service.search(query, Some(&limit), Some(&offset)).await?;
            let best = service.best_licences(&body).await?;
            return Ok((body, best));
        }
        ToolCall::GetOperator { operator, as_of, details } => {
            let body = service.operator(operator, as_of.as_deref(), now).await?;
            if details.actions {
                let actions = service.regulatory_actions(operator, Some("10"), None, None).await?;
                return Ok((body, Some(actions)));
            }
            body
        }
        ToolCall::GetLicence { license_id, as_of, history_limit } => {
            let body = service.licence(license_id, as_of.as_deref(), now).await?;
            if history_limit.is_some() {
                return Ok((body, Some(service.history(license_id).await?)));
            }
            body
        }
        ToolCall::ListRegulatoryActions { operator, sort, limit, offset } => {
            let (limit, offset) = page(limit, offset);
            let sort = sort.as_deref();
            service.regulatory_actions(operator, Some(&limit), Some(&offset), sort).await?
        }
        ToolCall::GetCoverage { .. } => service.coverage(now).await?,
        ToolCall::ListWatchlist { limit, offset } => {
            let (limit, offset) = page(limit, offset);
            let page = service.watched_operators(Some(&limit), Some(&offset)).await?;
            return Ok((page, Some(service.watchlist().await?)));
        }
        ToolCall::ListWatchlistEvents { since, cursor, limit } => {
            let limit = limit.to_string();
            service.events(since.as_deref(), cursor.as_deref(), Some(&limit), now).await?.body
        }
        ToolCall::WatchOperator { operator } => {
            let addition = service.watch_once(operator, now).await?;
            return Ok((service.watchlist().await?, addition));
        }
        ToolCall::UnwatchOperator { operator } => {
            let before = service.watchlist().await?;
            service.unwatch(operator).await?;
            return Ok((service.watchlist().await?, Some(before)));
        }
    };
    Ok((body, None))
}

/// Returns the failure of a call. The refusal of an unknown slug names the operators that a search
/// finds by the slug's first word.
async fn explain(service: &Service, call: &ToolCall, failure: Failure) -> ToolFailure {
    let is_unknown = failure.exit() == Exit::NotFound;
    match (ToolFailure::from(failure), call.operator()) {
        (ToolFailure::Refused(mut body), Some(slug)) if is_unknown => {
            body["nearest"] = nearest(service, slug).await.into();
            ToolFailure::Refused(body)
        }
        (failure, _) => failure,
    }
}

async fn nearest(service: &Service, slug: &str) -> Vec<String> {
    let word = slug.split('-').next().unwrap_or(slug);
    let Ok(body) = service.search(word, Some(MAX_NEAREST), None).await else { return Vec::new() };
    let found = serde_json::from_slice::<OperatorSearch>(&body).map(|found| found.operators);
    found.iter().flatten().map(|found| found.operator.slug.to_string()).collect()
}
