//! The day of the decision, out of the prose.

use crate::text::folded;
use crate::time::Date;
use crate::written_date;

/// Words of a sentence that tells of the decision itself.
const DECIDING: [&str; 13] = [
    "decided",
    "decision",
    "determined",
    "imposed",
    "issued",
    "revoked",
    "suspended",
    "agreed",
    "settlement",
    "gave",
    "concluded",
    "took effect",
    "published:",
];
/// What such a sentence is about: customers are issued cards too.
const SUBJECTS: [&str; 8] = [
    "commission",
    "warning",
    "penalt",
    "settlement",
    "decision",
    "licence was",
    "operating licence",
    "published:",
];
/// Words of sentences whose dates are of something before or after it.
const OTHER: [&str; 12] = [
    "assessment",
    "between",
    "commenced",
    "until",
    "no later than",
    "submitted",
    "key event on",
    "statement of principles",
    "notified",
    "informed",
    "reported",
    "requested",
];

/// The latest day, up to the day of the read, that a sentence about the decision names; `None`
/// where there is no such sentence. A public statement is dated by its own `Published:`.
pub(super) fn decided_on<'s>(
    sentences: impl Iterator<Item = &'s str>,
    today: Date,
) -> Option<Date> {
    let dates = sentences.filter_map(day_of_decision);
    dates.filter(|date| *date <= today).max()
}

fn day_of_decision(sentence: &str) -> Option<Date> {
    let sentence = folded(sentence);
    let has_one = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    if has_one(&OTHER) || !has_one(&SUBJECTS) {
        return None;
    }
    let first = DECIDING.iter().filter_map(|word| sentence.find(word)).min()?;
    let (before, after) = sentence.split_at(first);
    written_date::first_in(before).or_else(|| written_date::first_in(after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_day_of_the_decision_counts() {
        for (text, date) in [
            (
                "On 12 March 2024 the Commission decided to impose a financial penalty.",
                "2024-03-12",
            ),
            ("The Commission issued a warning on 3rd April 2024.", "2024-04-03"),
            ("The decision was taken on 05/06/2024", "2024-06-05"),
            ("Published: 4 April 2024", "2024-04-04"),
            ("The licence was suspended with effect from 1 May 2024", "2024-05-01"),
            ("It decided on 1 May 2034", ""),
            ("The Commission has decided to impose a financial penalty", ""),
            ("The compliance assessment of 3 May 2022 determined failings", ""),
            ("between 1 May 2021 and 2 July 2022 customers were issued cards", ""),
            ("Generated: 23 October 2024", ""),
            ("The review commenced on 2 May 2022", ""),
            ("Customers were issued cards on 1 May 2022", ""),
            ("It notified the Commission on 1 May 2022 that refunds were issued", ""),
            ("The Commission published its guidance on 1 May 2022", ""),
            ("", ""),
        ] {
            let today = "2026-11-01".parse().unwrap();
            assert_eq!(decided_on(std::iter::once(text), today), date.parse().ok(), "{text}");
        }
        let two = [
            "On 1 May 2022 the Commission decided to review.",
            "On 2 May 2024 the Commission decided to fine.",
        ];
        assert_eq!(
            decided_on(two.into_iter(), "2026-11-01".parse().unwrap()),
            "2024-05-02".parse().ok()
        );
    }
}
