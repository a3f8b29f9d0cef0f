//! Asks the data source what a tool asks, and renders the answer.

use licence_core::connector::{
    MAX_ACTIONS, MAX_NEAREST, RenderError, ToolAnswer, ToolCall, ToolFailure, nearest_query,
    nearest_slugs, render,
};
use serde_json::json;

use crate::clock::now;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::service::{CheckRequest, Service};

pub(super) async fn answer(service: &Service, call: &ToolCall) -> Result<ToolAnswer, ToolFailure> {
    match rendered(service, call).await {
        Ok(answer) => Ok(answer),
        Err(failure) => Err(explain(service, call, failure).await),
    }
}

async fn rendered(service: &Service, call: &ToolCall) -> Result<ToolAnswer, Failure> {
    let (body, extra) = bodies(service, call).await?;
    render(call, &body, extra.as_deref(), None, now()?).map_err(|error| match error {
        RenderError::Request(error) => error.into(),
        RenderError::Body(error) => error.into(),
    })
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
                let limit = Some(MAX_ACTIONS.to_string());
                let actions = service.regulatory_actions(operator, limit.as_deref(), None, None);
                return Ok((body, Some(actions.await?)));
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

/// Returns the failure of a call, and prints why the service failed. The refusal of an unknown slug
/// names the operators that are nearest to it.
async fn explain(service: &Service, call: &ToolCall, failure: Failure) -> ToolFailure {
    let is_unknown = failure.exit() == Exit::NotFound;
    let mut refused = match failure {
        Failure::Refused(refusal) if refusal.exit != Exit::Failed => match refusal.for_assistants {
            Some(refused) => refused.to_object(),
            None => json!({"error": refusal.error, "suggestion": refusal.suggestion}),
        },
        Failure::Usage(error) => json!({"error": error}),
        Failure::NotFound { .. } => json!({"error": failure.to_string()}),
        failure => {
            notes::print(format_args!("error: {failure}"));
            return ToolFailure::Broken;
        }
    };
    if let (true, Some(slug)) = (is_unknown, call.operator()) {
        let limit = MAX_NEAREST.to_string();
        let found = service.search(nearest_query(slug), Some(&limit), None).await;
        refused["nearest"] = nearest_slugs(&found.unwrap_or_default()).into();
    }
    ToolFailure::Refused(refused)
}
