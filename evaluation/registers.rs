//! The registers as published, row by row. The files stay outside the project: they are other
//! people's data, and a machine without them skips this report.

mod an;
mod cw;
mod mga;
mod ukgc;

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::provenance::SourceKind;
use licence_core::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};
use licence_core::status::StatusQualifier;

use crate::truth::site_of_cell;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/registers");

/// One licence as its register lists it.
#[derive(Clone)]
pub struct Row {
    pub code: JurisdictionCode,
    pub upstream_id: Option<String>,
    pub operator: String,
    pub number: String,
    pub status: String,
    pub qualifier: Option<StatusQualifier>,
    pub trading_names: Vec<String>,
    pub cells: Vec<Cell>,
}

/// A domain cell and what the register says of it.
#[derive(Clone)]
pub struct Cell {
    pub text: String,
    pub is_active: bool,
}

impl Cell {
    fn active(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_active: true }
    }
}

/// All rows, or nothing where the folder is absent.
pub fn load() -> Result<Option<Vec<Row>>, Box<dyn Error>> {
    let folder = Path::new(FOLDER);
    if !folder.is_dir() {
        return Ok(None);
    }
    let mut rows = ukgc::rows(&folder.join("UKGC"))?;
    rows.extend(mga::rows(&folder.join("MGA"))?);
    rows.extend(cw::rows(&folder.join("CW"))?);
    rows.extend(an::rows(&folder.join("AN"))?);
    Ok(Some(rows))
}

/// When each register of the data was read, the newest last, as its files say.
const READ_AT: [(JurisdictionCode, &str); 4] = [
    (JurisdictionCode::An, "2026-07-31T06:00:00Z"),
    (JurisdictionCode::Cw, "2026-08-03T06:00:00Z"),
    (JurisdictionCode::Mga, "2026-10-07T06:00:00Z"),
    (JurisdictionCode::Ukgc, "2026-10-09T06:00:00Z"),
];

/// When a register of the data was read.
pub fn read_at(code: JurisdictionCode) -> &'static str {
    READ_AT.iter().find(|(known, _)| *known == code).map_or("", |(_, at)| at)
}

/// The readings these rows make, less the sites left out.
pub fn readings(rows: &[Row], left_out: &HashSet<String>) -> Vec<RegisterReading> {
    READ_AT.iter().map(|(code, at)| reading(*code, at, rows, left_out)).collect()
}

fn reading(
    code: JurisdictionCode,
    at: &str,
    rows: &[Row],
    left_out: &HashSet<String>,
) -> RegisterReading {
    RegisterReading {
        jurisdiction: code,
        read_at: at.parse().expect("a timestamp"),
        complete: true,
        source_url: None,
        source_kind: SourceKind::Dump,
        licences: rows.iter().filter(|r| r.code == code).map(|r| licence(r, left_out)).collect(),
        regulatory_actions: Vec::new(),
        removed_pages: Vec::new(),
    }
}

fn licence(row: &Row, left_out: &HashSet<String>) -> ListedLicence {
    let is_kept =
        |cell: &&Cell| site_of_cell(&cell.text).is_none_or(|site| !left_out.contains(&site));
    ListedLicence {
        operator: ListedOperator {
            upstream_id: row.upstream_id.clone(),
            name: row.operator.clone(),
            trading_names: row.trading_names.clone(),
            ..ListedOperator::default()
        },
        license_number: Some(row.number.clone()),
        status_text: Some(row.status.clone()),
        status_qualifier: row.qualifier,
        domains: row.cells.iter().filter(is_kept).map(domain).collect(),
        ..ListedLicence::default()
    }
}

fn domain(cell: &Cell) -> ListedDomain {
    ListedDomain {
        domain: cell.text.clone(),
        status_text: Some(if cell.is_active { "Active" } else { "Inactive" }.to_owned()),
        ..ListedDomain::default()
    }
}
