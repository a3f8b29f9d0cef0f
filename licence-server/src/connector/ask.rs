//! Asks the handlers of the API what a tool asks, on the account of the member.

use std::fmt::Write;

use http_body_util::BodyExt;
use licence_core::connector::{
    CallRefusal, MAX_ACTIONS, MAX_NEAREST, RenderError, ToolAnswer, ToolCall, ToolFailure,
    nearest_query, nearest_slugs, render,
};
use licence_core::lookup::OperatorSearch;
use licence_core::request;
use serde_json::{Value, json};
use warp::http::{StatusCode, Uri};

use super::gate::Message;
use crate::access::{Caller, Reservation, counting};
use crate::endpoint::Endpoint;
use crate::problem::{Problem, ProblemKind};
use crate::request::{RequestContext, percent_encode};
use crate::router;

struct Question {
    endpoint: Endpoint,
    target: String,
    body: Vec<u8>,
}

/// A parameter of a query, which is left out without a value.
type Parameter = (&'static str, Option<String>);

impl Question {
    fn new(endpoint: Endpoint, parameters: &[Parameter]) -> Self {
        Self::about(endpoint, "", parameters)
    }

    /// Returns a question about what the path names in its braces.
    fn about(endpoint: Endpoint, segment: &str, parameters: &[Parameter]) -> Self {
        let (before, rest) = endpoint.path().split_once('{').unwrap_or((endpoint.path(), ""));
        let (_, after) = rest.split_once('}').unwrap_or_default();
        let mut target = format!("{before}{}{after}", percent_encode(segment));
        let mut separator = '?';
        for (name, value) in parameters {
            if let Some(value) = value {
                let _ = write!(target, "{separator}{name}={}", percent_encode(value));
                separator = '&';
            }
        }
        Self { endpoint, target, body: Vec::new() }
    }

    fn with_body(self, body: &Value) -> Self {
        Self { body: body.to_string().into_bytes(), ..self }
    }
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
        let mut reservation = Reservation::by_member(context, endpoint, account, plan).await?;
        at = reservation.at();
        let answer = rendered(context, &caller, call, question).await;
        reservation.settle(answer.is_ok()).await;
        answer
    };
    let outcome = outcome.await;
    let refused_as = outcome.as_ref().err().map(Problem::kind);
    let status = outcome.as_ref().map_or_else(Problem::status, |_| StatusCode::OK);
    counting::count(context, endpoint, (account, None), at, status, refused_as);
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
            if let ToolCall::GetOperator { operator, .. } = call {
                request::operator_slug(operator)?;
            }
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
    let best = context.store().best_licences(&ids).await?;
    serde_json::to_vec(&best).map_err(Problem::internal)
}

/// Asks a handler of the API. The pipeline of keys is passed by, because the gate admitted the caller.
async fn ask(
    context: &RequestContext,
    caller: &Caller,
    question: Question,
) -> Result<Vec<u8>, Problem> {
    let uri: Uri = question.target.parse().map_err(Problem::internal)?;
    let request = context.for_api(question.endpoint.method(), uri, question.body);
    let response = router::call(question.endpoint, &request, Some(caller)).await?;
    let body = response.into_body().collect().await.map_err(Problem::internal)?;
    Ok(body.to_bytes().to_vec())
}

fn watchlist() -> Question {
    Question::new(Endpoint::GetWatchlist, &[])
}

fn page(limit: &u64, offset: &u64) -> [Parameter; 2] {
    [("limit", Some(limit.to_string())), ("offset", Some(offset.to_string()))]
}

