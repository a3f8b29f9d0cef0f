//! The titles of the register's table.

use super::lines::{is_of_a_page, is_title};
use crate::register::survey::Survey;
use crate::register::{NameKind, RegisterFault};
use crate::text::{folded, quoted};

/// The titles of the table after the running number in their order, each as it is compared: see [`key`].
const TITLES: [(&str, &str); 7] = [
    ("License number", "license number"),
    ("Licensee", "licensee"),
    ("Company type", "company type"),
    ("Company registration number", "company registration"),
    ("Issued", "issued"),
    ("Expires", "expires"),
    ("Status", "status"),
];

/// The other words of the titles: the running number, and where a title wraps.
const BESIDE: [&str; 7] = ["no", "no.", "nr", "#", "number", "in", "list"];

/// Returns whether the table has the columns that are read, in their order. Lines over it and other
/// columns have to be known.
pub(super) fn check(
    survey: &Survey<'_>,
    file: &str,
    lines: &[String],
) -> Result<(), RegisterFault> {
    let heading = key(&lines.join(" "));
    let mut before: Option<(usize, &str)> = None;
    for (title, written) in TITLES {
        let Some(at) = heading.rfind(written) else {
            let header = quoted(&heading);
            return Err(RegisterFault::MissingColumn { column: title, header });
        };
        if let Some((_, earlier)) = before.filter(|(earlier, _)| *earlier >= at) {
            let fault = format!("the column {title:?} comes before {earlier:?}; expected it after");
            return Err(RegisterFault::Malformed(fault));
        }
        before = Some((at, title));
    }
    let lines = lines.iter().filter(|line| !is_of_a_page(line)).map(String::as_str);
    let (titles, headings): (Vec<_>, Vec<_>) = lines.partition(|line| is_of_titles(&key(line)));
    for heading in headings.into_iter().filter(|heading| !is_title(heading)) {
        survey.note_unknown(file, NameKind::Heading, heading, "");
    }
    // A title may wrap, so its lines are looked at together.
    let titles = key(&titles.join(" "));
    let others = TITLES.iter().fold(titles, |text, (_, title)| text.replace(title, " "));
    let others: Vec<_> = others.split_whitespace().filter(|word| !BESIDE.contains(word)).collect();
    if !others.is_empty() {
        survey.note_unknown(file, NameKind::Column, &others.join(" "), "");
    }
    Ok(())
}

/// Returns whether a line holds a title, or nothing but words of titles.
fn is_of_titles(line: &str) -> bool {
    let is_of_one = |word| TITLES.iter().any(|(_, title)| title.split(' ').any(|own| own == word));
    TITLES.iter().any(|(_, title)| line.contains(title))
        || line.split(' ').all(|word| is_of_one(word) || BESIDE.contains(&word))
}

fn key(line: &str) -> String {
    folded(line).replace("licence", "license")
}
