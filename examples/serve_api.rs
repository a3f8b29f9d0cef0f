//! Serve the API inside a tokio program of your own, beside whatever else it does.
//!
//!     cargo run --example serve_api -- 127.0.0.1:8080

use std::error::Error;

use licence_server::{AppState, Listener, serve, system_time};
use licence_store::{Store, StoreOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await?;
    store.apply_sample(system_time()).await?;

    let listener = Listener::bind(address.parse()?, None).await?;
    println!("listening on {}", listener.url()?);
    // Your program may go on asking the same store without HTTP.
    let state = AppState::new(store.clone());
    serve(listener, state, async { drop(tokio::signal::ctrl_c().await) }).await;

    store.flush_usage().await?;
    store.close().await;
    Ok(())
}
