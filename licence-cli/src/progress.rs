//! Progress on standard error, for a person who waits at a terminal.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

use crate::notes;

/// Returns a bar with rows, rate and time left; hidden unless it is watched at a terminal.
pub(crate) fn row_bar(is_watched: bool, rows: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::new(rows.unwrap_or_default()).with_finish(ProgressFinish::AndClear);
    styled(bar, "{bar:24} {human_pos}/{human_len} rows, {per_sec}, {eta} left", is_watched)
}

/// Returns a bar over the files of a read, with the file that is fetched now.
pub(crate) fn file_bar() -> ProgressBar {
    let bar = ProgressBar::new(1).with_finish(ProgressFinish::AndClear);
    styled(bar, "{bar:24} {pos}/{len} {eta} {wide_msg}", true)
}

/// Returns a count of domains, for a person who sends the rows elsewhere; hidden otherwise.
pub(crate) fn domain_count() -> ProgressBar {
    let is_watched = !io::stdout().is_terminal();
    styled(ProgressBar::no_length(), "{spinner} {human_pos} domains, {per_sec}", is_watched)
}

/// Returns a sign of life; hidden if the command is quiet, or no person waits at a terminal.
pub(crate) fn spinner(message: &'static str) -> ProgressBar {
    // `set_message` would draw it at once.
    let spinner = ProgressBar::new_spinner().with_message(message);
    let spinner = spinner.with_finish(ProgressFinish::AndClear);
    if notes::is_quiet() || !io::stderr().is_terminal() {
        spinner.set_draw_target(ProgressDrawTarget::hidden());
    } else {
        spinner.enable_steady_tick(Duration::from_millis(100));
    }
    spinner
}

fn styled(bar: ProgressBar, template: &str, is_watched: bool) -> ProgressBar {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    if !is_watched || notes::is_quiet() || !io::stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}
