//! Verify a domain from a register reading in a file, with `licence-core` alone: no database, no
//! network.
//!
//!     cargo run --example verify_offline -- examples/reading.json lanternspin.example

use std::error::Error;

use licence_core::{Catalogue, CheckQuery, RegisterReading, check};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(domain)) = (arguments.next(), arguments.next()) else {
        return Err("usage: verify_offline READING.json DOMAIN".into());
    };
    let reading = RegisterReading::from_json(&std::fs::read(&file)?, &file)?;
    // Freshness is judged as of an instant; here, that of the reading itself.
    let now = reading.read_at;
    let catalogue = Catalogue::from_readings(&[reading])?;

    let result = check(&catalogue, &CheckQuery::domain(&domain)?, now);
    println!("{}: {}", result.verdict, result.verdict_detail);
    for near in &result.alternatives {
        println!("near name: {} of {} ({})", near.matched_name, near.operator, near.similarity);
    }
    Ok(())
}
