//! `licence diff`.

use serde::Serialize;

use crate::args::Diff;
use crate::batch_run::{self, Answered};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::output::layout::{column, prose, table_of};
use crate::output::style::plain;
use crate::service::body;

pub(crate) fn run(diff: &Diff) -> Result<Exit, Failure> {
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
    output::list(diff.form, &body, "changes", |_: &serde_json::Value| table(&changes))
}

/// Returns whether two answers are equal apart from the sentence, which names the instant of the last
/// reading.
fn is_same(was: &Answered, now: &Answered) -> bool {
    Answered { sentence: String::new(), ..was.clone() }
        == Answered { sentence: String::new(), ..now.clone() }
}

/// The domains whose answers differ.
#[derive(Debug, Serialize)]
struct Changes {
    unchanged: usize,
    changes: Vec<Change>,
}

/// One domain whose answers differ.
#[derive(Debug, Serialize)]
struct Change {
    domain: String,
    change: &'static str,
    was: Option<Answered>,
    now: Option<Answered>,
    /// The names of the members that differ.
    changed: Vec<&'static str>,
    /// The sentence of the later run, else of the earlier one.
    because: String,
}

impl Change {
    /// Returns the change of a domain that is in at least one of two runs.
    fn new(domain: String, was: Option<Answered>, now: Option<Answered>) -> Self {
        let change = match (&was, &now) {
            (None, _) => "added",
            (Some(_), None) => "removed",
            (Some(_), Some(_)) => "changed",
        };
        let changed = was.as_ref().zip(now.as_ref()).map(|(was, now)| differences(was, now));
        let because = now.as_ref().or(was.as_ref()).map(|it| it.sentence.clone());
        Self {
            domain,
            change,
            changed: changed.unwrap_or_default(),
            because: because.unwrap_or_default(),
            was,
            now,
        }
    }
}

fn differences(was: &Answered, now: &Answered) -> Vec<&'static str> {
    let members = [
        ("verdict", &was.verdict, &now.verdict),
        ("operator", &was.operator, &now.operator),
        ("licence", &was.licence, &now.licence),
        ("status", &was.status, &now.status),
    ];
    members.into_iter().filter(|(_, was, now)| was != now).map(|(name, ..)| name).collect()
}

/// Returns a table with one line for each domain, and the counts.
fn table(changes: &Changes) -> String {
    let rows = table_of!(&changes.changes, |change| {
        column("domain") => plain(&change.domain),
        column("change").optional(2) => change.change,
        prose("was") => brief(change.was.as_ref()),
        prose("now") => brief(change.now.as_ref()),
        prose("because").optional(1) => plain(&change.because),
    });
    let (changed, unchanged) = (changes.changes.len(), changes.unchanged);
    format!("{rows}\n{changed} changed, {unchanged} as before\n")
}

fn brief(answered: Option<&Answered>) -> String {
    let Some(answered) = answered else { return "-".to_owned() };
    let more = [&answered.status, &answered.licence];
    let more: Vec<&str> =
        more.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    match more.is_empty() {
        true => plain(&answered.verdict),
        false => plain(&format!("{} ({})", answered.verdict, more.join(", "))),
    }
}
