//! The connector for AI assistants, over its real router, the dashboard and a real database.

mod account;
mod calls;
mod consent;
mod documents;
mod gate;
mod hostile;
mod tokens;
mod two_ways;

use licence_core::account::plan::Plan;
use licence_core::member::Role;
use serde_json::{Value, json};

use crate::dashboard::page::Page;
use crate::dashboard::visitor::Visitor;
use crate::support::service::{Ask, Reply, Service};

const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const REDIRECT: &str = "http://localhost:50123/callback";
pub const ALL: &str = "licences:read watchlist:read watchlist:write";

/// A service that read the sample registers, a member, and a client that registered.
pub struct Connected {
    pub service: Service,
    pub visitor: Visitor,
    client_id: String,
}

impl Connected {
    async fn new(plan: Plan, role: Role) -> Self {
        let service = Service::start().await;
        service.store.apply_sample(service.now()).await.unwrap();
        Self::over(service, plan, role).await
    }

    pub async fn over(service: Service, plan: Plan, role: Role) -> Self {
        let visitor = Visitor::new(&service, plan, role).await;
        let body = json!({"client_name": "Editor", "redirect_uris": ["http://localhost/callback"]});
        let registered = ask(&service, json_post("/register", &body)).await;
        assert_eq!(registered.status, 201, "{}", registered.json());
        let client_id = registered.json()["client_id"].as_str().unwrap().to_owned();
        Self { service, visitor, client_id }
    }

    /// The query of an authorization request for these scopes.
    fn query(&self, scopes: &str) -> String {
        let fields = [
            ("response_type", "code"),
            ("client_id", &self.client_id),
            ("redirect_uri", REDIRECT),
            ("state", "st&ate"),
            ("scope", scopes),
            ("resource", "https://mcp.example/mcp"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
        ];
        form(&fields)
    }

    /// The page after the member ticks these scopes and agrees.
    async fn consent(&self, query: &str, ticked: &str) -> Page {
        let mut fields = vec![("request", query), ("decision", "allow")];
        fields.extend(ticked.split(' ').map(|scope| (scope, "yes")));
        self.visitor.post(&self.service, "/connect", &form(&fields)).await
    }

    /// The code of a consent to these scopes.
    async fn code(&self, scopes: &str) -> String {
        let page = self.consent(&self.query(scopes), scopes).await;
        assert_eq!(page.reply.status, 200, "{}", page.source());
        parameter(&answer_address(&page), "code").unwrap()
    }

    async fn exchange(&self, code: &str) -> Reply {
        self.post_form(
            "/token",
            &[
                ("grant_type", "authorization_code"),
                ("client_id", &self.client_id),
                ("code", code),
                ("code_verifier", VERIFIER),
                ("redirect_uri", REDIRECT),
            ],
        )
        .await
    }

    /// The access token of a grant of these scopes.
    pub async fn token(&self, scopes: &str) -> String {
        let tokens = self.exchange(&self.code(scopes).await).await.json();
        tokens["access_token"].as_str().unwrap_or_else(|| panic!("{tokens}")).to_owned()
    }

    pub async fn post_form(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        ask(&self.service, form_post(path, &form(fields))).await
    }

    /// The reply to a call of a tool in the newest version of the protocol.
    pub async fn call(&self, token: &str, tool: &str, arguments: Value) -> Reply {
        let parameters = json!({"name": tool, "arguments": arguments});
        ask(&self.service, message("tools/call", parameters).key(token)).await
    }
}

/// Asks the connector.
async fn ask(service: &Service, ask: Ask) -> Reply {
    ask.header("host", "mcp.example").send_to(&service.connector()).await
}

fn json_post(path: &str, body: &Value) -> Ask {
    Ask::new("POST", path).header("content-type", "application/json").body(body.to_string())
}

fn form_post(path: &str, form: &str) -> Ask {
    let media_type = "application/x-www-form-urlencoded";
    Ask::new("POST", path).header("content-type", media_type).body(form)
}

fn form(fields: &[(&str, &str)]) -> String {
    let mut serializer = url::form_urlencoded::Serializer::new(String::new());
    serializer.extend_pairs(fields).finish()
}

/// A message of the newest version of the protocol, as a client sends it.
fn message(method: &str, mut parameters: Value) -> Ask {
    parameters["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = parameters["name"].as_str().or(parameters["uri"].as_str()).map(str::to_owned);
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters});
    let ask = json_post("/mcp", &body)
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", method);
    match name {
        Some(name) => ask.header("mcp-name", &name),
        None => ask,
    }
}

/// The address that an answer page leads to.
fn answer_address(page: &Page) -> String {
    let refresh = page.attributes("meta[http-equiv=refresh]", "content").remove(0);
    let address = refresh.strip_prefix("0; url=").unwrap().to_owned();
    assert_eq!(page.attributes("main a", "href"), std::slice::from_ref(&address));
    address
}

fn parameter(address: &str, name: &str) -> Option<String> {
    let url = url::Url::parse(address).unwrap();
    url.query_pairs().find(|(it, _)| it == name).map(|(_, value)| value.into_owned())
}
