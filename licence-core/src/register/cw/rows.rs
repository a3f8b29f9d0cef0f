//! The rows of the register: each begins with its running number and its licence number.

use super::cells::{self, Cells};
use super::lines::{self, Line, begins_a_number, holds_a_number, is_running_number};
use super::titles;
use crate::register::layout::speaks_against;
use crate::register::source_file::not_the_register;
use crate::register::survey::Survey;
use crate::register::{NameKind, RegisterError};
use crate::regulatory_action::ends_in_a_legal_form;
use crate::text::{compact, is_digits, quoted};

pub(super) struct Row {
    /// The licence number without blanks, upper case.
    pub(super) number: String,
    pub(super) printed_number: String,
    pub(super) cells: Cells,
}

/// How many words a licence number is broken into at most.
const MAX_PIECES: usize = 8;

/// What errors say of a text in the place of a licence number.
pub(super) const NO_NUMBER: &str = "which is no licence number such as OGL/2024/894/1037";

const ROWS: &str = "rows such as \"1. OGL/2024/…\"";

/// Reads the text of the register.
///
/// Names and sentences wrap, so blanks and line breaks mean nothing before the status. Rows must be
/// numbered from one without a gap, so that none can be lost.
///
/// # Errors
/// A text that is not the register, has other columns or is cut off; the first row that cannot be
/// read, with its line. Lines between rows, and words before the first one, have to be known.
pub(super) fn read(survey: &Survey<'_>, file: &str, text: &str) -> Result<Vec<Row>, RegisterError> {
    let of_file = |fault| RegisterError::of_file(file, fault);
    let Some(layout) = lines::layout(survey, text) else {
        return Err(of_file(not_the_register(ROWS, text)));
    };
    titles::check(survey, file, &layout.heading).map_err(of_file)?;
    let words = words(&layout.body);
    let starts = starts(file, &words)?;
    if starts.is_empty() {
        return Err(of_file(not_the_register(ROWS, text)));
    }
    // Words before the first row may be a heading over it.
    for word in &words[..starts[0].at] {
        survey.note_unknown(file, NameKind::Heading, &word.line.text, "");
    }
    let ends = starts.iter().skip(1).map(|next| next.at).chain([words.len()]);
    let rows = starts.iter().zip(ends);
    let rows = rows.map(|(start, end)| row(survey, file, start, &words[start.cells..end]));
    let rows = rows.collect::<Result<_, _>>()?;
    lines::require_end(file, text)?;
    lines::all_pages(text).map_err(of_file)?;
    Ok(rows)
}

fn row(
    survey: &Survey<'_>,
    file: &str,
    start: &Start,
    words: &[Word<'_>],
) -> Result<Row, RegisterError> {
    let (mut cells, words) = cells_of(words)
        .map_err(|fault| format!("row {} ({}): {fault}", start.running, start.printed))
        .map_err(|fault| RegisterError::malformed_at(file, start.line, fault))?;
    let lines: Vec<_> = words.iter().map(|word| word.line).collect();
    cells::note_lines(survey, file, &lines, &cells);
    cells::note_dates(survey, file, &mut cells);
    Ok(Row { number: compact(&start.printed), printed_number: start.printed.clone(), cells })
}

/// Returns the cells of a row with their words. A last line of capitalised words that gives the company's name
/// its legal form is the end of that name, which wrapped in its cell, and is left out of the words. It is one
/// word after what looks like another form (`Bamla Limited N.V.`).
fn cells_of<'w, 'l>(words: &'w [Word<'l>]) -> Result<(Cells, &'w [Word<'l>]), String> {
    let read =
        |words: &[Word<'_>]| cells::read(&words.iter().map(|word| word.text).collect::<Vec<_>>());
    let cells = read(words)?;
    let last_line = words.last().map(|word| word.line.number);
    let at = words.iter().position(|word| Some(word.line.number) == last_line).unwrap_or_default();
    let (before, last) = words.split_at(at);
    let name =
        last.iter().fold(cells.company.clone(), |name, word| format!("{name} {}", word.text));
    let is_wrapped = !before.is_empty()
        && last.iter().all(|word| word.text.starts_with(char::is_uppercase))
        && (!ends_in_a_legal_form(&cells.company) || last.len() == 1)
        && ends_in_a_legal_form(&name)
        && !speaks_against(&name);
    match is_wrapped {
        true => Ok((Cells { company: name, ..read(before)? }, before)),
        false => Ok((cells, words)),
    }
}

#[derive(Clone, Copy)]
struct Word<'l> {
    line: &'l Line,
    text: &'l str,
}

