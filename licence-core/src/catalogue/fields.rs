//! How single values are stored: `Option` is a reserved value, an enum is a byte.

use crate::time::{Date, Timestamp};

const NO_INSTANT: i64 = i64::MIN;
const NO_DAY: i32 = i32::MIN;

/// The place of a value in its list, from one; zero is none.
pub(crate) fn code<T: PartialEq>(all: &[T], value: Option<T>) -> u8 {
    let place = value.and_then(|value| all.iter().position(|known| *known == value));
    place.map_or(0, |place| place as u8 + 1)
}

/// The value of a byte: `Err` for one that a later release wrote.
pub(crate) fn from_code<T: Copy>(all: &[T], code: u8) -> Result<Option<T>, UnknownCode> {
    match code.checked_sub(1) {
        None => Ok(None),
        Some(place) => all.get(usize::from(place)).copied().map(Some).ok_or(UnknownCode),
    }
}

/// A byte that stands for no value that this release knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownCode;

pub(crate) fn millis(instant: Option<Timestamp>) -> i64 {
    instant.map_or(NO_INSTANT, Timestamp::epoch_millis)
}

pub(crate) fn instant(millis: i64) -> Option<Timestamp> {
    Timestamp::from_epoch_millis(millis).filter(|_| millis != NO_INSTANT)
}

pub(crate) fn days(date: Option<Date>) -> i32 {
    date.map_or(NO_DAY, |date| date.to_epoch_days())
}

pub(crate) fn date(days: i32) -> Option<Date> {
    Date::from_epoch_days(days).filter(|_| days != NO_DAY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::DomainStatus;

    #[test]
    fn values_come_back_and_unknown_ones_are_told_apart_from_none() {
        let all = DomainStatus::ALL;
        for value in all.iter().copied().map(Some).chain([None]) {
            assert_eq!(from_code(all, code(all, value)), Ok(value));
        }
        assert_eq!(from_code(all, all.len() as u8 + 1), Err(UnknownCode));
        assert_eq!(from_code(all, 255), Err(UnknownCode));
        let read_at: Timestamp = "2026-11-01T07:00:00.123Z".parse().unwrap();
        for value in [Some(read_at), Some(Timestamp::EPOCH), None] {
            assert_eq!(instant(millis(value)), value);
            assert_eq!(date(days(value.map(Timestamp::date))), value.map(Timestamp::date));
        }
    }
}
