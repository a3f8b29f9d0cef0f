//! The accordion: one table of labels and values for each licensee.

use scraper::ElementRef;
use serde_json::Value;

use super::entry::Entry;
use crate::register::contradiction::{is_marked, is_stamp};
use crate::register::domain_list::domains_in;
use crate::register::headings;
use crate::register::html_page::{HtmlPage, lines_in, selector, text_in};
use crate::register::html_table::{Row, is_layout, rows_of};
use crate::register::{RegisterError, SourceFile};
use crate::text::{folded, shown};
use crate::written_date;

/// What a label stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Label {
    Company,
    Status,
    From,
    To,
    Kind,
    Domains,
}

/// The labels as they were read, folded.
const LABELS: [(&str, Label); 16] = [
    ("company name", Label::Company),
    ("licence status", Label::Status),
    ("license status", Label::Status),
    ("status", Label::Status),
    ("licence valid from", Label::From),
    ("license valid from", Label::From),
    ("valid from", Label::From),
    ("licence valid to", Label::To),
    ("license valid to", Label::To),
    ("valid to", Label::To),
    ("ogra licence type", Label::Kind),
    ("licence type", Label::Kind),
    ("type", Label::Kind),
    ("website domain", Label::Domains),
    ("website domains", Label::Domains),
    ("website domain(s)", Label::Domains),
];

/// Words by which an unknown label gives away that it is one of these, renamed.
const TELLING: [&str; 9] =
    ["company", "status", "valid", "expir", "type", "domain", "website", "url", "licen"];

const EXPECTED: &str = "an accordion of tables with \"Company Name\" and \"Licence Status\"";

/// The licensees of the page.
pub(super) fn entries(file: &SourceFile) -> Result<Vec<Entry>, RegisterError> {
    let page = HtmlPage::open(file)?;
    headings::check(&page, |table| !is_layout(table) && rows_of(table).iter().any(is_of_entry))?;
    let tables = page.all(selector!("table")).filter(|table| !is_layout(*table));
    let entries: Result<Vec<_>, _> =
        tables.filter_map(|table| entry_of(table).transpose()).collect();
    let mut entries = entries.map_err(|fault| page.malformed(fault))?;
    if entries.is_empty() {
        return Err(page.is_not(EXPECTED));
    }
    check_accordion(&page)?;
    check_labels(&page, &entries)?;
    entries.sort_by_cached_key(Entry::order);
    entries.dedup_by_key(|entry| entry.order());
    Ok(entries)
}

/// The licensee of a table, with a mark that stands beside it in the accordion.
fn entry_of(table: ElementRef<'_>) -> Result<Option<Entry>, String> {
    let Some(mut entry) = entry(&rows_of(table))? else { return Ok(None) };
    let mut around = table.ancestors().filter_map(ElementRef::wrap);
    let item = around.find(|element| element.value().name() == "li");
    let is_of_one = |item: &ElementRef<'_>| item.select(selector!("table")).count() == 1;
    if let Some(item) = item.filter(is_of_one) {
        let of_table = lines_in(table);
        let beside = lines_in(item).into_iter().filter(|line| !of_table.contains(line));
        let marks = beside.filter(|line| match line.contains(&entry.name) {
            true => is_marked(line),
            false => is_stamp(line.trim_end_matches('.')),
        });
        let marks: Vec<_> = marks.map(|line| ("Entry".to_owned(), line)).collect();
        entry.remarks.extend(marks);
    }
    Ok(Some(entry))
}

