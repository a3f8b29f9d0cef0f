//! A call in the form that clients send is answered without the protocol's library. Each case here is
//! asked in this form and in one that only the library answers, and both replies have the same bytes.

use super::calls::arguments;
use super::*;
use licence_core::connector::Tool;

const NEWEST: &str = "2026-07-28";

/// Returns the replies to a message as clients send it, and as the library alone answers it.
async fn both(it: &Connected, token: &str, ask_so: &Ask) -> [String; 2] {
    let mut replies = [String::new(), String::new()];
    for (accept, reply) in ["", ";q=1"].into_iter().zip(&mut replies) {
        let accept = format!("application/json, text/event-stream{accept}");
        let asked = ask_so.clone().header("accept", &accept).key(token);
        let answered = ask(&it.service, asked.header("x-request-id", "same")).await;
        let headers = answered.headers.iter().map(|(name, value)| format!("{name}: {value:?}"));
        let headers: Vec<String> = headers.collect();
        let body = String::from_utf8(answered.body).unwrap();
        *reply = format!("{}\n{}\n\n{body}", answered.status, headers.join("\n"));
    }
    replies
}

fn post(version: &str, tool: &str, body: impl Into<String>) -> Ask {
    Ask::new("POST", "/mcp")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", version)
        .header("mcp-method", "tools/call")
        .header("mcp-name", tool)
        .body(body)
}

fn body(version: &str, tool: &str, arguments: &Value) -> Value {
    let mut parameters = json!({"name": tool, "arguments": arguments});
    if version == NEWEST {
        parameters["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        });
    }
    json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters})
}

#[tokio::test]
async fn every_tool_is_answered_alike() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    for version in licence_core::connector::PROTOCOL_VERSIONS {
        for tool in Tool::ALL {
            // The first reply to a change differs from the second.
            it.call(&token, tool.as_str(), arguments(*tool)).await;
            for arguments in [arguments(*tool), json!({"until": 1}), json!({}), Value::Null] {
                let body = body(version, tool.as_str(), &arguments).to_string();
                let [usual, other] = both(&it, &token, &post(version, tool.as_str(), body)).await;
                assert!(usual.starts_with("200\n"), "{version} {tool} {arguments}: {usual}");
                assert_eq!(usual, other, "{version} {tool} {arguments}");
            }
        }
    }
}

/// Each text of a usual message that is replaced, and by what.
const CHANGES: [(&str, &str); 36] = [
    ("\"2.0\"", "\"1.0\""),
    ("\"jsonrpc\":\"2.0\",", ""),
    ("\"jsonrpc\":\"2.0\",", "\"jsonrpc\":\"2.0\",\"jsonrpc\":\"2.0\","),
    ("\"jsonrpc\":\"2.0\",", "\"jsonrpc\":\"2.0\",\"more\":{},"),
    ("\"jsonrpc\":\"2.0\",", "\"jsonrpc\":\"2.0\",\"result\":{},"),
    ("\"id\":1,", ""),
    ("\"id\":1", "\"id\":null"),
    ("\"id\":1", "\"id\":\"a\\u00e9\\n\""),
    ("\"id\":1", "\"id\":1.0"),
    ("\"id\":1", "\"id\":1.5"),
    ("\"id\":1", "\"id\":-7"),
    ("\"id\":1", "\"id\":18446744073709551615"),
    ("\"id\":1", "\"id\":9007199254740993"),
    ("\"id\":1", "\"id\":[1]"),
    ("\"id\":1", "\"id\":1,\"id\":2"),
    ("tools/call", "tools/list"),
    ("\"method\":\"tools/call\"", "\"method\":\"tools/call\",\"method\":\"tools/list\""),
    ("tools/call", "tools\\/call"),
    ("\"name\":\"check_domain\"", "\"name\":\"nothing\""),
    ("\"name\":\"check_domain\"", "\"name\":7"),
    ("\"name\":\"check_domain\"", "\"name\":\"check_domain\",\"name\":\"get_coverage\""),
    ("\"name\":\"check_domain\"", "\"other\":1"),
    ("\"params\":{", "\"params\":[],\"rest\":{"),
    ("\"params\":{", "\"params\":[null,\"check_domain\",{},null,null],\"rest\":{"),
    ("\"params\":{", "\"params\":{\"more\":[1],"),
    ("\"params\":{", "\"params\":{\"requestState\":7,"),
    ("\"params\":{", "\"params\":{\"requestState\":\"a\",\"inputResponses\":{},"),
    ("\"arguments\":{", "\"arguments\":[],\"rest\":{"),
    ("\"arguments\":{", "\"arguments\":{\"domain\":\"a.example\","),
    ("\"domain\":\"", "\"detail\":1e400,\"domain\":\""),
    ("\"domain\":\"", "\"detail\":123456789012345678901,\"domain\":\""),
    ("\"domain\":\"", "\"domain\":\"\\ud800"),
    ("\"_meta\":{", "\"_meta\":null,\"rest\":{"),
    ("\"_meta\":{", "\"_meta\":{\"progressToken\":1,\"traceparent\":[null],"),
    ("protocolVersion\":\"2026-07-28", "protocolVersion\":\"2025-11-25"),
    ("clientCapabilities\":{\"elicitation\":{}", "clientCapabilities\":{\"elicitation\":7"),
];

#[tokio::test]
async fn what_is_unusual_is_answered_as_the_library_does() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    for version in licence_core::connector::PROTOCOL_VERSIONS {
        let usual = body(version, "check_domain", &arguments(Tool::CheckDomain)).to_string();
        let mut changed = 0;
        for (text, by) in CHANGES {
            let body = usual.replacen(text, by, 1);
            changed += usize::from(body != usual);
            let [ours, other] = both(&it, &token, &post(version, "check_domain", body)).await;
            assert_eq!(ours, other, "{version} {by}");
        }
        assert_eq!(changed, if version == NEWEST { CHANGES.len() } else { CHANGES.len() - 4 });
    }
}

#[tokio::test]
async fn headers_that_disagree_are_answered_as_the_library_does() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    let (domain, tool) = (arguments(Tool::CheckDomain), "check_domain");
    for version in licence_core::connector::PROTOCOL_VERSIONS {
        let usual = post(version, tool, body(version, tool, &domain).to_string());
        for (name, values) in [
            ("content-type", vec![]),
            ("content-type", vec!["text/plain"]),
            ("content-type", vec!["application/json; charset=utf-8"]),
            ("mcp-protocol-version", vec![]),
            ("mcp-protocol-version", vec!["2024-11-05"]),
            ("mcp-protocol-version", vec!["2025-11-25"]),
            ("mcp-protocol-version", vec![NEWEST]),
            ("mcp-protocol-version", vec!["2030-01-01"]),
            ("mcp-protocol-version", vec![version, "2025-06-18"]),
            ("mcp-method", vec![]),
            ("mcp-method", vec!["tools/list"]),
            ("mcp-method", vec!["tools/call", "tools/call"]),
            ("mcp-name", vec![]),
            ("mcp-name", vec!["get_coverage"]),
            ("mcp-name", vec!["=?base64?Y2hlY2tfZG9tYWlu?="]),
            ("mcp-name", vec![tool, tool]),
            ("mcp-session-id", vec!["1"]),
        ] {
            let mut asked = usual.clone();
            asked.headers.retain(|(it, _)| it != name);
            let asked = values.iter().fold(asked, |asked, value| asked.header(name, value));
            let [ours, other] = both(&it, &token, &asked).await;
            assert_eq!(ours, other, "{version} {name} {values:?}");
        }
    }
}
