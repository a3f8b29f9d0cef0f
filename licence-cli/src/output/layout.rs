//! Tables and cards as wide as the terminal. An identifier or a URL is whole or left out; prose is
//! cut.

use comfy_table::{ContentArrangement, Table, presets};

use super::cell::{Cell, length};
use super::color::is_coloured;

/// The width of a terminal that tells none.
const USUAL_WIDTH: usize = 80;
/// The narrowest column of prose.
const NARROWEST_PROSE: usize = 24;
/// The spaces between two columns.
const MARGIN: usize = 2;

#[derive(Clone, Copy)]
pub(crate) struct Column {
    name: &'static str,
    kind: Kind,
    rank: u8,
}

/// What happens to a column that is too wide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It stays whole.
    Whole,
    /// It is cut after one line.
    Cut,
    /// It continues on the next line.
    Wrapped,
}

/// Returns a column that stays whole.
pub(crate) const fn column(name: &'static str) -> Column {
    Column { name, kind: Kind::Whole, rank: 0 }
}

/// Returns a column whose text is cut.
pub(crate) const fn prose(name: &'static str) -> Column {
    Column { name, kind: Kind::Cut, rank: 0 }
}

/// Returns a column whose text continues on the next line.
pub(crate) const fn wrapped(name: &'static str) -> Column {
    Column { name, kind: Kind::Wrapped, rank: 0 }
}

impl Column {
    /// Returns the column with a rank: of the columns that may be left out, the highest goes first.
    pub(crate) const fn optional(self, rank: u8) -> Self {
        Self { rank, ..self }
    }
}

/// Returns a table of names and values without lines.
pub(crate) fn card(rows: Vec<(&str, Cell)>) -> String {
    let names = rows.iter().map(|(name, _)| length(name)).max().unwrap_or_default();
    let room = width().map(|width| width.saturating_sub(names + 2 * MARGIN));
    let mut table = without_lines();
    for (name, value) in rows {
        table.add_row([Cell::dim(name).drawn(), value.wrapped(room).drawn()]);
    }
    lines_of(&table)
}

/// Returns a table of rows: for each column what it is, and its cell of a row.
macro_rules! table_of {
    ($rows:expr, |$row:ident| { $( $column:expr => $cell:expr, )+ }) => {
        $crate::output::layout::table(
            &[ $( $column ),+ ],
            IntoIterator::into_iter($rows)
                .map(|$row| vec![ $( $crate::output::cell::Cell::from($cell) ),+ ]),
        )
    };
}
pub(crate) use table_of;

/// Returns the rows of a card: names with their values.
macro_rules! card_rows {
    ($( $name:literal => $value:expr, )+) => {
        vec![ $( ($name, $crate::output::cell::Cell::from($value)), )+ ]
    };
}
pub(crate) use card_rows;

pub(crate) fn table(columns: &[Column], rows: impl Iterator<Item = Vec<Cell>>) -> String {
    let rows: Vec<Vec<Cell>> = rows.collect();
    let natural: Vec<usize> = (0..columns.len())
        .map(|index| natural_width(columns[index], rows.iter().filter_map(|row| row.get(index))))
        .collect();
    let widths = match width() {
        Some(width) => widths(columns, &natural, width),
        None => natural.into_iter().map(Some).collect(),
    };
    let mut table = without_lines();
    let kept = |index: &usize| widths.get(*index).copied().flatten().is_some();
    table.set_header((0..columns.len()).filter(kept).map(|at| Cell::dim(columns[at].name).drawn()));
    for row in rows {
        let cells = row.into_iter().zip(columns).zip(&widths);
        let cells = cells.filter_map(|((cell, column), width)| {
            let width = (*width)?;
            Some(match column.kind {
                Kind::Whole => cell.drawn(),
                Kind::Cut => cell.cut(width).drawn(),
                Kind::Wrapped => cell.wrapped(Some(width)).drawn(),
            })
        });
        table.add_row(cells);
    }
    lines_of(&table)
}

