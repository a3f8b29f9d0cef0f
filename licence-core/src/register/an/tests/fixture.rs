//! A page with its data block, and what is looked at in a reading.

use serde_json::{Map, Value, json};

use crate::jurisdiction::JurisdictionCode;
use crate::register::reading::{ListedLicence, RegisterReading};
pub use crate::register::tests::file;
use crate::register::tests::read;
use crate::register::{RegisterError, SourceFile};

pub const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en-US\"><head><title>License Register - \
    Anjouan Gaming</title></head><body><h1>License Register</h1><div id=\"ag-licences\"></div>";
pub const FOOT: &str = "<script>var ag = '<table>';</script></body></html>";

/// A record of the block, changed by `change`.
pub fn record(change: &[(&str, Value)]) -> Value {
    let mut record: Map<String, Value> = [
        ("company", "Grand Comore Gaming N.V."),
        ("status", "valid"),
        ("number", "ALSI-202601001-FI1"),
        ("type", "b2c"),
        ("issued", "2026-01-14"),
        ("expiry", "2027-01-13"),
        ("domains", "comorespin.example, www.comorebet.example"),
    ]
    .into_iter()
    .map(|(field, text)| (field.to_owned(), text.into()))
    .collect();
    record.extend(change.iter().map(|(field, value)| ((*field).to_owned(), value.clone())));
    Value::Object(record)
}

pub fn page(records: &[Value]) -> String {
    block(&json!(records).to_string())
}

/// A page with this text as its data block.
pub fn block(text: &str) -> String {
    format!("{HEAD}<script type=\"application/json\" id=\"ag-licence-data\">{text}</script>{FOOT}")
}

pub fn read_files(files: &[SourceFile]) -> Result<RegisterReading, RegisterError> {
    read(JurisdictionCode::An, files)
}

pub fn read_page(html: &str) -> Result<RegisterReading, RegisterError> {
    read_files(&[file("an.html", html)])
}

pub fn licences(html: &str) -> Vec<ListedLicence> {
    let reading = read_page(html).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(reading.validate("an"), Ok(()));
    reading.licences
}

/// The licence of the one record, changed by `change`.
pub fn licence(change: &[(&str, Value)]) -> ListedLicence {
    licences(&page(&[record(change)])).remove(0)
}

pub fn refused(html: &str) -> String {
    read_page(html).unwrap_err().to_string()
}

pub fn domains(licence: &ListedLicence) -> Vec<&str> {
    licence.domains.iter().map(|listed| listed.domain.as_str()).collect()
}
