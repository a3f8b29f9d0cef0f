//! Who may send a message: decided before the protocol's library sees a byte of it.
//!
//! Host and origin come first, then the token, then the size and the form of the body, then the scope
//! of the call.

use std::sync::Arc;

use licence_core::connector::{Tool, scope_needed};
use licence_core::oauth::metadata::BearerError;
use licence_core::oauth::token::AccessToken;
use licence_core::oauth::{ConnectorAddress, Scopes};
use licence_store::service::ConnectorCaller;
use serde_json::{Value, json};
use warp::http::StatusCode;
use warp::http::header::{AUTHORIZATION, HeaderValue, ORIGIN, WWW_AUTHENTICATE};

use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;

/// The largest message.
const MAX_MESSAGE_BYTES: usize = 64 * 1024;

/// A message that may be answered.
#[derive(Clone)]
pub(super) struct Message {
    /// The request that carries it.
    pub(super) context: Arc<RequestContext>,
    /// Who sends it.
    pub(super) caller: ConnectorCaller,
    /// Its bytes, which are one JSON object.
    pub(super) body: Vec<u8>,
    /// The tool that it calls by name; `None` for another message, or a name that no tool has.
    pub(super) tool: Option<Tool>,
}

/// Returns the message of a request.
///
/// # Errors
/// The refusal: 403 for another host or origin, 400, 401 with the challenge, 413, and 403 for a scope
/// that is missing.
pub(super) async fn admit(
    context: &Arc<RequestContext>,
    connector: &ConnectorAddress,
) -> Result<Message, Response> {
    require_own_origin(context, connector).map_err(|refusal| *refusal)?;
    if has_token_in_query(context) {
        return Err(refusal(StatusCode::BAD_REQUEST, "A token belongs into the header alone."));
    }
    let caller = caller(context, connector).await?;
    let body = context.bytes(MAX_MESSAGE_BYTES).await.map_err(|_| {
        refusal(StatusCode::PAYLOAD_TOO_LARGE, "The message is longer than 64 kB, or broke off.")
    })?;
    let message = parse(&body).map_err(|refusal| *refusal)?;
    let (method, name) = (message["method"].as_str(), message["params"]["name"].as_str());
    let needed = method.and_then(|method| scope_needed(method, name));
    if let Some(needed) = needed.filter(|needed| !caller.scopes.contains(*needed)) {
        let all: Scopes = caller.scopes.iter().chain([needed]).collect();
        return Err(challenge(connector, &BearerError::InsufficientScope(all)));
    }
    let tool = name.filter(|_| method == Some("tools/call")).and_then(|name| name.parse().ok());
    Ok(Message { context: Arc::clone(context), caller, body, tool })
}

/// Refuses a page of another origin, and a name that is not the connector's: a stranger's name may
/// lead to this machine. A trusted proxy may rewrite the name.
fn require_own_origin(
    context: &RequestContext,
    connector: &ConnectorAddress,
) -> Result<(), Box<Response>> {
    let own = &connector.0;
    let origin = context.headers().get_all(ORIGIN);
    if origin.iter().any(|origin| origin.as_bytes() != own.as_str().as_bytes()) {
        let refusal = refusal(StatusCode::FORBIDDEN, "Pages of this origin may not ask.");
        return Err(Box::new(refusal));
    }
    let default_port = if own.is_https() { ":443" } else { ":80" };
    let host = context.authority().unwrap_or_default();
    let host = host.strip_suffix(default_port).unwrap_or(host);
    match host.eq_ignore_ascii_case(own.authority()) || context.is_from_proxy() {
        true => Ok(()),
        false => {
            let refusal = refusal(StatusCode::FORBIDDEN, "This is not the host of the connector.");
            Err(Box::new(refusal))
        }
    }
}

fn has_token_in_query(context: &RequestContext) -> bool {
    let names = context.raw_query().split('&').map(|it| it.split('=').next().unwrap_or_default());
    names.into_iter().any(|name| name == "access_token")
}

async fn caller(
    context: &RequestContext,
    connector: &ConnectorAddress,
) -> Result<ConnectorCaller, Response> {
    let mut headers = context.headers().get_all(AUTHORIZATION).iter();
    let Some(header) = headers.next() else {
        return Err(challenge(connector, &BearerError::NoToken));
    };
    if headers.next().is_some() {
        return Err(refusal(StatusCode::BAD_REQUEST, "The request has two credentials."));
    }
    let Some(token) = bearer(header) else {
        return Err(challenge(connector, &BearerError::InvalidToken));
    };
    let found = context.store().connector_caller(&token, connector, context.now()).await;
    match found {
        Ok(Some(caller)) => Ok(caller),
        Ok(None) => Err(challenge(connector, &BearerError::InvalidToken)),
        Err(error) => Err(Problem::internal(error).into_response(context.id())),
    }
}

fn bearer(header: &HeaderValue) -> Option<AccessToken> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| AccessToken::parse(token.trim()))?
}

/// Returns the one JSON object of a body. Nesting is limited by the parser.
fn parse(body: &[u8]) -> Result<Value, Box<Response>> {
    let (code, why) = match serde_json::from_slice::<Value>(body) {
        Ok(message) if message.is_object() => return Ok(message),
        Ok(_) => (-32600, "A request holds one message, which is an object."),
        Err(_) => (-32700, "The message is no JSON of moderate depth."),
    };
    Err(Box::new(protocol_error(code, why)))
}

fn protocol_error(code: i32, message: &str) -> Response {
    let body = json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}});
    reply::with_body(StatusCode::BAD_REQUEST, body.to_string().into_bytes())
}

fn challenge(connector: &ConnectorAddress, error: &BearerError) -> Response {
    let (status, code, description) = match error {
        BearerError::NoToken => (StatusCode::UNAUTHORIZED, "unauthorized", "A token is missing."),
        BearerError::InvalidToken => {
            let description = "The token is unknown, expired, revoked or of another kind.";
            (StatusCode::UNAUTHORIZED, "invalid_token", description)
        }
        BearerError::InsufficientScope(_) => {
            let description = "The member did not grant this, or the member's role forbids it.";
            (StatusCode::FORBIDDEN, "insufficient_scope", description)
        }
    };
    let body = json!({"error": code, "error_description": description});
    let mut response = reply::with_body(status, body.to_string().into_bytes());
    if let Ok(challenge) = HeaderValue::try_from(connector.challenge(error)) {
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}

fn refusal(status: StatusCode, description: &str) -> Response {
    let body = json!({"error": "invalid_request", "error_description": description});
    reply::with_body(status, body.to_string().into_bytes())
}
