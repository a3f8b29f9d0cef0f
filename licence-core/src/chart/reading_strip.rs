//! The applied readings of a register by day, as one row of cells.

use chrono::Days;

use super::svg::{Area, Svg};
use crate::time::{Date, Timestamp};

const HEIGHT: u64 = 160;
/// A day of the strip, and the distance from one to the next.
const CELL: u64 = 80;
const STEP: u64 = 100;

/// Returns a cell for each of the `days` UTC days that end with that of `now`. A day without an
/// applied reading is empty and not a failure, because failed reads leave no trace in the history.
pub fn reading_strip(id: &str, readings: &[Timestamp], days: u32, now: Timestamp) -> String {
    let last = now.date();
    let count_of = |day: Date| readings.iter().filter(|read_at| read_at.date() == day).count();
    let dates: Vec<Date> =
        (0..days).rev().filter_map(|ago| last.checked_sub_days(Days::new(ago.into()))).collect();
    let with_reading = dates.iter().filter(|day| count_of(**day) > 0).count();
    let words = format!("Readings were applied on {with_reading} of the last {days} days.");
    let width = STEP * dates.len() as u64;
    let mut svg = Svg::new(id, width, HEIGHT + 220, "Applied readings by day", &words);
    for (place, day) in (0..).zip(&dates) {
        let area = Area { x: STEP * place, y: 0, width: CELL, height: HEIGHT };
        match count_of(*day) {
            0 => svg.area("no-reading", area, &format!("{day}: no applied reading")),
            1 => svg.area("read", area, &format!("{day}: 1 reading")),
            count => svg.area("read", area, &format!("{day}: {count} readings")),
        }
    }
    if let [first, .., last] = &*dates {
        svg.label("start", 0, HEIGHT + 160, &first.to_string());
        svg.label("end", width, HEIGHT + 160, &last.to_string());
    }
    svg.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn the_strip_has_a_cell_for_each_day() {
        let readings = [
            "2026-11-19T23:59:59Z",
            "2026-11-20T00:00:00Z",
            "2026-11-22T01:00:00Z",
            "2026-11-22T23:00:00Z",
        ];
        let picture = reading_strip("days", &readings.map(at), 3, at("2026-11-22T23:30:00Z"));
        let expected = include_str!("snapshots/reading_strip.svg").trim_end();
        assert_eq!(picture, expected);
    }
}
