//! The accordion: one table of labels and values for each licensee.

use scraper::ElementRef;
use serde_json::Value;

use super::entry::Entry;
use crate::register::domain_list::in_cell;
use crate::register::html_page::{HtmlPage, blocks_in, selector, text_in};
use crate::register::html_table::{Cell, Row, is_layout, rows_of};
use crate::register::layout::{Found, Names, Place, Survey, remark};
use crate::register::page_layout::check_lists;
use crate::register::{RegisterError, SourceFile};
use crate::text::{folded, quoted};
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

const LABELS: Names<Label> = Names {
    fields: &[
        (Label::Company, "company name"),
        (Label::Status, "licence status | license status | status"),
        (Label::From, "licence valid from | license valid from | valid from"),
        (Label::To, "licence valid to | license valid to | valid to"),
        (Label::Kind, "ogra licence type | licence type | type"),
        (Label::Domains, "website domain | website domains | website domain(s)"),
    ],
    beside: "address | company number | registered address | telephone",
};

/// What the list stands under.
const HEADINGS: &str = "current licence holders | current licensees | \
    gambling supervision commission | isle of man gambling supervision commission | \
    licence holders | licensees | online gambling licensee register | \
    online gambling licensees";

const EXPECTED: &str = "an accordion of tables with \"Company Name\" and \"Licence Status\"";

/// The licensees of the page.
pub(super) fn entries(survey: &Survey<'_>, file: &SourceFile) -> Result<Vec<Entry>, RegisterError> {
    let page = HtmlPage::open(file)?;
    let is_list = |table: ElementRef<'_>| rows_of(table).iter().any(is_of_entry);
    check_lists(survey, &page, HEADINGS, is_list);
    let tables = page.all(selector!("table")).filter(|table| !is_layout(*table) && is_list(*table));
    let entries: Result<Vec<_>, _> = tables.map(|table| entry(survey, &page, table)).collect();
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

fn is_of_entry(row: &Row<'_>) -> bool {
    row.0.first().is_some_and(|label| LABELS.field(&label.text).is_some())
}

/// The licensee of a table.
fn entry(survey: &Survey<'_>, page: &HtmlPage<'_>, table: ElementRef<'_>) -> Result<Entry, String> {
    let rows = rows_of(table);
    let mut entry = Entry { domains: Some(Vec::new()), ..Entry::default() };
    let (mut seen, mut before) = (Vec::new(), None);
    // A heading over the whole table may repeat the company.
    let heading = rows.first().filter(|row| row.0.len() == 1).map(Row::text);
    for row in rows.iter().skip(heading.iter().len()) {
        let [label, value] = row.0.as_slice() else {
            let (row_text, found) = (row.quoted(), row.0.len());
            return Err(format!("the row {row_text} has {found} cells, not a label and a value"));
        };
        // More domains may stand in rows without a label behind the first.
        let continued = before.filter(|it| label.text.is_empty() && *it == Label::Domains);
        before = match continued.map(Found::Field) {
            Some(found) => fill(&mut entry, survey, page, found, (label, value)),
            None => {
                let found = survey.find(page.name(), Place::Label, &label.text, &LABELS);
                fill(&mut entry, survey, page, found, (label, value))
            }
        };
        let single = before.filter(|label| *label != Label::Domains);
        if single.is_some_and(|label| seen.contains(&label)) {
            return Err(format!("the label {} stands twice in one table", quoted(&label.text)));
        }
        seen.extend(single);
    }
    entry.check(&format!("the table {}", rows.first().map(Row::quoted).unwrap_or_default()))?;
    if !seen.contains(&Label::Status) {
        return Err(format!("{} has no \"Licence Status\"", quoted(&entry.name)));
    }
    let texts = texts_beside(table, &entry.name, heading);
    entry.remarks.extend(survey.texts_of_part(page.name(), texts));
    Ok(entry)
}

/// What stands in a licensee's item of the accordion beside the table and the company's name.
fn texts_beside(table: ElementRef<'_>, name: &str, heading: Option<String>) -> Vec<String> {
    let mut around = table.ancestors().filter_map(ElementRef::wrap);
    let item = around.find(|element| element.value().name() == "li");
    let item = item.filter(|item| item.select(selector!("table")).count() == 1);
    let blocks = item.map(|item| blocks_in(item, |element| element.value().name() == "table"));
    let texts = blocks.into_iter().flatten().map(|block| block.text).chain(heading);
    texts.filter(|text| folded(text) != folded(name)).collect()
}

/// Takes the value of a row; the label, or `None` for one that is only kept.
fn fill(
    entry: &mut Entry,
    survey: &Survey<'_>,
    page: &HtmlPage<'_>,
    found: Found<Label>,
    (label, cell): (&Cell<'_>, &Cell<'_>),
) -> Option<Label> {
    let value = &cell.text;
    match found {
        Found::Field(Label::Company) => entry.name.clone_from(value),
        Found::Field(Label::Status) => entry.status.clone_from(value),
        Found::Field(Label::From) => entry.from = written_date::whole(value),
        Found::Field(Label::To) => entry.to = written_date::whole(value),
        Found::Field(Label::Kind) => entry.kind.clone_from(value),
        Found::Field(Label::Domains) => {
            let listed = in_cell(survey, page.name(), cell.element).domains();
            entry.domains.get_or_insert_default().extend(listed);
        }
        Found::Remark => entry.remarks.extend(remark(&label.text, value)),
        Found::Beside => {}
    }
    if matches!(found, Found::Field(Label::Company | Label::Status)) {
        entry.remarks.extend(cell.remark(&label.text, survey, page.name()));
    }
    keep(entry, &label.text, value);
    match found {
        Found::Field(label) => Some(label),
        Found::Remark | Found::Beside => None,
    }
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

/// What no entry of a whole page says was renamed, or is filled in by a script.
fn check_labels(page: &HtmlPage<'_>, entries: &[Entry]) -> Result<(), RegisterError> {
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
