//! Rows of fixed width in the bytes of a file: little-endian, at any alignment.
//!
//! Nothing here trusts the bytes. A row outside its section reads as a blank one, whose bytes are
//! zero, and a blank licence is no pass.

use std::marker::PhantomData;
use std::ops::Range;

use crate::catalogue::fields::{FieldWriter, Fields};

/// A value that is stored in `N` bytes.
pub(crate) trait Row<const N: usize>: Sized {
    fn read(fields: Fields<'_>) -> Self;
    fn write(&self, row: FieldWriter<N>) -> FieldWriter<N>;
}

/// Where the rows of one kind lie in the bytes of a file.
#[derive(Clone, Debug)]
pub(crate) struct Table<T, const N: usize> {
    pub(crate) range: Range<usize>,
    kind: PhantomData<fn() -> T>,
}

impl<T, const N: usize> Table<T, N> {
    pub(crate) const fn new(range: Range<usize>) -> Self {
        Self { range, kind: PhantomData }
    }

    #[inline]
    pub(crate) fn rows<'c>(&self, file: &'c [u8]) -> Rows<'c, T, N> {
        let section = file.get(self.range.clone()).unwrap_or_default();
        Rows { rows: section.as_chunks().0, kind: PhantomData }
    }
}

/// Rows of a section, or a run of them.
#[derive(Debug)]
pub(crate) struct Rows<'c, T, const N: usize> {
    rows: &'c [[u8; N]],
    kind: PhantomData<fn() -> T>,
}

impl<T, const N: usize> Clone for Rows<'_, T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Rows<'_, T, N> {}

impl<'c, T: Row<N> + 'c, const N: usize> Rows<'c, T, N> {
    pub(crate) const fn len(self) -> usize {
        self.rows.len()
    }

    pub(crate) fn first(self) -> Option<T> {
        self.get(0)
    }

    pub(crate) fn get(self, place: usize) -> Option<T> {
        self.rows.get(place).map(|row| T::read(Fields { rest: row }))
    }

    /// Returns the row at a place; a blank one outside the section.
    #[inline]
    pub(crate) fn get_or_blank(self, place: u32) -> T {
        T::read(Fields { rest: self.rows.get(place as usize).unwrap_or(&[0; N]) })
    }

    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = T> + Clone + use<'c, T, N> {
        self.rows.iter().map(|row| T::read(Fields { rest: row }))
    }

    /// Returns the rows from `first` to before `end`, or to the last; at most `limit`. None without
    /// a first, and none where a file is damaged.
    pub(crate) fn run(self, first: Option<u32>, end: Option<u32>, limit: usize) -> Self {
        let end = end.map_or(self.rows.len(), |end| end as usize);
        let first = first.map_or(end, |first| first as usize);
        let rows = self.rows.get(first..end).unwrap_or_default();
        Self { rows: &rows[..rows.len().min(limit)], kind: PhantomData }
    }

    pub(crate) fn partition_point(self, is_before: impl Fn(T) -> bool) -> usize {
        self.rows.partition_point(|row| is_before(T::read(Fields { rest: row })))
    }
}

/// Writes rows one after the other.
pub(crate) fn write_rows<T: Row<N>, const N: usize>(rows: &[T]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(rows.len() * N);
    for row in rows {
        bytes.extend_from_slice(&row.write(FieldWriter::new()).row);
    }
    bytes
}

impl Row<4> for u32 {
    fn read(mut fields: Fields<'_>) -> Self {
        fields.u32()
    }

    fn write(&self, row: FieldWriter<4>) -> FieldWriter<4> {
        row.u32(*self)
    }
}