/// Returns the lines of a drawn table without blanks at their ends.
fn lines_of(table: &Table) -> String {
    let lines: Vec<String> = table.lines().map(|line| trimmed(&line)).collect();
    format!("{}\n", lines.join("\n"))
}

/// Returns a line without blanks at its end. The library pads a cell inside its colour, so that blanks
/// also precede the code that ends the colour.
fn trimmed(line: &str) -> String {
    let line = line.trim_end();
    match line.rfind('\u{1b}').map(|at| line.split_at(at)) {
        Some((text, code)) if code.find('m') == Some(code.len() - 1) => {
            format!("{}{code}", text.trim_end())
        }
        _ => line.to_owned(),
    }
}

/// Returns the width of each column, `None` for those left out. Columns that stay whole have their
/// natural width, and the others share the rest.
fn widths(columns: &[Column], natural: &[usize], width: usize) -> Vec<Option<usize>> {
    let narrowest = |index: usize| match columns[index].kind {
        Kind::Whole => natural[index],
        Kind::Cut | Kind::Wrapped => natural[index].min(NARROWEST_PROSE),
    };
    let mut kept: Vec<usize> = (0..columns.len()).collect();
    while kept.iter().map(|index| narrowest(*index) + MARGIN).sum::<usize>() > width {
        let last = (0..kept.len()).max_by_key(|position| columns[kept[*position]].rank);
        match last.filter(|position| columns[kept[*position]].rank > 0) {
            Some(position) => drop(kept.remove(position)),
            None => break,
        }
    }
    let needed: usize = kept.iter().map(|index| narrowest(*index) + MARGIN).sum();
    let mut rest = width.saturating_sub(needed);
    let mut widths = vec![None; columns.len()];
    for index in kept {
        let more = rest.min(natural[index] - narrowest(index));
        widths[index] = Some(narrowest(index) + more);
        rest -= more;
    }
    widths
}

/// Returns the width of the widest line of a column.
fn natural_width<'c>(column: Column, cells: impl Iterator<Item = &'c Cell>) -> usize {
    let lines = cells.flat_map(Cell::lines).map(length);
    lines.max().unwrap_or_default().max(length(column.name))
}

/// Returns the width of the terminal, else of `COLUMNS`; `None` for a pipe.
fn width() -> Option<usize> {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = Table::new().width().map(usize::from).or_else(columns)?;
    Some(if width == 0 { USUAL_WIDTH } else { width })
}

/// Returns an empty table that draws its cells as they are.
fn without_lines() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    if is_coloured() {
        table.enforce_styling();
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_its_text_also_in_colour() {
        for (line, expected) in [
            (" verdict  licensed   ", " verdict  licensed"),
            ("\u{1b}[38;5;10m licensed   \u{1b}[39m  ", "\u{1b}[38;5;10m licensed\u{1b}[39m"),
            ("\u{1b}[38;5;10m a \u{1b}[39m from  ", "\u{1b}[38;5;10m a \u{1b}[39m from"),
            ("   ", ""),
        ] {
            assert_eq!(trimmed(line), expected, "{line:?}");
        }
    }

    #[test]
    fn columns_are_left_out_by_rank_and_prose_shares_the_rest() {
        let columns = [column("a"), prose("b"), column("c").optional(1), column("d").optional(2)];
        let natural = [10, 60, 10, 10];
        for (width, expected) in [
            (98, [Some(10), Some(60), Some(10), Some(10)]),
            (70, [Some(10), Some(32), Some(10), Some(10)]),
            (60, [Some(10), Some(34), Some(10), None]),
            (40, [Some(10), Some(26), None, None]),
            (20, [Some(10), Some(24), None, None]),
        ] {
            assert_eq!(widths(&columns, &natural, width), expected, "{width}");
        }
    }
}
