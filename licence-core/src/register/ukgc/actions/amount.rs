//! Amounts in pounds as prose writes them, in pence and without rounding.

use crate::text::ungrouped;

/// Returns the amount that a text begins with, and the text after it: `£28,750`, `£10m`, `£4.75 million`,
/// `£1,234.56`. A number that is no whole amount of pence, in digits grouped by three, is none.
pub(super) fn leading_amount(text: &str) -> Option<(i64, &str)> {
    let after = text.strip_prefix('£')?.trim_start();
    let whole = prefix(after, |c| c.is_ascii_digit() || c == ',');
    let whole = whole.trim_end_matches(',');
    let mut rest = &after[whole.len()..];
    let digits = |rest| prefix(rest, |c| c.is_ascii_digit());
    let fraction = rest.strip_prefix('.').map(digits).unwrap_or_default();
    if !fraction.is_empty() {
        rest = &rest[1 + fraction.len()..];
    }
    let goes_on = rest
        .strip_prefix(['.', ','])
        .is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let (scale, rest) = scaled(rest).filter(|_| !goes_on)?;
    // Three digits after a point are thousands elsewhere.
    if scale == 0 && fraction.len() > 2 {
        return None;
    }
    Some((pence(&ungrouped(whole, &[','])?, fraction, scale)?, rest))
}

fn prefix(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !belongs(c)).unwrap_or(text.len())]
}

/// Returns the power of ten that the word after a number means, and the text after it. An unknown
/// word is not part of the number, unless no blank separates them, it is a number too (`28 750`) or
/// one for a power of ten that nobody declared (`2 mil`).
fn scaled(rest: &str) -> Option<(u32, &str)> {
    let word = prefix(rest.trim_start(), |c| c.is_ascii_alphanumeric());
    let after = &rest[rest.len() - rest.trim_start().len()..][word.len()..];
    let starts_with_digit = word.starts_with(|c: char| c.is_ascii_digit());
    let power = match word.to_ascii_lowercase().as_str() {
        "m" | "mn" | "million" => 6,
        "k" | "thousand" => 3,
        "bn" | "billion" => 9,
        word if starts_with_digit || word.starts_with("mil") => return None,
        _ if rest.starts_with(|c: char| c.is_ascii_alphanumeric()) => return None,
        _ => return Some((0, rest)),
    };
    Some((power, after))
}

fn pence(whole: &str, fraction: &str, power: u32) -> Option<i64> {
    let fraction = fraction.trim_end_matches('0');
    let power = power + 2;
    let places = power.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let digits: i64 = format!("{whole}{fraction}").parse().ok()?;
    digits.checked_mul(10_i64.checked_pow(places)?)
}

#[cfg(test)]
mod tests;
