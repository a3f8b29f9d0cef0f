//! The call of a tool in the form that clients send.

use licence_core::connector::{PROTOCOL_VERSIONS, Tool};
use rmcp::model::{
    CallToolRequestMethod, CallToolRequestParams, JsonObject, JsonRpcVersion2_0, ProtocolVersion,
    RequestId,
};
use serde::Deserialize;
use warp::http::HeaderMap;

/// What clients send as `Accept`. The library needs both media types.
const USUAL_ACCEPT: [&str; 2] =
    ["application/json, text/event-stream", "text/event-stream, application/json"];

/// A call of a tool in the form that clients send, which the library would pass on as it is.
pub(super) struct UsualCall {
    pub(super) id: RequestId,
    pub(super) tool: Tool,
    pub(super) arguments: Option<JsonObject>,
    /// Whether the call is in the newest version of the protocol. Older ones have no `resultType`.
    pub(super) is_newest: bool,
}

/// The body of a usual call. A member that is unknown, missing or doubled makes it unusual.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UsualBody {
    #[serde(rename = "jsonrpc")]
    _jsonrpc: JsonRpcVersion2_0,
    id: RequestId,
    #[serde(rename = "method")]
    _method: CallToolRequestMethod,
    params: CallToolRequestParams,
}

impl UsualCall {
    /// Returns the usual call that a message is. `tool` is the one that the gate admitted.
    pub(super) fn parse(headers: &HeaderMap, body: &[u8], tool: Tool) -> Option<Self> {
        let is = |name: &str, value: &str| {
            let mut values = headers.get_all(name).iter();
            values.next().is_some_and(|first| first == value) && values.next().is_none()
        };
        let accepts_both = USUAL_ACCEPT.iter().any(|value| is("accept", value));
        if !accepts_both || !is("content-type", "application/json") {
            return None;
        }
        let UsualBody { id, params, .. } = serde_json::from_slice(body).ok()?;
        let meta = params.meta.unwrap_or_default();
        let newest = ProtocolVersion::V_2026_07_28;
        let version = meta.protocol_version();
        let is_usual = match &version {
            Some(version) => {
                *version == newest
                    && is("mcp-protocol-version", newest.as_str())
                    && is("mcp-method", "tools/call")
                    && is("mcp-name", tool.as_str())
                    && meta.missing_required_keys(&newest).is_empty()
            }
            // Only calls of the newest version name it in their body.
            None => PROTOCOL_VERSIONS[1..].iter().any(|older| is("mcp-protocol-version", older)),
        };
        let is_newest = version.is_some();
        is_usual.then_some(Self { id, tool, arguments: params.arguments, is_newest })
    }
}

#[cfg(test)]
mod tests;