/// Returns the words of all lines; a running number is split off its licence number.
fn words(lines: &[Line]) -> Vec<Word<'_>> {
    let words = lines.iter().flat_map(|line| line.text.split(' ').map(move |text| (line, text)));
    let split = words.flat_map(|(line, text)| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let end = digits + usize::from(text[digits..].starts_with('.'));
        let (running, rest) = text.split_at(end);
        let is_glued = digits > 0 && begins_a_number(rest);
        let pieces = if is_glued { [running, rest] } else { [text, ""] };
        pieces.map(|text| Word { line, text })
    });
    split.filter(|word| !word.text.is_empty()).collect()
}

struct Start {
    at: usize,
    cells: usize,
    line: u64,
    running: u64,
    printed: String,
}

/// Returns the beginnings of all rows: a running number and then a licence number. The number of a
/// row may come again in its sentence.
fn starts(file: &str, words: &[Word<'_>]) -> Result<Vec<Start>, RegisterError> {
    let mut starts: Vec<Start> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let line = word.line.number;
        let refused = |fault: String| Err(RegisterError::malformed_at(file, line, fault));
        let own = starts.last().map(|row| compact(&row.printed));
        if !is_a_number(words, at) {
            let is_own = own.is_some_and(|own| compact(word.text).contains(&own));
            if holds_a_number(word.text) && !is_own {
                let fault = "holds a licence number but does not begin with it";
                return refused(format!("{} {fault}", quoted(word.text)));
            }
            continue;
        }
        let Some((printed, pieces)) = licence_number(&words[at..]) else {
            let found: Vec<_> = words[at..].iter().take(3).map(|word| word.text).collect();
            return refused(format!("{}, {NO_NUMBER}", quoted(&found.join(" "))));
        };
        let before = at.checked_sub(1).and_then(|before| running_number(words[before].text));
        let running = starts.len() as u64 + 1;
        if before == Some(running) {
            starts.push(Start { at: at - 1, cells: at + pieces, line, running, printed });
        } else if own != Some(compact(&printed)) || before == Some(running - 1) {
            let why = "rows are missing, or come twice";
            return refused(format!("{printed} is where row {running} belongs: {why}"));
        }
    }
    Ok(starts)
}

/// Returns whether a licence number begins here, perhaps with its prefix alone (`OGL /2024/…`).
fn is_a_number(words: &[Word<'_>], at: usize) -> bool {
    let next = words.get(at + 1).map_or("", |word| word.text);
    begins_a_number(&format!("{} {next}", words[at].text))
}

fn running_number(word: &str) -> Option<u64> {
    is_running_number(word).then(|| word.trim_end_matches('.').parse().ok())?
}

/// Returns the licence number at the beginning of the words, and of how many it is made.
fn licence_number(words: &[Word<'_>]) -> Option<(String, usize)> {
    let mut number = String::new();
    (1..=MAX_PIECES.min(words.len())).find_map(|pieces| {
        number.push_str(words[pieces - 1].text);
        let goes_on = words.get(pieces).is_some_and(|next| next.text.starts_with('/'));
        (is_licence_number(&number) && !goes_on).then(|| {
            let texts: Vec<_> = words[..pieces].iter().map(|word| word.text).collect();
            (texts.join(" "), pieces)
        })
    })
}

/// Returns whether a text is `OGL` or `CGA`, a year and two groups of digits.
pub(super) fn is_licence_number(text: &str) -> bool {
    let groups: Vec<_> = text.split('/').collect();
    let [prefix, numbers @ ..] = groups.as_slice() else { return false };
    ["OGL", "CGA"].contains(&&*prefix.to_uppercase())
        && numbers.iter().all(|number| is_digits(number))
        && matches!(numbers, [year, middle, last]
            if year.len() == 4 && middle.len() <= 6 && (3..=6).contains(&last.len()))
}
