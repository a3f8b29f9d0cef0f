//! The Model Context Protocol over HTTP. This module is the only one of the server that knows the
//! protocol's library.
//!
//! The library sees only messages that the gate admitted, answers each by itself without a session,
//! and holds no stream open.
//!
//! It starts two tasks for each message and parses it for one method after another, which costs more
//! than a check. A call of a tool in the form that clients send ([`UsualCall`]) is therefore answered
//! here, with the types of the library and the same bytes. Every other message goes to the library,
//! which alone negotiates versions and words what is wrong with a message.

mod usual_call;

use std::borrow::Cow;
use std::sync::Arc;

use http_body_util::{BodyExt, Full};
use licence_core::connector::{self, PROTOCOL_VERSIONS, Resource, Tool, ToolCall, ToolFailure};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ClientJsonRpcMessage,
    ContentBlock, CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, JsonObject, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig, ServerJsonRpcMessage, ServerResult,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer};
use serde::de::DeserializeOwned;
use serde_json::Value;
use warp::http::header::{
    CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderValue, ORIGIN, TRANSFER_ENCODING,
};
use warp::http::request::Parts;
use warp::http::{Method, Request, StatusCode};
use warp::hyper::body::Bytes;

use self::usual_call::UsualCall;
use super::ask;
use super::gate::{INVALID_REQUEST, Message, protocol_error};
use crate::reply::{self, Response};

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

    pub(super) async fn answer(&self, message: Message) -> Response {
        let headers = message.context.headers();
        let call = message.tool.and_then(|tool| UsualCall::parse(headers, &message.body, tool));
        match call {
            Some(call) => answer_usual(call, &message).await,
            None => self.answer_by_library(message).await,
        }
    }

    async fn answer_by_library(&self, message: Message) -> Response {
        if serde_json::from_slice::<ClientJsonRpcMessage>(&message.body).is_err() {
            let why = "The message is no request, notification or answer of JSON-RPC 2.0.";
            return protocol_error(StatusCode::BAD_REQUEST, INVALID_REQUEST, why);
        }
        let mut request = Request::new(Full::new(Bytes::from(message.body.clone())));
        *request.method_mut() = Method::POST;
        *request.headers_mut() = message.context.headers().clone();
        for name in [ORIGIN, CONTENT_LENGTH, TRANSFER_ENCODING] {
            request.headers_mut().remove(name);
        }
        request.headers_mut().insert(HOST, HeaderValue::from_static("localhost"));
        request.extensions_mut().insert(Arc::new(message));
        let (mut head, body) = self.0.handle(request).await.into_parts();
        let Ok(body) = body.collect().await;
        let bytes = body.to_bytes();
        // The library words what is wrong with headers as plain text, which clients do not parse.
        if !bytes.is_empty() && !head.headers.contains_key(CONTENT_TYPE) {
            let why = String::from_utf8_lossy(&bytes);
            return protocol_error(head.status, INVALID_REQUEST, &why);
        }
        head.headers.remove(CONTENT_LENGTH);
        Response::from_parts(head, bytes.into())
    }
}

async fn answer_usual(call: UsualCall, message: &Message) -> Response {
    let answer = match call_tool(message, call.tool, call.arguments).await {
        Ok(mut result) => {
            result.result_type = result.result_type.filter(|_| call.is_newest);
            ServerJsonRpcMessage::response(ServerResult::CallToolResult(result), call.id)
        }
        Err(error) => ServerJsonRpcMessage::error(error, Some(call.id)),
    };
    let response = reply::json_once(StatusCode::OK, &answer);
    response.unwrap_or_else(|problem| problem.into_response(message.context.id()))
}

/// The page of a list that a client asks for. Our lists fit in one page, so that it is ignored.
type PageParams = Option<PaginatedRequestParams>;
type Context = RequestContext<RoleServer>;
type Answer<T> = Result<T, ErrorData>;

#[derive(Clone)]
struct Connector;

