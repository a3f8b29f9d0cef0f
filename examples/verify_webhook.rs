//! Verify a webhook that was received, with `licence-core` alone: no server, no network.
//!
//!     cargo run --example verify_webhook -- BODY-FILE SIGNATURE-HEADER SECRET [AT]
//!
//! AT is when it was received, now unless given. Several secrets are separated by commas; one of
//! them has to match.

use std::error::Error;
use std::time::SystemTime;

use licence_core::time::Timestamp;
use licence_core::webhook::signature::{TOLERANCE, verify};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, header, secrets, at @ ..] = arguments.as_slice() else {
        return Err("usage: verify_webhook BODY-FILE SIGNATURE-HEADER SECRET [AT]".into());
    };
    // Byte for byte as it came: JSON that was parsed and written again has another signature.
    let raw_body = std::fs::read(file)?;
    let received_at = match at.first() {
        Some(at) => at.parse()?,
        None => Timestamp::from_system_time(SystemTime::now()).ok_or("the clock is wrong")?,
    };
    verify(&raw_body, header, secrets.split(','), received_at, TOLERANCE)?;

    let event: serde_json::Value = serde_json::from_slice(&raw_body)?;
    // Deliveries come at least once: what has this id was handled before.
    println!("{} {}", event["event"], event["event_id"]);
    Ok(())
}
