//! The cells of one row, recognised without column borders.

use super::lines::Line;
use crate::jurisdiction::JurisdictionCode::Cw;
use crate::register::NameKind;
use crate::register::layout::{is_nothing, note};
use crate::register::survey::Survey;
use crate::status::wording;
use crate::text::{is_digits, non_empty, quoted};
use crate::time::Date;
use crate::written_date;

#[derive(Default)]
pub(super) struct Cells {
    pub(super) company: String,
    pub(super) kind: String,
    pub(super) registration: Option<String>,
    pub(super) issued_cell: String,
    pub(super) issued: Option<Date>,
    pub(super) expires_cell: Option<String>,
    pub(super) expiry: Option<Date>,
    pub(super) status: Option<String>,
}

/// The most words of a row: beyond it other text got into the row.
const MAX_WORDS: usize = 100;

/// The most words of a date: `September 26 , 2025`.
const MAX_DATE_WORDS: usize = 4;

/// Reads the words of a row.
///
/// # Errors
/// What could not be found, in the words of the columns.
pub(super) fn read(words: &[&str]) -> Result<Cells, String> {
    if words.len() > MAX_WORDS {
        return Err(format!("the row has {} words; the limit is {MAX_WORDS}", words.len()));
    }
    let in_row = |fault: String| format!("{fault}, in {}", quoted(&words.join(" ")));
    let kinds = || (1..words.len()).filter_map(|at| Some((at, at + kind(&words[at..])?)));
    // A type that no other cell follows may be a part of the name.
    let followed = kinds().find(|(_, end)| begins_after_kind(&words[*end..]));
    let Some((at, end)) = followed.or_else(|| kinds().next()) else {
        return Err(in_row("no company type (B2C or B2B) after the licensee".to_owned()));
    };
    let cells = cells_after_kind(&words[end..]).map_err(in_row)?;
    Ok(Cells { company: words[..at].join(" "), kind: words[at..end].join(" "), ..cells })
}

/// Returns the types in a type cell, in the register's vocabulary.
pub(super) fn kinds(cell: &str) -> Vec<String> {
    let upper = cell.to_uppercase();
    let mut kinds: Vec<_> =
        ["B2C", "B2B"].into_iter().filter(|kind| upper.contains(kind)).collect();
    kinds.sort_by_key(|kind| upper.find(kind));
    kinds.into_iter().map(str::to_owned).collect()
}

/// Returns how many words at the beginning are the type: `B2C`, `B2C & B2B`, `B2B/B2C`, `B2C, B2B`.
fn kind(words: &[&str]) -> Option<usize> {
    const JOINTS: [&str; 6] = ["&", "/", ",", "+", "|", "and"];
    let is_kind = |kind: &str| ["B2C", "B2B"].contains(&&*kind.to_uppercase());
    let are_kinds =
        |word: &str| word.trim_end_matches([',', ';']).split(['&', '/', ',', '+']).all(is_kind);
    let mut length = 0;
    loop {
        let is_joint = length > 0 && words.get(length).is_some_and(|word| JOINTS.contains(word));
        let next = length + usize::from(is_joint);
        if !words.get(next).is_some_and(|word| are_kinds(word)) {
            return Some(length).filter(|length| *length > 0);
        }
        length = next + 1;
    }
}

/// Reads the cells that follow the company type.
fn cells_after_kind(words: &[&str]) -> Result<Cells, String> {
    let (registration, rest) = match words.split_first() {
        Some(_) if date_cell(words).is_some() => (None, words),
        Some((cell, rest)) if is_registration(cell) => (Some((*cell).to_owned()), rest),
        _ => return Err("no company registration number after the company type".to_owned()),
    };
    let Some((length, issued)) = date_or_nothing(rest) else {
        return Err("no date of issue after the company registration number".to_owned());
    };
    let (issued_cell, rest) = rest.split_at(length);
    let cells = Cells { registration, issued_cell: issued_cell.join(" "), issued, ..expiry(rest)? };
    check_status(cells.status.as_deref().unwrap_or_default())?;
    Ok(cells)
}

/// Checks that a status is only a status: it could hide another row, whose licence number is misspelt.
fn check_status(status: &str) -> Result<(), String> {
    let words: Vec<_> = status.split(' ').collect();
    let begins_cells = |at: usize| {
        kind(&words[at..]).is_some_and(|length| begins_after_kind(&words[at + length..]))
    };
    let is_two = |at: usize| is_known(&words[..at].join(" ")) && is_known(&words[at..].join(" "));
    if (0..words.len()).any(begins_cells) {
        return Err("its status contains another row".to_owned());
    }
    if (1..words.len()).any(is_two) {
        return Err("its status contains the statuses of two rows".to_owned());
    }
    Ok(())
}

/// Returns whether words begin like the cells after the company type: with a date, or with a registration
/// number and a date.
fn begins_after_kind(words: &[&str]) -> bool {
    let after_registration = words.split_first().filter(|(cell, _)| is_registration(cell));
    date_cell(words).is_some()
        || after_registration.is_some_and(|(_, rest)| date_or_nothing(rest).is_some())
}

