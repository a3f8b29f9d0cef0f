//! `licence diff`.

use crate::args::Diff;
use crate::batch_run::{self, Answered};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output::diff::{Change, Changes};
use crate::service::body;

/// Shows what changed between two batch runs.
pub(crate) fn run(is_quiet: bool, diff: &Diff) -> Result<Exit, Failure> {
    let column = diff.column.as_deref();
    let mut old = batch_run::read(&diff.old, column)?;
    let new = batch_run::read(&diff.new, column)?;
    let mut changes = Vec::new();
    let mut unchanged = 0;
    for (domain, now) in new {
        let was = old.remove(&domain);
        match was.as_ref().is_some_and(|was| is_same(was, &now)) {
            true => unchanged += 1,
            false => changes.push(Change::new(domain, was, Some(now))),
        }
    }
    changes.extend(old.into_iter().map(|(domain, was)| Change::new(domain, Some(was), None)));
    changes.sort_by(|one, other| one.domain.cmp(&other.domain));
    let changes = Changes { unchanged, changes };
    let body = body(&changes)?;
    output::list(is_quiet, diff.form, &body, "changes", |_: &serde_json::Value| {
        output::diff::table(&changes)
    })
}

/// The sentence alone is no change: it names the instant of the last reading.
fn is_same(was: &Answered, now: &Answered) -> bool {
    Answered { sentence: String::new(), ..was.clone() }
        == Answered { sentence: String::new(), ..now.clone() }
}
