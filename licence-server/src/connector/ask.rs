//! Asks the handlers of the API what a tool asks, on the account of the member.

use std::fmt::Write;

use http_body_util::BodyExt;
use licence_core::account::plan::Plan;
use licence_core::account::quota::Purpose;
use licence_core::connector::clean::clean_body;
use licence_core::connector::{InvalidArguments, RenderError, ToolAnswer, ToolCall, render};
use licence_core::lookup::OperatorSearch;
use licence_store::service::QuotaRequest;
use serde_json::{Value, json};
use warp::http::{Method, StatusCode, Uri};

use super::gate::Message;
use crate::access::{self, Caller, Reservation, counting};
use crate::endpoint::{Access, Endpoint};
use crate::problem::{Problem, ProblemKind};
use crate::request::{RequestContext, percent_encode};
use crate::router;

/// How many operators the refusal of an unknown slug names.
const MAX_NEAREST: usize = 3;

/// Why a tool has no answer.
pub(super) enum ToolFailure {
    /// A rule refuses the call. The model reads the object, and can mend the call.
    Refused(Value),
    /// The service failed.
    Broken,
}

impl From<InvalidArguments> for ToolFailure {
    fn from(error: InvalidArguments) -> Self {
        Self::Refused(error.to_object())
    }
}

/// A question to the API.
struct Question {
    endpoint: Endpoint,
    method: Method,
    target: String,
    body: Vec<u8>,
}

/// Answers a call, and charges the account for an answer as the API does.
pub(super) async fn answer(message: &Message, call: &ToolCall) -> Result<ToolAnswer, ToolFailure> {
    let context = &*message.context;
    let (account, plan) = (message.caller.account.id, message.caller.account.plan);
    let limits = context.plans().limits(plan);
    let caller = Caller { key_id: None, account_id: account, plan, limits };
    let question = question(call);
    let endpoint = question.endpoint;
    let mut at = context.now();
    let outcome = async {
        access::require_plan(endpoint, plan, &limits)?;
        let purpose = match endpoint.access() {
            Access::Poll if plan != Plan::Trial => Purpose::Poll,
            _ => Purpose::Request,
        };
        let request = QuotaRequest::by_member(account, purpose, &limits);
        let mut reservation = Reservation::admitted(context, &request, Some(plan)).await?;
        at = reservation.at();
        let answer = rendered(context, &caller, call, question).await;
        reservation.settle(answer.is_ok()).await;
        answer
    };
    let outcome = outcome.await;
    let refused_as = outcome.as_ref().err().map(Problem::kind);
    let status = refused_as.map_or(StatusCode::OK, |kind| kind.columns().0);
    counting::count(context, endpoint, &caller, at, status, refused_as);
    match outcome {
        Ok(answer) => Ok(answer),
        Err(problem) => Err(explain(context, &caller, call, problem).await),
    }
}

async fn rendered(
    context: &RequestContext,
    caller: &Caller,
    call: &ToolCall,
    question: Question,
) -> Result<ToolAnswer, Problem> {
    let (body, extra) = match call {
        ToolCall::WatchOperator { .. } => {
            let added = match ask(context, caller, question).await {
                Ok(body) => Some(body),
                Err(problem) if problem.kind() == ProblemKind::WatchlistDuplicate => None,
                Err(problem) => return Err(problem),
            };
            (ask(context, caller, watchlist()).await?, added)
        }
        ToolCall::UnwatchOperator { .. } => {
            let before = ask(context, caller, watchlist()).await?;
            ask(context, caller, question).await?;
            (ask(context, caller, watchlist()).await?, Some(before))
        }
        ToolCall::SearchOperators { .. } => {
            let body = ask(context, caller, question).await?;
            let best = best_licences(context, &body).await?;
            (body, Some(best))
        }
        _ => {
            let body = ask(context, caller, question).await?;
            let extra = match second_question(call) {
                Some(question) => Some(ask(context, caller, question).await?),
                None => None,
            };
            (body, extra)
        }
    };
    let dashboard = context.state().dashboard_url.as_deref();
    render(call, &body, extra.as_deref(), dashboard, context.now()).map_err(|error| match error {
        RenderError::Request(error) => Problem::from(error),
        RenderError::Body(error) => Problem::internal(error),
    })
}

