//! The sentences that state a decision, in a closed world of forms. Any other sentence states none: it
//! may be about a power, a threat, an act that was not done, or another one's.
//!
//! - The Commission is the subject and an act its verb (`the Commission has decided to impose a
//!   financial penalty`). What follows a reason (`for`, `because`) is no part of the decision.
//! - The licence or the penalty is the subject (`the operating licence was revoked`).
//! - A payment is agreed (`will pay £1m in lieu of a financial penalty`).

mod day;

use std::collections::BTreeSet;

use crate::register::layout::is_one_of;
use crate::text::folded;
use crate::time::Date;
use day::{day_alone, day_of_act};

const DECIDERS: &str = "commission | panel";
/// Words that may be between the decider and the verb.
const ADVERBS: &str =
    "accordingly | also | consequently | has | have | subsequently | then | therefore";
const ACTS: &str = "added | attached | gave | imposed | issued | revoked | suspended";
const INFINITIVES: &str = "add | attach | give | impose | issue | revoke | suspend";
const REASONS: &str = "after | because | due | following | for | if | since | that | unless | when | where | which | who";
const DENIALS: &str = "against | ceased | declined | failed | instead | neither | no | nor | not | \
    offered | proposed | rather | refused | rejected | without";
const MODALS: &str = "could | had | if | may | might | should | would";
/// Those who are not the licensee, and other regulators.
const OTHERS: &str = "another | authority | director | directors | foreign | her | his | malta | maltese | \
    overseas | parent | partner | partners | personal | pfl | pml | subsidiary | supplier | suppliers";
/// Words of entries whose decision was reversed. To what extent, only a human reader can say.
const REVERSALS: &str = "quash | set aside | overturn | rescind | lifted | lifting | by mistake | \
    in error | on appeal | pending appeal | reinstat | stayed | allowed the appeal | \
    appeal was allowed | upheld the appeal | appeal was upheld";
/// Words that may be between a verb and its licence (`revoked all three of its operating licences`).
const BEFORE_LICENCE: &str = "all | and | betting | bingo | both | casino | each | immediately | its | \
    licensee | of | operating | remote | non | s | the | these | this | three | two";

/// What the Commission decides, the gravest first: its legal outcomes (sections 117 and 121 of the
/// Gambling Act) and its settlements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Revocation,
    Suspension,
    Fine,
    Settlement,
    Condition,
    Warning,
}

impl Outcome {
    /// Returns the action type of the API, and the Commission's name of it.
    pub(super) const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Revocation => ("revocation", "Revocation of licence"),
            Self::Suspension => ("suspension", "Suspension of licence"),
            Self::Fine => ("fine", "Financial penalty"),
            Self::Settlement => ("settlement", "Regulatory settlement"),
            Self::Condition => ("condition", "Licence condition"),
            Self::Warning => ("warning", "Warning"),
        }
    }
}

/// A sentence that states a decision.
pub(super) struct Statement<'s> {
    pub(super) sentence: &'s str,
    pub(super) outcomes: BTreeSet<Outcome>,
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
        let day = if outcomes.is_empty() { day_alone(&words) } else { day_of_act(&words, clause) };
        let states_any = day.is_some() || !outcomes.is_empty();
        states_any.then_some(Self { sentence, outcomes, day })
    }
}

/// Returns whether a sentence says that a decision was taken back.
pub(super) fn is_reversal(sentence: &str) -> bool {
    let sentence = format!(" {}", folded(sentence));
    REVERSALS.split(" | ").any(|phrase| sentence.contains(&format!(" {phrase}")))
}

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
    let has_condition = (verb..words.len()).any(|at| is(at, "if | unless"));
    (!has_condition).then_some(&words[verb..end])
}

fn objects_of(clause: &[String]) -> BTreeSet<Outcome> {
    let ends = |verbs| ends_licence(clause, verbs);
    let (is_revoked, is_suspended) = (ends("revoke | revoked"), ends("suspend | suspended"));
    // `revoked its decision to impose …`: what is ended is no licence.
    let ends_other = |first: &String| {
        is_one_of(first, "revoke | revoked | suspend | suspended") && !(is_revoked || is_suspended)
    };
    if clause.iter().any(|word| is_one_of(word, DENIALS)) || clause.first().is_some_and(ends_other)
    {
        return BTreeSet::new();
    }
    let text = format!(" {} ", clause.join(" "));
    let has = |phrases: &[&str]| phrases.iter().any(|it| text.contains(&format!(" {it} ")));
    let has_verb = |verbs: &str| clause.iter().any(|word| is_one_of(word, verbs));
    let is_added = has_verb("add | added | attach | attached | impose | imposed");
    let conditions = ["condition", "conditions"];
    let stated = [
        (Outcome::Revocation, is_revoked),
        (Outcome::Suspension, is_suspended),
        (Outcome::Fine, has(&["financial penalty", "financial penalties"])),
        (Outcome::Condition, is_added && has(&conditions)),
        (Outcome::Warning, has(&WARNINGS)),
    ];
    stated.into_iter().filter(|(_, is)| *is).map(|(outcome, _)| outcome).collect()
}

const WARNINGS: [&str; 5] =
    ["a warning", "formal warning", "official warning", "public warning", "written warning"];

/// Returns whether one of these verbs says what is decided, and has a licence as its object: not its
/// conditions, a review of it, or a decision to end it.
fn ends_licence(clause: &[String], verbs: &str) -> bool {
    let is_linked = |at: usize| is_one_of(&clause[at], "also | and");
    let is_decided = |at: usize| {
        at == 0 || is_linked(at - 1) || (at > 1 && clause[at - 1] == "to" && is_linked(at - 2))
    };
    let verbs = clause.iter().enumerate().filter(|(_, word)| is_one_of(word, verbs));
    let mut verbs = verbs.filter(|(at, _)| is_decided(*at));
    verbs.any(|(at, _)| {
        let object = &clause[at + 1..];
        let licence = object.iter().position(|word| !is_one_of(word, BEFORE_LICENCE));
        licence.is_some_and(|at| {
            let is_condition = |word: &String| is_one_of(word, "condition | conditions");
            is_one_of(&object[at], "licence | licences")
                && !object.get(at + 1).is_some_and(is_condition)
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
    let before_warning = ["received", "issued with", "given"];
    let is_warned = before_warning.iter().any(|verb| {
        let is_behind =
            |it: &&str| has(&format!(" {verb} {it} ")) || has(&format!(" {verb} a {it} "));
        WARNINGS.iter().any(is_behind)
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

#[cfg(test)]
mod tests;
