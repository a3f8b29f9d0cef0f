//! The decisions of the Commission, by the words of its legal outcomes (sections 117 and 121 of the
//! Gambling Act) and of its settlements.

use crate::text::folded;

/// An outcome, the gravest first.
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
    const ALL: [Self; 6] = [
        Self::Revocation,
        Self::Suspension,
        Self::Fine,
        Self::Settlement,
        Self::Condition,
        Self::Warning,
    ];

    /// The action type of the API.
    pub(super) const fn action_type(self) -> &'static str {
        match self {
            Self::Revocation => "revocation",
            Self::Suspension => "suspension",
            Self::Fine => "fine",
            Self::Settlement => "settlement",
            Self::Condition => "condition",
            Self::Warning => "warning",
        }
    }

    /// The Commission's name of it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Revocation => "Revocation of licence",
            Self::Suspension => "Suspension of licence",
            Self::Fine => "Financial penalty",
            Self::Settlement => "Regulatory settlement",
            Self::Condition => "Licence condition",
            Self::Warning => "Warning",
        }
    }

    /// Returns whether a folded sentence states it as done.
    fn is_in(self, sentence: &str) -> bool {
        let any = |words: &str| words.split(" | ").any(|word| sentence.contains(word));
        match self {
            Self::Revocation => any("revoke | revoking | revocation") && any("licen"),
            Self::Suspension => any("suspend | suspension") && any("licen") && any(DECIDING),
            Self::Fine => is_fined(sentence),
            Self::Settlement => any("in lieu") || (any("regulatory settlement") && any(SETTLING)),
            Self::Condition => any(CONDITIONS),
            Self::Warning => any("warning") && any(DECIDING),
        }
    }
}

const DECIDING: &str = "issue | gave | give | impos | decid | decision | determin | receiv | 117( | \
    118( | commission suspended | licence was suspended";
const SETTLING: &str = "agree | as part of | by way of | accept | conclud | through";
const CONDITIONS: &str = "additional licence condition | additional condition | add a condition | \
    added a condition | attach a condition | attached a condition | attached conditions | \
    impose a condition | imposed a condition | imposed conditions | imposing a condition | \
    117(1)(b)";
/// The title of a paper, not an outcome.
const PAPER: &str = "statement of principles for determining financial penalties";

/// Returns whether a financial penalty is imposed, and not replaced by a payment.
fn is_fined(sentence: &str) -> bool {
    let sentence = sentence.replace(PAPER, "");
    sentence.match_indices("financial penalt").any(|(at, _)| {
        let before = sentence[..at].trim_end_matches(|c: char| c.is_whitespace());
        let before = before.strip_suffix(" a").unwrap_or(before);
        !["in lieu of", "instead of", "no", "without"].iter().any(|w| before.ends_with(w))
    })
}

/// What stands in sentences about a power, about an act that was not done, and about an earlier one.
const DENIALS: &str = "not to | no longer | did not | could | neither a | rather than | instead of a | \
    considered whether | considered a | considered impos | considered revo | considered susp | \
    had considered | had imposed | had issued | had given | had revoked | had suspended | \
    previously | another operator | another licensee | no further action";
/// What stands in entries whose decision was taken back. How far it was, a reader has to say.
const REVERSALS: &str = "quash | set aside | overturn | rescind | lifted | lifting | \
    allowed the appeal | appeal was allowed | upheld the appeal | appeal was upheld";

/// Returns the sentences of an entry that may state an outcome: none when it was taken back.
pub(super) fn decisive<'s>(sentences: impl Iterator<Item = &'s str>) -> Vec<&'s str> {
    let sentences: Vec<_> = sentences.map(|it| (it, format!(" {}", folded(it)))).collect();
    let has_one = |sentence: &str, phrases: &str| {
        phrases.split(" | ").any(|phrase| sentence.contains(&format!(" {phrase}")))
    };
    if sentences.iter().any(|(_, folded)| has_one(folded, REVERSALS)) {
        return Vec::new();
    }
    let states_one = |(_, folded): &(&str, String)| !has_one(folded, DENIALS);
    sentences.into_iter().filter(states_one).map(|(sentence, _)| sentence).collect()
}

/// Returns the outcomes in the sentences, the gravest first.
pub(super) fn outcomes_of(sentences: &[&str]) -> Vec<Outcome> {
    let sentences: Vec<_> = sentences.iter().map(|sentence| folded(sentence)).collect();
    let is_in_one = |outcome: &Outcome| sentences.iter().any(|it| outcome.is_in(it));
    Outcome::ALL.into_iter().filter(is_in_one).collect()
}

#[cfg(test)]
mod tests;
