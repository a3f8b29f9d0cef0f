//! Text of registers, made harmless before an assistant or a terminal shows it.
//!
//! A name in a register is written by others. Invisible characters could carry
//! instructions, and a line break could pretend to be a line of ours.

use serde_json::Value;

use crate::text;

/// The most characters of a text from a register. A longer one ends with `…`.
pub const MAX_FOREIGN_CHARS: usize = 300;
/// The most characters of a sentence of ours, which names operators.
pub const MAX_SENTENCE_CHARS: usize = 2_000;
/// The members of the API's bodies that hold sentences and cursors of ours.
const OURS: [&str; 3] = ["verdict_detail", "next_cursor", "note"];

/// Returns a text without what a reader cannot see: entities are decoded first, then controls,
/// directional marks, characters without width, variation selectors and tags are dropped. White
/// space becomes one space, and a long text is cut.
///
/// ```
/// use licence_core::connector::clean::clean_text;
///
/// assert_eq!(clean_text("Lantern\u{202e}\u{e0041} &#x200b;Gaming\r\nLimited", 300), "Lantern Gaming Limited");
/// assert_eq!(clean_text("Lantern", 3), "Lan…");
/// ```
pub fn clean_text(text: &str, max_chars: usize) -> String {
    let mut clean = String::new();
    let mut length = 0;
    for c in decode_entities(text).chars() {
        let c = if c.is_whitespace() { ' ' } else { c };
        if is_unseen(c) || (c == ' ' && (clean.is_empty() || clean.ends_with(' '))) {
            continue;
        }
        if length == max_chars {
            clean.push('…');
            return clean;
        }
        clean.push(c);
        length += 1;
    }
    clean.truncate(clean.trim_end().len());
    clean
}

/// Returns a body of the API with every text cleaned, the names of members included.
pub fn clean_body(body: Value) -> Value {
    clean_member("", body)
}

fn clean_member(name: &str, value: Value) -> Value {
    let max_chars = if OURS.contains(&name) { MAX_SENTENCE_CHARS } else { MAX_FOREIGN_CHARS };
    match value {
        Value::String(text) => Value::String(clean_text(&text, max_chars)),
        Value::Array(items) => items.into_iter().map(|item| clean_member(name, item)).collect(),
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| {
                let value = clean_member(&name, value);
                (clean_text(&name, MAX_FOREIGN_CHARS), value)
            })
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value,
    }
}

/// Returns whether [`clean_body`] certainly changes nothing in a body, given as compact JSON: visible
/// ASCII and letters of Latin with single spaces within texts, no escapes but that of a quotation
/// mark, no entities, and only short texts.
pub(super) fn is_clean_body(body: &[u8]) -> bool {
    // Where the text began, and how many of its characters have two bytes.
    let (mut at, mut start, mut doubled) = (0, 0, 0);
    let mut before = b'"';
    while let Some(&byte) = body.get(at) {
        match byte {
            _ if PLAIN[usize::from(byte)] => {}
            b' ' if !matches!(before, b' ' | b'"') => {}
            b'"' if before != b' ' && at - start - doubled <= MAX_FOREIGN_CHARS => {
                (start, doubled) = (at + 1, 0);
            }
            // Sentences quote the words of registers.
            b'\\' if body.get(at + 1) == Some(&b'"') => (at, doubled) = (at + 1, doubled + 1),
            // In two bytes: the characters from U+00C0 to U+027F, all of which are visible.
            0xc3..=0xc9 if at + 1 < body.len() => (at, doubled) = (at + 1, doubled + 1),
            _ => return false,
        }
        before = byte;
        at += 1;
    }
    at - start - doubled <= MAX_FOREIGN_CHARS
}

/// The bytes that are clean wherever they are. A table, because most bytes of a body are among them.
const PLAIN: [bool; 256] = {
    let mut plain = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        plain[byte as usize] = byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\' | b'&');
        byte += 1;
    }
    plain
};

/// Returns whether a character is a control, or one that a reader does not see: a directional mark,
/// one without width, a variation selector or a tag.
pub fn is_unseen(c: char) -> bool {
    c.is_control() || text::is_unseen(c)
}

/// Decodes the entities of HTML that can hide a character: numbers, and the five names of XML.
/// An entity within an entity stays as it is, because a reader sees its text.
fn decode_entities(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        decoded.push_str(&rest[..start]);
        rest = &rest[start..];
        let entity = rest.char_indices().take(12).find(|(_, c)| *c == ';').map(|(end, _)| end);
        match entity.and_then(|end| Some((end, entity_char(&rest[1..end])?))) {
            Some((end, c)) => {
                decoded.push(c);
                rest = &rest[end + 1..];
            }
            None => {
                decoded.push('&');
                rest = &rest[1..];
            }
        }
    }
    decoded + rest
}

fn entity_char(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

#[cfg(test)]
mod tests;
