//! Curaçao: the list joined with the certificates, which have the domains.

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::status::StatusQualifier;
use serde::Deserialize;

use super::{Cell, Row};

#[derive(Deserialize)]
struct Certificate {
    licence: String,
    found: bool,
    domains: Vec<String>,
}

#[derive(Deserialize)]
struct Listed {
    licence: String,
    company: String,
    status: String,
}

pub fn rows(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let text = std::fs::read_to_string(folder.join("curacao-expanded.json"))?;
    let certificates: Vec<Certificate> = serde_json::from_str(&text)?;
    let mut domains: HashMap<String, Vec<String>> =
        certificates.into_iter().filter(|c| c.found).map(|c| (c.licence, c.domains)).collect();
    let mut reader = csv::Reader::from_path(folder.join("curacao-register.csv"))?;
    let row = |listed: Result<Listed, csv::Error>| {
        let listed = listed?;
        let domains = domains.remove(&listed.licence).unwrap_or_default();
        Ok(row(listed, domains))
    };
    reader.deserialize().map(row).collect()
}

/// A certificate is found while the licence is in assessment: the reader of the register calls
/// that provisional (decisions, "The registers").
fn row(listed: Listed, domains: Vec<String>) -> Row {
    let is_provisional = listed.status == "assessment in progress" && !domains.is_empty();
    Row {
        code: JurisdictionCode::Cw,
        upstream_id: None,
        operator: listed.company,
        number: listed.licence,
        status: listed.status,
        qualifier: is_provisional.then_some(StatusQualifier::Provisional),
        trading_names: Vec::new(),
        cells: domains.into_iter().map(Cell::active).collect(),
    }
}
