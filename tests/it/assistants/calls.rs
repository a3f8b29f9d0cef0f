//! The messages of the protocol, in each version, and the calls of tools.

use std::collections::BTreeSet;

use super::*;
use licence_core::connector::Tool;

const SLUG: &str = "harbour-lantern-gaming-limited";

/// Arguments of each tool that it answers on the sample.
pub fn arguments(tool: Tool) -> Value {
    match tool {
        Tool::CheckDomain => json!({"domain": "lanternspin.example"}),
        Tool::CheckDomains => json!({"domains": ["lanternspin.example", "nobody.example"]}),
        Tool::CheckLicenceNumber => json!({"license_number": "MGA/B2C/7114/2021"}),
        Tool::SearchOperators => json!({"query": "lantern"}),
        Tool::GetOperator | Tool::ListRegulatoryActions => json!({"operator": SLUG}),
        Tool::WatchOperator | Tool::UnwatchOperator => json!({"operator": SLUG}),
        Tool::GetLicence => json!({"license_id": "00000000-0000-0000-0000-000000000000"}),
        Tool::GetCoverage | Tool::ListWatchlist | Tool::ListWatchlistEvents => json!({}),
    }
}

#[tokio::test]
async fn the_newest_version_is_answered_with_its_members() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    let discovered = ask(&it.service, message("server/discover", json!({})).key(&token)).await;
    assert_eq!(discovered.status, 200, "{}", discovered.json());
    let result = &discovered.json()["result"];
    assert_eq!(result["resultType"], "complete", "{result}");
    assert!(result.get("ttlMs").is_some() && result.get("cacheScope").is_some(), "{result}");
    let listed = ask(&it.service, message("tools/list", json!({})).key(&token)).await.json();
    let result = &listed["result"];
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(3_600_000), &json!("private")));
    let names =
        result["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap());
    assert_eq!(
        names.collect::<Vec<_>>(),
        Tool::ALL.iter().map(|it| it.as_str()).collect::<Vec<_>>()
    );
    let called = it.call(&token, "check_domain", arguments(Tool::CheckDomain)).await.json();
    assert_eq!(called["result"]["structuredContent"]["licensed"], true, "{called}");
    assert_eq!(called["result"]["resultType"], "complete");
}

#[tokio::test]
async fn older_versions_are_answered_without_a_session() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    for version in ["2025-06-18", "2025-11-25"] {
        let legacy = |body: Value, is_first: bool| {
            let ask = json_post("/mcp", &body)
                .header("accept", "application/json, text/event-stream")
                .key(&token);
            if is_first { ask } else { ask.header("mcp-protocol-version", version) }
        };
        let hello = json!({
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": {"name": "old", "version": "1"},
            },
        });
        let reply = ask(&it.service, legacy(hello, true)).await;
        assert_eq!((reply.status, reply.header("mcp-session-id")), (200, None), "{version}");
        assert_eq!(reply.json()["result"]["protocolVersion"], version, "{}", reply.json());
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let reply = ask(&it.service, legacy(done, false)).await;
        assert_eq!((reply.status, reply.body.len()), (202, 0), "{version}");
        let call = json!({
            "jsonrpc": "2.0", "id": 2, "method": "tools/call",
            "params": {"name": "check_domain", "arguments": {"domain": "lanternspin.example"}},
        });
        let reply = ask(&it.service, legacy(call, false)).await;
        let result = &reply.json()["result"];
        assert_eq!((reply.status, &result["structuredContent"]["licensed"]), (200, &json!(true)));
        assert_eq!(result.get("resultType"), None, "{version}");
        let list = json!({"jsonrpc": "2.0", "id": 3, "method": "tools/list"});
        let reply = ask(&it.service, legacy(list, false)).await;
        assert_eq!(reply.json()["result"]["tools"].as_array().unwrap().len(), 12);
    }
}

