//! The tools of the connector on standard input and output, for an assistant on this machine. This
//! file is the only one that knows the protocol's library.

mod ask;

use std::borrow::Cow;
use std::sync::Arc;

use licence_core::connector::{
    self, Resource, Scope, TOOLS_TTL_MILLIS, Tool, ToolCall, ToolFailure,
};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CacheScope, CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock,
    CustomRequest, CustomResult, ErrorCode, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
    ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServiceExt};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::args::AccountFlag;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::service::Service;

/// Answers an assistant on standard input and output until its input ends.
pub(crate) fn run(settings: &Settings, account: &AccountFlag) -> Result<Exit, Failure> {
    settings.block_on(async {
        let service = Arc::new(settings.lookup_service().await?);
        let is_remote = matches!(*service, Service::Remote(_));
        let has_watchlist = is_remote || account.account.is_some();
        let served = serve(Connector { service: Arc::clone(&service), has_watchlist }).await;
        if let Some(service) = Arc::into_inner(service) {
            service.close().await;
        }
        served.map(|()| Exit::Done)
    })
}

async fn serve(connector: Connector) -> Result<(), Failure> {
    let broken = |error: String| Failure::Io(std::io::Error::other(error));
    // An assistant that closes its end before its first message has asked nothing.
    let running = match connector.serve(rmcp::transport::stdio()).await {
        Ok(running) => running,
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(broken(error.to_string())),
    };
    running.waiting().await.map_err(|error| broken(error.to_string()))?;
    Ok(())
}

/// The page of a list that a client asks for. Our lists fit in one page, so that it is ignored.
type PageParams = Option<PaginatedRequestParams>;
type Context = RequestContext<RoleServer>;
type Answer<T> = Result<T, ErrorData>;

struct Connector {
    service: Arc<Service>,
    /// Whether the data source has a watchlist: a server has, a database needs an account.
    has_watchlist: bool,
}

impl Connector {
    fn tools(&self) -> impl Iterator<Item = Tool> {
        let has_watchlist = self.has_watchlist;
        Tool::ALL
            .iter()
            .copied()
            .filter(move |tool| has_watchlist || tool.scope() == Scope::LicencesRead)
    }
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
        _: Context,
    ) -> Answer<ReadResourceResponse> {
        let uri = request.uri.as_str();
        let contents = match connector::resource(uri) {
            Some(Resource::Fixed(content)) => connector::resource_contents(uri, &content),
            Some(Resource::Answer(call)) => {
                let answer = ask::answer(&self.service, &call).await;
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

    async fn list_tools(&self, _: PageParams, _: Context) -> Answer<ListToolsResult> {
        let listed = self.tools().map(|tool| typed(tool.listing()));
        let listed = listed.collect::<Result<_, _>>()?;
        Ok(ListToolsResult::with_all_items(listed)
            .with_ttl_ms(TOOLS_TTL_MILLIS)
            .with_cache_scope(CacheScope::Private))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: Context,
    ) -> Answer<CallToolResponse> {
        let tool = self.tools().find(|tool| tool.as_str() == request.name);
        let Some(tool) = tool else {
            let known: Vec<&str> = self.tools().map(Tool::as_str).collect();
            let error = format!("There is no such tool; there are {}.", known.join(", "));
            return Err(ErrorData::invalid_params(error, None));
        };
        let answer = match ToolCall::parse(tool, request.arguments.unwrap_or_default()) {
            Ok(call) => ask::answer(&self.service, &call).await,
            Err(invalid) => Err(ToolFailure::Refused(invalid.to_object())),
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
                Err(ErrorData::internal_error("The service failed; try again later.", None))
            }
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
