//! The day of a decision, out of a sentence.

use crate::register::layout::is_one_of;
use crate::time::Date;
use crate::written_date;

/// Returns the day of the act that a sentence states: at its beginning, or on or from which it holds.
pub(super) fn day_of_act(words: &[String], clause: &[String]) -> Option<Date> {
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
pub(super) fn day_alone(words: &[String]) -> Option<Date> {
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
