//! JSON text that goes into the document as it is. A [`Value`] sorts its members; the order of
//! a reply's members is part of what an example shows.

use serde::Serialize;
use serde_json::Value;

/// Marks a text as JSON to splice in; no text of ours begins with a control character.
const MARK: char = '\u{1}';
const WRITTEN_MARK: &str = "\"\\u0001";

/// Returns a placeholder for JSON text without white space between its tokens.
pub(super) fn from_json(json: &str) -> Value {
    Value::String(format!("{MARK}{json}"))
}

/// Returns a placeholder for the JSON text of a value.
pub(super) fn from_serialize<T: Serialize>(value: &T) -> Value {
    from_json(&serde_json::to_string(value).unwrap_or_default())
}

/// Returns the value of an example as text: JSON with a line for each member, a text as it is.
pub(super) fn pretty(value: &Value) -> String {
    match value {
        Value::String(text) => text.strip_prefix(MARK).map_or_else(|| text.clone(), laid_out),
        other => laid_out(&other.to_string()),
    }
}

/// Returns compact JSON with a line for each member.
fn laid_out(json: &str) -> String {
    let (mut text, mut depth, mut in_string, mut is_escaped) = (String::new(), 0, false, false);
    let mut symbols = json.chars().peekable();
    while let Some(symbol) = symbols.next() {
        let is_empty = matches!((symbol, symbols.peek()), ('{', Some('}')) | ('[', Some(']')));
        match symbol {
            _ if in_string => text.push(symbol),
            '{' | '[' if is_empty => text.extend([symbol, symbols.next().unwrap_or_default()]),
            '{' | '[' => {
                depth += 1;
                text.push(symbol);
                begin_line(&mut text, depth);
            }
            '}' | ']' => {
                depth -= 1;
                begin_line(&mut text, depth);
                text.push(symbol);
            }
            ',' => {
                text.push(symbol);
                begin_line(&mut text, depth);
            }
            ':' => text.push_str(": "),
            _ => text.push(symbol),
        }
        in_string ^= symbol == '"' && !is_escaped;
        is_escaped = in_string && symbol == '\\' && !is_escaped;
    }
    text
}

fn begin_line(text: &mut String, depth: usize) {
    text.push('\n');
    text.extend(std::iter::repeat_n("  ", depth));
}

/// Replaces the placeholders in a serialised document by their JSON text.
pub(super) fn splice(document: &str) -> String {
    let mut rest = document;
    let mut text = String::with_capacity(document.len());
    while let Some(at) = rest.find(WRITTEN_MARK) {
        text.push_str(&rest[..at]);
        let mut strings = serde_json::Deserializer::from_str(&rest[at..]).into_iter::<String>();
        let json = strings.next().and_then(Result::ok).unwrap_or_default();
        text.push_str(json.trim_start_matches(MARK));
        rest = &rest[at + strings.byte_offset()..];
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_order() {
        let example = from_json(r#"{"b":"x \" \\","a":[1,2]}"#);
        let document = serde_json::to_string(&serde_json::json!({ "value": example })).unwrap();
        assert_eq!(splice(&document), r#"{"value":{"b":"x \" \\","a":[1,2]}}"#);
        assert_eq!(splice("{}"), "{}");
    }

    #[test]
    fn json_is_laid_out_in_its_order() {
        let json = r#"{"b":[1,{"c":"x\",{"}],"a":{},"d":[]}"#;
        let expected = "{\n  \"b\": [\n    1,\n    {\n      \"c\": \"x\\\",{\"\n    }\n  ],\n  \
                        \"a\": {},\n  \"d\": []\n}";
        assert_eq!(laid_out(json), expected);
    }
}
