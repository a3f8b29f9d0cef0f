//! The label of the list's paginator: `1 \u{2013} 100 of 317`.

use crate::register::RegisterError;
use crate::register::html_page::{selector, text_in};
use crate::register::surveyed_page::SurveyedPage;
use crate::text::quoted;

/// Returns how many entries the whole list has; `None` without a label.
///
/// # Errors
/// [`RegisterError`] with a label that does not tell it.
pub(super) fn total_of(page: &SurveyedPage<'_>) -> Result<Option<usize>, RegisterError> {
    let labels = page.all(selector!(".mat-mdc-paginator-range-label, .mat-paginator-range-label"));
    let Some(label) = labels.map(text_in).find(|label| !label.is_empty()) else { return Ok(None) };
    let total = total_in(&label).ok_or_else(|| {
        let fault = format!(
            "the paginator says {}, not which entries are shown of how many, as in \
             \"1 \u{2013} 100 of 317\"",
            quoted(&label)
        );
        page.malformed(fault)
    });
    total.map(Some)
}

/// Returns the last of a label's three numbers: the first entry shown, the last, and all. Each
/// language has its own word between them.
fn total_in(label: &str) -> Option<usize> {
    let words = label.split(|c: char| {
        c.is_whitespace() || "-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}/".contains(c)
    });
    let words = words.filter(|word| word.contains(|c: char| c.is_numeric()));
    let numbers: Option<Vec<_>> = words.map(number).collect();
    match numbers?[..] {
        [first, last, total] => (first <= last && last <= total).then_some(total),
        _ => None,
    }
}

/// Returns a number, with or without separators of thousands.
fn number(word: &str) -> Option<usize> {
    let mut groups = word.split(['.', ',', '\'', '\u{2019}']);
    let first = groups.next()?;
    let others: Vec<_> = groups.collect();
    let is_whole = others.is_empty() || (1..=3).contains(&first.len());
    (is_whole && others.iter().all(|group| group.len() == 3)).then_some(())?;
    [first, &others.concat()].concat().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_tells_the_total_by_its_three_numbers() {
        for (label, total) in [
            ("1 \u{2013} 100 of 317", Some(317)),
            ("1 - 3 / 317", Some(317)),
            ("1\u{2013}3 von 317", Some(317)),
            ("1 \u{2013} 9 de 1.004", Some(1004)),
            ("101 \u{2013} 200 of 1,004", Some(1004)),
            ("317 \u{2013} 317 of 317", Some(317)),
            ("Page 1 of 3", None),
            ("1 \u{2013} 3 of many", None),
            ("317 \u{2013} 1 of 3", None),
            ("of 317: 1 \u{2013} 3", None),
            ("1 \u{2013} 3 of 1 004", None),
            ("1 \u{2013} 3 of 3 (317 hidden)", None),
            ("1 \u{2013} 3 of 1.5", None),
            ("All entries", None),
        ] {
            assert_eq!(total_in(label), total, "{label}");
        }
    }
}