/// Returns the best licences of the operators that a search found: the API's body has none.
async fn best_licences(context: &RequestContext, found: &[u8]) -> Result<Vec<u8>, Problem> {
    let found: OperatorSearch = serde_json::from_slice(found).map_err(Problem::internal)?;
    let ids: Vec<_> = found.operators.iter().map(|found| found.operator.id).collect();
    let best = context.store().best_licences(&ids).await.map_err(Problem::internal)?;
    serde_json::to_vec(&best).map_err(Problem::internal)
}

/// Asks a handler of the API. The pipeline of keys is passed by, because the gate admitted the caller.
async fn ask(
    context: &RequestContext,
    caller: &Caller,
    question: Question,
) -> Result<Vec<u8>, Problem> {
    let uri: Uri = question.target.parse().map_err(Problem::internal)?;
    let request = context.for_api(question.method, uri, question.body);
    let response = router::call(question.endpoint, &request, Some(caller)).await?;
    let body = response.into_body().collect().await.map_err(Problem::internal)?;
    Ok(body.to_bytes().to_vec())
}

fn get(endpoint: Endpoint, path: &str, parameters: &[(&str, Option<&str>)]) -> Question {
    let mut target = path.to_owned();
    for (name, value) in parameters {
        if let Some(value) = value {
            let separator = if target.contains('?') { '&' } else { '?' };
            let _ = write!(target, "{separator}{name}={}", percent_encode(value));
        }
    }
    Question { endpoint, method: Method::GET, target, body: Vec::new() }
}

fn watchlist() -> Question {
    get(Endpoint::GetWatchlist, "/v1/watchlist", &[])
}

/// Returns the question that a call is charged as.
fn question(call: &ToolCall) -> Question {
    let text = |number: &u64| number.to_string();
    match call {
        ToolCall::CheckDomain { domain, as_of, .. } => {
            let parameters = [("domain", Some(domain.as_str())), ("as_of", as_of.as_deref())];
            get(Endpoint::CheckDomain, "/v1/check", &parameters)
        }
        ToolCall::CheckLicenceNumber { license_number, as_of, .. } => {
            let number = ("license_number", Some(license_number.as_str()));
            get(Endpoint::CheckDomain, "/v1/check", &[number, ("as_of", as_of.as_deref())])
        }
        ToolCall::CheckDomains { domains } => Question {
            endpoint: Endpoint::CheckDomainBatch,
            method: Method::POST,
            target: "/v1/check/batch".to_owned(),
            body: json!({"domains": domains}).to_string().into_bytes(),
        },
        ToolCall::SearchOperators { query, limit, offset } => {
            let (limit, offset) = (text(limit), text(offset));
            let page = [("limit", Some(limit.as_str())), ("offset", Some(offset.as_str()))];
            let parameters = [("q", Some(query.as_str())), page[0], page[1]];
            get(Endpoint::SearchOperators, "/v1/operators/search", &parameters)
        }
        ToolCall::GetOperator { operator, as_of, .. } => {
            let path = format!("/v1/operators/{}", percent_encode(operator));
            get(Endpoint::GetOperator, &path, &[("as_of", as_of.as_deref())])
        }
        ToolCall::GetLicence { license_id, as_of, .. } => {
            let path = format!("/v1/licenses/{}", percent_encode(license_id));
            get(Endpoint::GetLicense, &path, &[("as_of", as_of.as_deref())])
        }
        ToolCall::ListRegulatoryActions { operator, sort, limit, offset } => {
            let (limit, offset) = (text(limit), text(offset));
            let page = [("limit", Some(limit.as_str())), ("offset", Some(offset.as_str()))];
            actions(operator, &[page[0], page[1], ("sort", sort.as_deref())])
        }
        ToolCall::GetCoverage { .. } => get(Endpoint::CheckCoverage, "/v1/health/coverage", &[]),
        ToolCall::ListWatchlist { limit, offset } => {
            let (limit, offset) = (text(limit), text(offset));
            let page = [("limit", Some(limit.as_str())), ("offset", Some(offset.as_str()))];
            get(Endpoint::ListWatchlistOperators, "/v1/watchlist/operators", &page)
        }
        ToolCall::ListWatchlistEvents { since, cursor, limit } => {
            let limit = text(limit);
            let start = [("since", since.as_deref()), ("cursor", cursor.as_deref())];
            let parameters = [start[0], start[1], ("limit", Some(limit.as_str()))];
            get(Endpoint::ListWatchlistEvents, "/v1/watchlist/events", &parameters)
        }
        ToolCall::WatchOperator { operator } => Question {
            endpoint: Endpoint::AddWatchlistOperator,
            method: Method::POST,
            target: "/v1/watchlist/operators".to_owned(),
            body: json!({"operator_slug": operator}).to_string().into_bytes(),
        },
        ToolCall::UnwatchOperator { operator } => {
            let path = format!("/v1/watchlist/operators/{}", percent_encode(operator));
            let question = get(Endpoint::RemoveWatchlistOperator, &path, &[]);
            Question { method: Method::DELETE, ..question }
        }
    }
}

