//! The titles of the register's table.

use super::lines;
use crate::register::RegisterFault;
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
                "the column {:?} stands before {earlier:?}; expected it behind",
                title.called
            );
            return Err(RegisterFault::Malformed(fault));
        }
        before = Some((position, title.called));
    }
    for line in lines.iter().filter(|line| !lines::is_of_a_page(line)) {
        match without_titles(line).as_str() {
            "" => {}
            rest if rest == folded(line) => {
                survey.is_known(file, NameKind::Heading, line, HEADINGS);
            }
            rest => {
                survey.is_known(file, NameKind::Column, rest, "");
            }
        }
    }
    Ok(())
}

/// Returns what is left of a line without the titles.
fn without_titles(line: &str) -> String {
    let titles = TITLES.iter().flat_map(|title| title.written);
    let parts = ["license", "licence", "company"];
    let line = titles.fold(folded(line), |line, title| line.replace(title, " "));
    let words: Vec<_> = line.split(' ').filter(|word| !word.is_empty()).collect();
    let is_beside = |word: &&str| BESIDE.contains(word);
    match words.iter().all(is_beside) || (words.len() == 1 && parts.contains(&words[0])) {
        true => String::new(),
        false => words.into_iter().filter(|word| !is_beside(word)).collect::<Vec<_>>().join(" "),
    }
}