/// Returns the message that a request of the library carries.
fn message(context: &Context) -> Answer<Arc<Message>> {
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
        let versions = PROTOCOL_VERSIONS.iter().rev();
        versions.filter_map(|&version| typed(version.into()).ok()).collect()
    }

    async fn list_resources(&self, _: PageParams, _: Context) -> Answer<ListResourcesResult> {
        typed(connector::resource_listing())
    }

    async fn list_resource_templates(
        &self,
        _: PageParams,
        _: Context,
    ) -> Answer<ListResourceTemplatesResult> {
        typed(connector::resource_template_listing())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: Context,
    ) -> Answer<ReadResourceResponse> {
        let uri = request.uri.as_str();
        let contents = match connector::resource(uri) {
            Some(Resource::Fixed(content)) => connector::resource_contents(uri, &content),
            Some(Resource::Answer(call)) => {
                let message = message(&context)?;
                // Boxed, because its large future would be copied into the library's.
                let answer = Box::pin(ask::answer(&message, &call)).await;
                connector::resource_contents(uri, &answer.map_err(unreadable)?.structured)
            }
            None => {
                let uri = serde_json::json!({"uri": uri});
                return Err(ErrorData::invalid_params("There is no such resource.", Some(uri)));
            }
        };
        typed::<ReadResourceResult>(contents).map(Into::into)
    }

    async fn on_custom_request(&self, request: CustomRequest, _: Context) -> Answer<CustomResult> {
        // The library takes a known method with wrong parameters for an unknown method.
        Err(match connector::parameters_of(&request.method) {
            Some(rule) => ErrorData::invalid_params(rule, None),
            None => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, request.method, None),
        })
    }

    async fn list_prompts(&self, _: PageParams, _: Context) -> Answer<ListPromptsResult> {
        typed(connector::prompt_listing())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
    ) -> Answer<GetPromptResponse> {
        let prompt = connector::prompt(&request.name, &request.arguments.unwrap_or_default());
        let prompt = prompt.map_err(|error| ErrorData::invalid_params(error, None))?;
        typed::<GetPromptResult>(prompt).map(Into::into)
    }

    async fn list_tools(&self, _: PageParams, context: Context) -> Answer<ListToolsResult> {
        let scopes = &message(&context)?.caller.scopes;
        let tools = Tool::ALL.iter().filter(|tool| scopes.contains(tool.scope()));
        let listed = tools.map(|tool| typed(tool.listing())).collect::<Answer<_>>()?;
        Ok(ListToolsResult::with_all_items(listed)
            .with_ttl_ms(connector::TOOLS_TTL_MILLIS)
            .with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: Context,
    ) -> Answer<CallToolResponse> {
        let message = message(&context)?;
        let Some(tool) = message.tool else {
            let known: Vec<&str> = Tool::ALL.iter().map(|tool| tool.as_str()).collect();
            let error = format!("There is no such tool; there are {}.", known.join(", "));
            return Err(ErrorData::invalid_params(error, None));
        };
        call_tool(&message, tool, request.arguments).await.map(Into::into)
    }
}

async fn call_tool(
    message: &Message,
    tool: Tool,
    arguments: Option<JsonObject>,
) -> Answer<CallToolResult> {
    let answer = match ToolCall::parse(tool, arguments.unwrap_or_default()) {
        // Boxed, because its large future would be copied into the library's.
        Ok(call) => Box::pin(ask::answer(message, &call)).await,
        Err(invalid) => Err(ToolFailure::Refused(invalid.to_object())),
    };
    match answer {
        Ok(answer) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(answer.text)]);
            result.structured_content = Some(answer.structured);
            Ok(result)
        }
        Err(ToolFailure::Refused(body)) => {
            Ok(CallToolResult::error(vec![ContentBlock::text(body.to_string())]))
        }
        Err(ToolFailure::Broken) => {
            let id = message.context.id_text();
            let error = format!("The service failed to answer request {id}.");
            Err(ErrorData::internal_error(error, None))
        }
    }
}

/// Returns what the core wrote as the library's type.
fn typed<T: DeserializeOwned>(written: Value) -> Answer<T> {
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
