//! What every front end says of the connector: the tools as the protocol lists them, and documents
//! for machines that look for them.

use serde_json::{Value, json};

use super::tool::{Scope, Tool};
use crate::origin::Origin;

/// The versions of the protocol that are served, the newest first.
pub const PROTOCOL_VERSIONS: [&str; 3] = ["2026-07-28", "2025-11-25", "2025-06-18"];

/// How long a client may keep the list of tools, in milliseconds. The list depends on the scopes.
pub const TOOLS_TTL_MILLIS: u64 = 3_600_000;

impl Tool {
    /// Returns the tool as the protocol lists it.
    pub fn listing(self) -> Value {
        json!({
            "name": self.as_str(),
            "title": self.title(),
            "description": self.description(),
            "inputSchema": self.input_schema(),
            "outputSchema": self.output_schema(),
            "annotations": {
                "title": self.title(),
                "readOnlyHint": self.scope() != Scope::WatchlistWrite,
                "destructiveHint": self == Self::UnwatchOperator,
                "idempotentHint": true,
                "openWorldHint": false,
            },
        })
    }
}

/// Returns the scope that a message of the protocol needs; `None` if any token will do. Both the list
/// of tools and their calls ask here.
///
/// ```
/// use licence_core::connector::{Scope, scope_needed};
///
/// assert_eq!(scope_needed("tools/call", Some("watch_operator")), Some(Scope::WatchlistWrite));
/// assert_eq!(scope_needed("tools/list", None), None);
/// ```
pub fn scope_needed(method: &str, name: Option<&str>) -> Option<Scope> {
    match method {
        "tools/call" => name?.parse().ok().map(Tool::scope),
        "resources/read" => Some(Scope::LicencesRead),
        _ => None,
    }
}

/// Returns `/llms.txt`: where the connector is, and what it can do.
pub fn llms_text(resource: &str) -> String {
    let tools = Tool::ALL.iter().map(|it| format!("- {}: {}\n", it.as_str(), it.description()));
    format!(
        "# Gambling licence registers\n\n\
         > Answers whether a gambling domain or licence number is on record with a regulator, with \
         the evidence.\n\n\
         Connect an assistant by the Model Context Protocol (streamable HTTP, OAuth 2.1): {resource}\n\n\
         ## Tools\n\n{}",
        tools.collect::<String>()
    )
}

/// Returns the server card. Its form is a draft, and may change.
pub fn server_card(resource: &str, version: &str) -> Value {
    json!({
        "experimental": true,
        "name": "licence",
        "title": "Gambling licence registers",
        "version": version,
        "protocolVersions": PROTOCOL_VERSIONS,
        "remotes": [{"type": "streamable-http", "url": resource}],
        "tools": Tool::ALL.iter().map(|it| it.listing()).collect::<Vec<_>>(),
    })
}

/// Returns `server.json` of the public registry of servers, in the schema of 2025-12-11. Its name
/// begins with the host of the connector, back to front; the operator of the service owns that name.
pub fn registry_manifest(connector: &Origin, version: &str) -> Value {
    let host = connector.authority().split(':').next().unwrap_or_default();
    let labels: Vec<&str> = host.rsplit('.').collect();
    json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        "name": format!("{}/licence", labels.join(".")),
        "title": "Gambling licence registers",
        "description": "Is this gambling domain licensed, by whom? Answers with evidence.",
        "version": version,
        "remotes": [{"type": "streamable-http", "url": connector.page("/mcp")}],
    })
}

/// Returns `manifest.json` of a bundle with the program `licence`, which assistants install.
pub fn bundle_manifest(version: &str) -> Value {
    let tools = Tool::ALL.iter();
    let tools = tools.map(|it| json!({"name": it.as_str(), "description": it.description()}));
    json!({
        "manifest_version": "0.3",
        "name": "licence",
        "display_name": "Gambling licence registers",
        "version": version,
        "description": "Is this gambling domain licensed, by whom? Answers with evidence.",
        "author": {"name": "The operator of your licence service"},
        "server": {
            "type": "binary",
            "entry_point": "licence",
            "mcp_config": {
                "command": "${__dirname}/licence",
                "args": ["mcp", "--server", "${user_config.server}"],
                "env": {"LICENCE_API_KEY": "${user_config.api_key}"},
            },
        },
        "tools": tools.collect::<Vec<_>>(),
        "user_config": {
            "server": {
                "type": "string",
                "title": "Server",
                "description": "The address of the service, such as https://licence.example.org",
                "required": true,
            },
            "api_key": {
                "type": "string",
                "title": "API key",
                "description": "A key of your account",
                "sensitive": true,
                "required": true,
            },
        },
    })
}

/// Returns what the parameters of a known method are; `None` for any other. The newest version of the
/// protocol does not know `initialize`.
pub fn parameters_of(method: &str) -> Option<&'static str> {
    match method {
        "tools/call" => Some("tools/call takes name, a text, and arguments, an object."),
        "resources/read" => Some("resources/read takes uri, a text."),
        "prompts/get" => Some("prompts/get takes name, a text, and arguments, an object."),
        "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list" => {
            Some("A list takes no parameters but cursor, a text.")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_keep_to_the_limits_of_their_schemas() {
        let manifest = registry_manifest(&"https://mcp.example.org".parse().unwrap(), "1.0.0");
        assert_eq!(manifest["name"], "org.example.mcp/licence");
        assert_eq!(manifest["remotes"][0]["url"], "https://mcp.example.org/mcp");
        assert!(manifest["description"].as_str().unwrap().len() <= 100);
        let bundle = bundle_manifest("1.0.0");
        assert_eq!(bundle["user_config"]["api_key"]["sensitive"], true);
        assert_eq!(bundle["tools"].as_array().unwrap().len(), 12);
    }
}
