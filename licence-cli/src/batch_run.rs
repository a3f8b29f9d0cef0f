//! What a batch answered: read back from rows of JSON or from a table.

use std::collections::BTreeMap;
use std::path::Path;

use licence_core::check::{BatchRow, RowError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exit::Failure;
use crate::input;
use crate::pasted::Pasted;
use crate::table_file::{Cell, TableFile};
use licence_core::request::quoted;

/// The largest file of rows, in bytes.
const MAX_BYTES: u64 = 1024 * 1024 * 1024;

/// What a batch answered about one domain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Answered {
    pub(crate) verdict: String,
    pub(crate) operator: String,
    pub(crate) licence: String,
    pub(crate) status: String,
    #[serde(skip)]
    pub(crate) sentence: String,
}

/// Reads a run: each domain once, as its first row has it. No domain at all is an error: a wrong file or
/// column must not pass for a screening.
pub(crate) fn read(
    path: &Path,
    column: Option<&str>,
) -> Result<BTreeMap<String, Answered>, Failure> {
    let run = match column {
        Some(column) => from_table(path, column)?,
        None => from_rows(path)?,
    };
    let is_domain = |row: &Answered| row.verdict != RowError::InvalidHostname.as_str();
    match !run.values().any(is_domain) {
        true => Err(Failure::in_file(path, "no row holds a domain, so nothing was compared")),
        false => Ok(run),
    }
}

/// The rows of a batch body.
#[derive(Deserialize)]
pub(crate) struct Rows {
    pub(crate) results: Vec<BatchRow>,
}

fn from_rows(path: &Path) -> Result<BTreeMap<String, Answered>, Failure> {
    let refused = |why: &str| {
        let hint = "is no row of `licence batch`; a table takes --column";
        Failure::Usage(format!("{}: {why} {hint}", path.display()))
    };
    let file = input::read(path, MAX_BYTES)?;
    let rows = file.bytes.strip_prefix(input::BYTE_ORDER_MARK).unwrap_or(&file.bytes);
    let mut run = BTreeMap::new();
    let values = serde_json::Deserializer::from_slice(rows).into_iter::<Value>();
    for (number, value) in (1..).zip(values) {
        let row = format!("row {number}");
        let value = value.map_err(|_| refused(&row))?;
        let rows = match value.get("results") {
            Some(_) => serde_json::from_value::<Rows>(value).map(|rows| rows.results),
            None => serde_json::from_value(value).map(|row| vec![row]),
        };
        for row in rows.map_err(|_| refused(&row))? {
            let domain = row.query.domain.clone().unwrap_or_default();
            run.entry(key(&domain)).or_insert_with(|| Answered::from(row));
        }
    }
    Ok(run)
}

impl From<BatchRow> for Answered {
    fn from(row: BatchRow) -> Self {
        let matched = row.matched.as_ref();
        let status = matched.and_then(|it| it.status).map(|status| status.to_string());
        Self {
            verdict: row.verdict_or_error().to_owned(),
            operator: matched.map(|it| it.operator.clone()).unwrap_or_default(),
            licence: matched.and_then(|it| it.license_number.clone()).unwrap_or_default(),
            status: status.unwrap_or_default(),
            sentence: row.verdict_detail.unwrap_or_default(),
        }
    }
}

fn from_table(path: &Path, column: &str) -> Result<BTreeMap<String, Answered>, Failure> {
    let table = TableFile::read(path)?;
    let domains = table.column(column).map_err(|error| Failure::in_file(path, error))?;
    let header: Vec<String> = table.rows.first().into_iter().flatten().map(Cell::text).collect();
    let columns = result_columns(&header).map_err(|error| {
        Failure::Usage(format!("{}: {error}; `licence batch --column` adds it", path.display()))
    })?;
    let mut run = BTreeMap::new();
    for row in 1..table.rows.len() {
        let [verdict, operator, licence, status, sentence] =
            columns.map(|column| table.text(row, column));
        let domain = table.text(row, domains.index);
        if !domain.trim().is_empty() {
            let answered = Answered { verdict, operator, licence, status, sentence };
            run.entry(key(&domain)).or_insert(answered);
        }
    }
    Ok(run)
}

/// Returns the columns of the last screening. `licence batch` appends its columns, and numbers the
/// names that the table has already.
fn result_columns(header: &[String]) -> Result<[usize; 5], String> {
    let verdict = header.iter().rposition(|it| is_numbered(it, "verdict"));
    let verdict = verdict.ok_or("the table has no column \"verdict\"")?;
    let find = |name: &str| {
        let found = header[verdict..].iter().position(|it| is_numbered(it, name));
        found.map(|after| verdict + after).ok_or_else(|| {
            let (name, verdict) = (quoted(name), quoted(&header[verdict]));
            format!("the table has no column {name} after its column {verdict}")
        })
    };
    Ok([verdict, find("operator")?, find("licence")?, find("status")?, find("sentence")?])
}

/// Returns whether a column has this name in any case, or this name and a number.
fn is_numbered(column: &str, name: &str) -> bool {
    let column = column.trim().to_lowercase();
    let number = column.strip_prefix(name).map(str::trim_start);
    number.is_some_and(|number| number.is_empty() || number.parse::<u32>().is_ok())
}

/// Returns the host of a text in lower case, so that two runs name a domain alike.
fn key(text: &str) -> String {
    Pasted::parse(text).host(text).trim().trim_end_matches('.').to_lowercase()
}
