//! From an entry of prose to an action.

use std::collections::BTreeSet;

use super::amount::amounts_in;
use super::page::Entry;
use super::statement::{Outcome, Statement, is_reversal, words};
use crate::register::layout::is_one_of;
use crate::register::reading::ListedAction;
use crate::register::saved_page::only_one;
use crate::regulatory_action::{
    concerns_an_individual, is_company_name, names_a_person, speaks_of_a_personal_licence,
    without_trading_name,
};
use crate::text::{folded, non_empty};
use crate::time::{Date, Timestamp};

/// The page of the regulatory actions; `/full` and `/print` show the same.
pub(super) const SOURCE_URL: &str =
    "https://www.gamblingcommission.gov.uk/public-register/regulatory-actions";

/// The type of an action whose text tells no outcome that is known.
const UNKNOWN_TYPE: &str = "regulatory_action";
/// The most of the text that is kept.
const MAX_DESCRIPTION_BYTES: usize = 4000;
/// Words by which an institution without a legal form is known to be no person.
const INSTITUTIONS: &str = "society | association | trust | charity | foundation | hospice | \
    university | council | fc | afc | holdings | group | club | organisation | federation";

/// The offices that a person holds in a company. A sentence with one may name the person.
pub(super) const OFFICES: &str = "boss | chairman | chief | director | directors | employee | \
    executive | founder | manager | mlro | officer | owner | secretary | shareholder";

/// Returns the action of an entry; `None` for persons and without the day of a decision.
pub(super) fn action_of(entry: &Entry, read_at: Timestamp) -> Option<ListedAction> {
    let text = entry.paragraphs.join("\n");
    if !is_about_a_company(&entry.subject, &text) {
        return None;
    }
    let sentences = || entry.paragraphs.iter().flat_map(|paragraph| sentences_of(paragraph));
    let mut statements: Vec<_> = sentences().filter_map(Statement::parse).collect();
    let day = day_of(&statements).filter(|day| *day <= read_at.date())?;
    let is_reversed = sentences().any(is_reversal);
    // An earlier decision of the same entry is no outcome of this one.
    statements.retain(|it| !is_reversed && it.day.is_none_or(|of_it| of_it == day));
    let outcomes: BTreeSet<_> = statements.iter().flat_map(|it| it.outcomes.clone()).collect();
    let costs = |it: &Outcome| matches!(it, Outcome::Fine | Outcome::Settlement);
    let costly = statements.iter().filter(|it| it.outcomes.iter().any(costs));
    let pence = penalty_in(costly.map(|it| it.sentence));
    Some(ListedAction {
        subject_name: entry.subject.clone(),
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

/// Returns the day of the gravest decision, else of any, else the day that is alone.
fn day_of(statements: &[Statement<'_>]) -> Option<Date> {
    let days = statements.iter().filter_map(|it| Some((it.outcomes.first().copied(), it.day?)));
    // Statements without an outcome come last; of equal ones the first counts.
    days.min_by_key(|(gravest, _)| (gravest.is_none(), *gravest)).map(|(_, day)| day)
}

/// Returns whether the action is one against a company. In doubt it is not: sole traders have
/// headings like persons do, and operating licences like companies.
fn is_about_a_company(subject: &str, text: &str) -> bool {
    let has_operating_licence = folded(text).contains("operating licen");
    let is_company = is_company_name(subject);
    let is_institution = words(without_trading_name(subject))
        .last()
        .is_some_and(|word| is_one_of(word, INSTITUTIONS))
        && !names_a_person(subject);
    !concerns_an_individual(subject, text)
        && (has_operating_licence || !speaks_of_a_personal_licence(text))
        && (is_company || (is_institution && has_operating_licence))
}

/// Returns the text without the sentences that name persons or their licences.
fn description<'s>(sentences: impl Iterator<Item = &'s str>) -> Option<String> {
    let mut text = String::new();
    let is_of_a_person = |sentence: &&str| {
        names_a_person(sentence)
            || speaks_of_a_personal_licence(sentence)
            || words(sentence).iter().any(|word| is_one_of(word, OFFICES))
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

/// Returns the one amount that the prose calls a penalty or the payment of a settlement; of
/// several, the one it calls the total.
fn penalty_in<'s>(sentences: impl Iterator<Item = &'s str>) -> Option<i64> {
    let called: Vec<_> = sentences.flat_map(penalties_in).collect();
    let totals = called.iter().filter(|(_, total)| *total).map(|(pence, _)| *pence);
    let all = only_one(called.iter().map(|(pence, _)| *pence));
    all.or_else(|_| only_one(totals)).ok().flatten()
}

const PENALTY: &str = "penalty | penalties | settlement | fine | fined | lieu | penalised";
const OTHER_MONEY: &str = "cost | costs | divest | divested | divestment | deposit | deposited | \
    deposits | lost | loss | losses | staked | stake | profit";

/// Returns the amounts of a sentence that the words before or after call a penalty, and whether
/// each is called a total. The words between two amounts belong to both.
fn penalties_in(sentence: &str) -> Vec<(i64, bool)> {
    let amounts = amounts_in(sentence);
    let mut from = 0;
    let mut called = Vec::new();
    for (place, amount) in amounts.iter().enumerate() {
        let to = amounts.get(place + 1).map_or(sentence.len(), |next| next.start);
        let before: Vec<_> =
            words(&sentence[from..amount.start]).into_iter().rev().take(8).collect();
        let behind: Vec<_> = words(&sentence[amount.end..to]).into_iter().take(6).collect();
        let is_other = before.iter().take(4).any(|word| is_one_of(word, OTHER_MONEY));
        if nearest_is_penalty(&before) || nearest_is_penalty(&behind) && !is_other {
            called.push((amount.pence, before.iter().any(|word| word == "total")));
        }
        from = amount.end;
    }
    called
}

/// Returns whether the nearest of the words about money is one for a penalty.
fn nearest_is_penalty(words: &[String]) -> bool {
    let about_money = |word: &&String| is_one_of(word, PENALTY) || is_one_of(word, OTHER_MONEY);
    words.iter().find(about_money).is_some_and(|word| is_one_of(word, PENALTY))
}

#[cfg(test)]
mod tests;
