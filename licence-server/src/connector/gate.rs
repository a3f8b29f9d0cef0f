//! Who may send a message: decided before the protocol's library sees a byte of it.
//!
//! Host and origin come first, then the token, then the size and the form of the body, then the scope
//! of the call.

use std::sync::Arc;

use licence_core::connector::{PROTOCOL_VERSIONS, Tool, scope_needed};
use licence_core::oauth::metadata::BearerError;
use licence_core::oauth::token::AccessToken;
use licence_core::oauth::{ConnectorAddress, Scopes};
use licence_store::service::ConnectorCaller;
use serde_json::{Value, json};
use warp::http::StatusCode;
use warp::http::header::{AUTHORIZATION, HeaderValue, ORIGIN, WWW_AUTHENTICATE};

use crate::body::BodyError;
use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;

const MAX_MESSAGE_BYTES: usize = 64 * 1024;

// The codes of JSON-RPC 2.0 and of the protocol.
const PARSE_ERROR: i32 = -32700;
pub(super) const INVALID_REQUEST: i32 = -32600;
const UNSUPPORTED_VERSION: i32 = -32022;

/// A message that may be answered.
#[derive(Clone)]
pub(super) struct Message {
    pub(super) context: Arc<RequestContext>,
    pub(super) caller: ConnectorCaller,
    /// Its bytes, which are one JSON object.
    pub(super) body: Vec<u8>,
    /// The tool that it calls by name; `None` for another message, or a name that no tool has.
    pub(super) tool: Option<Tool>,
}

/// Returns the message of a request.
pub(super) async fn admit(
    context: &Arc<RequestContext>,
    connector: &ConnectorAddress,
) -> Result<Message, Response> {
    require_own_origin(context, connector).map_err(|why| refusal(StatusCode::FORBIDDEN, why))?;
    // A form may hold a token, and never a message.
    if has_token_in_query(context) || context.has_form() {
        return Err(refusal(StatusCode::BAD_REQUEST, "A token belongs into the header alone."));
    }
    let caller = caller(context, connector).await?;
    let body = context.read_body(MAX_MESSAGE_BYTES).await.map_err(|error| match error {
        BodyError::TooLong(_) => {
            refusal(StatusCode::PAYLOAD_TOO_LARGE, "The message is longer than 64 kB.")
        }
        BodyError::TooSlow(_) | BodyError::Incomplete => {
            refusal(StatusCode::BAD_REQUEST, &error.to_string())
        }
    })?;
    let message =
        parse(&body).map_err(|(code, why)| protocol_error(StatusCode::BAD_REQUEST, code, why))?;
    require_served_version(context, &message)
        .map_err(|error| error_reply(StatusCode::BAD_REQUEST, &message["id"], &error))?;
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
) -> Result<(), &'static str> {
    let own = &connector.0;
    let origin = context.headers().get_all(ORIGIN);
    if origin.iter().any(|origin| origin.as_bytes() != own.as_str().as_bytes()) {
        return Err("Pages of this origin may not ask.");
    }
    let default_port = if own.is_https() { ":443" } else { ":80" };
    let host = context.authority().unwrap_or_default();
    let host = host.strip_suffix(default_port).unwrap_or(host);
    match host.eq_ignore_ascii_case(own.authority()) || context.is_from_proxy() {
        true => Ok(()),
        false => Err("This is not the host of the connector."),
    }
}

fn has_token_in_query(context: &RequestContext) -> bool {
    context.raw_query().split('&').any(|it| it.split('=').next() == Some("access_token"))
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
    context.require_database().map_err(|away| away.into_response(context.id()))?;
    let found = context.store().connector_caller(&token, connector, context.now()).await;
    match found {
        Ok(Some(caller)) => Ok(caller),
        Ok(None) => Err(challenge(connector, &BearerError::InvalidToken)),
        Err(error) => {
            let problem = Problem::internal(error);
            context.note_outage(&problem);
            Err(problem.into_response(context.id()))
        }
    }
}

fn bearer(header: &HeaderValue) -> Option<AccessToken> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| AccessToken::parse(token.trim()))?
}

/// Refuses a header that names another version of the protocol, because the library knows more
/// versions than are served. `initialize` negotiates the version in its body.
fn require_served_version(context: &RequestContext, message: &Value) -> Result<(), Value> {
    let mut versions = context.headers().get_all("mcp-protocol-version").iter();
    let is_served = |it: &HeaderValue| PROTOCOL_VERSIONS.iter().any(|served| it == served);
    let Some(other) = versions.find(|it| !is_served(it)) else { return Ok(()) };
    if message["method"] == "initialize" {
        return Ok(());
    }
    let requested = String::from_utf8_lossy(other.as_bytes());
    Err(json!({
        "code": UNSUPPORTED_VERSION,
        "message": "Unsupported protocol version",
        "data": {"requested": requested, "supported": PROTOCOL_VERSIONS},
    }))
}

/// Returns the one JSON object of a body. Nesting is limited by the parser.
fn parse(body: &[u8]) -> Result<Value, (i32, &'static str)> {
    match serde_json::from_slice::<Value>(body) {
        Ok(message) if message.is_object() => Ok(message),
        Ok(_) => Err((INVALID_REQUEST, "A request holds one message, which is an object.")),
        Err(_) => Err((PARSE_ERROR, "The message is no JSON of moderate depth.")),
    }
}

/// Returns the error of a request whose message cannot be answered.
pub(super) fn protocol_error(status: StatusCode, code: i32, why: &str) -> Response {
    error_reply(status, &Value::Null, &json!({"code": code, "message": why}))
}

fn error_reply(status: StatusCode, id: &Value, error: &Value) -> Response {
    let body = json!({"jsonrpc": "2.0", "id": id, "error": error});
    reply::with_value(status, &body)
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
    let mut response = reply::with_value(status, &body);
    if let Ok(challenge) = HeaderValue::try_from(connector.challenge(error)) {
        response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
    }
    response
}

fn refusal(status: StatusCode, description: &str) -> Response {
    let body = json!({"error": "invalid_request", "error_description": description});
    reply::with_value(status, &body)
}
