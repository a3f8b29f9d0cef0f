//! The accordion: one table of labels and values for each licensee.

use scraper::ElementRef;

use super::entry::{Entry, date_remark, without_duplicates};
use crate::jurisdiction::JurisdictionCode::Iom;
use crate::register::common_texts::without_sign_of_part;
use crate::register::domain_list::domains_of;
use crate::register::html_page::{blocks_in, elements_around, is_hidden, selector};
use crate::register::html_table::{Cell, Row, rows_of, shown_texts};
use crate::register::introduction::check_one_list;
use crate::register::layout::{
    Found, HIDDEN, Names, STRUCK_OUT, company_key, is_one_of, key, remark, with_remarks,
};
use crate::register::marks::is_marked;
use crate::register::page_layout::check_lists;
use crate::register::paging::check_paging;
use crate::register::pictures::pictures_in;
use crate::register::reading::pages::PAGE_STATUS;
use crate::register::survey::Survey;
use crate::register::surveyed_page::SurveyedPage;
use crate::register::{NameKind, RegisterError, SourceFile};
use crate::status::wording::{has_word_out_of_force, is_active};
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

pub(super) const HEADINGS: &str = "current licence holders | current licensees | current ogra licence holders | \
    gambling supervision commission | isle of man gambling supervision commission | \
    licence holders | licensees | online gambling licensee register | \
    online gambling licensees";

const EXPECTED: &str = "an accordion of tables with \"Company Name\" and \"Licence Status\"";

pub(super) fn entries(survey: &Survey<'_>, file: &SourceFile) -> Result<Vec<Entry>, RegisterError> {
    let page = SurveyedPage::open(survey, file)?;
    let tables: Vec<_> = page.tables().filter(|table| is_list(*table)).collect();
    check_lists(&page, &headings(&tables), is_list);
    check_paging(&page)?;
    check_one_list(&page, tables.iter().copied())?;
    let entries = tables.into_iter().map(|table| entry(&page, table));
    let entries = entries.collect::<Result<Vec<_>, _>>().map_err(|fault| page.malformed(fault))?;
    if entries.is_empty() {
        return Err(page.is_not(EXPECTED));
    }
    Ok(without_duplicates(entries))
}

fn is_list(table: ElementRef<'_>) -> bool {
    let is_of_entry =
        |row: &Row<'_>| row.0.first().is_some_and(|label| LABELS.field(&label.text).is_some());
    table.value().name() == "table" && rows_of(table).iter().any(is_of_entry)
}

