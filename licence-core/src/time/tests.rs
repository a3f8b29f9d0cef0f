use super::*;
use proptest::prelude::*;

#[test]
fn instants_are_read_and_written() {
    for (text, written) in [
        ("2026-11-01T06:00:00Z", "2026-11-01T06:00:00.000Z"),
        ("2026-11-01T06:00:00.9999Z", "2026-11-01T06:00:00.999Z"),
        ("2026-03-01T00:30:00+14:00", "2026-02-28T10:30:00.000Z"),
        ("0001-01-01t00:00:00.5z", "0001-01-01T00:00:00.500Z"),
    ] {
        assert_eq!(text.parse::<Timestamp>().unwrap().to_string(), written);
    }
    for text in ["", "2026-11-01", "2026-02-30T00:00:00Z", "2026-11-01T06:00:00", "now"] {
        assert!(text.parse::<Timestamp>().is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn texts_are_those_of_the_calendar(millis in FIRST_MILLIS..=LAST_MILLIS) {
        let instant = Timestamp::from_epoch_millis(millis).unwrap();
        let by_chrono = DateTime::from_timestamp_millis(millis).unwrap();
        let written = by_chrono.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
        prop_assert_eq!(instant.to_string(), &*written);
        prop_assert_eq!(written.parse(), Ok(instant));
        prop_assert_eq!(instant.date(), by_chrono.date_naive());
        prop_assert_eq!(instant.epoch_seconds(), by_chrono.timestamp());
    }
}

#[test]
fn clocks_are_read_to_the_millisecond() {
    let after_1970 =
        |millis: u64| UNIX_EPOCH + std::time::Duration::from_micros(millis * 1000 + 999);
    let read = |time| Timestamp::from_system_time(time).map(Timestamp::epoch_millis);
    assert_eq!(read(after_1970(1_793_512_800_123)), Some(1_793_512_800_123));
    assert_eq!(read(UNIX_EPOCH - std::time::Duration::from_secs(1)), None);
    assert_eq!(read(after_1970(253_402_300_800_000)), None, "the year 10000");
}

#[test]
fn hours_are_whole_and_never_negative() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let read = at("2026-11-01T06:00:00Z");
    assert_eq!(at("2026-11-02T05:59:59.999Z").hours_since(read), 23);
    assert_eq!(at("2026-11-02T06:00:00Z").hours_since(read), 24);
    assert_eq!(at("2026-10-30T06:00:00Z").hours_since(read), 0);
}

#[test]
fn arithmetic_stays_within_the_calendar() {
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    let day = Duration::from_secs(86_400);
    assert_eq!(at("2028-02-28T12:00:00Z").later_by(day), at("2028-02-29T12:00:00Z"));
    assert_eq!(at("2027-03-01T00:00:00Z").earlier_by(day), at("2027-02-28T00:00:00Z"));
    assert_eq!(at("9999-12-31T23:00:00Z").later_by(day), at("9999-12-31T23:59:59.999Z"));
    assert_eq!(at("0000-01-01T01:00:00Z").earlier_by(day), at("0000-01-01T00:00:00Z"));
    assert_eq!(Timestamp::EPOCH.later_by(Duration::MAX).date().year(), 9999);
    assert_eq!(Timestamp::EPOCH.earlier_by(Duration::MAX).date().year(), 0);
    assert_eq!(at("1969-12-31T23:59:59.999Z").epoch_seconds(), -1);
}
