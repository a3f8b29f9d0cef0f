//! Malta: one seal an operator. Most seals name no company; the licence number stands in for it.

use std::error::Error;
use std::path::Path;

use licence_core::jurisdiction::JurisdictionCode;
use serde::Deserialize;

use super::{Cell, Row};

#[derive(Deserialize)]
struct Seal {
    seal: String,
    company: Option<String>,
    licences: Vec<Licence>,
    website_urls: Vec<String>,
}

#[derive(Deserialize)]
struct Licence {
    number: String,
    status: String,
}

pub fn rows(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = std::fs::read_to_string(folder.join("dynamic-seals-2026-10-07.jsonl"))?;
    let mut rows = Vec::new();
    for line in text.lines() {
        rows.extend(rows_of_seal(serde_json::from_str(line)?));
    }
    Ok(rows)
}

/// The websites of a seal hang on its best licence.
fn rows_of_seal(mut seal: Seal) -> Vec<Row> {
    seal.licences.sort_by_key(|licence| (licence.status != "Licensed", licence.number.clone()));
    let Some(first) = seal.licences.first() else { return Vec::new() };
    let operator = seal.company.unwrap_or_else(|| first.number.clone());
    let mut cells: Vec<Cell> = seal.website_urls.into_iter().map(Cell::active).collect();
    let row = |licence: Licence| Row {
        code: JurisdictionCode::Mga,
        upstream_id: Some(seal.seal.clone()),
        operator: operator.clone(),
        number: licence.number,
        status: licence.status,
        qualifier: None,
        trading_names: Vec::new(),
        cells: std::mem::take(&mut cells),
    };
    seal.licences.into_iter().map(row).collect()
}
