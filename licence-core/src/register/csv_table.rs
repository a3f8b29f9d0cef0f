//! CSV files as regulators write them: with or without byte order mark and quotes, lines of any
//! kind, blank lines, rows that end early, columns in any order.

use std::io::{Chain, Read};

use csv::{Reader, ReaderBuilder, StringRecord};

use super::error::MAX_LINE_BYTES;
use super::layout::Names;
use super::source_file::{line_at, text_of};
use super::survey::{Extra, Survey};
use super::{NameKind, RegisterError, RegisterFault, SourceFile};
use crate::text::{folded, quoted, trimmed};

/// A row of our own after the last one. The parser returns it as a row only when every quote is
/// closed.
const END_ROW: &str = "\u{1}end of file";
const END: &str = "\n\u{1}end of file";

/// No column is left out.
const BESIDE: Names<()> = Names { fields: &[], beside: "" };

pub(crate) struct Columns<const N: usize> {
    pub(crate) names: [&'static str; N],
    /// How many of them, from the first, every row must have. A row may end before the others.
    pub(crate) required: usize,
}

/// A CSV file, its header row read.
pub(crate) struct CsvTable<'f> {
    pub(crate) file: &'f str,
    pub(crate) text: &'f str,
    header: StringRecord,
    reader: Reader<Chain<&'f [u8], &'static [u8]>>,
}

impl<'f> CsvTable<'f> {
    pub(crate) fn open(file: &'f SourceFile) -> Result<Self, RegisterError> {
        let text = text_of(&file.name, &file.bytes)?;
        check_lines(&file.name, text)?;
        let bytes = text.as_bytes().chain(END.as_bytes());
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
        let mut table = Self { file: &file.name, text, header: StringRecord::new(), reader };
        let mut header = StringRecord::new();
        table.read(&mut header)?;
        Ok(Self { header, ..table })
    }

    pub(crate) fn position(&self, column: &str) -> Option<usize> {
        let name = folded(column);
        self.header.iter().position(|cell| folded(cell) == name)
    }

    /// Returns the value that `make` makes of every row that is not blank. `make` takes the cells
    /// of `columns`, in their order, and the remarks in other columns. A cell beyond the end of its
    /// row is empty.
    pub(crate) fn rows<const N: usize, T>(
        mut self,
        survey: &Survey<'_>,
        columns: &Columns<N>,
        mut make: impl FnMut([&str; N], Vec<String>) -> Result<T, RegisterFault>,
    ) -> Result<Vec<T>, RegisterError> {
        let positions = self.positions(columns)?;
        let last_required = positions.iter().take(columns.required).max().copied();
        let needed = last_required.map_or(0, |position| position + 1);
        let width = self.header.len();
        let others = self.header.iter().enumerate().filter(|(at, _)| !positions.contains(at));
        // A column without a heading counts only if a cell of it holds anything.
        let (unnamed, named): (Vec<_>, Vec<_>) = others.partition(|(_, it)| trimmed(it).is_empty());
        let extras = survey.extras(self.file, named, &BESIDE);
        let unnamed: Vec<_> = unnamed.into_iter().map(|(at, _)| at).collect();
        let (mut rows, mut row) = (Vec::new(), StringRecord::new());
        while self.read(&mut row)? {
            let cells = positions.map(|position| row.get(position).unwrap_or_default());
            if unnamed.iter().any(|at| row.get(*at).is_some_and(|it| !trimmed(it).is_empty())) {
                survey.note_unknown(self.file, NameKind::Column, "", "");
            }
            let remark = |extra: &Extra| extra.remark(row.get(extra.at).unwrap_or_default());
            let remarks = extras.iter().filter_map(remark).collect();
            let made = check_length(&row, needed, width).and_then(|()| make(cells, remarks));
            rows.push(made.map_err(|fault| self.at(&row, fault))?);
        }
        Ok(rows)
    }

    fn positions<const N: usize>(&self, columns: &Columns<N>) -> Result<[usize; N], RegisterError> {
        let count = |name| self.header.iter().filter(|cell| folded(cell) == folded(name)).count();
        if let Some(doubled) = columns.names.iter().find(|name| count(name) > 1) {
            let fault = format!("the column {doubled:?} appears twice");
            return Err(self.at(&self.header, RegisterFault::Malformed(fault)));
        }
        let mut positions = [0; N];
        for (column, position) in columns.names.into_iter().zip(&mut positions) {
            *position = self.position(column).ok_or_else(|| {
                let header = quoted(&self.header.iter().collect::<Vec<_>>().join(","));
                self.at(&self.header, RegisterFault::MissingColumn { column, header })
            })?;
        }
        Ok(positions)
    }

    /// Reads the next row that is not blank; false at the end of the file.
    fn read(&mut self, row: &mut StringRecord) -> Result<bool, RegisterError> {
        loop {
            let read = self.reader.read_record(row);
            read.map_err(|error| self.at(row, RegisterFault::Malformed(error.to_string())))?;
            let is_past_the_end = self.reader.position().byte() > self.text.len() as u64 + 1;
            if is_past_the_end && row.len() == 1 && row.get(0) == Some(END_ROW) {
                return Ok(false);
            }
            if is_past_the_end {
                return Err(self.at(row, RegisterFault::Truncated("a quoted value")));
            }
            if !row.iter().all(|cell| trimmed(cell).is_empty()) {
                return Ok(true);
            }
        }
    }

    /// Returns the fault with the line on which the row begins. The parser counts the blank lines
    /// before a row as part of it.
    fn at(&self, row: &StringRecord, fault: RegisterFault) -> RegisterError {
        let bytes = self.text.as_bytes();
        let start = row.position().map_or(0, |position| position.byte() as usize).min(bytes.len());
        let line_ends = bytes[start..].iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        RegisterError::at_line(self.file, line_at(bytes, start + line_ends), fault)
    }
}

fn check_length(row: &StringRecord, needed: usize, columns: usize) -> Result<(), RegisterFault> {
    let fits = row.len() >= needed && row.iter().skip(columns).all(|cell| trimmed(cell).is_empty());
    // An open quote ends at the quote that opens a later value, whose own end is then text.
    let is_open = |cell: &str| cell.contains('\n') && (!fits || cell.contains('"'));
    let fault = match fits {
        _ if row.iter().any(is_open) => {
            "a value opens with a quote that is not closed on its line".to_owned()
        }
        true => return Ok(()),
        false => format!(
            "the row has {} fields; the table needs {needed} and its header has {columns}",
            row.len()
        ),
    };
    Err(RegisterFault::Malformed(fault))
}

fn check_lines(file: &str, text: &str) -> Result<(), RegisterError> {
    for (number, line) in (1..).zip(text.split('\n')) {
        if line.len() > MAX_LINE_BYTES {
            return Err(RegisterError::line_too_long(file, number));
        }
        if let Some(at) = line.bytes().position(|byte| byte == 0) {
            let fault = format!("a NUL character at byte {}", at + 1);
            return Err(RegisterError::malformed_at(file, number, fault));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
