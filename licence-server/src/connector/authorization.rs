//! The endpoints of the authorization server that clients call: tokens, registration, revocation, and
//! the way to consent.

use licence_core::oauth::request::MAX_QUERY_BYTES;
use licence_core::oauth::token_request::{MAX_FORM_BYTES, Offer, RevocationRequest, TokenRequest};
use licence_core::oauth::{Client, ConnectorAddress, MAX_REGISTRATION_BYTES, TokenError};
use licence_store::service::{ConnectorError, IssuedTokens};
use serde_json::{Value, json};
use warp::http::StatusCode;
use warp::http::header::{
    AUTHORIZATION, CACHE_CONTROL, HeaderValue, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
};

use crate::app::holding_secret;
use crate::body::BodyError;
use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;

/// Leads the member to the dashboard, where the request is judged: nothing is known of the member
/// here, and nothing of the client.
pub(super) fn lead_to_consent(context: &RequestContext) -> Response {
    let query = context.raw_query();
    let target = match &context.state().dashboard_url {
        Some(dashboard) if query.len() <= MAX_QUERY_BYTES => {
            HeaderValue::try_from(format!("{dashboard}/connect?{query}")).ok()
        }
        _ => None,
    };
    let Some(target) = target else {
        return refusal(&TokenError::InvalidRequest("the request is longer than 8 kB"));
    };
    let mut response = Response::default();
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(LOCATION, target);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

pub(super) async fn token(context: &RequestContext, connector: &ConnectorAddress) -> Response {
    match issue(context, connector).await {
        Ok(tokens) => {
            let body = json!({
                "access_token": tokens.access.reveal(),
                "token_type": "Bearer",
                "expires_in": tokens.expires_in,
                "refresh_token": tokens.refresh.reveal(),
                "scope": tokens.scopes,
            });
            holding_secret(reply::with_value(StatusCode::OK, &body))
        }
        Err(error) => failure(context, error),
    }
}

async fn issue(
    context: &RequestContext,
    connector: &ConnectorAddress,
) -> Result<IssuedTokens, ConnectorError> {
    let request = TokenRequest::parse(&form(context).await?, connector)?;
    let (store, now) = (context.recording_store(), context.now());
    let client = store.prove_client(&request.sender, connector, now).await?;
    match request.offer {
        Offer::Code { code, verifier, redirect_uri } => {
            let redirect_uri = redirect_uri.as_deref();
            store.exchange_code(&client.id, &code, redirect_uri, &verifier, now).await
        }
        Offer::Refresh { token, scopes } => {
            store.refresh_tokens(&client.id, &token, scopes.as_ref(), now).await
        }
    }
}

pub(super) async fn register(context: &RequestContext) -> Response {
    let registered = async {
        let refused = |error: BodyError| TokenError::InvalidClientMetadata(why(&error).to_owned());
        let body = context.read_body(MAX_REGISTRATION_BYTES).await.map_err(refused)?;
        let client = Client::from_registration(&body)?;
        context.recording_store().register_client(&client, context.now()).await?;
        Ok::<_, ConnectorError>(client)
    };
    match registered.await {
        Ok(client) => no_store(StatusCode::CREATED, &client.registration_answer()),
        Err(error) => failure(context, error),
    }
}

/// Ends the grant of a token. An unknown token is answered as a known one.
pub(super) async fn revoke(context: &RequestContext, connector: &ConnectorAddress) -> Response {
    let revoked = async {
        let request = RevocationRequest::parse(&form(context).await?)?;
        let (store, now) = (context.recording_store(), context.now());
        let client = store.prove_client(&request.sender, connector, now).await?;
        Ok::<_, ConnectorError>(store.revoke_token(&client.id, &request.token, now).await?)
    };
    match revoked.await {
        Ok(()) => no_store(StatusCode::OK, &json!({})),
        Err(error) => failure(context, error),
    }
}

async fn form(context: &RequestContext) -> Result<Vec<u8>, TokenError> {
    if !context.has_form() {
        return Err(TokenError::InvalidRequest("the body is no form"));
    }
    if context.headers().contains_key(AUTHORIZATION) {
        return Err(TokenError::InvalidClient("no client has a secret here"));
    }
    let body = context.read_body(MAX_FORM_BYTES).await;
    body.map_err(|error| TokenError::InvalidRequest(why(&error)))
}

/// Returns why a body was not read.
const fn why(error: &BodyError) -> &'static str {
    match error {
        BodyError::TooLong(_) => "the body is longer than 8 kB",
        BodyError::TooSlow(_) => "the body did not arrive in time",
        BodyError::Incomplete => "the body did not arrive whole",
    }
}

fn failure(context: &RequestContext, error: ConnectorError) -> Response {
    match error {
        ConnectorError::Refused(error) => {
            let mut response = refusal(&error);
            if response.status() == StatusCode::UNAUTHORIZED
                && let Some(challenge) = challenge(context)
            {
                response.headers_mut().insert(WWW_AUTHENTICATE, challenge);
            }
            response
        }
        ConnectorError::Store(error) => failed(context, Problem::internal(error)),
    }
}

/// Returns the reply to a client whose request failed for a reason of the service.
pub(super) fn failed(context: &RequestContext, problem: Problem) -> Response {
    context.note_outage(&problem);
    let of_api = problem.into_response(context.id());
    let body = json!({
        "error": "server_error",
        "error_description": "The service failed to answer; try again later.",
    });
    let mut response = no_store(of_api.status(), &body);
    if let Some(seconds) = of_api.headers().get(RETRY_AFTER) {
        response.headers_mut().insert(RETRY_AFTER, seconds.clone());
    }
    response
}

/// Returns the challenge to a client that sent `Authorization`, in the scheme that it used (RFC 6749,
/// section 5.2).
fn challenge(context: &RequestContext) -> Option<HeaderValue> {
    let sent = context.headers().get(AUTHORIZATION)?.to_str().ok()?;
    let scheme = sent.split(' ').next().filter(|it| !it.is_empty())?;
    HeaderValue::try_from(format!("{scheme} realm=\"token\"")).ok()
}

fn refusal(error: &TokenError) -> Response {
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
    let mut response = no_store(status, &error.body());
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("3600"));
    }
    response
}

fn no_store(status: StatusCode, body: &Value) -> Response {
    let mut response = reply::with_value(status, body);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
