//! The sentences that state a decision, in a closed world of forms. Any other sentence states none: it
//! may be about a power, a threat, an act that was not done, or another one's.
//!
//! - The Commission is the subject and an act its verb (`the Commission has decided to impose a
//!   financial penalty`). What follows a reason (`for`, `because`) is no part of the decision.
//! - The licence or the penalty is the subject (`the operating licence was revoked`).
//! - A payment is agreed (`will pay £1m in lieu of a financial penalty`).

use std::collections::BTreeSet;

use super::outcome::Outcome;
use crate::register::layout::is_one_of;
use crate::text::folded;
use crate::time::Date;
use crate::written_date;

const DECIDERS: &str = "commission | panel";
/// What may stand between the decider and the verb.
const ADVERBS: &str =
    "accordingly | also | consequently | has | have | subsequently | then | therefore";
const ACTS: &str = "added | attached | gave | imposed | issued | revoked | suspended";
const INFINITIVES: &str = "add | attach | give | impose | issue | revoke | suspend";
const REASONS: &str = "after | because | due | following | for | if | since | that | unless | when | where | which | who";
const DENIALS: &str = "against | ceased | instead | neither | no | nor | not | rather | without";
const MODALS: &str = "could | had | if | may | might | should | would";
/// Those who are not the licensee.
const OTHERS: &str =
    "another | director | directors | her | his | parent | personal | pfl | pml | subsidiary";
/// What stands in entries whose decision was taken back. How far it was, a reader has to say.
const REVERSALS: [&str; 10] = [
    "quash",
    "set aside",
    "overturn",
    "rescind",
    "lifted",
    "lifting",
    "allowed the appeal",
    "appeal was allowed",
    "upheld the appeal",
    "appeal was upheld",
];
/// The most words between a verb and its licence (`revoked all three of its operating licences`).
const MAX_WORDS_TO_LICENCE: usize = 12;

/// A sentence that states a decision.
pub(super) struct Statement<'s> {
    pub(super) sentence: &'s str,
    pub(super) outcomes: BTreeSet<Outcome>,
    /// The day of the decision.
    pub(super) day: Option<Date>,
}

impl<'s> Statement<'s> {
    /// Returns the decision that a sentence states, or only its day (`The decision was made on …`).
    pub(super) fn parse(sentence: &'s str) -> Option<Self> {
        let words = words(sentence);
        let is_of_others = words.iter().any(|word| is_one_of(word, OTHERS));
        let is_of_a_year = words.first().is_some_and(|first| first == "in")
            && words.get(1).is_some_and(|year| year.len() == 4 && year.parse::<u16>().is_ok());
        if is_of_others || is_of_a_year {
            return None;
        }
        let clause = decided(&words).unwrap_or_default();
        let mut outcomes = objects_of(clause);
        if is_plain(&words) {
            outcomes.extend(passives_of(&words));
            outcomes.extend(settlement_in(&words.join(" ")));
        }
        let day = match outcomes.is_empty() {
            true => day_alone(&words),
            false => day_of_act(&words, clause),
        };
        let states_any = day.is_some() || !outcomes.is_empty();
        states_any.then_some(Self { sentence, outcomes, day })
    }
}

/// Returns whether a sentence says that a decision was taken back.
pub(super) fn is_reversal(sentence: &str) -> bool {
    let sentence = format!(" {}", folded(sentence));
    REVERSALS.iter().any(|phrase| sentence.contains(&format!(" {phrase}")))
}

