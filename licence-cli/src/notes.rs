//! Lines for people beside the answer: notes, warnings and errors.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line to standard error. A line that cannot be written is lost, because the answer and the
/// exit code hold without it.
pub(crate) fn print(line: impl Display) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
