//! The cells of a workbook.

use std::collections::BTreeMap;

use crate::time::Date;

/// A sheet of a workbook and its rows that are not blank.
pub(super) struct Sheet {
    pub(super) name: String,
    pub(super) rows: Vec<Row>,
}

/// A row that is not blank, by the columns of its cells.
#[derive(Default)]
pub(super) struct Row {
    /// As a spreadsheet shows it, from one.
    pub(super) number: u32,
    pub(super) cells: BTreeMap<u32, Cell>,
}

/// A cell.
#[derive(Clone)]
pub(super) struct Cell {
    /// What it says, blanks collapsed; of a date its day.
    pub(super) text: String,
    pub(super) date: Option<Date>,
    /// Whether it is a text, or blank; not a number or a date.
    pub(super) is_text: bool,
    /// Whether it is struck out.
    pub(super) is_struck: bool,
}

impl Default for Cell {
    fn default() -> Self {
        Self { text: String::new(), date: None, is_text: true, is_struck: false }
    }
}
