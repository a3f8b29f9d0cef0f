//! The fields of a row, little-endian. `None` is a reserved value, an enum is a byte.

use crate::catalogue::text::Text;
use crate::time::{Date, Timestamp};

/// Outside the instants and the days that a [`Timestamp`] and a [`Date`] can be.
const NO_INSTANT: i64 = i64::MIN;
const NO_DAY: i32 = i32::MIN;

/// Reads the fields of a row in their order.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'r> {
    pub(crate) rest: &'r [u8],
}

/// The error of a byte that encodes no value of this release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownCode;

impl Fields<'_> {
    #[inline]
    pub(crate) fn take<const K: usize>(&mut self) -> [u8; K] {
        let Some((field, rest)) = self.rest.split_first_chunk() else { return [0; K] };
        self.rest = rest;
        *field
    }

    pub(crate) fn u8(&mut self) -> u8 {
        self.take::<1>()[0]
    }

    pub(crate) fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    pub(crate) fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    pub(crate) fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    /// Returns a text that every row has; empty where a file is damaged.
    pub(crate) fn text(&mut self) -> Text {
        self.optional_text().unwrap_or(Text::EMPTY)
    }

    pub(crate) fn optional_text(&mut self) -> Option<Text> {
        Text::from_field(self.u32())
    }

    pub(crate) fn instant(&mut self) -> Option<Timestamp> {
        Timestamp::from_epoch_millis(i64::from_le_bytes(self.take()))
    }

    pub(crate) fn date(&mut self) -> Option<Date> {
        Date::from_epoch_days(i32::from_le_bytes(self.take()))
    }

    /// Returns the value of a byte: `Err` for one that a later release wrote.
    pub(crate) fn code<T: Copy>(&mut self, all: &[T]) -> Result<Option<T>, UnknownCode> {
        match self.u8().checked_sub(1) {
            None => Ok(None),
            Some(place) => all.get(usize::from(place)).copied().map(Some).ok_or(UnknownCode),
        }
    }
}

/// Writes the fields of a row in their order.
pub(crate) struct FieldWriter<const N: usize> {
    pub(crate) row: [u8; N],
    at: usize,
}

impl<const N: usize> FieldWriter<N> {
    pub(crate) fn new() -> Self {
        Self { row: [0; N], at: 0 }
    }

    pub(crate) fn bytes(mut self, field: &[u8]) -> Self {
        self.row[self.at..self.at + field.len()].copy_from_slice(field);
        self.at += field.len();
        self
    }

    pub(crate) fn u8(self, field: u8) -> Self {
        self.bytes(&[field])
    }

    pub(crate) fn u16(self, field: u16) -> Self {
        self.bytes(&field.to_le_bytes())
    }

    pub(crate) fn u32(self, field: u32) -> Self {
        self.bytes(&field.to_le_bytes())
    }

    pub(crate) fn u64(self, field: u64) -> Self {
        self.bytes(&field.to_le_bytes())
    }

    pub(crate) fn text(self, field: Text) -> Self {
        self.optional_text(Some(field))
    }

    pub(crate) fn optional_text(self, field: Option<Text>) -> Self {
        self.u32(Text::field(field))
    }

    pub(crate) fn instant(self, field: Option<Timestamp>) -> Self {
        self.bytes(&field.map_or(NO_INSTANT, Timestamp::epoch_millis).to_le_bytes())
    }

    pub(crate) fn date(self, field: Option<Date>) -> Self {
        self.bytes(&field.map_or(NO_DAY, |date| date.to_epoch_days()).to_le_bytes())
    }

    /// Writes the position of a value in its list, from one; zero is none.
    pub(crate) fn code<T: PartialEq>(self, all: &[T], field: Option<T>) -> Self {
        let place = field.and_then(|field| all.iter().position(|known| *known == field));
        self.u8(place.map_or(0, |place| place as u8 + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DomainStatus;

    #[test]
    fn values_come_back_and_unknown_ones_are_told_apart_from_none() {
        let all = DomainStatus::ALL;
        for value in all.iter().copied().map(Some).chain([None]) {
            let row = FieldWriter::<1>::new().code(all, value).row;
            assert_eq!(Fields { rest: &row }.code(all), Ok(value));
        }
        for unknown in [all.len() as u8 + 1, 255] {
            assert_eq!(Fields { rest: &[unknown] }.code(all), Err(UnknownCode));
        }
        let read_at: Timestamp = "2026-11-01T07:00:00.123Z".parse().unwrap();
        for value in [Some(read_at), Some(Timestamp::EPOCH), None] {
            let day = value.map(Timestamp::date);
            let row = FieldWriter::<12>::new().instant(value).date(day).row;
            let mut fields = Fields { rest: &row };
            assert_eq!((fields.instant(), fields.date()), (value, day));
        }
    }
}
