//! Progress on standard error, for a person who waits at a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Returns a bar with rows, rate and time left; hidden unless it is watched at a terminal.
pub(crate) fn row_bar(is_watched: bool, rows: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::new(rows.unwrap_or_default()).with_finish(ProgressFinish::AndClear);
    let style = "{bar:24} {human_pos}/{human_len} rows, {per_sec}, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    if !is_watched || !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// Returns a count of domains, for a person who sends the rows elsewhere; hidden otherwise.
pub(crate) fn domain_count(is_quiet: bool) -> ProgressBar {
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
