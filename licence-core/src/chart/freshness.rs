//! How fresh a register is: its age against the target, and its readings of the last days.

use chrono::Days;

use super::svg::{Anchor, Area, Svg, scale};
use crate::coverage::RegisterFreshness;
use crate::time::{Date, Timestamp};

/// The width of the bar, and where its target line is, in tenths of a unit.
const WIDTH: u64 = 3_000;
const TARGET: u64 = 2_000;
const HEIGHT: u64 = 160;
/// A day of the strip, and the distance from one to the next.
const CELL: u64 = 80;
const STEP: u64 = 100;

/// Returns the age of a register as a bar, with a line at its target. The bar ends at half as much
/// again, however old the register is.
pub fn freshness_bar(id: &str, register: &RegisterFreshness) -> String {
    let RegisterFreshness { jurisdiction_code, age_hours, sla_hours, fresh, .. } = register;
    let words = match age_hours {
        None => format!("Never read; the target is {sla_hours} hours."),
        Some(age) => format!("Read {age} hours ago; the target is {sla_hours} hours."),
    };
    let title = format!("Age of the register {jurisdiction_code}");
    let mut svg = Svg::new(id, WIDTH, HEIGHT, &title, &words);
    svg.area("axis", Area { x: 0, y: 0, width: WIDTH, height: HEIGHT }, "");
    if let (Some(age), Some(is_fresh)) = (age_hours, fresh) {
        let hours = |hours: i64| u64::try_from(hours).unwrap_or(0);
        let width =
            scale(hours(*age).saturating_mul(2), hours(*sla_hours).saturating_mul(3), WIDTH);
        let class = if *is_fresh { "fresh" } else { "stale" };
        svg.area(class, Area { x: 0, y: 40, width, height: HEIGHT - 80 }, &words);
    }
    svg.line("target", (TARGET, 0), (TARGET, HEIGHT));
    svg.end()
}

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
        svg.label(Anchor::Start, 0, HEIGHT + 160, &first.to_string());
        svg.label(Anchor::End, width, HEIGHT + 160, &last.to_string());
    }
    svg.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jurisdiction::JurisdictionCode;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn the_bar_grows_with_the_age_and_passes_the_target_when_stale() {
        let code = JurisdictionCode::ALL[0];
        let sla = code.sla_hours();
        let now = at("2026-11-22T00:00:00Z");
        for (age, class, width) in [
            (Some(0), "fresh", 0),
            (Some(sla / 2), "fresh", 100),
            (Some(sla), "stale", 200),
            (Some(sla * 9), "stale", 300),
        ] {
            let read_at =
                age.map(|hours: i64| at("2026-11-22T00:00:00Z").epoch_millis() - hours * 3_600_000);
            let read_at = read_at.and_then(Timestamp::from_epoch_millis);
            let picture = freshness_bar("age", &RegisterFreshness::at(code, read_at, now));
            let bar = format!("class=\"{class}\" x=\"0\" y=\"4\" width=\"{width}\"");
            assert!(picture.contains(&bar), "{picture}");
        }
        let never = freshness_bar("age", &RegisterFreshness::at(code, None, now));
        assert!(never.contains("Never read") && !never.contains("class=\"fresh\""), "{never}");
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
