//! Requests by day, as stacked bars.

use super::svg::{Area, Svg, grouped_number, scale};
use crate::account::daily_usage::RequestCounts;
use crate::time::Date;

/// Where the plot begins and ends, in tenths of a unit.
const LEFT: u64 = 600;
const TOP: u64 = 100;
const HEIGHT: u64 = 1_200;
const BOTTOM: u64 = TOP + HEIGHT;
/// A bar, and the distance from one to the next.
const BAR: u64 = 160;
const STEP: u64 = 200;

/// Returns a bar for each day: answered requests below, then refused, then failed ones.
///
/// ```
/// use licence_core::account::daily_usage::sums_by_day;
/// use licence_core::chart::usage_bars;
///
/// let days = sums_by_day(&[], "2026-11-01".parse()?, "2026-11-30".parse()?);
/// assert!(usage_bars("use", &days).contains("<desc id=\"use-desc\">No requests"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn usage_bars(id: &str, days: &[(Date, RequestCounts)]) -> String {
    let right = LEFT + STEP * days.len() as u64;
    let mut svg = Svg::new(id, right, BOTTOM + 250, "Requests by day", &description(days));
    let highest = days.iter().map(|(_, counts)| counts.total()).max().unwrap_or(0);
    let top = round_up(highest);
    for (count, y) in [(top, TOP), (top / 2, TOP + HEIGHT / 2), (0, BOTTOM)] {
        svg.line("axis", (LEFT, y), (right, y));
        svg.label("end", LEFT - 50, y + 40, &grouped_number(count));
    }
    for (place, (day, counts)) in (0..).zip(days) {
        bar(&mut svg, LEFT + STEP * place + (STEP - BAR) / 2, *day, *counts, top);
    }
    if let [(first, _), .., (last, _)] = days {
        svg.label("start", LEFT, BOTTOM + 180, &first.to_string());
        svg.label("end", right, BOTTOM + 180, &last.to_string());
    }
    svg.end()
}

/// Draws the stacked bar of a day. Edges come from running sums, so that rounding leaves no gap.
fn bar(svg: &mut Svg, x: u64, day: Date, counts: RequestCounts, top: u64) {
    let mut below = 0_u64;
    for (class, count) in
        [("answered", counts.answered), ("refused", counts.refused), ("failed", counts.failed)]
    {
        let above = below.saturating_add(count);
        let (low, high) = (scale(below, top, HEIGHT), scale(above, top, HEIGHT));
        if high > low {
            let area = Area { x, y: BOTTOM - high, width: BAR, height: high - low };
            svg.area(class, area, &format!("{day}: {} {class}", grouped_number(count)));
        }
        below = above;
    }
}

fn description(days: &[(Date, RequestCounts)]) -> String {
    let sum = days.iter().fold(RequestCounts::default(), |sum, (_, counts)| sum.plus(*counts));
    let ([first, ..], [.., last]) = (days, days) else { return "No days.".to_owned() };
    if sum.total() == 0 {
        return format!("No requests from {} to {}.", first.0, last.0);
    }
    let [answered, refused, failed] = [sum.answered, sum.refused, sum.failed].map(grouped_number);
    format!(
        "From {} to {}: {answered} answered, {refused} refused, {failed} failed.",
        first.0, last.0
    )
}

/// Returns the lowest of 2, 4, 10, 20, 40, 100 … that is not below the count, so that the middle of
/// the axis is a whole number.
fn round_up(count: u64) -> u64 {
    let mut unit = 1_u64;
    loop {
        for step in [2, 4, 10] {
            let top = unit.saturating_mul(step);
            if top >= count {
                return top;
            }
        }
        unit = unit.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests;
