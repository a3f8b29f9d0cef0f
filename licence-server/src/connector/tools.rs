//! The Model Context Protocol over HTTP. This file is the only one of the server that knows the
//! protocol's library.
//!
//! The library sees only messages that the gate admitted, answers each by itself without a session,
//! and holds no stream open.

use std::borrow::Cow;
use std::sync::Arc;

use http_body_util::{BodyExt, Full};
use licence_core::connector::{self, Resource, TOOLS_TTL_MILLIS, Tool, ToolCall};
use licence_core::oauth::ConnectorAddress;
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer};
use serde::de::DeserializeOwned;
use serde_json::Value;
use warp::http::header::{CONTENT_LENGTH, HOST, HeaderValue, ORIGIN, TRANSFER_ENCODING};
use warp::http::request::Parts;
use warp::http::{Method, Request};
use warp::hyper::body::Bytes;

use super::ask::{self, ToolFailure};
use super::gate::Message;
use crate::reply::Response;

/// The protocol, as one service for all requests.
#[derive(Clone)]
pub(super) struct Protocol(StreamableHttpService<Connector, NeverSessionManager>);

impl Protocol {
    pub(super) fn new() -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            // The gate judged host and origin.
            .with_allowed_hosts(["localhost"]);
        let sessions = Arc::new(NeverSessionManager::default());
        Self(StreamableHttpService::new(|| Ok(Connector), sessions, config))
    }

    /// Returns the answer to a message.
    pub(super) async fn answer(&self, message: Message, _: &ConnectorAddress) -> Response {
        let mut request = Request::new(Full::new(Bytes::from(message.body.clone())));
        *request.method_mut() = Method::POST;
        *request.headers_mut() = message.context.headers().clone();
        for name in [ORIGIN, CONTENT_LENGTH, TRANSFER_ENCODING] {
            request.headers_mut().remove(name);
        }
        request.headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
        request.extensions_mut().insert(Arc::new(message));
        let (head, body) = self.0.handle(request).await.into_parts();
        let Ok(body) = body.collect().await;
        let mut response = Response::new(body.to_bytes().into());
        *response.status_mut() = head.status;
        *response.headers_mut() = head.headers;
        response.headers_mut().remove(CONTENT_LENGTH);
        response
    }
}

#[derive(Clone)]
struct Connector;

/// Returns the message that a request of the library carries.
fn message(context: &RequestContext<RoleServer>) -> Result<Arc<Message>, ErrorData> {
    let parts = context.extensions.get::<Parts>();
    let message = parts.and_then(|parts| parts.extensions.get::<Arc<Message>>());
    message.cloned().ok_or_else(|| ErrorData::internal_error("The service failed.", None))
}

impl ServerHandler for Connector {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("licence", env!("CARGO_PKG_VERSION"))
            .with_title("Gambling licence registers");
        let capabilities = ServerCapabilities::builder().enable_tools();
        let capabilities = capabilities.enable_resources().enable_prompts().build();
        ServerConfig::new(capabilities).with_server_info(name)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        let versions = connector::PROTOCOL_VERSIONS.iter().rev();
        versions.filter_map(|&version| typed(version.into()).ok()).collect()
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        typed(connector::resource_listing())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        typed(connector::resource_template_listing())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri.as_str();
        let contents = match connector::resource(uri) {
            Some(Resource::Fixed(content)) => connector::resource_contents(uri, &content),
            Some(Resource::Answer(call)) => {
                let message = message(&context)?;
                // Boxed, because its large future would be copied into the library's.
                let answer = Box::pin(ask::answer(&message, &call)).await;
                connector::answered_contents(uri, &answer.map_err(unreadable)?)
            }
            None => {
                let uri = serde_json::json!({"uri": uri});
                return Err(ErrorData::invalid_params("There is no such resource.", Some(uri)));
            }
        };
        typed::<ReadResourceResult>(contents).map(Into::into)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        typed(connector::prompt_listing())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let prompt = connector::prompt(&request.name, &request.arguments.unwrap_or_default());
        let prompt = prompt.map_err(|error| ErrorData::invalid_params(error, None))?;
        typed::<GetPromptResult>(prompt).map(Into::into)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let scopes = &message(&context)?.caller.scopes;
        let tools = Tool::ALL.iter().filter(|tool| scopes.contains(tool.scope()));
        let listed = tools.map(|tool| typed(tool.listing()));
        let listed = listed.collect::<Result<_, _>>()?;
        Ok(ListToolsResult::with_all_items(listed)
            .with_ttl_ms(TOOLS_TTL_MILLIS)
            .with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let message = message(&context)?;
        let Ok(tool) = request.name.parse::<Tool>() else {
            let known: Vec<&str> = Tool::ALL.iter().map(|tool| tool.as_str()).collect();
            let error = format!("There is no such tool; there are {}.", known.join(", "));
            return Err(ErrorData::invalid_params(error, None));
        };
        let answer = match ToolCall::parse(tool, request.arguments.unwrap_or_default()) {
            // Boxed, because its large future would be copied into the library's.
            Ok(call) => Box::pin(ask::answer(&message, &call)).await,
            Err(invalid) => Err(invalid.into()),
        };
        match answer {
            Ok(answer) => {
                let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
                result.structured_content = Some(answer.structured);
                Ok(result.into())
            }
            Err(ToolFailure::Refused(body)) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(body.to_string())]).into())
            }
            Err(ToolFailure::Broken) => {
                let id = message.context.id().to_str().unwrap_or_default();
                let error = format!("The service failed to answer request {id}.");
                Err(ErrorData::internal_error(error, None))
            }
        }
    }
}

/// Returns what the core wrote as the library's type.
fn typed<T: DeserializeOwned>(written: Value) -> Result<T, ErrorData> {
    serde_json::from_value(written)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn unreadable(failure: ToolFailure) -> ErrorData {
    match failure {
        ToolFailure::Refused(body) => {
            ErrorData::invalid_params("The resource cannot be read.", Some(body))
        }
        ToolFailure::Broken => {
            ErrorData::internal_error("The service failed; try again later.", None)
        }
    }
}