/// The licensee of a table; `None` for a table of something else.
fn entry(rows: &[Row<'_>]) -> Result<Option<Entry>, String> {
    if !rows.iter().any(is_of_entry) {
        return Ok(None);
    }
    let mut entry = Entry { domains: Some(Vec::new()), ..Entry::default() };
    let (mut seen, mut before) = (Vec::new(), None);
    // A heading over the whole table may repeat the company.
    let heading = rows.first().filter(|row| row.cells.len() == 1);
    for row in rows.iter().skip(heading.iter().len()) {
        before = fill(&mut entry, row, before)?;
        let single = before.filter(|label| *label != Label::Domains);
        if single.is_some_and(|label| seen.contains(&label)) {
            return Err(format!("the label {} stands twice in one table", shown(&row.texts[0])));
        }
        seen.extend(single);
    }
    let called = format!("the table {}", rows.first().map(Row::shown).unwrap_or_default());
    entry.check(&called)?;
    if !seen.contains(&Label::Status) {
        return Err(format!("{} has no \"Licence Status\"", shown(&entry.name)));
    }
    Ok(Some(entry))
}

fn is_of_entry(row: &Row<'_>) -> bool {
    label_of(row).is_some()
}

fn label_of(row: &Row<'_>) -> Option<Label> {
    let text = folded(row.texts.first()?);
    let text = text.trim_end_matches([':', ' ']);
    LABELS.iter().find(|(known, _)| *known == text).map(|(_, label)| *label)
}

/// Takes the value of a row; the label, or `None` for one of something else. More domains may
/// stand in rows without a label behind the first.
fn fill(entry: &mut Entry, row: &Row<'_>, before: Option<Label>) -> Result<Option<Label>, String> {
    let [label_cell, value] = row.texts.as_slice() else {
        let (row_text, found) = (row.shown(), row.cells.len());
        return Err(format!("the row {row_text} has {found} cells, not a label and a value"));
    };
    let continued = before.filter(|label| label_cell.is_empty() && *label == Label::Domains);
    let label = continued.or_else(|| label_of(row));
    match label {
        Some(Label::Company) => entry.name.clone_from(value),
        Some(Label::Status) => entry.status.clone_from(value),
        Some(Label::From) => entry.from = written_date::whole(value),
        Some(Label::To) => entry.to = written_date::whole(value),
        Some(Label::Kind) => entry.kind.clone_from(value),
        Some(Label::Domains) => {
            entry.domains.get_or_insert_default().extend(domains_in(row.cells[1]));
        }
        None if is_renamed(label_cell) => {
            return Err(format!("the label {} is not known", shown(label_cell)));
        }
        None => {}
    }
    let is_unread = match label {
        None => true,
        Some(Label::From) => entry.from.is_none(),
        Some(Label::To) => entry.to.is_none(),
        Some(Label::Company | Label::Status | Label::Kind | Label::Domains) => false,
    };
    if is_unread {
        entry.remarks.push((label_cell.clone(), value.clone()));
    }
    keep(entry, label_cell, value);
    Ok(label)
}

fn is_renamed(label: &str) -> bool {
    let label = folded(label);
    let is_of_the_company = ["number", "address"].iter().any(|end| label.ends_with(end));
    !is_of_the_company && (label.is_empty() || TELLING.iter().any(|word| label.contains(word)))
}

/// Under its own label; a second value of one label joins the first.
fn keep(entry: &mut Entry, label: &str, value: &str) {
    let label =
        if label.is_empty() { "Website Domains" } else { label.trim_end_matches([':', ' ']) };
    let text = match entry.raw.get(label).and_then(Value::as_str) {
        Some(before) => format!("{before} {value}"),
        None => value.to_owned(),
    };
    entry.raw.insert(label.to_owned(), text.into());
}

/// A licensee whose table has another form must not be passed over.
fn check_accordion(page: &HtmlPage<'_>) -> Result<(), RegisterError> {
    let has_entry = |item: &ElementRef<'_>| {
        let mut tables = item.select(selector!("table"));
        tables.any(|table| rows_of(table).iter().any(|row| label_of(row) == Some(Label::Company)))
    };
    let mut items = page.all(selector!("ul.accordion > li"));
    match items.find(|item| !has_entry(item)) {
        Some(item) => {
            let title = item.select(selector!(".faq_title")).next().unwrap_or(item);
            let title = shown(&text_in(title));
            Err(page.malformed(format!("the entry {title} has no table with \"Company Name\"")))
        }
        None => Ok(()),
    }
}

/// What no entry of a whole page says was renamed, or is filled in by a script.
fn check_labels(page: &HtmlPage<'_>, entries: &[Entry]) -> Result<(), RegisterError> {
    let has = |wanted: Label| {
        let is_wanted = |key: &String| {
            let key = folded(key);
            LABELS.iter().any(|(known, label)| *label == wanted && *known == key)
        };
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
