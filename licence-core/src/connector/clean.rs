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
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_reader_cannot_see_is_dropped() {
        for (text, expected) in [
            ("", ""),
            (" \u{a0}\t\n", ""),
            ("Marks &amp; Spin", "Marks & Spin"),
            ("a&#8203;b&#x202E;c&#65;", "abcA"),
            ("a & b; &c; &#xZZ; &#1114112;", "a & b; &c; &#xZZ; &#1114112;"),
            ("&amp;#8203;", "&#8203;"),
            ("one\r\n- two\u{2028}three", "one - two three"),
            ("\u{e0001}\u{e0049}\u{e0067}plain\u{fe0f}", "plain"),
            ("\u{5d0}\u{202e}\u{5d1}", "\u{5d0}\u{5d1}"),
            ("Lantern Spin (UK) Ltd.", "Lantern Spin (UK) Ltd."),
            (" a", "a"),
            ("a ", "a"),
            ("a  b", "a b"),
            ("a\u{7f}b", "ab"),
            ("a\u{1bca0}b\u{fff9}c", "abc"),
            ("Ünïcode 株式会社", "Ünïcode 株式会社"),
        ] {
            assert_eq!(clean_text(text, MAX_FOREIGN_CHARS), expected, "{text:?}");
            assert_eq!(clean_body(json!(text)), expected, "{text:?}");
        }
    }

    #[test]
    fn a_body_that_counts_as_clean_is_one_that_cleaning_keeps() {
        let (whole, long) = ("x".repeat(MAX_FOREIGN_CHARS), "x".repeat(MAX_FOREIGN_CHARS + 1));
        let (latin, more_latin) = ('\u{c0}'..'\u{170}', '\u{170}'..='\u{27f}');
        let (latin, more_latin) = (latin.collect::<String>(), more_latin.collect::<String>());
        for (text, is_plain) in [
            ("", true),
            ("Lantern Spin (UK) Ltd.", true),
            ("a: b, [c] {d}", true),
            (&whole, true),
            (&long, false),
            (" a", false),
            ("a ", false),
            (" ", false),
            ("a  b", false),
            ("Marks & Spin", false),
            ("a&#8203;b", false),
            ("a\u{0}b", false),
            ("one\r\n- two", false),
            ("a\tb", false),
            ("a\u{7f}b", false),
            ("a\u{9b}b", false),
            ("a\u{a0}b", false),
            ("a\u{ad}b", false),
            ("a\u{61c}b", false),
            ("a\u{200b}b", false),
            ("a\u{200f}b", false),
            ("a\u{202e}b", false),
            ("a\u{2066}b", false),
            ("a\u{feff}b", false),
            ("a\u{fe0f}b", false),
            ("a\u{e0041}b", false),
            ("active (\"Licensed\"), 'x'", true),
            ("\"x\"", true),
            ("a \" b", true),
            ("\" a", true),
            ("a \"", true),
            (" \"", false),
            ("\" ", false),
            ("a \" ", false),
            ("a\\\"b", false),
            ("back\\slash", false),
            ("Curaçao", true),
            (&latin, true),
            (&more_latin, true),
            (" ç", false),
            ("ç ", false),
            (&"ç".repeat(MAX_FOREIGN_CHARS), true),
            (&"ç".repeat(MAX_FOREIGN_CHARS + 1), false),
            ("a\u{85}b", false),
            ("a\u{bf}b", false),
            ("a\u{34f}b", false),
            ("株式会社", false),
        ] {
            let bodies = [
                json!(text),
                json!({"rows": [{"name": text, "count": 3}, null]}),
                json!({text: [true, 1.5]}),
                json!({"verdict_detail": text, "note": [text, "a"]}),
            ];
            for body in bodies {
                let compact = body.to_string();
                assert_eq!(is_clean_body(compact.as_bytes()), is_plain, "{compact}");
                assert!(!is_plain || clean_body(body.clone()) == body, "{compact}");
            }
        }
        assert!(!is_clean_body(b"{\"a\\u202eb\":1}"));
        assert!(!is_clean_body(b"{\"a\\u0020\":1}"));
        assert!(!is_clean_body("{\"a\u{202e}\":1}".as_bytes()));
    }

    #[test]
    fn a_long_text_is_cut_and_says_so() {
        let long = "x".repeat(10_000);
        assert_eq!(clean_text(&long, 300).chars().count(), 301);
        assert!(clean_text(&long, 300).ends_with('…'));
        assert_eq!(clean_text(&long[..300], 300), long[..300]);
    }

    #[test]
    fn every_text_of_a_body_is_clean_and_sentences_of_ours_stay_whole() {
        let sentence = "word ".repeat(100);
        let body = json!({
            "verdict_detail": sentence,
            "rows": [{"na\u{200b}me": "A\u{202e}B", "count": 3}],
        });
        let expected = json!({
            "verdict_detail": sentence.trim_end(),
            "rows": [{"name": "AB", "count": 3}],
        });
        assert_eq!(clean_body(body), expected);
    }
}
