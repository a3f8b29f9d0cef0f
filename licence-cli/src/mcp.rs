//! The tools of the connector on standard input and output, for an assistant on this machine. This
//! file is the only one that knows the protocol's library.

mod ask;

use std::borrow::Cow;
use std::sync::Arc;

use licence_core::connector::{Access, Scope, Tool, ToolCall};
use rmcp::handler::server::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
    ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServiceExt};

use crate::exit::Failure;
use crate::service::Service;
use ask::ToolFailure;

/// Answers an assistant until its input ends.
///
/// # Errors
/// [`Failure::Io`] when the connection breaks.
pub(crate) async fn serve(service: Arc<Service>, has_watchlist: bool) -> Result<(), Failure> {
    let connector = Connector { service, has_watchlist };
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
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(name)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        const SUPPORTED: &[ProtocolVersion] = &[
            ProtocolVersion::V_2025_06_18,
            ProtocolVersion::V_2025_11_25,
            ProtocolVersion::V_2026_07_28,
        ];
        Cow::Borrowed(SUPPORTED)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools().map(describe).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = self.tools().find(|tool| tool.as_str() == request.name);
        let Some(tool) = tool else {
            let known: Vec<&str> = self.tools().map(Tool::as_str).collect();
            let error = format!("There is no such tool; there are {}.", known.join(", "));
            return Err(ErrorData::invalid_params(error, None));
        };
        let answer = match ToolCall::parse(tool, request.arguments.unwrap_or_default()) {
            Ok(call) => ask::answer(&self.service, &call).await,
            Err(invalid) => Err(invalid.into()),
        };
        match answer {
            Ok(answer) => {
                let mut result = CallToolResult::structured(answer.structured);
                result.content = vec![ContentBlock::text(answer.text)];
                Ok(result.into())
            }
            Err(ToolFailure::Refused(body)) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(body.to_string())]).into())
            }
            Err(ToolFailure::Broken(error)) => {
                eprintln!("error: {error}");
                Err(ErrorData::internal_error("The service failed; try again later.", None))
            }
        }
    }
}

/// Returns what the protocol says of a tool.
fn describe(tool: Tool) -> rmcp::model::Tool {
    let annotations = ToolAnnotations::with_title(tool.title())
        .read_only(tool.access() == Access::Read)
        .destructive(tool.access() == Access::Remove)
        .idempotent(true)
        .open_world(false);
    rmcp::model::Tool::new(tool.as_str(), tool.description(), Arc::new(tool.input_schema()))
        .with_title(tool.title())
        .with_raw_output_schema(Arc::new(tool.output_schema()))
        .with_annotations(annotations)
}
