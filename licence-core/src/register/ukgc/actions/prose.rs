//! From an entry of prose to an action.

use std::collections::BTreeSet;

use super::page::Entry;
use super::statement::{Statement, is_reversal};
use crate::register::layout::is_one_of;
use crate::register::reading::ListedAction;
use crate::register::saved_page::only_one;
use crate::regulatory_action::{names_a_person, speaks_of_a_personal_licence};
use crate::text::{folded, non_empty};
use crate::time::{Date, Timestamp};

/// The page of the regulatory actions; `/full` and `/print` show the same.
pub(super) const SOURCE_URL: &str =
    "https://www.gamblingcommission.gov.uk/public-register/regulatory-actions";

/// The type of an action whose text tells no outcome that is known.
const UNKNOWN_TYPE: &str = "regulatory_action";
/// The most of the text that is kept.
const MAX_DESCRIPTION_CHARS: usize = 4000;

/// Returns the action of a company's entry; `None` where its text is about a personal licence alone,
/// or names no day of a decision. An earlier decision in the same entry is no outcome of the action,
/// and neither is one that was taken back.
pub(super) fn action_of(entry: &Entry, read_at: Timestamp) -> Option<ListedAction> {
    let text = entry.paragraphs.join(" ");
    if speaks_of_a_personal_licence(&text) && !folded(&text).contains("operating licen") {
        return None;
    }
    let paragraphs = entry.paragraphs.iter();
    let statements: Vec<_> =
        paragraphs.flat_map(|paragraph| Statement::all_in(paragraph, &entry.subject)).collect();
    let day = day_of(&statements)?;
    let mut whole = entry.paragraphs.iter().chain(&entry.beneath);
    let is_reversed = whole.any(|text| is_reversal(text));
    let is_of_it = |it: &Statement| it.day.is_none_or(|of_it| of_it == day) && !is_reversed;
    let acts = statements.into_iter().filter(is_of_it).flat_map(|it| it.acts);
    let (outcomes, amounts): (BTreeSet<_>, BTreeSet<_>) = acts.unzip();
    let pence = only_one(amounts.into_iter().flatten()).ok().flatten();
    (day <= read_at.date()).then(|| ListedAction {
        subject_name: entry.subject.clone(),
        upstream_id: None,
        action_type: outcomes.first().map_or(UNKNOWN_TYPE, |o| o.names().0).to_owned(),
        outcomes: outcomes.iter().map(|outcome| outcome.names().1.to_owned()).collect(),
        fine_amount_cents: pence,
        fine_currency: pence.map(|_| "GBP".to_owned()),
        decision_date: day,
        description: description(&entry.paragraphs),
        source_url: SOURCE_URL.to_owned(),
    })
}

/// Returns the day on which the decision was made, if a sentence says it of acts that have no day and no later
/// one is there; else that of the gravest decision, else the first day.
fn day_of(statements: &[Statement]) -> Option<Date> {
    let has_acts_without_day = statements.iter().any(|it| it.day.is_none() && !it.acts.is_empty());
    let made = statements.iter().find(|it| it.acts.is_empty()).and_then(|it| it.day);
    let is_newest = |day: &Date| statements.iter().all(|it| it.day <= Some(*day));
    if let Some(day) = made.filter(|day| has_acts_without_day && is_newest(day)) {
        return Some(day);
    }
    let gravest = |it: &Statement| it.acts.iter().map(|(outcome, _)| *outcome).min();
    let dated = statements.iter().filter_map(|it| Some((gravest(it), it.day?)));
    dated.min_by_key(|(gravest, _)| (gravest.is_none(), *gravest)).map(|(_, day)| day)
}

/// Returns the text without the paragraphs that name persons or their licences.
fn description(paragraphs: &[String]) -> Option<String> {
    let is_of_a_person = |text: &str| {
        names_a_person(text) || speaks_of_a_personal_licence(text) || names_an_office(text)
    };
    let paragraphs = paragraphs.iter().map(String::as_str).filter(|text| !is_of_a_person(text));
    let text = paragraphs.collect::<Vec<_>>().join(" ");
    non_empty(text.chars().take(MAX_DESCRIPTION_CHARS).collect())
}

/// Returns whether a text names the office of a person in a company, and so may name the person.
pub(super) fn names_an_office(text: &str) -> bool {
    const OFFICES: &str = "boss | chairman | chief | director | directors | employee | executive | \
        founder | manager | mlro | officer | owner | secretary | shareholder";
    folded(text).split(|c: char| !c.is_alphanumeric()).any(|word| is_one_of(word, OFFICES))
}