/// Returns the question that a call is charged as.
fn question(call: &ToolCall) -> Question {
    match call {
        ToolCall::CheckDomain { domain, as_of, .. } => {
            let parameters = [("domain", Some(domain.clone())), ("as_of", as_of.clone())];
            Question::new(Endpoint::CheckDomain, &parameters)
        }
        ToolCall::CheckLicenceNumber { license_number, as_of, .. } => {
            let number = ("license_number", Some(license_number.clone()));
            Question::new(Endpoint::CheckDomain, &[number, ("as_of", as_of.clone())])
        }
        ToolCall::CheckDomains { domains } => {
            Question::new(Endpoint::CheckDomainBatch, &[]).with_body(&json!({"domains": domains}))
        }
        ToolCall::SearchOperators { query, limit, offset } => {
            let [limit, offset] = page(limit, offset);
            Question::new(Endpoint::SearchOperators, &[("q", Some(query.clone())), limit, offset])
        }
        ToolCall::GetOperator { operator, as_of, .. } => {
            Question::about(Endpoint::GetOperator, operator, &[("as_of", as_of.clone())])
        }
        ToolCall::GetLicence { license_id, as_of, .. } => {
            Question::about(Endpoint::GetLicense, license_id, &[("as_of", as_of.clone())])
        }
        ToolCall::ListRegulatoryActions { operator, sort, limit, offset } => {
            let [limit, offset] = page(limit, offset);
            actions(operator, &[limit, offset, ("sort", sort.clone())])
        }
        ToolCall::GetCoverage { .. } => Question::new(Endpoint::CheckCoverage, &[]),
        ToolCall::ListWatchlist { limit, offset } => {
            Question::new(Endpoint::ListWatchlistOperators, &page(limit, offset))
        }
        ToolCall::ListWatchlistEvents { since, cursor, limit } => {
            let limit = ("limit", Some(limit.to_string()));
            let parameters = [("since", since.clone()), ("cursor", cursor.clone()), limit];
            Question::new(Endpoint::ListWatchlistEvents, &parameters)
        }
        ToolCall::WatchOperator { operator } => {
            let question = Question::new(Endpoint::AddWatchlistOperator, &[]);
            question.with_body(&json!({"operator_slug": operator}))
        }
        ToolCall::UnwatchOperator { operator } => {
            Question::about(Endpoint::RemoveWatchlistOperator, operator, &[])
        }
    }
}

fn actions(operator: &str, parameters: &[Parameter]) -> Question {
    Question::about(Endpoint::GetOperatorRegulatoryActions, operator, parameters)
}

/// Returns the question whose answer completes that of the first one.
fn second_question(call: &ToolCall) -> Option<Question> {
    match call {
        ToolCall::GetOperator { operator, details, .. } if details.actions => {
            Some(actions(operator, &[("limit", Some(MAX_ACTIONS.to_string()))]))
        }
        ToolCall::GetLicence { license_id, history_limit: Some(_), .. } => {
            Some(Question::about(Endpoint::GetLicenseHistory, license_id, &[]))
        }
        ToolCall::ListWatchlist { .. } => Some(watchlist()),
        _ => None,
    }
}

/// Returns the failure of a call in the words of the API. The refusal of an unknown slug names the
/// operators that are nearest to it.
async fn explain(
    context: &RequestContext,
    caller: &Caller,
    call: &ToolCall,
    problem: Problem,
) -> ToolFailure {
    let status = problem.status();
    if status.is_server_error() {
        context.note_outage(&problem);
        // The answer and the log name the same request.
        drop(problem.into_response(context.id()));
        return ToolFailure::Broken;
    }
    let refused = CallRefusal {
        suggestion: Some(problem.suggestion().to_owned()),
        retry_at: problem.reset_at(),
        ..CallRefusal::new(problem.kind(), problem.error())
    };
    let mut refused = refused.at_field(problem.field()).to_object();
    if let (StatusCode::NOT_FOUND, Some(slug)) = (status, call.operator()) {
        let word = ("q", Some(nearest_query(slug).to_owned()));
        let limit = ("limit", Some(MAX_NEAREST.to_string()));
        let search = Question::new(Endpoint::SearchOperators, &[word, limit]);
        let found = ask(context, caller, search).await;
        refused["nearest"] = nearest_slugs(&found.unwrap_or_default()).into();
    }
    ToolFailure::Refused(refused)
}
