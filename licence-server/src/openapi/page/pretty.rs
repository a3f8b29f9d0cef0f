//! JSON formatted for readers, with its members in their order.

use serde_json::Value;

use crate::openapi::verbatim;

/// Returns the value of an example as text.
pub(super) fn pretty(value: &Value) -> String {
    match (verbatim::json_text(value), value) {
        (Some(json), _) => laid_out(json),
        (None, Value::String(text)) => text.clone(),
        (None, other) => laid_out(&other.to_string()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_laid_out_in_its_order() {
        let json = r#"{"b":[1,{"c":"x\",{"}],"a":{},"d":[]}"#;
        let expected = "{\n  \"b\": [\n    1,\n    {\n      \"c\": \"x\\\",{\"\n    }\n  ],\n  \
                        \"a\": {},\n  \"d\": []\n}";
        assert_eq!(laid_out(json), expected);
    }
}
