//! Percent-escapes (RFC 3986, 2.1). A malformed one is refused, never guessed.

use std::borrow::Cow;

use licence_core::request::quoted;
use thiserror::Error;

/// Why a text cannot be decoded.
#[derive(Debug, PartialEq, Eq, Error)]
pub(crate) enum Flaw {
    /// A percent sign without two hexadecimal digits.
    #[error("{0}, which is no percent-escape (% and two hexadecimal digits)")]
    BadEscape(String),
    /// Bytes that are no UTF-8.
    #[error("bytes that are not UTF-8")]
    NotUtf8,
    /// A NUL, which databases treat differently.
    #[error("a NUL character")]
    Nul,
}

/// Returns the decoded text; with `plus_is_space`, a plus is a space as in a query.
pub(crate) fn decode(raw: &str, plus_is_space: bool) -> Result<Cow<'_, str>, Flaw> {
    let is_plain = |byte| byte != b'%' && byte != 0 && !(plus_is_space && byte == b'+');
    if raw.bytes().all(is_plain) {
        return Ok(Cow::Borrowed(raw));
    }
    let bytes = unescape(raw, plus_is_space)?;
    if bytes.contains(&0) {
        return Err(Flaw::Nul);
    }
    String::from_utf8(bytes).map(Cow::Owned).map_err(|_| Flaw::NotUtf8)
}

fn unescape(raw: &str, plus_is_space: bool) -> Result<Vec<u8>, Flaw> {
    let mut decoded = Vec::with_capacity(raw.len());
    let mut rest = raw.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        decoded.push(match byte {
            b'%' => {
                let (byte, after) = escaped_byte(after).ok_or_else(|| bad_escape(after))?;
                rest = after;
                byte
            }
            b'+' if plus_is_space => b' ',
            byte => byte,
        });
    }
    Ok(decoded)
}

/// Returns a text for a path or a query: every byte but letters, digits and `-._~` is escaped.
pub(crate) fn percent_encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match is_unreserved(byte) {
            true => encoded.push(byte.into()),
            false => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Returns the byte that two hexadecimal digits encode, and the rest.
fn escaped_byte(after_percent: &[u8]) -> Option<(u8, &[u8])> {
    let (digits, rest) = after_percent.split_at_checked(2)?;
    let value = |digit: u8| char::from(digit).to_digit(16);
    let byte = value(digits[0])? << 4 | value(digits[1])?;
    Some((u8::try_from(byte).ok()?, rest))
}

fn bad_escape(after_percent: &[u8]) -> Flaw {
    let digits = &after_percent[..after_percent.len().min(2)];
    Flaw::BadEscape(quoted(&format!("%{}", String::from_utf8_lossy(digits))))
}

/// Returns the text with the escapes of unreserved characters decoded. All other escapes stay,
/// malformed ones too.
pub(crate) fn unescape_unreserved(raw: &str) -> String {
    let mut plain = String::with_capacity(raw.len());
    let mut pieces = raw.split('%');
    plain.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        match escaped_byte(piece.as_bytes()) {
            Some((byte, _)) if is_unreserved(byte) => {
                plain.push(char::from(byte));
                plain.push_str(&piece[2..]);
            }
            _ => {
                plain.push('%');
                plain.push_str(piece);
            }
        }
    }
    plain
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_or_refused() {
        let bad = |shown: &str| Err(Flaw::BadEscape(shown.to_owned()));
        for (raw, decoded) in [
            ("", Ok("")),
            ("bet365.com", Ok("bet365.com")),
            ("a+b%20c%2B", Ok("a b c+")),
            ("b%C3%BCcher", Ok("bücher")),
            ("b%c3%bccher", Ok("bücher")),
            ("bücher", Ok("bücher")),
            ("%00", Err(Flaw::Nul)),
            ("\0", Err(Flaw::Nul)),
            ("%FF", Err(Flaw::NotUtf8)),
            ("%C0%AF", Err(Flaw::NotUtf8)),
            ("%ED%A0%80", Err(Flaw::NotUtf8)),
            ("%C3", Err(Flaw::NotUtf8)),
            ("%", bad(r#""%""#)),
            ("a%2", bad(r#""%2""#)),
            ("%zz", bad(r#""%zz""#)),
            ("%+1", bad(r#""%+1""#)),
            ("%%41", bad(r#""%%4""#)),
            ("%ü", bad(r#""%ü""#)),
        ] {
            let found = decode(raw, true);
            assert_eq!(found.as_deref().map_err(|_| ()), decoded.as_deref().map_err(|_| ()));
            assert_eq!(found.err(), decoded.err(), "{raw}");
        }
        assert_eq!(decode("a+b", false).as_deref(), Ok("a+b"));
    }
}
