//! The refusal of a file that is larger than any register.

use super::{RegisterError, RegisterFault};

/// The longest line of any file of a regulator, in bytes.
pub(crate) const MAX_LINE_BYTES: usize = 1024 * 1024;

impl RegisterError {
    /// The refusal of a file of which only the beginning was read, because it is larger than
    /// `limit` bytes. Names the line where one has no end in sight: that is what is wrong with
    /// the file, not its size.
    pub fn too_large(file: &str, beginning: &[u8], limit: u64) -> Self {
        let is_endless = |line: &[u8]| line.len() > MAX_LINE_BYTES;
        match beginning.split(|byte| *byte == b'\n').position(is_endless) {
            Some(before) => Self::at_line(
                file,
                before as u64 + 1,
                RegisterFault::LineTooLong { limit: MAX_LINE_BYTES },
            ),
            None => Self::of_file(file, RegisterFault::TooLarge { limit }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_line_is_named_before_the_size() {
        let short = b"a\n".repeat(MAX_LINE_BYTES);
        let endless = [&b"a\nb\n"[..], &vec![b'x'; MAX_LINE_BYTES + 1]].concat();
        for (beginning, message) in [
            (short, "f: the file is larger than 9 bytes"),
            (endless, "f, line 3: the line is longer than 1048576 bytes"),
        ] {
            assert_eq!(RegisterError::too_large("f", &beginning, 9).to_string(), message);
        }
    }
}
