//! The number in a text with marks around it (`REVOKED ALSI-202509917-FI2*`).

use super::{identity, is_digit};
use crate::jurisdiction::JurisdictionCode;
use crate::text::is_dash;

/// Returns the first part of a text that is a number of the register, as written: of `REVOKED
/// ALSI-202509917-FI2*` the number between the marks. `None` without one, and for the registers that
/// publish none. A number of `CW` has no marks: its reader takes whole words.
pub(crate) fn number_in(code: JurisdictionCode, text: &str) -> Option<&str> {
    let after_number: fn(&str) -> Option<&str> = match code {
        JurisdictionCode::Ukgc => after_ukgc,
        JurisdictionCode::Mga => after_mga,
        JurisdictionCode::An => after_an,
        JurisdictionCode::Cw
        | JurisdictionCode::Kh
        | JurisdictionCode::Tgc
        | JurisdictionCode::Iom => return None,
    };
    let mut before = None;
    text.char_indices().find_map(|(at, c)| {
        let is_inside_a_word = before.replace(c).is_some_and(char::is_alphanumeric);
        let rest = Some(&text[at..]).filter(|_| !is_inside_a_word)?;
        after_number(rest).map(|after| &rest[..rest.len() - after.len()])
    })
}

/// Returns what follows the UKGC number at the beginning of a text.
fn after_ukgc(text: &str) -> Option<&str> {
    let printed = text.strip_prefix("000").and_then(|rest| after_sign(rest, is_hyphen));
    let printed = printed.filter(|rest| rest.starts_with(is_digit));
    let letter = after_sign(after_some(printed.unwrap_or(text), is_digit)?, is_hyphen)?;
    let serial = letter.strip_prefix(|c: char| c.is_ascii_alphabetic())?;
    let end = after_some(after_sign(serial, is_hyphen)?, is_digit)?;
    let version = after_sign(end, is_hyphen).and_then(|version| after_some(version, is_digit));
    Some(version.unwrap_or(end))
}

/// Returns what follows the MGA number at the beginning of a text, with the tails that such numbers have
/// (`2019-01`, `2016/Old`).
fn after_mga(text: &str) -> Option<&str> {
    let is_slash = |c: char| c == '/';
    let (authority, rest) = text.split_at_checked("MGA".len())?;
    let is_known = ["MGA", "LGA"].iter().any(|known| authority.eq_ignore_ascii_case(known));
    let kind = after_sign(rest, is_slash).filter(|_| is_known)?;
    let mut end = after_some(kind, |c| c.is_ascii_alphanumeric())?;
    end = after_some(after_sign(end, is_slash)?, is_digit)?;
    while let Some(next) = after_sign(end, is_slash).and_then(|it| after_some(it, is_digit)) {
        end = next;
    }
    let part = end.strip_prefix(is_hyphen).and_then(|it| after_some(it.trim_start(), is_digit));
    end = part.unwrap_or(end);
    let old = end.split_at_checked("/Old".len());
    let old = old.filter(|(tail, _)| tail.eq_ignore_ascii_case("/Old"));
    Some(old.map_or(end, |(_, rest)| rest))
}

/// Returns what follows the AN number at the beginning of a text. Its suffix may be missing.
fn after_an(text: &str) -> Option<&str> {
    let (start, rest) = text.split_at_checked("ALSI".len())?;
    let rest = Some(rest).filter(|_| identity(JurisdictionCode::An, start) == "A1S1")?;
    let end = after_some(rest.trim_start_matches(is_between), is_digit)?;
    Some(after_suffix(end).unwrap_or(end))
}

/// Returns what follows the suffix of an AN number (`-FI2`, ` F12`, `-FI 1`).
fn after_suffix(text: &str) -> Option<&str> {
    let is_folded = |c: char| is_digit(c) || matches!(c, 'I' | 'i' | 'L' | 'l');
    let digits = text.trim_start_matches(is_between).strip_prefix(['F', 'f'])?;
    let one = digits.trim_start_matches(is_between).strip_prefix(is_folded)?;
    let two = one.trim_start_matches(is_between).strip_prefix(is_folded);
    two.or(Some(one).filter(|rest| !rest.starts_with(char::is_alphanumeric)))
}

/// Returns what follows one or more of these characters.
fn after_some(text: &str, is: impl Fn(char) -> bool) -> Option<&str> {
    let rest = text.trim_start_matches(is);
    (rest.len() < text.len()).then_some(rest)
}

/// Returns what follows a sign with blanks around it.
fn after_sign(text: &str, is_sign: impl Fn(char) -> bool) -> Option<&str> {
    text.trim_start().strip_prefix(is_sign).map(str::trim_start)
}

fn is_hyphen(c: char) -> bool {
    c == '-' || is_dash(c)
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || is_hyphen(c)
}

#[cfg(test)]
mod tests;
