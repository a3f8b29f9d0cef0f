//! Embed the service: a store on a database of your own, fed with readings, asked in three lines.
//!
//!     cargo run --example embed_store

use std::error::Error;
use std::time::SystemTime;

use licence_store::core::check::CheckQuery;
use licence_store::core::register::reading::RegisterReading;
use licence_store::core::register::{Snapshot, SourceFile};
use licence_store::core::time::Timestamp;
use licence_store::core::transition::ApplyRules;
use licence_store::{Store, StoreOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await?;
    feed(&store, "examples/reading.json").await?;

    let now = now()?;
    let result = store.check(&CheckQuery::domain("www.lanternspin.example")?, None, now).await?;
    println!("{}: {}", result.verdict, result.verdict_detail);

    let result = store.check(&CheckQuery::licence_number("OGL/2026/100/0001")?, None, now).await?;
    println!("{}: {}", result.verdict, result.verdict_detail);
    Ok(())
}

/// Applies a reading; anything that can be written in the neutral form can be a register.
async fn feed(store: &Store, file: &str) -> Result<(), Box<dyn Error>> {
    let source = SourceFile { name: file.to_owned(), bytes: std::fs::read(file)? };
    let reading = RegisterReading::from_json(&source.bytes, file)?;
    let snapshot = Snapshot::new(vec![source]);
    let applied = store.apply_reading(&reading, &snapshot, &ApplyRules::default(), now()?).await?;
    println!("{}: {} licences created", applied.jurisdiction, applied.created);
    Ok(())
}

fn now() -> Result<Timestamp, Box<dyn Error>> {
    Timestamp::from_system_time(SystemTime::now()).ok_or_else(|| "the clock is off".into())
}
