//! How long Rust itself takes for a batch: what `tests/rate.py` compares C and Python with.
//!
//!     rate CATALOGUE DOMAINS ROUNDS

use std::env;
use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

use licence_core::Catalogue;
use licence_core::check::check_batch;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [catalogue, domains, rounds] = &arguments[..] else {
        return Err("usage: rate CATALOGUE DOMAINS ROUNDS".into());
    };
    let catalogue = Catalogue::from_published(fs::read(catalogue)?)?;
    let domains = fs::read_to_string(domains)?;
    let now = "2026-11-01T06:00:00Z".parse()?;
    for _ in 0..rounds.parse()? {
        let start = Instant::now();
        black_box(serde_json::to_vec(&check_batch(&catalogue, domains.lines(), now))?);
        println!("{}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