/// Returns the headings of the page. The name of a licensee may be the heading of its part.
fn headings(tables: &[ElementRef<'_>]) -> String {
    let rows = tables.iter().flat_map(|table| rows_of(*table));
    let names = rows.filter_map(|row| match row.0.as_slice() {
        [label, name] if LABELS.field(&label.text) == Some(Label::Company) => Some(key(&name.text)),
        _ => None,
    });
    // A bar parts two headings.
    let names = names.filter(|name| !name.contains('|'));
    std::iter::once(HEADINGS.to_owned()).chain(names).collect::<Vec<_>>().join(" | ")
}

fn entry(page: &SurveyedPage<'_>, table: ElementRef<'_>) -> Result<Entry, String> {
    let rows = rows_of(table);
    let mut entry = Entry { domains: Some(Vec::new()), ..Entry::default() };
    let mut seen = Vec::new();
    for row in &rows {
        let [label, value] = row.0.as_slice() else {
            let (text, found) = (row.quoted(), row.0.len());
            return Err(format!("the row {text} has {found} cells, not a label and a value"));
        };
        match page.find(NameKind::Label, &label.text, &LABELS) {
            Found::Field(field) if field != Label::Domains && seen.contains(&field) => {
                return Err(format!(
                    "the label {} appears twice in one table",
                    quoted(&label.text)
                ));
            }
            Found::Field(field) => {
                seen.push(field);
                fill(&mut entry, page, field, &label.text, value);
            }
            Found::Remark => entry.remarks.extend(remark(&label.text, &value.text_with_pictures())),
            Found::Beside if is_one_of(&key(&label.text), LABELS.beside) => {
                // An address has several lines, so that only a word against the licence counts.
                let text = Some(value.text_with_pictures()).filter(|it| has_word_out_of_force(it));
                entry.remarks.extend(text.and_then(|it| page.text_remark(&label.text, &it)));
            }
            Found::Beside => {}
        }
        entry.keep(&label.text, &value.text);
    }
    entry.check(&format!("the table {}", rows.first().map(Row::quoted).unwrap_or_default()))?;
    if !seen.contains(&Label::Status) {
        return Err(format!("{} has no \"Licence Status\"", quoted(&entry.name)));
    }
    entry.remarks.extend(rows.iter().any(Row::hides_a_value).then(|| HIDDEN.to_owned()));
    entry.remarks.extend(remarks_beside(page, table, &rows, &entry.name));
    let status = with_remarks(&entry.status, &entry.remarks);
    if !status.is_empty() && !is_active(Iom, Some(&status)) {
        entry.raw.insert(PAGE_STATUS.to_owned(), status.into());
    }
    Ok(entry)
}

fn fill(entry: &mut Entry, page: &SurveyedPage<'_>, field: Label, label: &str, cell: &Cell<'_>) {
    let remark = match field {
        Label::Company => {
            entry.name = page.plain_name(cell);
            page.name_cell_remark(label, cell)
        }
        Label::Status => {
            entry.status.clone_from(&cell.text);
            page.cell_remark(label, cell)
        }
        Label::Kind => {
            // The type is part of the licence's reference, but a mark or a part beside it is not.
            let texts = shown_texts(cell.element).filter_map(|node| node.value().as_text());
            let first = texts.map(|text| collapsed(text)).find(|text| !text.is_empty());
            let kind = first.filter(|_| cell.has_parts).unwrap_or_else(|| cell.text.clone());
            entry.kind = page.survey.plain_type(&kind);
            page.type_cell_remark(label, cell)
        }
        Label::From => {
            entry.from = written_date::whole(&cell.text);
            date_cell_remark(page, label, cell)
        }
        Label::To => {
            entry.to = written_date::whole(&cell.text);
            date_cell_remark(page, label, cell)
        }
        Label::Domains => {
            let listed = page.domains_in(cell.element);
            let remark = page.domains_remark("Website Domains", &listed);
            entry.domains.get_or_insert_default().extend(domains_of(listed.addresses));
            remark
        }
    };
    entry.remarks.extend(remark);
}

/// Returns what is in the cell of a date beside the date. The date itself may be in parts.
fn date_cell_remark(page: &SurveyedPage<'_>, label: &str, cell: &Cell<'_>) -> Option<String> {
    let beside = page.cell_remark(label, &Cell { has_parts: false, ..cell.clone() });
    beside.or_else(|| date_remark(page.survey, page.name(), label, &cell.text))
}

/// Returns the texts and pictures of a licensee's part of the page that repeat neither its name nor a cell of
/// its table, whether one of them is struck out, and whether the part is hidden. A closed part hides its table
/// without its title.
fn remarks_beside(
    page: &SurveyedPage<'_>,
    table: ElementRef<'_>,
    rows: &[Row<'_>],
    name: &str,
) -> Vec<String> {
    let Some(part) = part_of(table) else { return Vec::new() };
    let blocks = blocks_in(part, is_list);
    let struck = blocks.iter().any(|block| block.is_struck).then(|| STRUCK_OUT.to_owned());
    // The key of a company has no signs of footnotes.
    let is_name = |text: &str| {
        let title = without_sign_of_part(text);
        company_key(title) == company_key(name) && !is_marked(title)
    };
    let repeats =
        |text: &str| rows.iter().flat_map(Row::texts).any(|it| folded(it) == folded(text));
    let texts: Vec<_> = blocks.into_iter().map(|block| block.text).collect();
    let is_entry = part.value().name() == "li" || texts.iter().any(|text| is_name(text));
    let hidden = (is_entry && is_hidden(part)).then(|| HIDDEN.to_owned());
    let texts = texts.into_iter().chain(pictures_in(part, &[name], is_list));
    let texts = texts.filter(|text| !is_name(text) && !repeats(text));
    struck.into_iter().chain(hidden).chain(page.remarks_of_part(texts.collect())).collect()
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
