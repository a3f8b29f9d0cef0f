//! The titles of the register's table.

use super::lines;
use crate::register::RegisterFault;
use crate::register::layout::is_dated;
use crate::register::survey::Survey;
use crate::register::unknown_name::NameKind;
use crate::text::{folded, quoted};

/// A title of the table and the ways to write it, folded.
struct Title {
    called: &'static str,
    written: &'static [&'static str],
}

/// The titles of the table after the running number, in their order.
const TITLES: [Title; 7] = [
    Title { called: "License number", written: &["license number", "licence number"] },
    Title { called: "Licensee", written: &["licensee", "licencee"] },
    Title { called: "Company type", written: &["company type"] },
    Title { called: "Company registration number", written: &["company registration"] },
    Title { called: "Issued", written: &["issued"] },
    Title { called: "Expires", written: &["expires"] },
    Title { called: "Status", written: &["status"] },
];

/// The headings over the table.
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
    let at = |title: &Title| title.written.iter().filter_map(|text| heading.rfind(text)).max();
    let mut before: Option<(usize, &str)> = None;
    for title in &TITLES {
        let Some(position) = at(title) else {
            let header = quoted(&heading);
            return Err(RegisterFault::MissingColumn { column: title.called, header });
        };
        if let Some((_, earlier)) = before.filter(|(earlier, _)| *earlier >= position) {
            let fault = format!(
                "the column {:?} comes before {earlier:?}; expected it after",
                title.called
            );
            return Err(RegisterFault::Malformed(fault));
        }
        before = Some((position, title.called));
    }
    let lines = lines.iter().filter(|line| !lines::is_of_a_page(line)).map(String::as_str);
    let (titles, headings): (Vec<_>, Vec<_>) = lines.partition(|line| is_of_titles(line));
    for heading in headings.into_iter().filter(|heading| !is_dated(heading, HEADINGS)) {
        survey.is_known(file, NameKind::Heading, heading, HEADINGS);
    }
    // A title may wrap, so its lines are looked at together.
    let others = without_titles(&titles.join(" "));
    if !others.is_empty() {
        survey.is_known(file, NameKind::Column, &others, "");
    }
    Ok(())
}

/// Returns whether a line holds a title, or nothing but words of titles.
fn is_of_titles(line: &str) -> bool {
    let of_titles: Vec<_> = TITLES.iter().flat_map(|it| it.written).collect();
    let is_of_one = |word: &str| of_titles.iter().any(|it| it.split(' ').any(|own| own == word));
    let line = folded(line);
    of_titles.iter().any(|title| line.contains(**title))
        || line.split(' ').all(|word| is_of_one(word) || BESIDE.contains(&word))
}

/// Returns what is left of the titles of the table without those that are read.
fn without_titles(line: &str) -> String {
    let titles = TITLES.iter().flat_map(|title| title.written);
    let line = titles.fold(folded(line), |line, title| line.replace(title, " "));
    let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
    words.into_iter().filter(|word| !BESIDE.contains(word)).collect::<Vec<_>>().join(" ")
}
