//! CSV files as regulators write them: with or without byte order mark and quotes, lines of any
//! kind, blank lines, rows that end early, columns in any order.

use std::io::{Chain, Read};

use csv::{Reader, ReaderBuilder, StringRecord};

use super::layout::{Extra, Names, Place, Survey};
use super::oversized::MAX_LINE_BYTES;
use super::text_file::{line_at, text_of};
use super::{RegisterError, RegisterFault, SourceFile};
use crate::text::{folded, quoted, trimmed};

/// A row of our own behind the last one: it comes out as a row only when every quote was closed.
const END_ROW: &str = "\u{1}end of file";
const END: &str = "\n\u{1}end of file";

/// No column is left out.
const BESIDE: Names<()> = Names { fields: &[], beside: "" };

/// The columns that a reader needs, by name.
pub(crate) struct Columns<const N: usize> {
    /// Their names; case and blanks do not matter.
    pub(crate) names: [&'static str; N],
    /// How many of them, from the first, stand in every row; a row may end before the others.
    pub(crate) required: usize,
}

/// A CSV file, its header row read.
pub(crate) struct CsvTable<'f> {
    header: StringRecord,
    body: Body<'f>,
}

impl<'f> CsvTable<'f> {
    /// Looks at the bytes and reads the header row.
    ///
    /// # Errors
    /// An empty file, bytes that are no UTF-8, a NUL character, a line over 1 MiB, an open quote.
    pub(crate) fn open(file: &'f SourceFile) -> Result<Self, RegisterError> {
        let text = text_of(&file.name, &file.bytes)?;
        check_lines(&file.name, text)?;
        let bytes = text.as_bytes().chain(END.as_bytes());
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
        let body = Body { file: &file.name, text, reader };
        let mut table = Self { header: StringRecord::new(), body };
        table.body.read(&mut table.header)?;
        Ok(table)
    }

    /// The file's name.
    pub(crate) fn file(&self) -> &'f str {
        self.body.file
    }

    /// The file's text.
    pub(crate) fn text(&self) -> &'f str {
        self.body.text
    }

    /// Where a column of that name stands.
    pub(crate) fn position(&self, column: &str) -> Option<usize> {
        let name = folded(column);
        self.header.iter().position(|cell| folded(cell) == name)
    }

    /// Makes a value of every row that is not blank, from the cells of the columns, in the order
    /// of `columns`, and from what other columns remark on it; a cell that its row ends before is
    /// empty.
    ///
    /// # Errors
    /// A missing column, a row of the wrong length, a quote that is not closed, and the faults of
    /// `make`, all with their line.
    pub(crate) fn rows<const N: usize, T>(
        mut self,
        survey: &Survey<'_>,
        columns: &Columns<N>,
        mut make: impl FnMut([&str; N], Vec<String>) -> Result<T, RegisterFault>,
    ) -> Result<Vec<T>, RegisterError> {
        let positions = self.positions(columns)?;
        let last_required = positions.iter().take(columns.required).max().copied();
        let lengths = Lengths {
            needed: last_required.map_or(0, |position| position + 1),
            columns: self.header.len(),
        };
        let others = self.header.iter().enumerate().filter(|(at, _)| !positions.contains(at));
        // A column without a heading is one only where anything stands in it.
        let (unnamed, named): (Vec<_>, Vec<_>) = others.partition(|(_, it)| trimmed(it).is_empty());
        let extras = survey.extras(self.body.file, named, &BESIDE);
        let (mut rows, mut row) = (Vec::new(), StringRecord::new());
        while self.body.read(&mut row)? {
            let cells = positions.map(|position| row.get(position).unwrap_or_default());
            if unnamed.iter().any(|(at, _)| row.get(*at).is_some_and(|it| !trimmed(it).is_empty()))
            {
                survey.is_known(self.body.file, Place::Column, "", "");
            }
            let remark = |extra: &Extra| extra.remark(row.get(extra.at).unwrap_or_default());
            let remarks = extras.iter().filter_map(remark).collect();
            let made = lengths.check(&row).and_then(|()| make(cells, remarks));
            rows.push(made.map_err(|fault| self.body.at(&row, fault))?);
        }
        Ok(rows)
    }

    fn positions<const N: usize>(&self, columns: &Columns<N>) -> Result<[usize; N], RegisterError> {
        let count = |name| self.header.iter().filter(|cell| folded(cell) == folded(name)).count();
        if let Some(doubled) = columns.names.iter().find(|name| count(name) > 1) {
            let fault = RegisterFault::DoubledColumn { column: doubled };
            return Err(self.body.at(&self.header, fault));
        }
        let positions = columns.names.map(|name| self.position(name));
        match positions.iter().position(Option::is_none) {
            None => Ok(positions.map(Option::unwrap_or_default)),
            Some(missing) => Err(self.body.at(
                &self.header,
                RegisterFault::MissingColumn {
                    column: columns.names[missing],
                    header: quoted(&self.header.iter().collect::<Vec<_>>().join(",")),
                },
            )),
        }
    }
}

/// The rows, one after another.
struct Body<'f> {
    file: &'f str,
    text: &'f str,
    reader: Reader<Chain<&'f [u8], &'static [u8]>>,
}

impl Body<'_> {
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
                return Err(self.at(row, RegisterFault::Truncated { inside: "a quoted value" }));
            }
            if !row.iter().all(|cell| trimmed(cell).is_empty()) {
                return Ok(true);
            }
        }
    }

    /// The fault with the line on which the row begins. The parser counts the blank lines before
    /// a row as part of it.
    fn at(&self, row: &StringRecord, fault: RegisterFault) -> RegisterError {
        let bytes = self.text.as_bytes();
        let start = row.position().map_or(0, |position| position.byte() as usize).min(bytes.len());
        let line_ends = bytes[start..].iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        RegisterError::at_line(self.file, line_at(bytes, start + line_ends), fault)
    }
}

/// How many fields a row may have.
struct Lengths {
    needed: usize,
    columns: usize,
}

impl Lengths {
    fn check(&self, row: &StringRecord) -> Result<(), RegisterFault> {
        let Self { needed, columns } = *self;
        let fits =
            row.len() >= needed && row.iter().skip(columns).all(|cell| trimmed(cell).is_empty());
        let mut across_lines = row.iter().filter(|cell| cell.contains('\n'));
        match fits {
            // An open quote ends at the quote that opens a later value, whose own end is then text.
            true if across_lines.any(|cell| cell.contains('"')) => {
                Err(RegisterFault::UnclosedQuote)
            }
            true => Ok(()),
            false if across_lines.next().is_some() => Err(RegisterFault::UnclosedQuote),
            false => Err(RegisterFault::FieldCount { found: row.len(), needed, columns }),
        }
    }
}

fn check_lines(file: &str, text: &str) -> Result<(), RegisterError> {
    for (number, line) in (1..).zip(text.split('\n')) {
        if line.len() > MAX_LINE_BYTES {
            let fault = RegisterFault::LineTooLong { limit: MAX_LINE_BYTES };
            return Err(RegisterError::at_line(file, number, fault));
        }
        if let Some(at) = line.bytes().position(|byte| byte == 0) {
            let fault = RegisterFault::Malformed(format!("a NUL character at byte {}", at + 1));
            return Err(RegisterError::at_line(file, number, fault));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
