//! Licence numbers: what makes one the same over time (guides to the registers 1.3, 2.3, 3.4,
//! 5.3). Answers show the register's own string; these forms are only compared.

pub(crate) mod marked;

use crate::jurisdiction::JurisdictionCode;
use crate::text::{compact, is_dash, is_digits, trimmed};

/// Returns the form of a licence number that stays the same while the regulator renews, renumbers
/// or misspells it. The form of this form is itself.
///
/// - `UKGC`: without its last segment, which counts versions, and without the `000-` of older
///   prints; the account padded to six digits. `Pending` numbers keep account and type.
/// - `AN`: without spaces and hyphens, and `I`, `L` and `1` folded, which the register confuses.
/// - `CW`, `MGA`: without spaces.
///
/// ```
/// use licence_core::jurisdiction::JurisdictionCode::{An, Ukgc};
/// use licence_core::licence_number::identity;
///
/// assert_eq!(identity(Ukgc, "039022-R-319313-011"), "039022-R-319313");
/// assert_eq!(identity(An, "ALSl-202409046-FI2"), identity(An, "ALSI 202409046 F12"));
/// ```
pub fn identity(code: JurisdictionCode, number: &str) -> String {
    match code {
        JurisdictionCode::Ukgc => match UkgcNumber::parse(&ukgc_form(number)) {
            Some(parts) => parts.identity(),
            None => upper(number),
        },
        JurisdictionCode::An => compact(number).replace('-', "").replace(['I', 'L'], "1"),
        JurisdictionCode::Cw | JurisdictionCode::Mga => compact(number),
        JurisdictionCode::Kh | JurisdictionCode::Tgc | JurisdictionCode::Iom => upper(number),
    }
}

/// Returns the version that a UKGC number states: its last segment. `None` without one, and for
/// numbers of another shape.
pub fn ukgc_version(number: &str) -> Option<u32> {
    UkgcNumber::parse(&ukgc_form(number))?.version
}

/// Returns a number of Great Britain without white space, or with hyphens in the place of white space that
/// parts it (`039022 R 319313 011`).
fn ukgc_form(number: &str) -> String {
    match number.contains(is_dash) {
        true => compact(number),
        false => compact(&number.split_whitespace().collect::<Vec<_>>().join("-")),
    }
}

/// Returns the number in the form in which it is compared: without white space, upper case, any
/// dash a hyphen (decisions 3, verdict for a licence number).
pub fn normalised(number: &str) -> String {
    compact(number)
}

/// Returns the form in which a number that is asked for is compared: as [`normalised`], with hyphens in the
/// place of the spaces in a number of Great Britain.
pub(crate) fn asked_for(number: &str) -> String {
    let of_ukgc = ukgc_form(number);
    match UkgcNumber::parse(&of_ukgc) {
        Some(_) => of_ukgc,
        None => normalised(number),
    }
}

/// Returns whether a text on record is the number of one licence. Every number of Anjouan and Great
/// Britain has the register's form or five digits in a row, which no word for a number to come has
/// (`TBA`, `N/A`). The other readers take nothing else for a number.
pub(crate) fn identifies(code: JurisdictionCode, number: &str) -> bool {
    let has_digits = || number.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= 5);
    match code {
        JurisdictionCode::Ukgc => UkgcNumber::parse(&ukgc_form(number)).is_some() || has_digits(),
        JurisdictionCode::An => {
            let number = identity(code, number);
            let after_letters = number.split_once("A1S1").map(|(_, rest)| rest);
            after_letters.is_some_and(|rest| rest.starts_with(is_digit)) || has_digits()
        }
        JurisdictionCode::Cw
        | JurisdictionCode::Mga
        | JurisdictionCode::Kh
        | JurisdictionCode::Tgc
        | JurisdictionCode::Iom => true,
    }
}

/// Returns the letters and digits of a number in upper case: what a check compares when no number is
/// equal as written.
pub fn letters_and_digits(number: &str) -> String {
    number.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// Returns whether a number may be another spelling of one with the same letters and digits: it parts
/// no digits that the other writes together. `OGL/2024/2510/130` is not `OGL/2024/251/0130`.
pub fn may_be_spelled(asked_for: &str, on_record: &str) -> bool {
    let on_record = parts_of_digits(on_record);
    parts_of_digits(asked_for).iter().all(|place| on_record.contains(place))
}

/// Returns after how many letters and digits another character separates two digits.
fn parts_of_digits(number: &str) -> Vec<usize> {
    let (mut places, mut count, mut last) = (Vec::new(), 0, None);
    let characters: Vec<char> = number.chars().collect();
    for (place, c) in characters.iter().enumerate().filter(|(_, c)| c.is_alphanumeric()) {
        let is_parted = last.is_some_and(|last: usize| {
            last + 1 < place && characters[last].is_numeric() && c.is_numeric()
        });
        places.extend(is_parted.then_some(count));
        (count, last) = (count + 1, Some(place));
    }
    places
}

/// Returns the account of a UKGC number without leading zeros: what operators print on their sites.
/// `None` for a number of another form.
pub fn ukgc_account(number: &str) -> Option<&str> {
    let number = trimmed(number);
    let printed = number.strip_prefix("000-").filter(|rest| rest.starts_with(is_digit));
    let printed = printed.unwrap_or(number);
    let (account, rest) = printed.split_at(printed.find(|c| !is_digit(c))?);
    let is_parted = rest.starts_with('-') || compact(rest).starts_with('-');
    is_parted.then(|| account.trim_start_matches('0')).filter(|text| !text.is_empty())
}

fn upper(number: &str) -> String {
    trimmed(number).to_uppercase()
}

/// `account-letter-serial[-version]`, with or without the `000-` of older prints.
struct UkgcNumber<'n> {
    account: &'n str,
    letter: &'n str,
    serial: &'n str,
    version: Option<u32>,
}

impl<'n> UkgcNumber<'n> {
    fn parse(number: &'n str) -> Option<Self> {
        let printed = number.strip_prefix("000-").filter(|rest| rest.starts_with(is_digit));
        let mut segments = printed.unwrap_or(number).split('-');
        let account = segments.next().filter(|text| is_digits(text))?;
        let letter = segments.next().filter(|text| is_letter(text))?;
        let serial = segments.next().filter(|text| is_digits(text))?;
        let version = match segments.next() {
            Some(text) => Some(text).filter(|text| is_digits(text))?.parse().ok().map(Some)?,
            None => None,
        };
        let account = account.trim_start_matches('0');
        segments.next().is_none().then_some(Self { account, letter, serial, version })
    }

    fn identity(&self) -> String {
        format!("{:0>6}-{}-{:0>6}", self.account, self.letter, self.serial)
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests;
