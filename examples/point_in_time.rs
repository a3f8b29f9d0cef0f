//! Point in time: two readings of a register, and what is known of days before, between and after
//! them.
//!
//!     cargo run --example point_in_time

use std::error::Error;

use licence_core::check::CheckQuery;
use licence_core::point_in_time::AsOf;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{Snapshot, SourceFile};
use licence_core::transition::ApplyRules;
use licence_store::{Store, StoreOptions};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let store = Store::open(&StoreOptions::new("sqlite::memory:")).await?;
    let november = std::fs::read_to_string("examples/reading.json")?;
    let december = november
        .replace("2026-11-01", "2026-12-01")
        .replace(r#""status_text": """#, r#""status_text": "License revoked""#);
    apply(&store, november).await?;
    apply(&store, december).await?;

    for date in ["2026-10-31", "2026-11-15", "2026-12-15"] {
        println!("{date}: {}", known_of(&store, date).await?);
    }
    Ok(())
}

async fn known_of(store: &Store, date: &str) -> Result<String, Box<dyn Error>> {
    let now = "2026-12-24T12:00:00Z".parse()?;
    let query = CheckQuery::domain("lanternspin.example")?;
    let result = store.check(&query, Some(AsOf::parse(date, now)?), now).await?;
    // The verdict beside it stays that of today.
    let past = result.as_of.ok_or("asked for, so it is there")?;
    let status = past.status_as_of.map_or("nothing is claimed".to_owned(), |s| s.to_string());
    Ok(format!("{}, {status}", past.knowledge))
}

async fn apply(store: &Store, json: String) -> Result<(), Box<dyn Error>> {
    let reading = RegisterReading::from_json(json.as_bytes(), "reading.json")?;
    let source = SourceFile { name: "reading.json".to_owned(), bytes: json.into_bytes() };
    let read_at = reading.read_at;
    store
        .apply_reading(&reading, &Snapshot::new(vec![source]), &ApplyRules::default(), read_at)
        .await?;
    Ok(())
}
