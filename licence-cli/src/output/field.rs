//! One part of an answer (`--field`). Programs that need more pass `--json` on to jq.

use std::io::IsTerminal;
use std::sync::OnceLock;

use serde_json::Value;

use super::style::plain;
use crate::exit::Failure;
use licence_core::request::quoted;

/// The path of `--field`. It is global, because it applies to whatever a command prints.
static PATH: OnceLock<String> = OnceLock::new();

/// Sets the path of `--field`. Only the first call counts.
pub(crate) fn set_field(path: String) {
    let _ = PATH.set(path);
}

/// Returns the lines of the part of a body that `--field` selects; `None` without `--field`. At a
/// terminal, nothing in them moves the cursor.
pub(super) fn selected(body: &[u8]) -> Result<Option<String>, Failure> {
    let Some(path) = PATH.get() else { return Ok(None) };
    let body = serde_json::from_slice(body)?;
    let lines = select(&body, path)?;
    Ok(Some(match std::io::stdout().is_terminal() {
        true => lines.lines().map(|line| plain(line) + "\n").collect(),
        false => lines,
    }))
}

/// Returns the values at a path, one a line: text as it is, null as an empty line, all else as
/// JSON. A path has names and positions from 0 between dots, and `*` for every element.
fn select(body: &Value, path: &str) -> Result<String, Failure> {
    let mut values = vec![body];
    for name in path.split('.') {
        let mut next = Vec::new();
        for value in values {
            next.extend(step(value, name)?);
        }
        values = next;
    }
    let lines = values.iter().map(|value| match value {
        Value::Null => "\n".to_owned(),
        Value::String(text) => format!("{text}\n"),
        value => format!("{value}\n"),
    });
    Ok(lines.collect())
}

fn step<'v>(value: &'v Value, name: &str) -> Result<Vec<&'v Value>, Failure> {
    match value {
        Value::Array(items) if name == "*" => Ok(items.iter().collect()),
        Value::Object(members) if name == "*" => Ok(members.values().collect()),
        Value::Array(items) => match name.parse::<usize>() {
            Ok(position) => Ok(items.get(position).into_iter().collect()),
            Err(_) => Err(no_member(name, &format!("a list; give 0 to {} or *", items.len()))),
        },
        Value::Object(members) => match members.get(name) {
            Some(value) => Ok(vec![value]),
            None => {
                let names: Vec<&str> = members.keys().map(String::as_str).collect();
                Err(no_member(name, &format!("an object of {}", names.join(", "))))
            }
        },
        // An answer without a match has no licence number either.
        Value::Null => Ok(vec![value]),
        _ => Err(no_member(name, "a value without members")),
    }
}

fn no_member(name: &str, found: &str) -> Failure {
    Failure::Usage(format!("--field: there is no {} in {found}", quoted(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_selects_values() {
        let body = serde_json::json!({
            "verdict": "licensed", "match": null, "count": 2,
            "rows": [{ "id": "a" }, { "id": "b" }],
        });
        for (path, lines) in [
            ("verdict", "licensed\n"),
            ("count", "2\n"),
            ("match.license_number", "\n"),
            ("rows.1.id", "b\n"),
            ("rows.*.id", "a\nb\n"),
            ("rows.7.id", ""),
            ("rows.0", "{\"id\":\"a\"}\n"),
        ] {
            assert_eq!(select(&body, path).unwrap(), lines, "{path}");
        }
        for (path, because) in [
            ("verdicts", "no \"verdicts\" in an object of "),
            ("rows.id", "no \"id\" in a list"),
            ("verdict.x", "without members"),
            ("", "no \"\""),
        ] {
            let error = select(&body, path).unwrap_err().to_string();
            assert!(error.contains(because), "{error}");
        }
    }
}