#[tokio::test]
async fn a_message_that_breaks_the_protocol_has_its_error() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    let unknown = ask(&it.service, message("nothing/such", json!({})).key(&token)).await;
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!(-32601)));
    let tool = it.call(&token, "drop_tables", json!({})).await;
    assert_eq!(tool.json()["error"]["code"], -32602, "{}", tool.json());
    for (method, parameters) in [
        ("tools/call", json!({"name": "check_domain", "arguments": []})),
        ("resources/read", json!({})),
    ] {
        let reply = ask(&it.service, message(method, parameters).key(&token)).await;
        let error = &reply.json()["error"];
        assert_eq!(error["code"], -32602, "{method}: {error}");
        assert!(error["message"].as_str().unwrap().starts_with(method), "{error}");
    }
    let absent = message("resources/read", json!({"uri": "licence://nothing"})).key(&token);
    let error = &ask(&it.service, absent).await.json()["error"];
    assert_eq!(
        (&error["code"], &error["data"]["uri"]),
        (&json!(-32602), &json!("licence://nothing"))
    );
    let mut other = message("tools/list", json!({})).key(&token);
    other.headers.iter_mut().find(|(name, _)| name == "mcp-method").unwrap().1 = "ping".to_owned();
    let reply = ask(&it.service, other).await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!(-32020)));
    let mut old = message("tools/list", json!({})).key(&token);
    old.body = old.body.replace("2026-07-28", "2019-01-01");
    old.headers.iter_mut().find(|(it, _)| it == "mcp-protocol-version").unwrap().1 =
        "2019-01-01".to_owned();
    let reply = ask(&it.service, old).await;
    let error = reply.json()["error"].clone();
    assert_eq!((reply.status, &error["code"]), (400, &json!(-32022)));
    for version in ["2026-07-28", "2025-11-25", "2025-06-18"] {
        assert!(error["data"]["supported"].to_string().contains(version), "{error}");
    }
    for version in ["2024-11-05", "2025-03-26", "2030-01-01"] {
        let list = json!({"jsonrpc": "2.0", "id": "a", "method": "tools/list"});
        let by_header = Ask::new("POST", "/mcp").header("content-type", "application/json");
        let by_header = by_header.header("accept", "application/json, text/event-stream");
        let by_header = by_header.header("mcp-protocol-version", version).body(list.to_string());
        let reply = ask(&it.service, by_header.key(&token)).await;
        let error = reply.json();
        assert_eq!((reply.status, &error["id"]), (400, &json!("a")), "{version}: {error}");
        assert_eq!(error["error"]["data"]["requested"], version);
        assert_eq!(error["error"]["code"], -32022);
    }
}

#[tokio::test]
async fn a_message_that_is_none_has_an_error_that_clients_parse() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    for (body, status, code) in [
        ("{", 400, -32700),
        ("[]", 400, -32600),
        ("{}", 400, -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":[1],"method":"tools/list"}"#, 400, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":7}"#, 400, -32600),
    ] {
        let mut asked = message("tools/list", json!({})).key(&token);
        asked.body = body.to_owned();
        let reply = ask(&it.service, asked).await;
        assert_eq!(
            (reply.status, &reply.json()["error"]["code"]),
            (status, &json!(code)),
            "{body}"
        );
    }
    for (name, status) in [("accept", 406), ("content-type", 415)] {
        let mut asked = message("tools/list", json!({})).key(&token);
        asked.headers.iter_mut().find(|(it, _)| it == name).unwrap().1 = "text/html".to_owned();
        let reply = ask(&it.service, asked).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (status, &json!(-32600)));
    }
}

