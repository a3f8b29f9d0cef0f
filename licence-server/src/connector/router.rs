//! Leads a request to its route, and sends the documents that clients read without a token.

use std::sync::Arc;
use std::time::Instant;

use licence_core::connector::{llms_text, server_card};
use licence_core::oauth::ConnectorAddress;
use serde_json::{Value, json};
use warp::http::header::{self, HeaderName, HeaderValue};
use warp::http::{Method, StatusCode};

use super::route::Route;
use super::tools::Protocol;
use super::{authorization, gate};
use crate::allow::allow_only;
use crate::problem::Problem;
use crate::reply::{self, Response};
use crate::request::RequestContext;

pub(super) async fn answer(context: Arc<RequestContext>, protocol: &Protocol) -> Response {
    let Some(connector) = context.state().connector.clone() else {
        return Problem::internal("the connector has no public address")
            .into_response(context.id());
    };
    let Some(route) = Route::at_path(context.path()) else { return not_found() };
    let started = Instant::now();
    let mut response = if context.method() == Method::OPTIONS && route.is_open_to_pages() {
        reply::no_content()
    } else if *context.method() != route.method() {
        method_not_allowed(route)
    } else {
        call(route, &context, &connector, protocol).await
    };
    if route.is_open_to_pages() {
        open_to_pages(route, &mut response);
    }
    let (state, status) = (context.state(), response.status());
    let took = started.elapsed();
    state.metrics.count_connector(route, status, took);
    state.collector.record(&context.answered(route.path(), status, took));
    response
}

async fn call(
    route: Route,
    context: &Arc<RequestContext>,
    connector: &ConnectorAddress,
    protocol: &Protocol,
) -> Response {
    if matches!(route, Route::Token | Route::Register | Route::Revoke)
        && let Err(away) = context.require_database()
    {
        return authorization::failed(context, away);
    }
    match route {
        Route::Mcp => match gate::admit(context, connector).await {
            Ok(message) => protocol.answer(message).await,
            Err(refusal) => refusal,
        },
        Route::ProtectedResource | Route::ProtectedResourceAtRoot => {
            document(&connector.protected_resource(&format!("{}/docs", context.base_url())))
        }
        Route::AuthorizationServer => document(&connector.authorization_server()),
        Route::Authorize => authorization::lead_to_consent(context),
        // Boxed, because a call of a tool would carry the room of their large futures.
        Route::Token => Box::pin(authorization::token(context, connector)).await,
        Route::Register => Box::pin(authorization::register(context)).await,
        Route::Revoke => Box::pin(authorization::revoke(context, connector)).await,
        Route::Llms => {
            let text = llms_text(&connector.resource());
            cached(reply::with_type("text/plain; charset=utf-8", text))
        }
        Route::ServerCard => {
            document(&server_card(&connector.resource(), env!("CARGO_PKG_VERSION")))
        }
    }
}

fn document(document: &Value) -> Response {
    cached(reply::with_value(StatusCode::OK, document))
}

fn cached(mut response: Response) -> Response {
    let five_minutes = HeaderValue::from_static("max-age=300");
    response.headers_mut().insert(header::CACHE_CONTROL, five_minutes);
    response
}

/// Returns a refusal in JSON, because clients parse what they find at a well-known path.
fn not_found() -> Response {
    let body = json!({"error": "not_found", "error_description": "There is nothing here."});
    reply::with_value(StatusCode::NOT_FOUND, &body)
}

fn method_not_allowed(route: Route) -> Response {
    let allow = allow_only(&route.method());
    let description = format!("{} takes {allow}.", route.path());
    let body = json!({"error": "invalid_request", "error_description": description});
    let mut response = reply::with_value(StatusCode::METHOD_NOT_ALLOWED, &body);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(allow));
    response
}

/// Lets pages of any origin read the answer, which holds no cookie and depends on none.
fn open_to_pages(route: Route, response: &mut Response) {
    let mut insert = |name: HeaderName, value| {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    };
    insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    insert(header::ACCESS_CONTROL_ALLOW_METHODS, allow_only(&route.method()));
    insert(header::ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type, MCP-Protocol-Version");
    insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, "Retry-After, WWW-Authenticate, X-Request-Id");
}
