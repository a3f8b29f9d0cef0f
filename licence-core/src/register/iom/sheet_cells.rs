//! The cells of a workbook.

use std::collections::BTreeMap;

use crate::time::Date;

/// A sheet that a visitor sees.
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

#[derive(Clone, Default)]
pub(super) struct Cell {
    /// What it says, blanks collapsed; of a date its day.
    pub(super) text: String,
    pub(super) date: Option<Date>,
    /// Whether it is a number, a date or the like, and no text.
    pub(super) is_value: bool,
    pub(super) is_struck: bool,
}
