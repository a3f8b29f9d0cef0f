//! Tables and colour for people.

use std::ffi::OsStr;
use std::io::{self, IsTerminal};

use comfy_table::{Cell, Color, ContentArrangement, Table, presets};
use licence_core::status::LicenceStatus;

/// The width of a terminal that tells none.
const USUAL_WIDTH: u16 = 80;

/// Colour only on a terminal, and never with `NO_COLOR` (decisions 1).
pub(crate) fn is_coloured() -> bool {
    wants_colour(io::stdout().is_terminal(), std::env::var_os("NO_COLOR").as_deref())
}

/// An empty `NO_COLOR` says nothing (no-color.org).
fn wants_colour(is_terminal: bool, no_color: Option<&OsStr>) -> bool {
    is_terminal && no_color.is_none_or(OsStr::is_empty)
}

/// A table of names and values without lines.
pub(crate) fn card(rows: Vec<(&str, Cell)>) -> String {
    let mut table = without_lines();
    for (name, value) in rows {
        table.add_row([dim(name), value]);
    }
    format!("{}\n", table.trim_fmt())
}

/// A table with a header row.
pub(crate) fn table(header: &[&str], rows: impl Iterator<Item = Vec<Cell>>) -> String {
    let mut table = without_lines();
    table.set_header(header.iter().map(|name| dim(name)));
    rows.for_each(|row| {
        table.add_row(row);
    });
    format!("{}\n", table.trim_fmt())
}

/// As wide as the terminal. One that does not know its width says 0, and every letter would have a
/// line of its own.
fn without_lines() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    if table.width() == Some(0) {
        table.set_width(USUAL_WIDTH);
    }
    table
}

fn dim(text: &str) -> Cell {
    let cell = Cell::new(text);
    if is_coloured() { cell.fg(Color::DarkGrey) } else { cell }
}

/// A cell in a colour.
pub(crate) fn coloured(text: impl ToString, color: Color) -> Cell {
    let cell = Cell::new(text.to_string());
    if is_coloured() { cell.fg(color) } else { cell }
}

/// Text from a register or a user with nothing in it that moves the cursor.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// Returns a cell with a licence's status in its colour.
pub(crate) fn status(status: LicenceStatus) -> Cell {
    coloured(status, status_color(status))
}

/// Returns the colour of a status: in force, in question, revoked, or unknown.
pub(crate) const fn status_color(status: LicenceStatus) -> Color {
    match status {
        LicenceStatus::Active => Color::Green,
        LicenceStatus::Suspended
        | LicenceStatus::Pending
        | LicenceStatus::Expired
        | LicenceStatus::Surrendered => Color::Yellow,
        LicenceStatus::Revoked => Color::Red,
        LicenceStatus::NotInRegister | LicenceStatus::Unknown => Color::Grey,
    }
}

/// A value, or a dash.
pub(crate) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| plain(&value.to_string()))
}

/// Returns a note with the range of rows shown; empty if the whole list is shown.
pub(crate) fn part(shown: usize, offset: u64, total: u64) -> String {
    if shown as u64 >= total {
        return String::new();
    }
    let last = offset.saturating_add(shown as u64);
    let first = if shown == 0 { offset } else { offset.saturating_add(1) };
    format!(
        "\n{first} to {last} of {total}; --offset and --limit show others, --all the whole list\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_for_terminals_that_do_not_refuse_it() {
        for (is_terminal, no_color, coloured) in [
            (true, None, true),
            (true, Some(""), true),
            (true, Some("1"), false),
            (true, Some("0"), false),
            (false, None, false),
        ] {
            assert_eq!(wants_colour(is_terminal, no_color.map(OsStr::new)), coloured);
        }
    }

    #[test]
    fn a_part_of_a_list_says_which() {
        assert_eq!(part(3, 0, 3), "");
        assert!(part(20, 40, 65).starts_with("\n41 to 60 of 65;"));
        assert!(part(0, 70, 65).starts_with("\n70 to 70 of 65;"));
    }

    #[test]
    fn nothing_in_a_text_moves_the_cursor() {
        assert_eq!(plain("a\u{1b}[31m\nb"), "a\u{fffd}[31m\u{fffd}b");
    }
}
