//! Catalogue files for a person.

use licence_core::catalogue::CatalogueInfo;

use super::cell::Cell;
use super::layout::{card, column, table_of};
use super::style::{minute, or_dash, plain};

/// What a catalogue says of itself.
pub(crate) fn info(info: &CatalogueInfo) -> String {
    let head = card(vec![
        ("format", Cell::new(plain(&info.format))),
        ("profile", Cell::new(info.profile)),
        ("bytes", Cell::new(info.bytes)),
        ("operators", Cell::new(info.operators)),
        ("licences", Cell::new(info.licences)),
        ("hosts", Cell::new(info.hosts)),
        ("names", Cell::new(info.names)),
        (
            "history entries",
            Cell::new(info.history_entries.map_or("none".to_owned(), |it| it.to_string())),
        ),
        ("rules", Cell::new(plain(&info.rules))),
        ("sha256 of the records", Cell::new(or_dash(info.records_sha256.as_deref()))),
    ]);
    let registers = table_of!(&info.registers, |register| {
        column("register") => register.jurisdiction_code,
        column("last read") => minute(register.last_successful_scrape),
    });
    format!("{head}\n{registers}")
}
