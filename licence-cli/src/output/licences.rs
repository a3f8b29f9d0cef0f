//! Licences for a person: the status first, then whose, then the page that says so.

use licence_core::licence::Licence;
use licence_core::lookup::{LicenceDetail, LicenceRow, OperatorLicences};
use licence_core::time::Date;

use super::cell::Cell;
use super::layout::{card, column, prose, table};
use super::style::{expiry, minute, or_dash, plain, status};
use super::verdict;

/// One line a licence.
pub(crate) fn rows(licences: &[LicenceRow], today: Date) -> String {
    let rows = licences.iter().map(|row| {
        let Licence { id, license_number, jurisdiction_code, .. } = &row.licence;
        vec![
            status(row.licence.status),
            Cell::new(jurisdiction_code),
            Cell::new(plain(license_number)),
            Cell::new(plain(&row.licence.license_types.join(", "))),
            expiry(row.licence.expiry_date, today),
            Cell::new(minute(row.licence.status_observed_at)),
            Cell::new(id.0),
        ]
    });
    let header = [
        column("status"),
        column("register"),
        column("licence"),
        prose("types").optional(2),
        column("expires"),
        column("observed").optional(1),
        column("license id").optional(3),
    ];
    table(&header, rows)
}

/// The licences of an operator, each followed by its history where that was asked for.
pub(crate) fn operator_licences(answer: &OperatorLicences, today: Date) -> String {
    let histories = answer.licenses.iter().filter_map(|row| {
        let history = row.history.as_ref()?;
        let number = plain(&row.licence.license_number);
        Some(format!("\n{number}\n{}", super::history::entries(history)))
    });
    format!("{}{}", rows(&answer.licenses, today), histories.collect::<String>())
}

/// A card of one licence.
pub(crate) fn detail(answer: &LicenceDetail, today: Date) -> String {
    let licence = &answer.licence;
    let operator = format!("{} ({})", answer.operator_display_name, answer.operator_slug);
    let mut rows = vec![
        ("status", status(licence.status)),
        ("licence", Cell::new(plain(&licence.license_number))),
        ("operator", Cell::new(plain(&operator))),
        ("register", Cell::new(licence.jurisdiction_code)),
        ("wording", Cell::new(or_dash(licence.upstream_status.as_ref()))),
        ("types", Cell::new(plain(&licence.license_types.join(", ")))),
        ("issued", Cell::new(or_dash(licence.issued_date))),
        ("expires", expiry(licence.expiry_date, today)),
        ("observed", Cell::new(licence.status_observed_at)),
        ("last listed", Cell::new(licence.last_listed_at)),
        ("source", Cell::new(or_dash(licence.status_source_url.as_ref()))),
        ("license id", Cell::new(licence.id.0)),
    ];
    rows.extend(licence.not_listed_since.map(|since| ("not listed since", Cell::new(since))));
    rows.extend(answer.as_of.iter().flat_map(verdict::past));
    card(rows)
}
