//! Catalogue files for a person.

use licence_core::catalogue::CatalogueInfo;

use super::layout::{card, card_rows, column, table_of};
use super::style::{minute, or_dash, plain};

/// Returns a table of what a catalogue says about itself.
pub(crate) fn info(info: &CatalogueInfo) -> String {
    let head = card(card_rows! {
        "format" => plain(&info.format),
        "profile" => info.profile,
        "bytes" => info.bytes,
        "operators" => info.operators,
        "licences" => info.licences,
        "hosts" => info.hosts,
        "names" => info.names,
        "history entries" => info.history_entries.map_or("none".to_owned(), |it| it.to_string()),
        "rules" => plain(&info.rules),
        "sha256 of the records" => or_dash(info.records_sha256.as_deref()),
    });
    let registers = table_of!(&info.registers, |register| {
        column("register") => register.jurisdiction_code,
        column("last read") => minute(register.last_successful_scrape),
    });
    format!("{head}\n{registers}")
}
