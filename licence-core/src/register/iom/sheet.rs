//! The spreadsheet of licence holders.

use std::collections::BTreeSet;

use super::entry::{Entry, date_remark, without_duplicates};
use super::page::HEADINGS;
use super::sheet_cells::{Row, Sheet};
use super::workbook;
use crate::register::layout::{Names, STRUCK_OUT, is_dated, is_one_of, key, speaks_against};
use crate::register::survey::{Extra, ExtraKind, Survey};
use crate::register::{NameKind, RegisterError, RegisterFault, SourceFile, archive};
use crate::text::quoted;

/// The columns, in the order of the regulator; they are found by name.
const COLUMNS: [&str; 4] = ["Name", "Firm Status", "Initial Licence Date", "Licence Type"];

const BESIDE: Names<()> = Names { fields: &[], beside: "no | # | number" };

/// The titles that may be above the header, beside the headings of the page.
const TITLES: &str =
    "current ogra licence holders | ogra licence holders | online gambling licence holders";

const HEADER_WITHIN: usize = 20;

pub(super) fn entries(survey: &Survey<'_>, file: &SourceFile) -> Result<Vec<Entry>, RegisterError> {
    let refused = |fault| RegisterError::of_file(&file.name, fault);
    note_what_is_not_read(survey, file)?;
    let sheets = workbook::read(&file.bytes).map_err(refused)?;
    let Table { titles, header, columns, rows } =
        only_table(survey, &file.name, &sheets).map_err(refused)?;
    // A row with one cell is a title or a sum, above the header or under it.
    let (single, rows): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row.cells.len() == 1);
    let declared = [HEADINGS, TITLES].join(" | ");
    for title in titles.iter().chain(single).flat_map(|row| row.cells.values()) {
        if !is_dated(&title.text, &declared) {
            survey.note_unknown(&file.name, NameKind::Heading, &title.text, &declared);
        }
    }
    let extras = extras(survey, &file.name, header, columns, &rows);
    let entries = rows.iter().map(|row| entry(survey, &file.name, row, columns, &extras));
    let entries: Vec<_> = entries
        .collect::<Result<_, _>>()
        .map_err(|fault: String| RegisterError::malformed(&file.name, fault))?;
    if entries.is_empty() {
        return Err(RegisterError::malformed(&file.name, "the table has no rows"));
    }
    Ok(without_duplicates(entries))
}

const UNREAD: &str = "comment | threadedComment | txBody";
/// The parts of a workbook in which texts are; the format of whole cells is in the styles.
const PARTS_WITH_TEXTS: [&str; 5] =
    ["worksheets/", "sharedstrings", "comments", "threadedcomments", "drawings/"];

/// Notes what the library for workbooks leaves out: comments, text boxes, hidden rows, and texts that are struck
/// out in part.
fn note_what_is_not_read(survey: &Survey<'_>, file: &SourceFile) -> Result<(), RegisterError> {
    for part in archive::entries(file, |_| true)? {
        let name = part.name.to_ascii_lowercase();
        if !PARTS_WITH_TEXTS.iter().any(|with_texts| name.contains(&format!("/xl/{with_texts}"))) {
            continue;
        }
        let xml = String::from_utf8_lossy(&part.bytes);
        for tag in xml.split('<').filter_map(|tag| tag.split('>').next()) {
            let ends_name = |c: char| c.is_whitespace() || c == '/';
            let (name, attributes) = tag.split_once(ends_name).unwrap_or((tag, ""));
            let name = name.rsplit(':').next().unwrap_or_default();
            let is_unread = match name {
                "row" => is_on(attributes, "hidden").unwrap_or(false),
                "strike" => is_on(attributes, "val").unwrap_or(true),
                name => is_one_of(name, UNREAD),
            };
            if is_unread {
                survey.note_unknown(&file.name, NameKind::Style, name, "");
            }
        }
    }
    Ok(())
}

/// Returns whether an attribute is true (`1`, `true`); `None` where a tag has it not.
fn is_on(attributes: &str, name: &str) -> Option<bool> {
    let (_, after) = attributes.split_once(name)?;
    let value = after.trim_start_matches(|c: char| c.is_whitespace() || "=\"'".contains(c));
    Some(value.starts_with('1') || value.starts_with("true"))
}

struct Table<'s> {
    titles: &'s [Row],
    header: &'s Row,
    columns: [u32; 4],
    rows: &'s [Row],
}

