//! Receive webhooks and verify them, with warp.
//!
//!     WEBHOOK_SECRET=whsec_… cargo run --example receive_webhooks -- 127.0.0.1:9000

use std::collections::HashSet;
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use licence_core::time::Timestamp;
use licence_core::webhook::signature::{TOLERANCE, verify};
use warp::Filter;
use warp::http::StatusCode;
use warp::hyper::body::Bytes;

/// In production: a unique column of your database.
type Handled = Arc<Mutex<HashSet<String>>>;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:9000".to_owned());
    let address: std::net::SocketAddr = address.parse()?;
    let secrets = std::env::var("WEBHOOK_SECRET")?;
    let handled = Handled::default();
    let receiver = warp::post()
        .and(warp::header::<String>("X-Service-Signature"))
        .and(warp::body::bytes())
        .map(move |header: String, raw_body: Bytes| {
            receive(&raw_body, &header, &secrets, &handled)
        });
    println!("listening on http://{address}");
    warp::serve(receiver).run(address).await;
    Ok(())
}

/// `raw_body` are the bytes as they came: JSON that was parsed and written again has another
/// signature. While a secret is rotated, `secrets` are both, separated by commas.
fn receive(raw_body: &[u8], header: &str, secrets: &str, handled: &Handled) -> StatusCode {
    let Some(now) = Timestamp::from_system_time(SystemTime::now()) else {
        return StatusCode::INTERNAL_SERVER_ERROR;
    };
    if verify(raw_body, header, secrets.split(','), now, TOLERANCE).is_err() {
        return StatusCode::BAD_REQUEST;
    }
    let Ok(event) = serde_json::from_slice::<serde_json::Value>(raw_body) else {
        return StatusCode::BAD_REQUEST;
    };
    let id = event["event_id"].as_str().unwrap_or_default().to_owned();
    // Deliveries come at least once: answer 200 again, do nothing again.
    if handled.lock().unwrap_or_else(PoisonError::into_inner).insert(id) {
        println!("verified {} {}", event["event"].as_str().unwrap_or_default(), event["data"]);
    }
    StatusCode::OK
}
