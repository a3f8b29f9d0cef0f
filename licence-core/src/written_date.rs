//! Dates as regulators write them: `2 October 2026`, `02/10/2026`, `August 14, 2026`, `May19,
//! 2026`, `12/Mar/2025`, `2014-03-12T00:00:00.000Z`. Numbers alone are day, month, year.

use crate::text::folded;
use crate::time::Date;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The words between the parts of a date.
const FILLERS: [&str; 5] = ["st", "nd", "rd", "th", "of"];

/// Returns the date of a text `YYYY-MM-DD`. Every place must be a digit, because chrono's parser
/// also accepts signs and other lengths.
pub(crate) fn iso(text: &str) -> Option<Date> {
    let is_dash = |(at, byte): (usize, u8)| {
        if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() }
    };
    let is_written = text.len() == "2026-10-02".len() && text.bytes().enumerate().all(is_dash);
    text.parse().ok().filter(|_| is_written)
}

/// Returns the date if the whole text is one. Any mark that no date has, such as the sign of a
/// footnote, could mean something.
pub(crate) fn whole(text: &str) -> Option<Date> {
    let is_of_a_date = |c: char| c.is_ascii_alphanumeric() || " /-.,".contains(c);
    let parts = Some(parts(text)).filter(|_| folded(text).chars().all(is_of_a_date))?;
    if parts.len() == 3 { leading(&parts) } else { None }
}

/// Returns the date of a text that is one, perhaps with a time of day after it.
pub(crate) fn with_time(text: &str) -> Option<Date> {
    const BESIDE: [&str; 12] =
        ["am", "pm", "a", "p", "m", "z", "ast", "bst", "cest", "cet", "gmt", "utc"];
    let text = folded(text);
    let Some(colon) = text.find(':') else { return whole(&text) };
    let hour = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (day, time) = text.split_at(hour);
    let day = day.trim_end_matches([' ', ',', '-']);
    let day = day.strip_suffix("at").or(day.strip_suffix('t')).unwrap_or(day);
    let is_of_a_time = |part: &&str| number(part).is_some() || BESIDE.contains(part);
    let (clock, fraction) = time.split_once('.').unwrap_or((time, ""));
    let is_fraction = fraction.trim_end_matches('z').bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = clock.chars().all(|c| c.is_ascii_alphanumeric() || " :+".contains(c));
    whole(day).filter(|_| is_plain && is_fraction && parts(clock).iter().all(is_of_a_time))
}

/// Returns the first date in the text, without a time that follows it.
pub(crate) fn first_in(text: &str) -> Option<Date> {
    let parts = parts(text);
    (0..parts.len()).find_map(|start| leading(&parts[start..]))
}

/// Returns the runs of digits and the runs of letters, because a space may be missing (`May19`).
fn parts(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let runs = words
        .flat_map(|word| word.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()));
    runs.filter_map(|run| str::from_utf8(run).ok())
        .filter(|part| !FILLERS.iter().any(|filler| filler.eq_ignore_ascii_case(part)))
        .collect()
}

fn leading(parts: &[&str]) -> Option<Date> {
    let &[a, b, c, ..] = parts else { return None };
    let date = |year, month, day| Date::from_ymd_opt(year, month, day);
    if let Some(year) = year(a) {
        return date(year, number(b)?, number(c)?);
    }
    let year = year(c)?;
    match number(a) {
        Some(day) => date(year, number(b).or_else(|| month(b))?, day),
        None => date(year, month(a)?, number(b)?),
    }
}

fn year(part: &str) -> Option<i32> {
    (part.len() == 4).then(|| part.parse().ok())?
}

fn number(part: &str) -> Option<u32> {
    (part.len() <= 2).then(|| part.parse().ok())?
}

fn month(part: &str) -> Option<u32> {
    let word = part.to_ascii_lowercase();
    let is_abbreviation = |name: &&str| word.len() >= 3 && name.starts_with(&word);
    (1..).zip(MONTHS).find(|(_, name)| is_abbreviation(name)).map(|(month, _)| month)
}

#[cfg(test)]
mod tests;
