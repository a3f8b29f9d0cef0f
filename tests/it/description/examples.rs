//! The description's success examples, asked for again. `UPDATE_EXAMPLES=1` writes them anew.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use licence_core::account::plan::Plan;
use licence_server::http::Request;
use licence_server::openapi::{EXAMPLES, Example};
use licence_server::{App, AppState, Routes};
use licence_store::outbound::Resolver;
use licence_store::{Entropy, Store, StoreOptions};

use crate::support::databases::resolve;
use crate::support::described::{DESCRIPTION, Response};
use crate::support::readings::{at, now};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/licence-server/src/openapi/examples");

/// The samples under ids that are the same every time, and a key of the plan that exports.
async fn sampled() -> (Store, String) {
    let mut options = StoreOptions::new("sqlite::memory:");
    options.entropy = Entropy::fixed(1);
    options.webhooks.post.resolver = resolver_of_today();
    let store = Store::open(&options).await.unwrap();
    store.apply_sample(at("2026-11-01T06:00:00Z")).await.unwrap();
    let account = store.create_account("examples", Plan::Enterprise, now()).await.unwrap();
    let key = store.create_key(account.id, "examples", now()).await.unwrap().unwrap();
    (store, key.key.reveal().to_owned())
}

/// The name of the examples has an address when its endpoint is created, and none when that is
/// tested: nothing is sent anywhere.
fn resolver_of_today() -> Resolver {
    let is_first = AtomicBool::new(true);
    Resolver::new(move |name| match is_first.swap(false, Ordering::SeqCst) {
        true => resolve(name),
        false => resolve("nowhere.example.com".to_owned()),
    })
}

async fn answered(app: &App<impl Routes>, key: &str, example: &Example) -> String {
    let method = example.method();
    let request = Request::builder()
        .method(&method)
        .uri(example.target)
        .header("authorization", format!("Bearer {key}"))
        .body(example.request_body.unwrap_or_default().to_owned())
        .unwrap();
    let reply = app.fetch(request).await;
    let body = String::from_utf8(reply.body().to_vec()).unwrap();
    assert_eq!(reply.status().as_u16(), example.status, "{}: {body}", example.target);
    DESCRIPTION.assert_foresees(&Response::new(method.as_str(), example.target, &reply));
    body
}

/// A body as it would be if nothing took any time.
fn timeless(body: &str) -> String {
    const LATENCY: &str = "\"latency_ms\":";
    let Some((before, after)) = body.split_once(LATENCY) else { return body.to_owned() };
    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    format!("{before}{LATENCY}0{rest}")
}

#[tokio::test]
async fn the_examples_are_what_the_service_answers() {
    let (store, key) = sampled().await;
    let app = licence_server::app(AppState::new(store.clone()).with_clock(Arc::new(now)));
    let mut drifted = Vec::new();
    for example in EXAMPLES {
        if example.operation_id == "listWebhookDeliveries" {
            let later = at("2026-11-03T07:00:00Z");
            store.announce_coverage(later, later).await.unwrap();
        }
        let body = timeless(&answered(&app, &key, example).await);
        if std::env::var_os("UPDATE_EXAMPLES").is_some() {
            std::fs::write(format!("{FOLDER}/{}", example.file), &body).unwrap();
        } else if body != example.body {
            drifted.push(example.file);
        }
    }
    assert_eq!(drifted, [""; 0], "run this test with UPDATE_EXAMPLES=1 and read the changes");
}
