//! Files of regulators, the text of one, and the snapshot that a reading is made from.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use super::{RegisterError, RegisterFault};
use crate::hex::hex;
use crate::text::{quoted, trimmed};

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A file of a regulator as it was fetched or opened: its name for messages, and its bytes. Files
/// sort by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// The name to call it by in errors. For a fetched file, this is where it was found in the end,
    /// without credentials.
    pub name: String,
    /// Its bytes, unmodified.
    pub bytes: Vec<u8>,
}

impl SourceFile {
    /// Returns whether it is a PDF document.
    pub fn is_pdf(&self) -> bool {
        self.bytes.starts_with(b"%PDF-")
    }
}

/// Returns the name that errors about several files use: the first of their names.
pub(super) fn first_name(files: &[SourceFile]) -> &str {
    files.iter().map(|file| file.name.as_str()).min().unwrap_or("no files")
}

/// The bytes that a reading was made from, and their SHA-256 (decisions 2): of one file its bytes,
/// of several the files one after another in the order of their names.
///
/// ```
/// use licence_core::register::{Snapshot, SourceFile};
///
/// let file = SourceFile { name: "an.json".into(), bytes: b"abc".to_vec() };
/// assert!(Snapshot::new(vec![file]).sha256().starts_with("ba7816bf8f01cfea"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    files: Vec<SourceFile>,
    sha256: String,
}

impl Snapshot {
    /// Returns the snapshot of the files of one read.
    pub fn new(mut files: Vec<SourceFile>) -> Self {
        files.sort();
        let mut hash = Sha256::new();
        files.iter().for_each(|file| hash.update(&file.bytes));
        let sha256 = hex(&hash.finalize());
        Self { files, sha256 }
    }

    /// Returns the snapshot of bytes without a name.
    pub fn of_bytes(bytes: Vec<u8>) -> Self {
        Self::new(vec![SourceFile { name: String::new(), bytes }])
    }

    /// Returns the SHA-256 in lowercase hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Returns the bytes one after another.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        match self.files.as_slice() {
            [file] => Cow::Borrowed(&file.bytes),
            files => Cow::Owned(files.iter().flat_map(|file| &file.bytes).copied().collect()),
        }
    }
}

/// Returns the text of a file, without its byte order mark.
pub(crate) fn text_of<'b>(file: &str, bytes: &'b [u8]) -> Result<&'b str, RegisterError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let byte = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        let fault = format!("not UTF-8 at byte {byte} of the line; save the file as UTF-8");
        RegisterError::malformed_at(file, line_at(bytes, before.len()), fault)
    })?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if trimmed(text).is_empty() {
        return Err(RegisterError::of_file(file, RegisterFault::Empty));
    }
    Ok(text)
}

/// Returns the line of a byte offset, counted from one.
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
