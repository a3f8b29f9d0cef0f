//! The age of a register against its target, as a bar.

use super::svg::{Area, Svg, scale};
use crate::coverage::RegisterFreshness;

/// The width of the bar, and where its target line is, in tenths of a unit.
const WIDTH: u64 = 3_000;
const TARGET: u64 = 2_000;
const HEIGHT: u64 = 160;

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
    svg.area("axis", Area { x: 0, y: 0, width: WIDTH, height: HEIGHT }, &words);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jurisdiction::JurisdictionCode;
    use crate::time::Timestamp;

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
}
