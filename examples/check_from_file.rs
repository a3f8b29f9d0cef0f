//! Check a domain against a catalogue file, with `licence-core` alone: no database, no network.
//!
//!     cargo run --example check_from_file -- licences.catalogue lanternspin.example

use std::error::Error;
use std::time::SystemTime;

use licence_core::time::Timestamp;
use licence_core::{Catalogue, CheckQuery, check};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(domain)) = (arguments.next(), arguments.next()) else {
        return Err("usage: check_from_file CATALOGUE DOMAIN".into());
    };
    let catalogue = Catalogue::from_bytes(std::fs::read(&file)?)?;
    // Ages and staleness are judged as of this instant.
    let now = Timestamp::from_system_time(SystemTime::now()).ok_or("the clock is wrong")?;
    let result = check(&catalogue, &CheckQuery::domain(&domain)?, now);
    println!("{}: {}", result.verdict, result.verdict_detail);
    Ok(())
}
