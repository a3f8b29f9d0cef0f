//! The sentences that state a decision, in a closed world of forms. Any other sentence states none:
//! it may be about a power, a threat, an act that was not done, or another company.
//!
//! - `[On DAY,] the [Gambling] Commission [has] [decided [on DAY] to]` and acts of [`ACTS`] with `and [to]`,
//!   `, and [to]` or `, to` between them. After an act only its amount, its licensee and its section of the law may follow.
//! - `The Licensee will pay [a total of] AMOUNT in lieu of a financial penalty`.
//! - `The decision was made on DAY`.

use super::amount::leading_amount;
use crate::register::layout::is_one_of;
use crate::text::folded;
use crate::time::Date;
use crate::written_date;

/// What the Commission writes before a decision on a penalty.
const PRINCIPLES: &str =
    "in line with the statement of principles for determining financial penalties, ";
/// Words of entries whose decision was reversed. To what extent, only a human reader can say.
const REVERSALS: &str = "quash | set aside | overturn | rescind | lifted | lifting | by mistake | \
    in error | on appeal | pending appeal | reinstat | stayed | allowed the appeal | \
    appeal was allowed | upheld the appeal | appeal was upheld";

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

const LICENCE: &str = "the operating licence | its operating licence | the licence | its licence";

/// The acts: verbs, their objects, and what they mean.
const ACTS: [(&str, &str, Outcome); 6] = [
    ("revoke | revoked", LICENCE, Outcome::Revocation),
    ("suspend | suspended", LICENCE, Outcome::Suspension),
    ("impose | imposed", "a financial penalty", Outcome::Fine),
    ("agree | agreed", "a regulatory settlement", Outcome::Settlement),
    (
        "add | added | attach | attached | impose | imposed",
        "a licence condition | an additional condition | an additional licence condition | \
            additional conditions | additional licence conditions | licence conditions",
        Outcome::Condition,
    ),
    (
        "give | gave | issue | issued",
        "a warning | a formal warning | the licensee a warning | the licensee with a warning",
        Outcome::Warning,
    ),
];

/// What a sentence states.
pub(super) struct Statement {
    pub(super) day: Option<Date>,
    /// What was decided, each with its amount in pence.
    pub(super) acts: Vec<(Outcome, Option<i64>)>,
}

impl Statement {
    /// Returns what the sentences of a paragraph in the entry of `subject` state.
    pub(super) fn all_in(paragraph: &str, subject: &str) -> Vec<Self> {
        let text = folded(paragraph).replace(['\u{201c}', '\u{201d}'], "\"");
        let text = text.replace(&folded(subject), "the licensee");
        let text = text.replace(" (\"the licensee\")", "").replace(" (\"the commission\")", "");
        text.split(". ").filter_map(Self::parse).collect()
    }

    /// Returns what a sentence states, in lower case and with `the licensee` in the place of its name.
    fn parse(sentence: &str) -> Option<Self> {
        let text = sentence.trim_end_matches('.');
        match text.strip_prefix("the decision was made on ") {
            Some(day) => Some(Self { day: Some(written_date::whole(day)?), acts: Vec::new() }),
            None => Self::of_payment(text).or_else(|| Self::of_decision(text)),
        }
    }

    fn of_payment(text: &str) -> Option<Self> {
        let payment = text.strip_prefix("the licensee will pay ")?;
        let (pence, reason) = leading_amount(without("a total of ", payment))?;
        let is_settlement = reason == " in lieu of a financial penalty";
        is_settlement.then(|| Self { day: None, acts: vec![(Outcome::Settlement, Some(pence))] })
    }

    fn of_decision(text: &str) -> Option<Self> {
        let (day, clause) = match text.strip_prefix("on ") {
            Some(dated) => {
                let (day, clause) = dated.split_once(" the ")?;
                (Some(written_date::whole(day.trim_end_matches(','))?), clause)
            }
            None => (None, without(PRINCIPLES, text).strip_prefix("the ")?),
        };
        let clause = without("gambling ", clause).strip_prefix("commission ")?;
        let clause = without("has ", clause);
        let (day, clause) = match clause.strip_prefix("decided on ") {
            Some(dated) if day.is_none() => {
                let (day, clause) = dated.split_once(" to ")?;
                (Some(written_date::whole(day)?), clause)
            }
            _ => (day, without("decided to ", clause)),
        };
        let clause = clause.replace(", and ", " and ").replace(", to ", " and ");
        let mut acts = clause.split(" and ");
        let first = acts.next().into_iter();
        let acts = first.chain(acts.map(|act| without("to ", act))).map(act_of);
        Some(Self { day, acts: acts.collect::<Option<_>>()? })
    }
}

fn without<'t>(beginning: &str, text: &'t str) -> &'t str {
    text.strip_prefix(beginning).unwrap_or(text)
}

/// Returns the outcome and the amount of an act; `None` where anything undeclared is beside it.
fn act_of(act: &str) -> Option<(Outcome, Option<i64>)> {
    let (verb, object) = act.split_once(' ')?;
    let mut of_verb = ACTS.iter().filter(|(verbs, ..)| is_one_of(verb, verbs));
    let (outcome, mut rest) = of_verb.find_map(|(_, objects, outcome)| {
        let rest = objects.split(" | ").find_map(|declared| object.strip_prefix(declared));
        Some((*outcome, rest?))
    })?;
    let mut pence = None;
    while !rest.is_empty() {
        rest = match rest.strip_prefix(" of ").and_then(leading_amount) {
            Some((amount, after)) if pence.replace(amount).is_none() => after,
            Some(_) => return None,
            None => after_licensee(rest).or_else(|| after_section(rest))?,
        };
    }
    Some((outcome, pence))
}

/// Returns the text after ` of the Licensee`, or after ` to its licence`.
fn after_licensee(text: &str) -> Option<&str> {
    let name = [" of ", " on ", " to ", " with "].iter().find_map(|it| text.strip_prefix(it))?;
    let mut named = ["the licensee"].into_iter().chain(LICENCE.split(" | "));
    let after = named.find_map(|named| name.strip_prefix(named))?;
    (after.is_empty() || after.starts_with(' ')).then_some(after)
}

/// Returns the text after ` under section 121(1) of the Act`.
fn after_section(text: &str) -> Option<&str> {
    let section = text.strip_prefix(" under section ")?;
    let (_, after) = section.split_at(section.find(' ').unwrap_or(section.len()));
    Some(without(" of the act", without(" of the gambling act 2005", after)))
}

/// Returns whether a text says that a decision was taken back.
pub(super) fn is_reversal(text: &str) -> bool {
    let text = format!(" {}", folded(text));
    REVERSALS.split(" | ").any(|phrase| text.contains(&format!(" {phrase}")))
}

#[cfg(test)]
mod tests;