/// Returns the table of the one sheet that has it. Notes every other sheet that holds something, and a
/// name of the sheet that speaks against the licensees.
fn only_table<'s>(
    survey: &Survey<'_>,
    file: &str,
    sheets: &'s [Sheet],
) -> Result<Table<'s>, RegisterFault> {
    let mut tables = Vec::new();
    for Sheet { name, rows } in sheets.iter().filter(|sheet| !sheet.rows.is_empty()) {
        let mut headers = (0..).zip(rows.iter().take(HEADER_WITHIN));
        match headers.find_map(|(at, row)| Some((at, columns(row)?))) {
            Some((at, columns)) => {
                if speaks_against(name) {
                    survey.note_unknown(file, NameKind::Heading, name, "");
                }
                let (titles, header, rows) = (&rows[..at], &rows[at], &rows[at + 1..]);
                tables.push(Table { titles, header, columns, rows });
            }
            None => survey.note_unknown(file, NameKind::Table, name, ""),
        }
    }
    match (tables.pop(), tables.is_empty()) {
        (Some(table), true) => Ok(table),
        (found, _) => {
            let sheets = if found.is_some() { "two sheets have" } else { "no sheet has" };
            let fault = format!("{sheets} the columns {}", COLUMNS.join(", "));
            Err(RegisterFault::Malformed(fault))
        }
    }
}

/// Returns the positions of the columns when the row is the header.
fn columns(row: &Row) -> Option<[u32; 4]> {
    // A licence may be spelt as a license.
    let column_key = |name: &str| key(name).replace("license", "licence");
    let place = |name: &str| {
        let mut cells = row.cells.iter();
        cells.find(|(_, cell)| column_key(&cell.text) == column_key(name)).map(|(at, _)| *at)
    };
    let [name, status, date, kind] = COLUMNS.map(place);
    Some([name?, status?, date?, kind?])
}

/// Returns the columns beside the declared ones that hold anything.
fn extras(
    survey: &Survey<'_>,
    file: &str,
    header: &Row,
    columns: [u32; 4],
    rows: &[&Row],
) -> Vec<Extra> {
    let all = rows.iter().copied().chain([header]);
    let used: BTreeSet<_> = all.flat_map(|row| row.cells.keys().copied()).collect();
    let others = used.into_iter().filter(|column| !columns.contains(column));
    let text = |column| header.cells.get(&column).map_or("", |cell| cell.text.as_str());
    survey.extras(file, others.map(|column| (column as usize, text(column))), &BESIDE)
}

fn entry(
    survey: &Survey<'_>,
    file: &str,
    row: &Row,
    columns: [u32; 4],
    extras: &[Extra],
) -> Result<Entry, String> {
    let cells = columns.map(|column| row.cells.get(&column).cloned().unwrap_or_default());
    let [name, status, date, kind] = &cells;
    let called = format!("row {} of the sheet", row.number);
    for (column, cell) in COLUMNS.iter().zip(&cells).filter(|(c, _)| **c != COLUMNS[2]) {
        if cell.is_value {
            return Err(format!("{called}: {column:?} is {}, no text", quoted(&cell.text)));
        }
    }
    if status.text.is_empty() {
        return Err(format!("{called} ({}) has no {:?}", quoted(&name.text), COLUMNS[1]));
    }
    let of_date = Some(&date.text).filter(|_| !date.is_value);
    let remarks = [
        row.cells.values().any(|cell| cell.is_struck).then(|| STRUCK_OUT.to_owned()),
        survey.name_remark(file, &name.text),
        survey.type_remark(file, &kind.text),
        of_date.and_then(|text| date_remark(survey, file, COLUMNS[2], text)),
    ];
    let texts = COLUMNS.iter().zip(&cells);
    let texts = texts.map(|(column, cell)| ((*column).to_owned(), cell.text.as_str().into()));
    let mut entry = Entry {
        // Name and type of the page may become those of the licence.
        name: survey.plain_name(&name.text),
        status: status.text.clone(),
        kind: survey.plain_type(&kind.text),
        from: date.date,
        raw: texts.collect(),
        remarks: remarks.into_iter().flatten().collect(),
        ..Entry::default()
    };
    for extra in extras {
        let Some(cell) = row.cells.get(&(extra.at as u32)) else { continue };
        entry.remarks.extend(extra.remark(&cell.text));
        if extra.kind != ExtraKind::Counter {
            entry.raw.insert(extra.heading.clone(), cell.text.clone().into());
        }
    }
    entry.check(&called)?;
    Ok(entry)
}
