//! `licence mcp`: the tools on standard input and output, for old and new clients.

use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use licence_core::connector::Tool;
use serde_json::{Value, json};

use crate::licence::Licence;
use crate::server::Served;
use crate::stub::{Stub, reply};

/// What every request of the protocol of 28 July 2026 carries.
fn request_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    })
}

/// An assistant at the other end of the pipes. Every line of standard output is a message.
struct Assistant {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    next_id: u64,
    meta: Value,
}

impl Assistant {
    fn start(mut command: Command, meta: Value) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, input, output, next_id: 1, meta }
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// Asks, and returns the reply.
    fn ask(&mut self, method: &str, mut params: Value) -> Value {
        if !self.meta.is_null() {
            params["_meta"] = self.meta.clone();
        }
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let line = self.output.next().expect("a reply").unwrap();
        let reply: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(reply["id"], id, "{line}");
        reply
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({"name": tool, "arguments": arguments}))["result"].clone()
    }

    /// Ends the input. The program ends well, and answers nothing more. Returns what it printed to
    /// standard error.
    fn stop(mut self) -> String {
        drop(self.input);
        assert!(self.output.next().is_none());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        let mut printed = String::new();
        self.child.stderr.unwrap().read_to_string(&mut printed).unwrap();
        printed
    }
}

