use super::*;

fn day(text: &str, answered: u64, refused: u64, failed: u64) -> (Date, RequestCounts) {
    (text.parse().unwrap(), RequestCounts { answered, refused, failed })
}

#[test]
fn each_day_has_a_bar_with_a_part_for_each_outcome() {
    let days = [day("2026-11-21", 1_200, 300, 0), day("2026-11-22", 0, 0, 500)];
    assert_eq!(usage_bars("use", &days), include_str!("../snapshots/usage_bars.svg").trim_end());
}

#[test]
fn no_days_and_no_requests_are_drawn_too() {
    for (days, description) in [
        (&[][..], "No days."),
        (&[day("2026-11-22", 0, 0, 0)], "No requests from 2026-11-22 to 2026-11-22."),
    ] {
        let picture = usage_bars("use", days);
        assert!(picture.contains(description), "{picture}");
        assert!(!picture.contains("<rect"), "{picture}");
    }
}

#[test]
fn the_axis_ends_at_a_round_number() {
    for (count, top) in [
        (0, 2),
        (2, 2),
        (3, 4),
        (5, 10),
        (11, 20),
        (40, 40),
        (41, 100),
        (100_001, 200_000),
        (u64::MAX, u64::MAX),
    ] {
        assert_eq!(round_up(count), top, "{count}");
    }
}

#[test]
fn a_bar_never_leaves_the_plot() {
    let picture = usage_bars("use", &[day("2026-11-22", u64::MAX, u64::MAX, u64::MAX)]);
    assert!(picture.contains("y=\"10\" width=\"16\" height=\"120\""), "{picture}");
}
