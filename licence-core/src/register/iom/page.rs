//! The accordion: one table of labels and values for each licensee.

use scraper::ElementRef;

use super::entry::{Entry, date_remark, without_duplicates};
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::register::domain_list::domains_of;
use crate::register::html_page::{blocks_in, elements_around, selector, text_in};
use crate::register::html_table::{Cell, Row, rows_of, shown_texts, tooltips_around_rows};
use crate::register::introduction::check_one_list;
use crate::register::layout::{Found, Names, STRUCK_OUT, company_key, remark, with_remarks};
use crate::register::marks::is_marked;
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::pictures::{is_logo, pictures_in};
use crate::register::reading::pages::PAGE_STATUS;
use crate::register::survey::Survey;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError, SourceFile};
use crate::status::wording::is_active;
use crate::text::{collapsed, folded, quoted};
use crate::written_date;

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

pub(super) const HEADINGS: &str = "current licence holders | current licensees | \
    gambling supervision commission | isle of man gambling supervision commission | \
    licence holders | licensees | online gambling licensee register | \
    online gambling licensees";

const EXPECTED: &str = "an accordion of tables with \"Company Name\" and \"Licence Status\"";

pub(super) fn entries(survey: &Survey<'_>, file: &SourceFile) -> Result<Vec<Entry>, RegisterError> {
    let page = SurveyedPage::open(survey, file)?;
    check_lists(&page, HEADINGS, is_list);
    check_paging(&page)?;
    let tables: Vec<_> = page.tables().filter(|table| is_list(*table)).collect();
    check_one_list(&page, tables.iter().copied())?;
    let entries = tables.into_iter().map(|table| entry(&page, table));
    let entries = entries.collect::<Result<Vec<_>, _>>().map_err(|fault| page.malformed(fault))?;
    if entries.is_empty() {
        return Err(page.is_not(EXPECTED));
    }
    check_accordion(&page)?;
    check_labels(&page, &entries)?;
    Ok(without_duplicates(entries))
}

