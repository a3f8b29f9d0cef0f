//! Checks of the accordion as a whole.

use scraper::ElementRef;

use super::entry::Entry;
use super::labels::{LABELS, Label};
use crate::register::RegisterError;
use crate::register::html_page::{selector, text_in};
use crate::register::html_table::{Row, rows_of};
use crate::register::surveyed_page::SurveyedPage;
use crate::text::quoted;

/// Checks that no licensee has a table of another form.
pub(super) fn check_accordion(page: &SurveyedPage<'_>) -> Result<(), RegisterError> {
    let is_company = |row: &Row<'_>| {
        row.0.first().is_some_and(|label| LABELS.field(&label.text) == Some(Label::Company))
    };
    let has_entry = |item: &ElementRef<'_>| {
        let mut tables = item.select(selector!("table"));
        tables.any(|table| rows_of(table).iter().any(is_company))
    };
    let mut items = page.all(selector!("ul.accordion > li"));
    match items.find(|item| !has_entry(item)) {
        Some(item) => {
            let title = item.select(selector!(".faq_title")).next().unwrap_or(item);
            let title = quoted(&text_in(title));
            Err(page.malformed(format!("the entry {title} has no table with \"Company Name\"")))
        }
        None => Ok(()),
    }
}

/// Checks that some entry has each label: a label that no entry has was renamed, or a script fills
/// it in.
pub(super) fn check_labels(
    page: &SurveyedPage<'_>,
    entries: &[Entry],
) -> Result<(), RegisterError> {
    let has = |wanted: Label| {
        let is_wanted = |name: &String| LABELS.field(name) == Some(wanted);
        entries.iter().any(|entry| entry.raw.keys().any(is_wanted))
    };
    let missing = [(Label::Domains, "Website Domains"), (Label::Kind, "OGRA Licence type")];
    if let Some((_, label)) = missing.iter().find(|(label, _)| !has(*label)) {
        return Err(page.malformed(format!("no licensee has the label {label:?}")));
    }
    match entries.iter().all(|entry| entry.status.is_empty()) {
        true => Err(page.malformed("no licensee has a status")),
        false => Ok(()),
    }
}