#[tokio::test]
async fn each_tool_needs_its_scope_at_listing_and_at_calling() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    for scope in ALL.split(' ') {
        let token = it.token(scope).await;
        let listed = ask(&it.service, message("tools/list", json!({})).key(&token)).await.json();
        let listed = listed["result"]["tools"].to_string();
        for tool in Tool::ALL {
            let is_granted = tool.scope().as_str() == scope;
            assert_eq!(listed.contains(&format!("\"{tool}\"")), is_granted, "{scope} {tool}");
            let reply = it.call(&token, tool.as_str(), arguments(*tool)).await;
            assert_eq!(reply.status, if is_granted { 200 } else { 403 }, "{scope} {tool}");
            if !is_granted {
                let challenge = reply.header("www-authenticate").unwrap();
                assert!(challenge.contains("error=\"insufficient_scope\""), "{challenge}");
                for needed in [scope, tool.scope().as_str()] {
                    assert!(challenge.contains(needed), "{challenge}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_lower_role_never_writes_whatever_was_granted() {
    let it = Connected::new(Plan::Pro, Role::Developer).await;
    let owner = Visitor::in_account(&it.service, it.visitor.account, Role::Owner).await;
    assert_eq!(owner.account, it.visitor.account);
    let token = it.token(ALL).await;
    let watch = || it.call(&token, "watch_operator", json!({"operator": SLUG}));
    assert_eq!(watch().await.status, 200);
    let store = &it.service.store;
    let members = store.members(it.visitor.account).await.unwrap();
    let developer = members.iter().find(|member| member.role == Role::Developer).unwrap();
    let now = it.service.now();
    store.set_member_role(it.visitor.account, developer.id, Role::Viewer, now).await.unwrap();
    assert_eq!(watch().await.status, 403);
    assert_eq!(it.call(&token, "list_watchlist", json!({})).await.status, 200);
}

#[tokio::test]
async fn a_slug_in_upper_case_is_answered_as_it_is_on_record() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    let upper = json!({"operator": SLUG.to_uppercase()});
    let reply = it.call(&token, "watch_operator", upper).await.json();
    assert_eq!(reply["result"]["structuredContent"]["operator_slug"], SLUG);
}

#[tokio::test]
async fn an_answered_call_costs_one_unit_and_a_refused_one_none() {
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    let account = it.visitor.account;
    let used = async || {
        let limits = licence_core::account::plan::Plans::default().limits(Plan::Pro);
        let request = licence_store::service::QuotaRequest::by_member(
            account,
            licence_core::account::quota::Purpose::Request,
            &limits,
        );
        let now = it.service.now();
        let mut admission = it.service.store.admit(&request, Some(now), now).await.unwrap();
        it.service.store.refund(&mut admission).await;
        admission.tally(licence_core::account::quota::Limit::PerMonth).unwrap().used
    };
    let mut expected = 0;
    for (tool, arguments, cost) in [
        ("check_domain", json!({"domain": "lanternspin.example"}), 1),
        ("check_domains", json!({"domains": vec!["lanternspin.example"; 100]}), 1),
        ("get_operator", json!({"operator": SLUG}), 1),
        ("get_operator", json!({"operator": "nobody"}), 0),
        ("check_domain", json!({"domain": "no such host"}), 0),
        ("check_domain", json!({"domain": 7}), 0),
        ("watch_operator", json!({"operator": SLUG}), 1),
    ] {
        let reply = it.call(&token, tool, arguments.clone()).await.json();
        assert_eq!(reply["result"]["isError"] == true, cost == 0, "{tool} {arguments} {reply}");
        expected += cost;
        assert_eq!(used().await, expected, "{tool} {arguments}");
    }
    ask(&it.service, message("tools/list", json!({})).key(&token)).await;
    assert_eq!(used().await, expected, "a list is free");
}

#[tokio::test]
async fn a_refusal_is_a_result_that_the_model_can_mend() {
    let it = Connected::new(Plan::Trial, Role::Owner).await;
    let token = it.token(ALL).await;
    for (tool, arguments, expected) in [
        (
            "search_operators",
            json!({"query": "ab", "limit": 99}),
            json!({
                "error": "The argument limit is 99, and must be a whole number from 1 to 50.",
                "code": "invalid_query",
                "reason": "invalid_input",
                "field": "limit",
                "suggestion": "Correct the request and send it again.",
            }),
        ),
        (
            "check_domain",
            json!({"domain": "no such host"}),
            json!({
                "code": "invalid_query",
                "reason": "not_a_valid_hostname",
                "field": "domain",
                "suggestion": "Send the bare hostname, such as example.com, without scheme, path \
                               or port.",
            }),
        ),
        (
            "get_licence",
            json!({"license_id": "MGA/B2C/7114/2021"}),
            json!({
                "code": "invalid_license_id",
                "reason": "invalid_input",
                "field": "license_id",
                "suggestion": "Send the id of a licence, a UUID, not its number. Checks and \
                               operators show it.",
            }),
        ),
        ("check_domains", arguments(Tool::CheckDomains), json!({"code": "payment_required"})),
    ] {
        let result = it.call(&token, tool, arguments).await.json()["result"].clone();
        assert_eq!(result["isError"], true, "{tool} {result}");
        assert_eq!(result.get("structuredContent"), None, "{tool}");
        let body: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        for (name, value) in expected.as_object().unwrap() {
            assert_eq!(body[name], *value, "{tool} {body}");
        }
    }
    let it = Connected::new(Plan::Pro, Role::Owner).await;
    let token = it.token(ALL).await;
    for (slug, expected) in [("harbour-nobody", SLUG), ("search", "operator_not_found")] {
        let reply = it.call(&token, "get_operator", json!({"operator": slug})).await.json();
        let text = reply["result"]["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(expected), "{text}");
    }
}

#[tokio::test]
async fn a_search_names_the_registers_that_license_an_operator() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    let found = it.call(&token, "search_operators", json!({"query": "li", "limit": 20})).await;
    let found = &found.json()["result"]["structuredContent"]["operators"];
    for operator in found.as_array().unwrap() {
        let slug = json!({"operator": operator["slug"]});
        let shown = it.call(&token, "get_operator", slug).await.json();
        let licences = &shown["result"]["structuredContent"]["licences"];
        let codes = licences.as_array().unwrap().iter().map(|it| it["jurisdiction"].clone());
        let codes: BTreeSet<String> = codes.map(|code| code.as_str().unwrap().into()).collect();
        assert_eq!(operator["jurisdictions"], json!(codes), "{operator}");
        let standing = operator["standing"].as_object().unwrap();
        assert!(standing.keys().eq(&codes), "{operator}");
    }
    let hibiscus = it.call(&token, "search_operators", json!({"query": "hibiscus"})).await.json();
    let hibiscus = &hibiscus["result"]["structuredContent"]["operators"][0];
    assert_eq!(hibiscus["standing"], json!({"AN": "active", "CW": "active"}), "{hibiscus}");
}

#[tokio::test]
async fn a_bad_domain_of_a_batch_does_not_fail_the_others() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    let domains = json!({"domains": ["lanternspin.example", "", "x".repeat(254)]});
    let answer = it.call(&token, "check_domains", domains.clone()).await.json();
    let rows = answer["result"]["structuredContent"]["results"].clone();
    let key = it.service.key(Plan::Enterprise).await;
    let rest = Ask::new("POST", "/v1/check/batch").key(&key).body(domains.to_string());
    let rest = it.service.ask(rest).await.json()["results"].clone();
    for place in 0..3 {
        assert_eq!(rows[place]["domain"], rest[place]["query"]["domain"]);
        assert_eq!(rows[place]["verdict"], rest[place]["verdict"]);
        assert_eq!(rows[place]["error"], rest[place]["error"]);
    }
    assert_eq!(
        (&rows[0]["licensed"], &rows[1]["error"]),
        (&json!(true), &json!("invalid_hostname"))
    );
}

#[tokio::test]
async fn the_text_of_a_page_says_how_to_ask_for_the_next_one() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    let text = async |tool, arguments| {
        let answer = it.call(&token, tool, arguments).await.json();
        let content = answer["result"]["structuredContent"].clone();
        (answer["result"]["content"][0]["text"].as_str().unwrap().to_owned(), content)
    };
    let (first, _) = text("search_operators", json!({"query": "li", "limit": 1})).await;
    assert!(first.ends_with("Call again with offset 1 (next_offset)."), "{first}");
    let (events, content) = text("list_watchlist_events", json!({})).await;
    let cursor = content["next_cursor"].as_str().unwrap();
    assert!(events.ends_with(&format!("with cursor {cursor} (next_cursor).")), "{events}");
}

#[tokio::test]
async fn an_answer_over_the_connector_is_that_of_the_api() {
    let it = Connected::new(Plan::Enterprise, Role::Owner).await;
    let token = it.token(ALL).await;
    let key = it.service.key(Plan::Enterprise).await;
    let full = json!({"domain": "lanternspin.example", "detail": "full"});
    let answer = it.call(&token, "check_domain", full).await.json();
    let rest = it.service.ask(Ask::get("/v1/check?domain=lanternspin.example").key(&key)).await;
    assert_eq!(answer["result"]["structuredContent"]["full"], rest.json());
}