/// Returns the words of a text, folded.
pub(super) fn words(text: &str) -> Vec<String> {
    let text = folded(text);
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Returns what the Commission decided, from the verb to the reason.
fn decided(words: &[String]) -> Option<&[String]> {
    let is = |at: usize, names: &str| words.get(at).is_some_and(|word| is_one_of(word, names));
    let verb = (0..words.len()).filter(|at| is(*at, DECIDERS)).find_map(|at| {
        let verb = (at + 1..words.len()).find(|at| !is(*at, ADVERBS))?;
        let is_decision = is(verb, "decided") && is(verb + 1, "to") && is(verb + 2, INFINITIVES);
        (is_decision || is(verb, ACTS)).then_some(if is_decision { verb + 2 } else { verb })
    })?;
    let end = (verb..words.len()).find(|at| is(*at, REASONS)).unwrap_or(words.len());
    Some(&words[verb..end])
}

fn objects_of(clause: &[String]) -> BTreeSet<Outcome> {
    let mut outcomes = BTreeSet::new();
    if clause.iter().any(|word| is_one_of(word, DENIALS)) {
        return outcomes;
    }
    let text = format!(" {} ", clause.join(" "));
    let has = |phrases: &[&str]| phrases.iter().any(|it| text.contains(&format!(" {it} ")));
    let has_verb = |verbs: &str| clause.iter().any(|word| is_one_of(word, verbs));
    let is_added = has_verb("add | added | attach | attached | impose | imposed");
    let conditions = ["condition", "conditions"];
    let stated = [
        (Outcome::Revocation, ends_licence(clause, "revoke | revoked")),
        (Outcome::Suspension, ends_licence(clause, "suspend | suspended")),
        (Outcome::Fine, has(&["financial penalty", "financial penalties"])),
        (Outcome::Condition, is_added && has(&conditions)),
        (Outcome::Warning, has(&WARNINGS)),
    ];
    outcomes.extend(stated.into_iter().filter(|(_, is)| *is).map(|(outcome, _)| outcome));
    outcomes
}

const WARNINGS: [&str; 5] =
    ["a warning", "formal warning", "official warning", "public warning", "written warning"];

/// Returns whether one of these verbs has a licence as its object, and not its conditions.
fn ends_licence(clause: &[String], verbs: &str) -> bool {
    let is_licence = |word: &String| is_one_of(word, "licence | licences");
    let is_condition = |word: &String| is_one_of(word, "condition | conditions");
    clause.iter().enumerate().filter(|(_, word)| is_one_of(word, verbs)).any(|(at, _)| {
        let object: Vec<_> = clause[at + 1..].iter().take(MAX_WORDS_TO_LICENCE).collect();
        let licence = object.iter().position(|word| is_licence(word));
        licence.is_some_and(|licence| {
            !object[..licence].iter().any(|word| is_condition(word))
                && !object.get(licence + 1).is_some_and(|word| is_condition(word))
        })
    })
}

/// Returns whether nothing in a sentence says that it was not so. `May` beside a number is a month.
fn is_plain(words: &[String]) -> bool {
    let is_number =
        |at: usize| words.get(at).is_some_and(|w| w.starts_with(|c: char| c.is_numeric()));
    let is_month = |at: usize| {
        words[at] == "may" && (is_number(at + 1) || at.checked_sub(1).is_some_and(is_number))
    };
    let denies = |at: usize| is_one_of(&words[at], DENIALS);
    let doubts = |at: usize| is_one_of(&words[at], MODALS) && !is_month(at);
    !(0..words.len()).any(|at| denies(at) || doubts(at))
}

/// Returns the outcomes of a sentence whose subject is the licence, the penalty or the warned one.
fn passives_of(words: &[String]) -> BTreeSet<Outcome> {
    let text = format!(" {} ", words.join(" ")).replace(" has been ", " was ");
    let text = text.replace(" have been ", " was ").replace(" were ", " was ");
    let has = |phrase: &str| text.contains(phrase);
    let is_imposed = |penalty: &str| {
        text.split_once(penalty).is_some_and(|(_, behind)| behind.contains(" was imposed "))
    };
    let is_warned = WARNINGS.iter().any(|warning| {
        ["received", "issued with", "given"].iter().any(|it| has(&format!(" {it} {warning} ")))
            || ["received a", "issued with a", "given a"]
                .iter()
                .any(|it| has(&format!(" {it} {warning} ")))
    });
    let stated = [
        (Outcome::Revocation, has(" licence was revoked ") || has(" licences was revoked ")),
        (Outcome::Suspension, has(" licence was suspended ") || has(" licences was suspended ")),
        (Outcome::Fine, is_imposed(" financial penalty ")),
        (Outcome::Warning, is_warned),
    ];
    stated.into_iter().filter(|(_, is)| *is).map(|(outcome, _)| outcome).collect()
}

fn settlement_in(text: &str) -> Option<Outcome> {
    const PAID: [&str; 5] = ["accepted", "agreed", "concluded", "paid", "pay"];
    const BY: [&str; 3] = ["as part of", "by way of", "through"];
    let is_agreed = text.split(' ').any(|word| PAID.contains(&word));
    let is_by_settlement = BY.iter().any(|by| text.contains(by));
    let is_settlement = (text.contains("in lieu of a financial penalty") && is_agreed)
        || (text.contains("regulatory settlement") && (is_agreed || is_by_settlement));
    is_settlement.then_some(Outcome::Settlement)
}

/// Returns the day of the act that a sentence states: at its beginning, or on or from which it holds.
fn day_of_act(words: &[String], clause: &[String]) -> Option<Date> {
    const DONE: &str =
        "accepted | agreed | concluded | given | imposed | issued | revoked | suspended";
    let is = |at: usize, names: &str| words.get(at).is_some_and(|word| is_one_of(word, names));
    let first = is(0, "on").then(|| date_at(words, 1)).flatten();
    let in_clause = || {
        let on = |at: usize| clause[at] == "on" && !(at > 0 && clause[at - 1] == "due");
        (0..clause.len()).filter(|at| on(*at)).find_map(|at| date_at(clause, at + 1))
    };
    let of_passive = || {
        let holds = |at: usize| {
            (is(at, DONE) && is(at + 1, "on"))
                || (is(at, "effect | effective") && is(at + 1, "from"))
        };
        (0..words.len()).filter(|at| holds(*at)).find_map(|at| date_at(words, at + 2))
    };
    first.or_else(in_clause).or_else(of_passive)
}

/// Returns the day of a sentence that states no more than when a decision was made or published.
fn day_alone(words: &[String]) -> Option<Date> {
    const BETWEEN: &str = "commission | dated | made | of | on | taken | the | was";
    if words.first().is_some_and(|first| first == "published") {
        return date_at(words, 1);
    }
    let mut decisions = (0..words.len()).filter(|at| words[*at] == "decision");
    decisions.find_map(|at| {
        let day = (at + 1..words.len()).find(|at| !is_one_of(&words[*at], BETWEEN))?;
        date_at(words, day)
    })
}

fn date_at(words: &[String], at: usize) -> Option<Date> {
    written_date::whole(&words.get(at..at + 3)?.join(" "))
}

#[cfg(test)]
mod tests;
