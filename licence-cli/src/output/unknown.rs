//! What a reader does not know in the files of a register.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::{Accepted, Explanation, NameKind, Unknown};
use serde::Serialize;

use crate::exit::shorten;

/// A name of `licence registers read --explain --json`.
#[derive(Debug, Serialize)]
pub(crate) struct UnknownRow<'e> {
    place: NameKind,
    name: &'e str,
    file: &'e str,
    /// Whether the name alone refuses the register.
    refuses: bool,
}

/// One row a name.
pub(crate) fn rows(explanation: &Explanation) -> Vec<UnknownRow<'_>> {
    let rows = explanation.unknown.iter().map(|unknown| UnknownRow {
        place: unknown.kind,
        name: &unknown.name,
        file: &unknown.file,
        refuses: unknown.refuses(),
    });
    rows.collect()
}

/// A line a name, and the line of the configuration file that accepts them all.
pub(crate) fn text(
    code: JurisdictionCode,
    accepted: &Accepted,
    explanation: &Explanation,
) -> String {
    match (explanation.unknown.is_empty(), &explanation.fault) {
        (true, None) => return "everything in these files is known\n".to_owned(),
        (true, Some(_)) => return String::new(),
        (false, _) => {}
    }
    let line = |unknown: &Unknown| {
        let effect = if unknown.refuses() { "" } else { "; what stands beside it is not in force" };
        format!("{}: {unknown}{effect}\n", shorten(&unknown.file))
    };
    let lines: String = explanation.unknown.iter().map(line).collect();
    let mut names = accepted.0.clone();
    for unknown in &explanation.unknown {
        if !names.contains(&unknown.name) {
            names.push(unknown.name.clone());
        }
    }
    // A basic string of TOML is a string of JSON.
    let names = serde_json::to_string(&names).unwrap_or_default();
    format!("{lines}# to accept all of these:\n[registers.{code}]\naccept = {names}\n")
}
