//! The titles of the register's table.

use super::lines;
use crate::register::layout::is_dated;
use crate::register::survey::Survey;
use crate::register::{NameKind, RegisterFault};
use crate::text::{folded, quoted};

/// The titles of the table after the running number in their order, each with the ways to write it,
/// folded.
const TITLES: [(&str, &[&str]); 7] = [
    ("License number", &["license number", "licence number"]),
    ("Licensee", &["licensee", "licencee"]),
    ("Company type", &["company type"]),
    ("Company registration number", &["company registration"]),
    ("Issued", &["issued"]),
    ("Expires", &["expires"]),
    ("Status", &["status"]),
];

const HEADINGS: &str = "cga | curacao gaming authority | curaçao gaming authority | \
    license register | license registry | licence register | ogl license register | \
    ogl license registry | ogl licence register | online gaming license registry";

/// The other words of the titles: the running number, and where a title wraps.
const BESIDE: [&str; 5] = ["no", "no.", "nr", "#", "number"];

/// Returns whether the table has the columns that are read, in their order. Lines over it and other
/// columns have to be known.
pub(super) fn check(
    survey: &Survey<'_>,
    file: &str,
    lines: &[String],
) -> Result<(), RegisterFault> {
    let heading = folded(&lines.join(" "));
    let mut before: Option<(usize, &str)> = None;
    for (title, written) in TITLES {
        let Some(at) = written.iter().filter_map(|text| heading.rfind(text)).max() else {
            let header = quoted(&heading);
            return Err(RegisterFault::MissingColumn { column: title, header });
        };
        if let Some((_, earlier)) = before.filter(|(earlier, _)| *earlier >= at) {
            let fault = format!("the column {title:?} comes before {earlier:?}; expected it after");
            return Err(RegisterFault::Malformed(fault));
        }
        before = Some((at, title));
    }
    let lines = lines.iter().filter(|line| !lines::is_of_a_page(line)).map(String::as_str);
    let (titles, headings): (Vec<_>, Vec<_>) = lines.partition(|line| is_of_titles(line));
    for heading in headings.into_iter().filter(|heading| !is_dated(heading, HEADINGS)) {
        survey.note_unknown(file, NameKind::Heading, heading, HEADINGS);
    }
    // A title may wrap, so its lines are looked at together.
    let others = without_titles(&titles.join(" "));
    if !others.is_empty() {
        survey.note_unknown(file, NameKind::Column, &others, "");
    }
    Ok(())
}

/// Returns whether a line holds a title, or nothing but words of titles.
fn is_of_titles(line: &str) -> bool {
    let of_titles: Vec<_> = TITLES.iter().flat_map(|(_, written)| *written).collect();
    let is_of_one = |word: &str| of_titles.iter().any(|it| it.split(' ').any(|own| own == word));
    let line = folded(line);
    of_titles.iter().any(|title| line.contains(**title))
        || line.split(' ').all(|word| is_of_one(word) || BESIDE.contains(&word))
}

/// Returns what is left of the titles of the table without those that are read.
fn without_titles(line: &str) -> String {
    let titles = TITLES.iter().flat_map(|(_, written)| *written);
    let line = titles.fold(folded(line), |line, title| line.replace(title, " "));
    let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
    words.into_iter().filter(|word| !BESIDE.contains(word)).collect::<Vec<_>>().join(" ")
}
