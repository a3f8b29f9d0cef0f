//! The day of the decision, out of the prose.

use crate::text::folded;
use crate::time::Date;
use crate::written_date;

/// Words of a sentence about the decision itself.
const DECIDING: &str = "decided | decision | determined | imposed | issued | revoked | suspended | \
    agreed | settlement | gave | concluded | took effect | published:";
/// The subjects of such a sentence. Customers are issued cards too.
const SUBJECTS: &str = "commission | warning | penalt | settlement | decision | licence was | \
    operating licence | published:";
/// Words of sentences whose dates are of something before or after the decision.
const OTHER: &str = "assessment | between | commenced | until | no later than | submitted | \
    key event on | statement of principles | notified | informed | reported | requested";

/// Returns the latest day, up to the day of the read, in a sentence about the decision; `None`
/// without such a sentence. A public statement is dated by its own `Published:`.
pub(super) fn decided_on<'s>(
    sentences: impl Iterator<Item = &'s str>,
    today: Date,
) -> Option<Date> {
    let dates = sentences.filter_map(day_of_decision);
    dates.filter(|date| *date <= today).max()
}

fn day_of_decision(sentence: &str) -> Option<Date> {
    let sentence = folded(sentence);
    let has_one = |words: &str| words.split(" | ").any(|word| sentence.contains(word));
    if has_one(OTHER) || !has_one(SUBJECTS) {
        return None;
    }
    let first = DECIDING.split(" | ").filter_map(|word| sentence.find(word)).min()?;
    let (before, after) = sentence.split_at(first);
    written_date::first_in(before).or_else(|| written_date::first_in(after))
}

#[cfg(test)]
mod tests;
