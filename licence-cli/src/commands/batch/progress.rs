//! How far a batch is.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A count on standard error, for a person who sends the rows elsewhere.
pub(super) fn count(is_quiet: bool) -> ProgressBar {
    let progress = ProgressBar::no_length();
    let is_watched = !is_quiet && io::stderr().is_terminal() && !io::stdout().is_terminal();
    if !is_watched {
        progress.set_draw_target(ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} domains, {per_sec}") {
        progress.set_style(style);
    }
    progress
}