fn is_registration(cell: &str) -> bool {
    (cell.len() >= 4 && is_digits(cell)) || is_nothing(cell)
}

/// Returns expiry and status. A revocation replaces the expiry by a sentence.
fn expiry(words: &[&str]) -> Result<Cells, String> {
    if words.is_empty() {
        return Err("the row ends before the column Expires".to_owned());
    }
    let is_sentence = |length: usize| words.get(length) == Some(&"revoked");
    // Before a status, the word is in the column Expires; alone it is the status.
    let is_endless = words.len() > 1 && is_no_end(words[0]);
    let cell = date_or_nothing(words).filter(|(length, _)| !is_sentence(*length));
    let cell = cell.or(is_endless.then_some((1, None)));
    let Some((length, expiry)) = cell else {
        return Ok(Cells { status: Some(words.join(" ")), ..Cells::default() });
    };
    let (cell, status) = words.split_at(length);
    let (expires_cell, status) = (Some(cell.join(" ")), non_empty(status.join(" ")));
    Ok(Cells { expires_cell, expiry, status, ..Cells::default() })
}

fn is_no_end(cell: &str) -> bool {
    cell.eq_ignore_ascii_case("indefinite")
}

/// Returns the cell of a date at the beginning of the words, which may be empty.
fn date_or_nothing(words: &[&str]) -> Option<(usize, Option<Date>)> {
    let is_empty = || words.first().is_some_and(|word| is_nothing(word));
    date_cell(words).or_else(|| is_empty().then_some((1, None)))
}

/// Returns the date at the beginning of the words and how many they are. A date that no calendar
/// has (`June 31, 2026`, `Febuary 2, 2026`) is a cell without a date, and so is any other word in the
/// place of the month (`Revoked 18, 2026`).
fn date_cell(words: &[&str]) -> Option<(usize, Option<Date>)> {
    (1..=words.len().min(MAX_DATE_WORDS)).find_map(|length| {
        let text = words[..length].join(" ");
        let date = written_date::whole(&text);
        (date.is_some() || looks_like_a_date(&text)).then_some((length, date))
    })
}

/// Returns whether a text is a word, a day and a year.
fn looks_like_a_date(text: &str) -> bool {
    let (word, rest) = text.split_at(text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len()));
    let numbers: Vec<_> = rest.split([' ', ',', '.']).filter(|number| !number.is_empty()).collect();
    word.chars().count() >= 3
        && numbers.iter().all(|number| is_digits(number))
        && matches!(numbers.as_slice(), [day, year] if day.len() <= 2 && year.len() == 4)
}

/// Notes the lines that may be the status of the row before them, a heading over the next row or a
/// note: text keeps no columns, and a cell that a PDF centres is not on the line of its row. A status
/// begins on the line of the cell before it, and continues only to a whole wording. Without the column
/// Expires it may begin on the next line, because a sentence about a revocation replaces that column.
/// `lines` are those of the words, one for each.
pub(super) fn note_lines(survey: &Survey<'_>, file: &str, lines: &[&Line], cells: &Cells) {
    let Some(status) = &cells.status else { return };
    let at = lines.len().saturating_sub(status.split(' ').count());
    let is_beside = |line: &&Line| std::ptr::eq(*line, lines[at.saturating_sub(1)]);
    let begins_where_it_may = is_beside(&lines[at]) || cells.expires_cell.is_none();
    if begins_where_it_may && is_whole(status) {
        return;
    }
    for line in lines[at..].iter().filter(|line| !is_beside(line)) {
        survey.note_unknown(file, NameKind::Heading, &line.text, "");
    }
}

/// Returns whether a status is a word of the register, or a sentence about a revocation that ends with the
/// date or the verb.
fn is_whole(status: &str) -> bool {
    let words: Vec<_> = status.split(' ').collect();
    let mut ends = (0..words.len()).rev().take(MAX_DATE_WORDS).map(|at| words[at..].join(" "));
    let ends_there =
        status.ends_with("revoked") || ends.any(|end| written_date::whole(&end).is_some());
    wording::is_status(Cw, status) || (is_known(status) && ends_there)
}

/// Adds the texts in the place of a date that are none to the status, as remarks.
pub(super) fn note_dates(survey: &Survey<'_>, file: &str, cells: &mut Cells) {
    let expires_cell = cells.expires_cell.as_deref().unwrap_or_default();
    let dates = [
        ("Issued", cells.issued, cells.issued_cell.as_str()),
        ("Expires", cells.expiry, expires_cell),
    ];
    let others = dates.into_iter().filter(|(_, date, text)| date.is_none() && !is_no_end(text));
    let remarks = others.filter_map(|(label, _, text)| survey.text_remark(file, label, text));
    let remarks: Vec<_> = remarks.collect();
    note(&mut cells.status, remarks);
}

fn is_known(status: &str) -> bool {
    wording::is_known(Cw, Some(status))
}
