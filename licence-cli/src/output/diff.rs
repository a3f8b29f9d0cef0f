//! What changed between two batch runs, for a person.

use serde::Serialize;

use super::layout::{column, prose, table_of};
use super::style::plain;
use crate::batch_run::Answered;

/// The domains whose answers differ.
#[derive(Debug, Serialize)]
pub(crate) struct Changes {
    pub(crate) unchanged: usize,
    pub(crate) changes: Vec<Change>,
}

/// One domain whose answers differ.
#[derive(Debug, Serialize)]
pub(crate) struct Change {
    pub(crate) domain: String,
    pub(crate) change: &'static str,
    was: Option<Answered>,
    now: Option<Answered>,
    /// The names of the members that differ.
    changed: Vec<&'static str>,
    /// The sentence of the later run, else of the earlier one.
    because: String,
}

impl Change {
    /// The change of a domain that is in at least one of two runs.
    pub(crate) fn new(domain: String, was: Option<Answered>, now: Option<Answered>) -> Self {
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

/// One line a domain, and the counts.
pub(crate) fn table(changes: &Changes) -> String {
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