/// Checks that no licensee has a table of another form.
fn check_accordion(page: &SurveyedPage<'_>) -> Result<(), RegisterError> {
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
fn check_labels(page: &SurveyedPage<'_>, entries: &[Entry]) -> Result<(), RegisterError> {
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

fn entry(page: &SurveyedPage<'_>, table: ElementRef<'_>) -> Result<Entry, String> {
    let rows = rows_of(table);
    let mut entry = Entry { domains: Some(Vec::new()), ..Entry::default() };
    let (mut seen, mut before, mut plain_name) = (Vec::new(), None, String::new());
    // A heading over the whole table may repeat the company.
    let heading = rows.first().filter(|row| row.0.len() == 1);
    for row in rows.iter().skip(heading.iter().len()) {
        let [label, value] = row.0.as_slice() else {
            let (text, found) = (row.quoted(), row.0.len());
            return Err(format!("the row {text} has {found} cells, not a label and a value"));
        };
        // Rows without a label after the first may hold more domains.
        let continued = before == Some(Label::Domains) && label.text.is_empty();
        let found = match continued {
            true => Found::Field(Label::Domains),
            false => page.find(NameKind::Label, &label.text, &LABELS),
        };
        fill(&mut entry, page, found, label, value);
        if found == Found::Field(Label::Company) {
            plain_name = page.plain_name(value);
        }
        before = if let Found::Field(field) = found { Some(field) } else { None };
        let single = before.filter(|label| *label != Label::Domains);
        if single.is_some_and(|label| seen.contains(&label)) {
            return Err(format!("the label {} appears twice in one table", quoted(&label.text)));
        }
        seen.extend(single);
    }
    entry.check(&format!("the table {}", rows.first().map(Row::quoted).unwrap_or_default()))?;
    if !seen.contains(&Label::Status) {
        return Err(format!("{} has no \"Licence Status\"", quoted(&entry.name)));
    }
    let beside = remarks_beside(page, table, &[entry.name.as_str(), plain_name.as_str()], heading);
    entry.remarks.extend(beside);
    let status = with_remarks(&entry.status, &entry.remarks);
    if !status.is_empty() && !is_active(Iom, Some(&status)) {
        entry.raw.insert(PAGE_STATUS.to_owned(), status.into());
    }
    entry.name = plain_name;
    Ok(entry)
}

/// Returns the texts and pictures of a licensee's part of the page beside its table and the company's
/// names, and whether the name above the table is struck out.
fn remarks_beside(
    page: &SurveyedPage<'_>,
    table: ElementRef<'_>,
    names: &[&str],
    heading: Option<&Row<'_>>,
) -> Vec<String> {
    let part = part_of(table).into_iter();
    let blocks: Vec<_> = part.clone().flat_map(|part| blocks_in(part, is_list)).collect();
    let cells = || heading.into_iter().flat_map(|row| &row.0);
    let is_struck =
        blocks.iter().any(|block| block.is_struck) || cells().any(|cell| cell.is_struck);
    let pictures = part.flat_map(|part| pictures_in(part, names, is_list));
    let texts = blocks.into_iter().map(|block| block.text).chain(pictures);
    let in_heading = cells().flat_map(|cell| [cell.text.clone(), cell.unseen.clone()]);
    let in_heading = in_heading.filter(|text| !text.is_empty());
    let texts = texts.chain(in_heading.filter(|text| !is_logo(text, names)));
    let texts = texts.chain(tooltips_around_rows(table));
    // The key of a company has no signs of footnotes.
    let repeats =
        |text: &str, name: &str| company_key(text) == company_key(name) && !is_marked(text);
    let is_name =
        |text: &str| names.iter().any(|name| folded(text) == folded(name) || repeats(text, name));
    let texts = texts.filter(|text| !is_name(text)).collect();
    let struck = is_struck.then(|| STRUCK_OUT.to_owned());
    struck.into_iter().chain(page.remarks_of_part(texts)).collect()
}

/// Returns the licensee's part of the page: its list item, else the largest element of the body
/// with no other licensee.
fn part_of(table: ElementRef<'_>) -> Option<ElementRef<'_>> {
    let around = || elements_around(*table);
    let has_others = |part: &ElementRef<'_>| {
        part.select(selector!("table")).filter(|it| is_list(*it)).nth(1).is_some()
    };
    let is_page = |part: &ElementRef<'_>| matches!(part.value().name(), "body" | "html");
    around()
        .find(|part| part.value().name() == "li")
        .or_else(|| around().take_while(|part| !is_page(part) && !has_others(part)).last())
}

fn is_list(table: ElementRef<'_>) -> bool {
    let is_of_entry =
        |row: &Row<'_>| row.0.first().is_some_and(|label| LABELS.field(&label.text).is_some());
    table.value().name() == "table" && rows_of(table).iter().any(is_of_entry)
}

fn fill(
    entry: &mut Entry,
    page: &SurveyedPage<'_>,
    found: Found<Label>,
    label: &Cell<'_>,
    cell: &Cell<'_>,
) {
    let value = &cell.text;
    let beside = match found {
        Found::Field(Label::Company) => page.name_cell_remark(&label.text, cell),
        Found::Field(Label::Status) => page.cell_remark(&label.text, cell),
        Found::Field(Label::Kind) => page.type_cell_remark(&label.text, cell),
        Found::Field(Label::From | Label::To) => {
            // What is no date is told below, also in parts.
            let beside = page.cell_remark(&label.text, &Cell { has_parts: false, ..cell.clone() });
            beside.or_else(|| date_remark(page.survey, page.name(), &label.text, value))
        }
        _ => None,
    };
    entry.remarks.extend(page.label_remark(label));
    match found {
        Found::Field(Label::Company) => entry.name.clone_from(value),
        Found::Field(Label::Status) => entry.status.clone_from(value),
        Found::Field(Label::From) => entry.from = written_date::whole(value),
        Found::Field(Label::To) => entry.to = written_date::whole(value),
        // The type is part of the licence's reference, but a text or mark beside the type is not.
        Found::Field(Label::Kind) if beside.is_some() => {
            let texts = shown_texts(cell.element).filter_map(|node| node.value().as_text());
            let first = texts.map(|text| collapsed(text)).find(|text| !text.is_empty());
            entry.kind = page.survey.plain_type(&first.unwrap_or_default());
        }
        Found::Field(Label::Kind) => entry.kind.clone_from(value),
        Found::Field(Label::Domains) => {
            let listed = page.domains_in(cell.element);
            if label.text.is_empty() && listed.has_texts && !cell.is_struck {
                page.note_unknown(NameKind::Label, value, "");
            }
            entry.remarks.extend(page.domains_remark("Website Domains", &listed));
            entry.domains.get_or_insert_default().extend(domains_of(listed.addresses));
        }
        Found::Remark => entry.remarks.extend(remark(&label.text, value)),
        Found::Beside => {}
    }
    entry.remarks.extend(beside);
    entry.keep(&label.text, value);
}