fn actions(operator: &str, parameters: &[(&str, Option<&str>)]) -> Question {
    let path = format!("/v1/operators/{}/regulatory-actions", percent_encode(operator));
    get(Endpoint::GetOperatorRegulatoryActions, &path, parameters)
}

/// Returns the question whose answer completes that of the first one.
fn second_question(call: &ToolCall) -> Option<Question> {
    match call {
        ToolCall::GetOperator { operator, details, .. } if details.actions => {
            Some(actions(operator, &[("limit", Some("10"))]))
        }
        ToolCall::GetLicence { license_id, details, .. } if details.history_limit.is_some() => {
            let path = format!("/v1/licenses/{}/history", percent_encode(license_id));
            Some(get(Endpoint::GetLicenseHistory, &path, &[]))
        }
        ToolCall::ListWatchlist { .. } => Some(watchlist()),
        _ => None,
    }
}

/// Returns the failure of a call in the words of the API. The refusal of an unknown slug names the
/// operators that a search finds by the slug's first word.
async fn explain(
    context: &RequestContext,
    caller: &Caller,
    call: &ToolCall,
    problem: Problem,
) -> ToolFailure {
    let (status, code, reason) = problem.kind().columns();
    if status.is_server_error() {
        // The answer and the log name the same request.
        drop(problem.into_response(context.id()));
        return ToolFailure::Broken;
    }
    let mut refused = json!({
        "error": problem.error(),
        "code": code,
        "reason": reason,
        "field": problem.field(),
        "suggestion": problem.suggestion(),
        "retry_at": problem.reset_at(),
    });
    if status == StatusCode::TOO_MANY_REQUESTS {
        refused["suggestion"] = "Do not call again before retry_at; tell the user instead.".into();
    }
    if let (StatusCode::NOT_FOUND, Some(slug)) = (status, call.operator()) {
        refused["nearest"] = nearest(context, caller, slug).await.into();
    }
    ToolFailure::Refused(clean_body(refused))
}

async fn nearest(context: &RequestContext, caller: &Caller, slug: &str) -> Vec<Value> {
    let word = slug.split('-').next().unwrap_or(slug);
    let search = get(Endpoint::SearchOperators, "/v1/operators/search", &[("q", Some(word))]);
    let found = ask(context, caller, search).await.unwrap_or_default();
    let found: Value = serde_json::from_slice(&found).unwrap_or_default();
    let operators = found["operators"].as_array().into_iter().flatten();
    operators.take(MAX_NEAREST).map(|operator| operator["slug"].clone()).collect()
}
