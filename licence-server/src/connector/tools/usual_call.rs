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
mod tests {
    use super::*;

    fn headers(version: &str, accept: &str) -> HeaderMap {
        let named = [
            ("accept", accept),
            ("content-type", "application/json"),
            ("mcp-protocol-version", version),
            ("mcp-method", "tools/call"),
            ("mcp-name", "check_domain"),
        ];
        let named = named.map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
        named.into_iter().collect()
    }

    /// That both ways give the same bytes is tested over the router.
    #[test]
    fn the_calls_of_clients_are_usual() {
        let newest = r#","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
            "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}"#;
        for (version, meta, accept, is_usual) in [
            ("2026-07-28", newest, USUAL_ACCEPT[0], true),
            ("2026-07-28", newest, USUAL_ACCEPT[1], true),
            ("2026-07-28", newest, "*/*", false),
            ("2026-07-28", "", USUAL_ACCEPT[0], false),
            ("2025-11-25", newest, USUAL_ACCEPT[0], false),
            ("2025-11-25", "", USUAL_ACCEPT[0], true),
            ("2025-06-18", r#","_meta":{"progressToken":1}"#, USUAL_ACCEPT[0], true),
            ("2024-11-05", "", USUAL_ACCEPT[0], false),
        ] {
            let parameters = format!(r#"{{"name":"check_domain","arguments":{{}}{meta}}}"#);
            let body = format!(
                r#"{{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{parameters}}}"#
            );
            let headers = headers(version, accept);
            let call = UsualCall::parse(&headers, body.as_bytes(), Tool::CheckDomain);
            assert_eq!(call.is_some(), is_usual, "{version} {meta} {accept}");
            let is_newest = call.is_some_and(|call| call.is_newest);
            assert_eq!(is_newest, is_usual && version == "2026-07-28", "{version}");
        }
    }
}
