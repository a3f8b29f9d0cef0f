//! What the Commission decided, by the words of its legal outcomes (sections 117 and 121 of the
//! Gambling Act) and of its settlements.

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

    /// The action type of the specification.
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

    /// Whether a sentence, folded, tells of it as done.
    fn is_told(self, sentence: &str) -> bool {
        let any = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
        match self {
            Self::Revocation => any(&["revoke", "revoking", "revocation"]) && any(&["licen"]),
            Self::Suspension => any(&["suspend", "suspension"]) && any(&["licen"]) && any(DECIDING),
            Self::Fine => is_fined(sentence),
            Self::Settlement => {
                any(&["in lieu"]) || (any(&["regulatory settlement"]) && any(SETTLING))
            }
            Self::Condition => any(CONDITIONS),
            Self::Warning => any(&["warning"]) && any(DECIDING),
        }
    }
}

const DECIDING: &[&str] = &[
    "issue",
    "gave",
    "give",
    "impos",
    "decid",
    "decision",
    "determin",
    "receiv",
    "117(",
    "118(",
    "commission suspended",
    "licence was suspended",
];
const SETTLING: &[&str] = &["agree", "as part of", "by way of", "accept", "conclud", "through"];
const CONDITIONS: &[&str] = &[
    "additional licence condition",
    "additional condition",
    "add a condition",
    "added a condition",
    "attach a condition",
    "attached a condition",
    "attached conditions",
    "impose a condition",
    "imposed a condition",
    "imposed conditions",
    "imposing a condition",
    "117(1)(b)",
];
/// The title of a paper, not an outcome.
const PAPER: &str = "statement of principles for determining financial penalties";

/// A financial penalty that is imposed, not the one that a payment stands for.
fn is_fined(sentence: &str) -> bool {
    let sentence = sentence.replace(PAPER, "");
    sentence.match_indices("financial penalt").any(|(at, _)| {
        let before = sentence[..at].trim_end_matches(|c: char| c.is_whitespace());
        let before = before.strip_suffix(" a").unwrap_or(before);
        !["in lieu of", "instead of", "no", "without"].iter().any(|w| before.ends_with(w))
    })
}

/// What sentences about the power to do something, or about not doing it, say.
const DENIALS: [&str; 5] = [" not to ", " no longer ", "did not ", " could ", "considered whether"];

/// The outcomes that the sentences tell of, the gravest first.
pub(super) fn outcomes_of<'s>(sentences: impl Iterator<Item = &'s str>) -> Vec<Outcome> {
    let told: Vec<_> = sentences
        .map(crate::text::folded)
        .filter(|sentence| !DENIALS.iter().any(|denial| sentence.contains(denial)))
        .collect();
    let is_told = |outcome: &Outcome| told.iter().any(|sentence| outcome.is_told(sentence));
    Outcome::ALL.into_iter().filter(is_told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_told_by_their_words() {
        use Outcome::{Condition, Fine, Revocation, Settlement, Suspension, Warning};
        for (sentence, outcomes) in [
            (
                "In line with the Statement of principles for determining financial penalties, the Commission has decided to impose a financial penalty of £28,750.",
                &[Fine][..],
            ),
            (
                "The Licensee will pay a total of £343,035 in lieu of a financial penalty.",
                &[Settlement],
            ),
            ("As part of a regulatory settlement the Licensee will pay £10.", &[Settlement]),
            ("It ceased paying regulatory settlement instalments.", &[]),
            (
                "The Commission issued it with a warning under section 117(1)(a) of the Act.",
                &[Warning],
            ),
            (
                "The Commission gave a formal warning and imposed additional licence conditions.",
                &[Condition, Warning],
            ),
            (
                "The Commission decided to suspend the operating licence under section 118.",
                &[Suspension],
            ),
            ("The Commission revoked the operating licence.", &[Revocation]),
            (
                "The Commission decided to give a warning and to impose a financial penalty.",
                &[Fine, Warning],
            ),
            ("The Commission decided not to revoke the licence.", &[]),
            ("It breached licence condition 12.1.1.", &[]),
            ("Staff ignored early warning signs of harm.", &[]),
            ("It failed to suspend the accounts of customers.", &[]),
            ("No financial penalty was imposed.", &[]),
        ] {
            assert_eq!(outcomes_of(std::iter::once(sentence)), outcomes, "{sentence}");
        }
    }
}
