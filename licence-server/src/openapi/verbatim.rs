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

/// Returns the JSON text of a placeholder; `None` for any other value.
pub(super) fn json_text(value: &Value) -> Option<&str> {
    value.as_str()?.strip_prefix(MARK)
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
}
