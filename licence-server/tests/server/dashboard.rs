//! The pages for people of the real binary.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};

use super::client::Client;
use super::process::{Server, new_database};
use crate::ports::free_address;

#[tokio::test]
async fn the_sample_has_a_dashboard_unless_its_port_is_taken() {
    let hint = |server: Server| {
        server.signal("-TERM");
        let (code, stderr) = server.ended_with_hints();
        assert_eq!(code, Some(0), "{stderr}");
        let hint = stderr.lines().find_map(|line| line.strip_prefix("dashboard "));
        hint.unwrap_or_default().to_owned()
    };
    assert!(hint(Server::start(&[])).starts_with("http://localhost:"));
    let named = Server::start(&["--dashboard-url", "https://licence.example"]);
    assert_eq!(hint(named), "https://licence.example");
    let database = new_database();
    let without = Server::on(database.url(), &[]);
    assert_eq!(hint(without), "");

    // The API takes a port whose next one is taken.
    let (api, _taken) = two_ports_in_a_row();
    let server = Server::start_on(&api);
    assert_eq!(format!("http://{api}"), server.line.trim_end().replace("listening on ", ""));
    let hint = hint(server);
    assert!(hint.starts_with("none: 127.0.0.1:") && hint.contains(" is in use"), "{hint}");
}

/// A free address of loopback, and a listener on the port after it.
fn two_ports_in_a_row() -> (String, TcpListener) {
    loop {
        let first = free_address();
        if let Ok(taken) = TcpListener::bind((first.ip(), first.port() + 1)) {
            return (first.to_string(), taken);
        }
    }
}

#[tokio::test]
async fn pages_are_served_beside_the_api_and_log_the_pattern_of_their_path() {
    let free = free_address();
    let server = Server::start(&[
        "--log=licence_server=info",
        "--log-format=json",
        "--dashboard-listen",
        &free.to_string(),
    ]);
    let mut client = Client::connect(free).await;
    assert_eq!(client.get("/check/hush.example").await.status, 200);
    assert_eq!(client.get("/hush").await.status, 404);
    assert_eq!(client.get("/v1/check?domain=a.example").await.status, 404);
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.get("/coverage").await.status, 404);
    server.signal("-TERM");
    let (_, log) = server.ended();
    assert!(!log.contains("hush") && log.contains("/check/{host}"), "{log}");
}

#[tokio::test]
async fn the_owner_of_the_sample_signs_in_with_the_printed_link() {
    let metrics = free_address();
    let mut server = Server::start(&["--metrics-listen", &metrics.to_string()]);
    let mut lines = BufReader::new(server.stderr()).lines().map(Result::unwrap);
    let link = lines.find_map(|line| line.strip_prefix("sign in   ").map(str::to_owned)).unwrap();
    let (port, path) =
        link.strip_prefix("http://localhost:").and_then(|rest| rest.split_once('/')).unwrap();
    let pages = SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()));
    let mut client = Client::connect(pages).await;
    assert_eq!(client.get(&format!("/{path}")).await.status, 200);
    let origin = format!("origin: http://localhost:{port}\r\ncontent-length: 0\r\n");
    let signed_in = client.request("POST", &format!("/{path}"), &origin).await;
    assert_eq!(signed_in.status, 303);
    // The prefix and the attribute of https would make browsers refuse the cookie over plain http.
    let cookie = signed_in.header("set-cookie").unwrap();
    assert!(cookie.starts_with("licence_session=") && !cookie.contains("Secure"), "{cookie}");
    let cookie = format!("cookie: {}\r\n", cookie.split(';').next().unwrap());
    assert_eq!(client.request("GET", "/overview", &cookie).await.status, 200);
    let metrics = Client::connect(metrics).await.get("/metrics").await;
    let text = String::from_utf8(metrics.body).unwrap();
    let (_, session) = cookie.trim_end().split_once('=').unwrap();
    for secret in [path.trim_start_matches("link/"), session] {
        assert!(secret.len() >= 40 && text.len() > 1_000 && !text.contains(secret), "{text}");
    }
    assert_eq!(client.request("POST", &format!("/{path}"), &origin).await.status, 404);
}

#[tokio::test]
async fn the_sample_has_a_connector_whose_documents_name_it_and_whose_log_holds_no_query() {
    let mut server = Server::start(&["--log=licence_server=info"]);
    let mut lines = BufReader::new(server.stderr()).lines().map(Result::unwrap);
    let url = lines.find_map(|line| line.strip_prefix("connector ").map(str::to_owned)).unwrap();
    let port =
        url.strip_prefix("http://localhost:").and_then(|it| it.strip_suffix("/mcp")).unwrap();
    let address = SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()));
    let mut client = Client::connect(address).await;
    let document = client.get("/.well-known/oauth-protected-resource/mcp").await;
    assert_eq!((document.status, &document.json()["resource"]), (200, &url.clone().into()));
    let consent = client.get("/authorize?client_id=x&state=hush").await;
    assert_eq!(consent.status, 303);
    assert!(consent.header("location").unwrap().ends_with("/connect?client_id=x&state=hush"));
    server.signal("-TERM");
    let log: Vec<String> = lines.collect();
    assert!(log.iter().any(|line| line.contains("/authorize")), "{log:?}");
    assert!(log.iter().all(|line| !line.contains("hush")), "{log:?}");
}
