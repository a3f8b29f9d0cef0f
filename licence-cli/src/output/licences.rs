//! Licences and their history for a person: the status first, then whose, then the page that says so.

use comfy_table::Color;
use licence_core::history::HistoryEntry;
use licence_core::lookup::{LicenceDetail, LicenceHistory, LicenceRow, OperatorLicences};
use licence_core::status::LicenceStatus;
use licence_core::time::Date;
use licence_store::CorrectedEntry;

use super::cell::Cell;
use super::layout::{card, card_rows, column, prose, table_of};
use super::style::{coloured, expiry, minute, or_dash, plain, status};
use super::verdict;

pub(crate) fn rows(licences: &[LicenceRow], today: Date) -> String {
    table_of!(licences.iter().map(|row| &row.licence), |licence| {
        column("status") => status(licence.status),
        column("register") => licence.jurisdiction_code,
        column("licence") => plain(&licence.license_number),
        prose("types").optional(2) => plain(&licence.license_types.join(", ")),
        column("expires") => expiry(licence.expiry_date, today),
        column("observed").optional(1) => minute(licence.status_observed_at),
        column("license id").optional(3) => licence.id.0,
    })
}

/// Returns the licences of an operator, each followed by its history where that was asked for.
pub(crate) fn operator_licences(answer: &OperatorLicences, today: Date) -> String {
    let histories = answer.licenses.iter().filter_map(|row| {
        let history = row.history.as_ref()?;
        let number = plain(&row.licence.license_number);
        Some(format!("\n{number}\n{}", entries(history)))
    });
    format!("{}{}", rows(&answer.licenses, today), histories.collect::<String>())
}

pub(crate) fn detail(answer: &LicenceDetail, today: Date) -> String {
    let licence = &answer.licence;
    let operator = format!("{} ({})", answer.operator_display_name, answer.operator_slug);
    let mut rows = card_rows! {
        "status" => status(licence.status),
        "licence" => plain(&licence.license_number),
        "operator" => plain(&operator),
        "register" => licence.jurisdiction_code,
        "wording" => or_dash(licence.upstream_status.as_ref()),
        "types" => plain(&licence.license_types.join(", ")),
        "issued" => or_dash(licence.issued_date),
        "expires" => expiry(licence.expiry_date, today),
        "observed" => licence.status_observed_at,
        "last listed" => licence.last_listed_at,
        "source" => or_dash(licence.status_source_url.as_ref()),
        "license id" => licence.id.0,
    };
    rows.extend(licence.not_listed_since.map(|since| ("not listed since", Cell::new(since))));
    rows.extend(answer.as_of.iter().flat_map(verdict::past));
    card(rows)
}

/// Returns the entries of a licence, the newest first.
pub(crate) fn timeline(history: &LicenceHistory) -> String {
    format!("{}\n\n{}", plain(&history.license_number), entries(&history.history))
}

fn entries(history: &[HistoryEntry]) -> String {
    table_of!(history, |entry| {
        column("changed at") => minute(entry.changed_at),
        column("change").optional(1) => entry.change_type,
        column("status") => transition(entry.previous_status, entry.new_status),
        prose("what was observed") => plain(&note(entry)),
        column("event id").optional(2) => entry.id.0,
    })
}

pub(crate) fn correction(corrected: &CorrectedEntry) -> String {
    let entry = &corrected.entry;
    let change = transition(entry.previous_status, entry.new_status);
    card(card_rows! {
        "event" => entry.id.0,
        "licence" => corrected.license_id.0,
        "change" => format!("{} {change}", entry.change_type),
        "outcome" => coloured("withdrawn; nothing was deleted", Color::Yellow),
        "because" => plain(entry.correction_note.as_deref().unwrap_or_default()),
    })
}

/// Returns a status, after the one before it if that was another one.
pub(super) fn transition(previous: Option<LicenceStatus>, new: LicenceStatus) -> String {
    match previous {
        Some(previous) if previous != new => format!("{previous} → {new}"),
        _ => new.to_string(),
    }
}

fn note(entry: &HistoryEntry) -> String {
    let reason = entry.correction_note.as_deref().unwrap_or("no reason given");
    match entry.corrected_at {
        Some(at) => format!("WITHDRAWN at {at} ({reason}). {}", entry.note),
        None => entry.note.clone(),
    }
}
