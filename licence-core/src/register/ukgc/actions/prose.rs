//! From an entry of prose to an action.

use std::collections::BTreeSet;

use super::statement::Statement;
use crate::register::layout::is_one_of;
use crate::register::reading::ListedAction;
use crate::register::saved_page::only_one;
use crate::regulatory_action::{is_company_name, names_a_person, speaks_of_a_personal_licence};
use crate::text::{folded, non_empty};
use crate::time::Timestamp;

/// The page of the regulatory actions; `/full` and `/print` show the same.
pub(super) const SOURCE_URL: &str =
    "https://www.gamblingcommission.gov.uk/public-register/regulatory-actions";

/// The type of an action whose text tells no outcome that is known.
const UNKNOWN_TYPE: &str = "regulatory_action";
/// The most of the text that is kept.
const MAX_DESCRIPTION_BYTES: usize = 4000;

/// The offices that a person holds in a company. A sentence with one may name the person.
const OFFICES: &str = "boss | chairman | chief | director | directors | employee | executive | \
    founder | manager | mlro | officer | owner | secretary | shareholder";

/// Returns the action that the paragraphs under the name of a licensee tell; `None` for persons and
/// without the day of a decision. The latest decision counts, with what is stated without a day.
pub(super) fn action_of(
    subject: &str,
    paragraphs: &[String],
    read_at: Timestamp,
) -> Option<ListedAction> {
    if !is_company_name(subject) {
        return None;
    }
    let sentences = || paragraphs.iter().flat_map(|paragraph| sentences_of(paragraph));
    let of_licensee = |sentence: &str| sentence.replace(subject, "the Licensee");
    let statements = sentences().filter_map(|sentence| Statement::parse(&of_licensee(sentence)));
    let mut statements: Vec<_> = statements.collect();
    let day = statements.iter().filter_map(|it| it.day).max()?;
    if day > read_at.date() {
        return None;
    }
    statements.retain(|it| it.day.is_none_or(|of_it| of_it == day));
    let outcomes: BTreeSet<_> = statements.iter().flat_map(|it| it.outcomes.clone()).collect();
    let pence = only_one(statements.iter().flat_map(|it| it.pence.clone())).ok().flatten();
    Some(ListedAction {
        subject_name: subject.to_owned(),
        upstream_id: None,
        action_type: outcomes.first().map_or(UNKNOWN_TYPE, |o| o.names().0).to_owned(),
        outcomes: outcomes.iter().map(|outcome| outcome.names().1.to_owned()).collect(),
        fine_amount_cents: pence,
        fine_currency: pence.map(|_| "GBP".to_owned()),
        decision_date: day,
        description: description(sentences()),
        source_url: SOURCE_URL.to_owned(),
    })
}

/// Returns the text without the sentences that may name persons or their licences.
fn description<'s>(sentences: impl Iterator<Item = &'s str>) -> Option<String> {
    let mut text = String::new();
    let is_of_a_person = |sentence: &&str| {
        let folded = folded(sentence);
        let mut words = folded.split(|c: char| !c.is_alphanumeric());
        names_a_person(sentence)
            || speaks_of_a_personal_licence(sentence)
            || words.any(|word| is_one_of(word, OFFICES))
    };
    for sentence in sentences.filter(|sentence| !is_of_a_person(sentence)) {
        if text.len() + sentence.len() >= MAX_DESCRIPTION_BYTES {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(sentence);
    }
    non_empty(text)
}

/// Returns the sentences of a paragraph. A sentence ends in a point before a blank and a capital,
/// but not after a title or an initial.
fn sentences_of(paragraph: &str) -> Vec<&str> {
    let (mut sentences, mut start) = (Vec::new(), 0);
    for (at, _) in paragraph.match_indices(". ") {
        let last = paragraph[start..at].rsplit(' ').next().unwrap_or_default();
        let is_abbreviation = last.chars().count() < 2 || names_a_person(last);
        let next_is_capital = paragraph[at + 2..].starts_with(char::is_uppercase);
        if next_is_capital && !is_abbreviation {
            sentences.push(&paragraph[start..=at]);
            start = at + 2;
        }
    }
    sentences.push(&paragraph[start..]);
    sentences
}

#[cfg(test)]
mod tests;
