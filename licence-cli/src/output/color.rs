//! Whether output is coloured.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::ColorChoice;

/// The choice of `--color`. It is global, because every cell of a table depends on it.
static CHOICE: OnceLock<ColorChoice> = OnceLock::new();

/// Sets the choice of `--color`. Only the first call counts.
pub(crate) fn set_color(choice: ColorChoice) {
    let _ = CHOICE.set(choice);
}

/// Returns whether standard output is coloured: by `--color`, else on a terminal that is not dumb,
/// and never with `NO_COLOR` (decisions 1).
pub(crate) fn is_coloured() -> bool {
    let variable = |name| std::env::var_os(name);
    match CHOICE.get().copied().unwrap_or(ColorChoice::Auto) {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => wants_colour(
            io::stdout().is_terminal(),
            variable("NO_COLOR").as_deref(),
            variable("TERM").as_deref(),
        ),
    }
}

/// Returns whether output is coloured. An empty `NO_COLOR` has no effect (no-color.org).
fn wants_colour(is_terminal: bool, no_color: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty) && term.is_none_or(|term| term != "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_for_terminals_that_do_not_refuse_it() {
        for (is_terminal, no_color, term, coloured) in [
            (true, None, None, true),
            (true, Some(""), Some("xterm"), true),
            (true, Some("1"), None, false),
            (true, Some("0"), None, false),
            (true, None, Some("dumb"), false),
            (false, None, Some("xterm"), false),
        ] {
            let (no_color, term) = (no_color.map(OsStr::new), term.map(OsStr::new));
            assert_eq!(wants_colour(is_terminal, no_color, term), coloured);
        }
    }
}
