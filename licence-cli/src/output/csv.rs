//! Rows as CSV, by the rules of the exports (specification 4.2): RFC 4180, CRLF, lists joined with
//! `|`, objects as JSON, null as an empty cell, and no text that a spreadsheet would run.

use csv::{Terminator, WriterBuilder};
use licence_core::export::guard_formula;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::exit::Failure;
use crate::raw_object::RawObject;

/// Returns rows as CSV; the columns are the members of the rows, in their order.
pub(super) fn from_rows(rows: &[Box<RawValue>]) -> Result<Vec<u8>, Failure> {
    let rows: Result<Vec<RawObject>, _> =
        rows.iter().map(|row| RawObject::parse(row.get().as_bytes())).collect();
    to_csv(&rows?)
}

fn to_csv(rows: &[RawObject]) -> Result<Vec<u8>, Failure> {
    let columns = columns(rows);
    let mut file = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
    if !columns.is_empty() {
        file.write_record(&columns).map_err(std::io::Error::from)?;
    }
    for row in rows {
        let cells = columns.iter().map(|name| row.get(name).map(cell).unwrap_or_default());
        file.write_record(cells).map_err(std::io::Error::from)?;
    }
    Ok(file.into_inner().map_err(|error| error.into_error())?)
}

fn columns(rows: &[RawObject]) -> Vec<&str> {
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(RawObject::iter) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    columns
}

fn cell(value: &RawValue) -> String {
    match serde_json::from_str(value.get()) {
        Ok(Value::Null) => String::new(),
        Ok(Value::String(text)) => guard_formula(text),
        Ok(Value::Array(items)) if items.iter().all(Value::is_string) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            guard_formula(items.join("|"))
        }
        _ => value.get().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_by_the_rules_of_the_exports() {
        let rows: Vec<RawObject> = [
            r#"{"a":"x, \"y\"","b":null,"c":["p","q"],"d":{"k":1},"e":-5}"#,
            r#"{"a":"=1+1","e":1.50,"f":["-p"],"g":true}"#,
            r#"{"a":"\t=1+1","f":["\r=1+1"]}"#,
        ]
        .iter()
        .map(|row| RawObject::parse(row.as_bytes()).unwrap())
        .collect();
        let text = String::from_utf8(to_csv(&rows).unwrap()).unwrap();
        assert_eq!(
            text,
            "a,b,c,d,e,f,g\r\n\
             \"x, \"\"y\"\"\",,p|q,\"{\"\"k\"\":1}\",-5,,\r\n\
             '=1+1,,,,1.50,'-p,true\r\n\
             '\t=1+1,,,,,\"'\r=1+1\",\r\n"
        );
        assert_eq!(to_csv(&[]).unwrap(), b"");
    }
}
