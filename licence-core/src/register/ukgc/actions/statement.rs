//! The sentences that state a decision, in a closed world of forms: a statement consists of declared phrases
//! from its first word to its last. Any other sentence states none, because it may be about a power, a
//! threat, an act that was not done, or somebody else.

use std::collections::BTreeSet;

use super::amount::amounts_in;
use crate::time::Date;
use crate::written_date;

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

/// The phrases of a statement in any order, with what each decides. Words with a slash between them are
/// alternatives, and a word in upper case is a place.
const PHRASES: [(&str, Option<Outcome>); 23] = [
    ("on DATE", None),
    ("in line with the statement of principles for determining financial penalties", None),
    ("the decision was made/taken on DATE", None),
    ("the commission", None),
    ("the gambling commission", None),
    ("the licensee", None),
    ("has", None),
    ("decided to", None),
    ("and to", None),
    ("and", None),
    ("revoke/revoked the/its operating licence/licences", Some(Outcome::Revocation)),
    ("suspend/suspended the/its operating licence/licences", Some(Outcome::Suspension)),
    ("impose/imposed a financial penalty", Some(Outcome::Fine)),
    ("agreed a regulatory settlement", Some(Outcome::Settlement)),
    ("will pay AMOUNT in lieu of a financial penalty", Some(Outcome::Settlement)),
    ("will pay a total of AMOUNT in lieu of a financial penalty", Some(Outcome::Settlement)),
    ("impose/imposed additional licence conditions", Some(Outcome::Condition)),
    ("give/gave/issue/issued a warning", Some(Outcome::Warning)),
    ("give/gave/issue/issued a formal warning", Some(Outcome::Warning)),
    ("of/with the licensee", None),
    ("of AMOUNT", None),
    ("under section SECTION of the act", None),
    ("under section SECTION", None),
];

/// The most words in a place: `12 March 2024`.
const MAX_PLACE_WORDS: usize = 3;

/// What a sentence decides, or only the day of a decision.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) outcomes: BTreeSet<Outcome>,
    pub(super) day: Option<Date>,
    /// The amounts of its penalty or settlement.
    pub(super) pence: Vec<i64>,
}

impl Statement {
    /// Returns the statement that a sentence makes, in which the subject is called the Licensee.
    pub(super) fn parse(sentence: &str) -> Option<Self> {
        let words: Vec<_> = sentence.split(' ').map(|it| it.trim_end_matches(['.', ','])).collect();
        let mut statement = Self::default();
        let mut at = 0;
        while at < words.len() {
            at += PHRASES.iter().find_map(|phrase| statement.add(phrase, &words[at..]))?;
        }
        (statement.day.is_some() || !statement.outcomes.is_empty()).then_some(statement)
    }

    /// Adds a phrase if the words begin with it. Returns how many words it has.
    fn add(
        &mut self,
        (phrase, outcome): &(&str, Option<Outcome>),
        words: &[&str],
    ) -> Option<usize> {
        let (mut at, mut day, mut pence) = (0, None, None);
        for part in phrase.split(' ') {
            at += match part {
                "DATE" => place(&words[at..], &mut day, written_date::whole)?,
                "AMOUNT" => place(&words[at..], &mut pence, amount)?,
                "SECTION" => words.get(at).filter(|word| is_section(word)).map(|_| 1)?,
                _ => words.get(at).filter(|word| is_word(part, word)).map(|_| 1)?,
            };
        }
        self.day = self.day.or(day);
        self.pence.extend(pence);
        self.outcomes.extend(*outcome);
        Some(at)
    }
}

/// Reads the value at the beginning of the words. Returns how many words it has.
fn place<T>(
    words: &[&str],
    value: &mut Option<T>,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<usize> {
    let mut lengths = (1..=MAX_PLACE_WORDS.min(words.len())).rev();
    lengths.find(|length| {
        *value = parse(&words[..*length].join(" "));
        value.is_some()
    })
}

fn amount(text: &str) -> Option<i64> {
    match amounts_in(text).as_slice() {
        [amount] if amount.start == 0 && amount.end == text.len() => Some(amount.pence),
        _ => None,
    }
}

/// Returns whether a word is the number of a section of the Act: `117(1)(a)`.
fn is_section(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

fn is_word(part: &str, word: &str) -> bool {
    part.split('/').any(|alternative| alternative.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests;
