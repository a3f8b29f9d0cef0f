//! Lines for people beside the answer: notes, warnings and errors.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::OnceLock;

use licence_core::connector::clean::is_unseen;

/// Whether `--quiet` is given. It is global, because it applies to whatever a command prints.
static IS_QUIET: OnceLock<bool> = OnceLock::new();

/// Sets whether the command prints no table, no progress and no notes. Only the first call counts.
pub(crate) fn set_quiet(is_quiet: bool) {
    let _ = IS_QUIET.set(is_quiet);
}

pub(crate) fn is_quiet() -> bool {
    IS_QUIET.get() == Some(&true)
}

/// Prints a note or a warning, unless the command is quiet.
pub(crate) fn note(line: impl Display) {
    if !is_quiet() {
        print(line);
    }
}

/// Prints a line to standard error, without what would move the cursor: it may have the text of a server or a
/// file. A line that cannot be written is lost, because the answer and the exit code hold without it.
pub(crate) fn print(line: impl Display) {
    let moves_the_cursor = |c: char| c != '\n' && is_unseen(c);
    let line = line.to_string().replace(moves_the_cursor, "\u{fffd}");
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
