//! Tables and colour for people.

use std::io::{self, IsTerminal};

use comfy_table::{Cell, Color, ContentArrangement, Table, presets};

/// Colour only on a terminal, and never with `NO_COLOR` (decisions 1).
pub(crate) fn is_coloured() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !refused
}

/// A table of names and values without lines.
pub(crate) fn card(rows: Vec<(&str, Cell)>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    for (name, value) in rows {
        table.add_row([dim(name), value]);
    }
    format!("{}\n", table.trim_fmt())
}

/// A table with a header row.
pub(crate) fn table(header: &[&str], rows: impl Iterator<Item = Vec<Cell>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.iter().map(|name| dim(name)));
    rows.for_each(|row| {
        table.add_row(row);
    });
    format!("{}\n", table.trim_fmt())
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
