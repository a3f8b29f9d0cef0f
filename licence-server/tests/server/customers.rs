//! Customers of the real binary: what they used outlives it, and nobody else's process grants it
//! again.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use licence_core::account::plan::Plan;
use licence_store::{Store, StoreOptions};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use super::client::{Client, PATIENCE, Reply};
use super::process::{Server, new_database};
use crate::callers::key_on;
use crate::ports::free_address;

const CHECK: &str = "/v1/check?domain=nowhere-on-record.example";

async fn ask(server: &Server, key: &str) -> Reply {
    Client::connect(server.address()).await.with_key(key).get(CHECK).await
}

fn used(reply: &Reply) -> u64 {
    reply.header("x-monthly-quota-used").unwrap().parse().unwrap()
}

#[tokio::test]
async fn what_was_used_outlives_the_server() {
    let database = new_database();
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    let key = key_on(&store, Plan::Pro).await;
    let server = Server::on(database.url(), &[]);
    assert_eq!(used(&ask(&server, &key).await), 1);
    assert_eq!(used(&ask(&server, &key).await), 2);
    server.signal("-TERM");
    assert_eq!(server.ended(), (Some(0), String::new()));
    let server = Server::on(database.url(), &[]);
    assert_eq!(used(&ask(&server, &key).await), 3);
}

#[tokio::test]
async fn servers_on_one_database_learn_what_the_other_granted() {
    let database = new_database();
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    let key = key_on(&store, Plan::Business).await;
    let month = key_on(&store, Plan::Pro).await;
    let servers = [Server::on(database.url(), &[]), Server::on(database.url(), &[])];
    for server in &servers {
        assert_eq!(ask(server, &key).await.status, 200);
        ask(server, &month).await;
    }
    // Each writes down what it counted within a second, and learns of the other's by that.
    let patience = Instant::now() + PATIENCE;
    let mut own = 1;
    loop {
        own += 1;
        let reply = ask(&servers[0], &month).await;
        if reply.status == 200 && used(&reply) > own {
            break;
        }
        own -= u64::from(reply.status != 200);
        assert!(Instant::now() < patience, "the other server's request was never counted");
        sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_key_revoked_by_another_process_fails_at_once() {
    let database = new_database();
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    let now = licence_server::system_time();
    let account = store.create_account("A", Plan::Business, now).await.unwrap();
    let server = Server::on(database.url(), &[]);
    for _ in 0..5 {
        let created = store.create_key(account.id, "k", now).await.unwrap().unwrap();
        assert_eq!(ask(&server, created.key.reveal()).await.status, 200, "new, and good at once");
        store.revoke_key(created.id, now).await.unwrap();
        assert_eq!(ask(&server, created.key.reveal()).await.status, 401);
    }
}

#[tokio::test]
async fn metrics_are_served_beside_the_api() {
    let free = free_address();
    let server = Server::start(&["--metrics-listen", &free.to_string()]);
    let mut client = Client::connect(server.address()).await;
    assert_eq!(client.get(CHECK).await.status, 200);
    assert_eq!(client.get("/v1/check").await.status, 400);
    assert_eq!(client.get("/metrics").await.status, 404, "not on the public listener");
    let mut metrics = Client::connect(free).await;
    let text = String::from_utf8(metrics.get("/metrics").await.body).unwrap();
    for line in [
        "licence_requests_total{operation=\"checkDomain\",status=\"2xx\"} 1",
        "licence_requests_total{operation=\"checkDomain\",status=\"4xx\"} 1",
        "licence_up{part=\"database\"} 1",
        "licence_delivery_attempts_total{outcome=\"delivered\"} 0",
        "licence_delivery_lag_seconds 0.0",
        "licence_deliveries_waiting 0",
        "licence_request_seconds_count{operation=\"checkDomain\"} 2",
        "licence_register_target_seconds{register=\"UKGC\"} 86400",
    ] {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    let version = |of: &str| {
        let name = format!("licence_catalogue_version{{of=\"{of}\"}} ");
        text.lines().find_map(|line| line.strip_prefix(&name)).map(str::to_owned)
    };
    assert!(version("database").is_some(), "{text}");
    assert_eq!(version("server"), version("database"), "the server answers from the newest");
    assert_eq!(metrics.get("/v1/health").await.status, 404);
}

#[tokio::test]
async fn metrics_of_the_connector_name_its_paths() {
    let [free, pages, assistants] = [(); 3].map(|()| free_address().to_string());
    let _server = Server::start(&[
        "--metrics-listen",
        &free,
        "--dashboard-listen",
        &pages,
        "--dashboard-url=http://localhost:1",
        "--connector-listen",
        &assistants,
        &format!("--connector-url=http://{assistants}"),
    ]);
    let mut client = Client::connect(assistants.parse().unwrap()).await;
    assert_eq!(client.get("/.well-known/oauth-authorization-server").await.status, 200);
    assert_eq!(client.get("/mcp").await.status, 405);
    assert_eq!(client.get("/lca_secret").await.status, 404);
    let mut metrics = Client::connect(free.parse().unwrap()).await;
    let text = String::from_utf8(metrics.get("/metrics").await.body).unwrap();
    let document = "operation=\"/.well-known/oauth-authorization-server\"";
    for line in [
        format!("licence_requests_total{{{document},status=\"2xx\"}} 1"),
        "licence_requests_total{operation=\"/mcp\",status=\"4xx\"} 1".to_owned(),
        "licence_requests_total{operation=\"/token\",status=\"2xx\"} 0".to_owned(),
    ] {
        assert!(text.contains(&line), "{line} is not in {text}");
    }
    assert!(!text.contains("secret"));
}

#[tokio::test]
async fn alerts_and_dashboard_ask_for_metrics_that_exist() {
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy");
    let read = |name: &str| std::fs::read_to_string(deploy.join(name)).unwrap();
    let dashboard: Value = serde_json::from_str(&read("grafana-dashboard.json")).unwrap();
    assert!(dashboard["panels"].as_array().is_some_and(|panels| panels.len() >= 10));
    let (free, database) = (free_address(), new_database());
    let server = Server::on(database.url(), &["--sample", "--metrics-listen", &free.to_string()]);
    let mut metrics = Client::connect(free).await;
    let text = String::from_utf8(metrics.get("/metrics").await.body).unwrap();
    for file in ["prometheus-alerts.yaml", "grafana-dashboard.json"] {
        let names = names_of_metrics(&read(file));
        assert!(names.len() >= 8, "{names:?}");
        for name in names {
            // Only a server with HTTPS has a certificate.
            let has_series = text.lines().any(|line| line.starts_with(&name));
            assert!(has_series || name.contains("certificate"), "{file}: {name}");
        }
    }
    drop(server);
}

fn names_of_metrics(text: &str) -> BTreeSet<String> {
    let words = text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
    words.filter(|word| word.starts_with("licence_")).map(str::to_owned).collect()
}