/// A client of the protocol of June 2025 begins with a handshake, which later ones do not have.
fn handshake(mut assistant: Assistant) -> Assistant {
    let client = json!({"name": "test", "version": "1"});
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    let reply = assistant.ask("initialize", hello);
    assert_eq!(reply["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(
        reply["result"]["capabilities"],
        json!({"tools": {}, "resources": {}, "prompts": {}})
    );
    assistant.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assistant
}

fn on_database(served: &Served) -> Command {
    let mut command = served.licence.command();
    command.args(["mcp", "--account", &served.account]);
    command
}

fn on_server(served: &Served) -> Command {
    let mut command = served.licence.command();
    command.args(["mcp", "--server", &served.url()]).env("LICENCE_API_KEY", &served.key);
    command
}

#[test]
fn old_and_new_clients_get_the_answers_of_the_api_from_a_database_and_a_server() {
    let served = Served::start();
    let check = served.local(&["check", "lanternspin.example", "--json"]).json();
    for command in [on_database(&served), on_server(&served)] {
        let programs = [
            handshake(Assistant::start(command_again(&command), Value::Null)),
            Assistant::start(command, request_meta()),
        ];
        for mut assistant in programs {
            let tools = assistant.ask("tools/list", json!({}))["result"]["tools"].clone();
            let names: Vec<&str> =
                tools.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
            let expected: Vec<&str> = Tool::ALL.iter().map(|tool| tool.as_str()).collect();
            assert_eq!(names, expected);
            assert_eq!(tools[0]["annotations"]["readOnlyHint"], true);
            let answer = assistant.call("check_domain", json!({"domain": "lanternspin.example"}));
            let content = &answer["structuredContent"];
            assert_eq!(content["licensed"], true);
            assert_eq!(content["sentence"], check["verdict_detail"]);
            assert_eq!(content["match"]["license_id"], check["match"]["license_id"]);
            let text = answer["content"][0]["text"].as_str().unwrap();
            assert!(text.starts_with(check["verdict_detail"].as_str().unwrap()), "{text}");
            assistant.stop();
        }
    }
}

#[test]
fn a_search_names_registers_only_where_it_knows_the_licences() {
    let served = Served::start();
    let expected = json!({"MGA": "active", "UKGC": "active"});
    for (command, standing) in [(on_database(&served), expected), (on_server(&served), Value::Null)]
    {
        let mut assistant = handshake(Assistant::start(command, Value::Null));
        let found = assistant.call("search_operators", json!({"query": "harbour"}));
        let found = &found["structuredContent"]["operators"][0];
        assert_eq!(found["standing"], standing, "{found}");
        assert_eq!(found["jurisdictions"].is_null(), standing.is_null(), "{found}");
        assistant.stop();
    }
}

/// The same program and arguments once more.
fn command_again(command: &Command) -> Command {
    let mut again = Command::new(command.get_program());
    again.args(command.get_args()).env_clear();
    again.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    again.current_dir(command.get_current_dir().unwrap());
    again
}

#[test]
fn what_cannot_be_answered_says_how_to_mend_it() {
    let served = Served::start();
    let cases = [
        (
            "check_domain",
            json!({"domain": "https://lanternspin.example/"}),
            json!({
                "error": "\"https://lanternspin.example/\" is not a bare hostname: two or more \
                          labels of 1 to 63 letters, digits and inner hyphens (valid punycode \
                          after xn--), the last with a letter, without scheme, path or port.",
                "code": "invalid_query",
                "reason": "not_a_valid_hostname",
                "field": "domain",
                "suggestion": "Send the bare hostname, such as example.com, without scheme, path \
                               or port.",
                "retry_at": null,
            }),
        ),
        (
            "check_domain",
            json!({"domain": "lanternspin.example", "as_of": "2999-01-01"}),
            json!({
                "code": "invalid_query",
                "reason": "invalid_input",
                "field": "as_of",
                "suggestion": "Send a date such as 2026-03-01, or a date-time with a UTC offset, \
                               not in the future.",
            }),
        ),
        (
            "check_domain",
            json!({"host": "lanternspin.example"}),
            json!({
                "error": "The argument host is not an argument of this tool; it takes domain, \
                          as_of, detail.",
                "code": "invalid_query",
                "reason": "invalid_input",
                "field": "host",
            }),
        ),
        (
            "get_operator",
            json!({"operator": "harbour-lantern"}),
            json!({
                "code": "not_found",
                "reason": "operator_not_found",
                "field": null,
                "nearest": ["harbour-lantern-gaming-limited"],
            }),
        ),
        (
            "get_operator",
            json!({"operator": "search"}),
            json!({"code": "not_found", "reason": "operator_not_found", "field": null}),
        ),
        (
            "get_coverage",
            json!({"jurisdiction": "XX"}),
            json!({
                "error": "There is no jurisdiction with the code \"XX\"; the codes are UKGC, MGA, \
                          CW, KH, AN, TGC, IOM.",
                "code": "not_found",
                "reason": "jurisdiction_not_found",
            }),
        ),
    ];
    for command in [on_database(&served), on_server(&served)] {
        let mut assistant = handshake(Assistant::start(command, Value::Null));
        for (tool, arguments, error) in &cases {
            let answer = assistant.call(tool, arguments.clone());
            assert_eq!(answer["isError"], true, "{answer}");
            assert_eq!(answer.get("structuredContent"), None);
            let text = answer["content"][0]["text"].as_str().unwrap();
            let body: Value = serde_json::from_str(text).unwrap();
            for (name, value) in error.as_object().unwrap() {
                assert_eq!(body.get(name), Some(value), "{text}");
            }
        }
        let unknown = assistant.ask("tools/call", json!({"name": "export", "arguments": {}}));
        assert_eq!(unknown["error"]["code"], -32602);
        assistant.stop();
    }
}

#[test]
fn the_watchlist_changes_once_and_says_so() {
    let served = Served::start();
    for command in [on_database(&served), on_server(&served)] {
        let mut assistant = handshake(Assistant::start(command, Value::Null));
        let slug = json!({"operator": "harbour-lantern-gaming-limited"});
        for already_watched in [false, true] {
            let added = assistant.call("watch_operator", slug.clone());
            assert_eq!(added["structuredContent"]["already_watched"], already_watched, "{added}");
            assert_eq!(added["structuredContent"]["count"], 1);
        }
        let listed = assistant.call("list_watchlist", json!({}))["structuredContent"].clone();
        assert_eq!((&listed["count"], listed.get("limit")), (&json!(1), Some(&Value::Null)));
        for was_watched in [true, false] {
            let removed = assistant.call("unwatch_operator", slug.clone());
            assert_eq!(removed["structuredContent"]["was_watched"], was_watched, "{removed}");
            assert_eq!(removed["structuredContent"]["count"], 0);
        }
        assistant.stop();
    }
}

/// Without an account a database has no watchlist, so that there is nothing to list or change.
#[test]
fn a_database_without_an_account_has_no_watchlist_tools() {
    let served = Served::start();
    let mut command = served.licence.command();
    command.arg("mcp");
    let mut assistant = handshake(Assistant::start(command, Value::Null));
    let tools = assistant.ask("tools/list", json!({}))["result"]["tools"].clone();
    assert_eq!(tools.as_array().unwrap().len(), 8);
    let refused = assistant.ask("tools/call", json!({"name": "list_watchlist", "arguments": {}}));
    assert_eq!(refused["error"]["code"], -32602);
    assistant.stop();
}

#[test]
fn why_the_service_failed_is_printed_for_a_call_and_for_a_resource() {
    let calls = [
        ("tools/call", json!({"name": "get_coverage", "arguments": {}})),
        ("resources/read", json!({"uri": "licence://jurisdictions"})),
    ];
    let licence = Licence::new();
    for (body, why) in [
        (reply(200, "", "{}"), "error: the answer is not of a form that this version knows"),
        (reply(302, "location: https://other.example/\r\n", ""), "https://other.example/"),
    ] {
        let stub = Stub::answering(vec![body]);
        for (method, params) in &calls {
            let mut command = licence.command();
            command.args(["mcp", "--server", &stub.url]);
            let mut assistant = Assistant::start(command, request_meta());
            let error = assistant.ask(method, params.clone())["error"].clone();
            assert_eq!(error["code"], -32603, "{error}");
            assert_eq!(error["message"], "The service failed; try again later.");
            let printed = assistant.stop();
            assert!(printed.starts_with("error: ") && printed.contains(why), "{printed}");
        }
    }
}

#[test]
fn without_a_database_it_does_not_start() {
    let licence = Licence::new();
    let run = licence.run(&["mcp"]);
    run.assert_refused(5, &["`licence registers read CODE` reads a register"]);
}
