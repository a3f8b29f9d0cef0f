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
        let body =
            format!(r#"{{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{parameters}}}"#);
        let headers = headers(version, accept);
        let call = UsualCall::parse(&headers, body.as_bytes(), Tool::CheckDomain);
        assert_eq!(call.is_some(), is_usual, "{version} {meta} {accept}");
        let is_newest = call.is_some_and(|call| call.is_newest);
        assert_eq!(is_newest, is_usual && version == "2026-07-28", "{version}");
    }
}
