//! The text of a file.

use super::{RegisterError, RegisterFault};
use crate::text::{quoted, trimmed};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text of a file, without its byte order mark.
pub(crate) fn text_of<'b>(file: &str, bytes: &'b [u8]) -> Result<&'b str, RegisterError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let byte = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        RegisterError::at_line(file, line_at(bytes, before.len()), RegisterFault::NotUtf8(byte))
    })?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if trimmed(text).is_empty() {
        return Err(RegisterError::of_file(file, RegisterFault::Empty));
    }
    Ok(text)
}

/// The line of a byte offset, counted from one.
pub(crate) fn line_at(bytes: &[u8], offset: usize) -> u64 {
    let before = bytes.get(..offset).unwrap_or(bytes);
    1 + before.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// Returns the fault of a file that is something else, for example a maintenance page.
pub(crate) fn not_the_register(expected: &str, text: &str) -> RegisterFault {
    let found = trimmed(text);
    let is_page = found.starts_with('<');
    let what = if is_page { "a web page: " } else { "" };
    RegisterFault::NotTheRegister {
        expected: expected.to_owned(),
        found: format!("{what}{}", quoted(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_told_with_its_place() {
        for (bytes, message) in [
            (&b""[..], "f: the file is empty"),
            (b"\xef\xbb\xbf \r\n", "f: the file is empty"),
            (
                b"one\ntwo caf\xe9\n",
                "f, line 2: not UTF-8 at byte 8 of the line; save the file as UTF-8",
            ),
            (b"\xff\xfea\0", "f, line 1: not UTF-8 at byte 1 of the line; save the file as UTF-8"),
        ] {
            assert_eq!(text_of("f", bytes).unwrap_err().to_string(), message);
        }
        assert_eq!(text_of("f", b"\xef\xbb\xbfa"), Ok("a"));
    }
}
