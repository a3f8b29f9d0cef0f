//! Lists in tables: the columns that a reader declares, and the rows under them.

use scraper::ElementRef;

use super::html_table::{Cell, Row, rows_of};
use super::introduction::check_introduction;
use super::layout::{HIDDEN, Names, STRUCK_OUT, key};
use super::survey::{Extra, ExtraKind};
use super::surveyed_page::SurveyedPage;
use super::{NameKind, RegisterError};
use crate::text::quoted;

/// The form of a list.
pub(super) struct ListTable<T: 'static> {
    /// What it is called in errors.
    pub(super) name: &'static str,
    pub(super) columns: Names<T>,
    /// The columns by which a table is known for the list.
    pub(super) required: &'static [T],
    /// The headings that may be between its rows.
    pub(super) headings: &'static str,
}

/// A list as a page has it.
pub(super) struct List<'p, T> {
    places: Vec<(T, usize)>,
    extras: Vec<Extra>,
    pub(super) rows: Vec<Row<'p>>,
}

impl<T: Copy + PartialEq> ListTable<T> {
    /// Returns whether a table is the list.
    pub(super) fn matches(&self, table: ElementRef<'_>) -> bool {
        rows_of(table).first().is_some_and(|row| self.is_header(row))
    }

    fn is_header(&self, row: &Row<'_>) -> bool {
        let has = |field| row.texts().any(|text| self.columns.field(text) == Some(field));
        self.required.iter().all(|field| has(*field))
    }

    /// Returns the list of a page, without a header that is repeated; `None` if the page has none. A single
    /// cell under several columns is a heading.
    ///
    /// # Errors
    /// [`RegisterError`] for a second list or header, a list without rows, a column that is there twice, and a
    /// row of another width than its header.
    pub(super) fn read<'p>(
        &self,
        page: &'p SurveyedPage<'_>,
    ) -> Result<Option<List<'p, T>>, RegisterError> {
        let mut tables = page.tables().filter(|table| self.matches(*table));
        let Some(table) = tables.next() else { return Ok(None) };
        if tables.next().is_some() {
            return Err(page.malformed(format!("{} is there twice", self.name)));
        }
        check_introduction(page, table);
        let mut rows = rows_of(table).into_iter().filter(|row| !row.0.is_empty());
        let Some(header) = rows.next() else { return Ok(None) };
        let rows = rows.filter(|row| !row.texts().map(key).eq(header.texts().map(key)));
        let (headings, rows): (Vec<_>, Vec<_>) =
            rows.partition(|row| row.0.len() == 1 && header.columns() > 1);
        for heading in &headings {
            page.note_unknown(NameKind::Heading, &heading.text(), self.headings);
        }
        let list = self.list_of(page, &header, rows).map_err(|fault| page.malformed(fault))?;
        Ok(Some(list))
    }

    fn list_of<'p>(
        &self,
        page: &SurveyedPage<'_>,
        header: &Row<'_>,
        rows: Vec<Row<'p>>,
    ) -> Result<List<'p, T>, String> {
        let mut places = Vec::new();
        for (at, text) in header.texts().enumerate() {
            let Some(field) = self.columns.field(text) else { continue };
            if places.iter().any(|(earlier, _)| *earlier == field) {
                return Err(format!("{} has a second column {}", self.name, quoted(text)));
            }
            places.push((field, at));
        }
        if rows.is_empty() {
            return Err(format!("{} has no rows", self.name));
        }
        let hidden = rows.iter().filter(|row| row.is_hidden()).count();
        if hidden * 2 > rows.len() {
            return Err(format!("{hidden} of {} rows of {} are hidden", rows.len(), self.name));
        }
        if let Some(other) = rows.iter().find(|row| self.is_header(row)) {
            return Err(format!("{} has another header {}", self.name, other.quoted()));
        }
        rows.iter().try_for_each(|row| check_width(header, row))?;
        let extras = page.survey.extras(page.name(), header.texts().enumerate(), &self.columns);
        Ok(List { places, extras, rows })
    }
}

fn check_width(header: &Row<'_>, row: &Row<'_>) -> Result<(), String> {
    let (found, columns, text) = (row.columns(), header.columns(), row.quoted());
    if found != columns {
        return Err(format!("the row {text} fills {found} columns; the table has {columns}"));
    }
    match row.0.len() == header.0.len() {
        true => Ok(()),
        false => Err(format!("a cell of the row {text} fills several columns")),
    }
}

impl<'p, T: Copy + PartialEq> List<'p, T> {
    /// Returns the cell of a row under a column; `None` if the list has no such column.
    pub(super) fn cell<'r>(&self, row: &'r Row<'p>, field: T) -> Option<&'r Cell<'p>> {
        let (_, at) = self.places.iter().find(|(declared, _)| *declared == field)?;
        row.0.get(*at)
    }

    /// Returns the cells of a row in other columns than those that are read.
    pub(super) fn extra_cells<'r>(
        &'r self,
        row: &'r Row<'p>,
    ) -> impl Iterator<Item = (&'r Extra, &'r Cell<'p>)> {
        self.extras.iter().filter_map(|extra| Some((extra, row.0.get(extra.at)?)))
    }

    /// Returns the remarks in these cells, with the texts of their pictures and tooltips. That a counter is
    /// struck out is one, and that the row is hidden.
    pub(super) fn remarks<'r>(&'r self, row: &'r Row<'p>) -> impl Iterator<Item = String> + 'r {
        let hidden = row.is_hidden().then(|| HIDDEN.to_owned());
        let of_cells = self.extra_cells(row).filter_map(|(extra, cell)| {
            let is_struck = cell.is_struck && extra.kind == ExtraKind::Counter;
            extra.remark(&cell.text_with_pictures()).or(is_struck.then(|| STRUCK_OUT.to_owned()))
        });
        of_cells.chain(hidden)
    }
}
