//! Anjouan: one row a domain, all of them of valid licences.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use licence_core::jurisdiction::JurisdictionCode;
use serde::Deserialize;

use super::{Cell, Row};

#[derive(Deserialize)]
struct Domain {
    domain: String,
    operator: String,
    licence: String,
}

pub fn rows(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for domain in csv::Reader::from_path(folder.join("prospects.csv"))?.deserialize() {
        let Domain { domain, operator, licence } = domain?;
        let row = rows.entry(licence.clone()).or_insert_with(|| empty_row(operator, licence));
        row.cells.push(Cell::active(domain));
    }
    Ok(rows.into_values().collect())
}

fn empty_row(operator: String, number: String) -> Row {
    Row {
        code: JurisdictionCode::An,
        upstream_id: None,
        operator,
        number,
        status: "valid".to_owned(),
        qualifier: None,
        trading_names: Vec::new(),
        cells: Vec::new(),
    }
}
