//! Licence numbers by equality, in the spellings decisions 3 allows. No fuzzing: one digit is
//! another licence.

use std::borrow::Cow;

use crate::catalogue::entries::{LicenceEntry, LicenceIndex};
use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::key_hash::{IndexShape, KeyHash};
use crate::catalogue::postings::HashedPostings;
use crate::catalogue::text::TextArena;
use crate::catalogue::{Catalogue, tags};
use crate::jurisdiction::JurisdictionCode;
use crate::licence_number;
use crate::text::is_digits;

/// How a number on record is compared with the one asked for; strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberMatch {
    /// Case, dashes and white space aside.
    Number,
    /// The register's own idea of the same licence: a UKGC number under any version segment, an
    /// AN number with its misspelled letters.
    Identity,
    /// A UKGC account number, as operators print it.
    Account,
    /// Letters and digits only, in a spelling that parts no other digits; counts when one licence
    /// alone has it.
    LettersAndDigits,
}

impl NumberMatch {
    const ALL: [Self; 4] = [Self::Number, Self::Identity, Self::Account, Self::LettersAndDigits];

    /// Returns the key of a number on record; `None` where this comparison does not apply, and for a
    /// text that is no number.
    fn key_on_record<'n>(self, code: JurisdictionCode, number: &'n str) -> Option<Cow<'n, str>> {
        licence_number::identifies(code, number).then(|| self.key(code, number)).flatten()
    }

    fn key<'n>(self, code: JurisdictionCode, number: &'n str) -> Option<Cow<'n, str>> {
        match self {
            Self::Number => Some(licence_number::normalised(number).into()),
            Self::Identity => match code {
                JurisdictionCode::Ukgc | JurisdictionCode::An => {
                    Some(licence_number::identity(code, number).into())
                }
                _ => None,
            },
            Self::Account => match code {
                JurisdictionCode::Ukgc => licence_number::ukgc_account(number).map(Cow::Borrowed),
                _ => None,
            },
            Self::LettersAndDigits => Some(licence_number::letters_and_digits(number).into()),
        }
    }

    /// Returns the key of a number asked for, under the rules of one register.
    fn key_asked_for<'n>(self, code: JurisdictionCode, number: &'n str) -> Option<Cow<'n, str>> {
        match self {
            Self::Account => is_digits(number).then(|| number.trim_start_matches('0').into()),
            _ => self.key(code, number),
        }
    }
}

/// More than a licence number has.
const MAX_NUMBER_BYTES: usize = 1_024;
/// About how many of the four comparisons apply to a number.
const KEYS_A_NUMBER: usize = 3;

/// Writes the index of all numbers; `None` when there are more than positions.
pub(crate) fn write(
    file: &mut FileWriter,
    licences: &[LicenceEntry],
    text: &TextArena,
    shape: IndexShape,
) -> Option<()> {
    let expected = licences.len() * KEYS_A_NUMBER;
    let by_key = HashedPostings::build(expected, shape.bucket_load, |post| {
        walk(licences, 0, text, shape.hash, post);
    })?;
    file.push_parts(tags::NUMBERS, 1, &by_key.parts());
    Some(())
}

/// Posts the keys of licences whose positions begin at `first`.
pub(crate) fn walk(
    licences: &[LicenceEntry],
    first: u32,
    text: &TextArena,
    hash: KeyHash,
    post: &mut dyn FnMut(u64, u32),
) {
    for (licence, position) in licences.iter().zip(first..) {
        for by in NumberMatch::ALL {
            let number = text.get(licence.number);
            if let Some(key) = by.key_on_record(licence.jurisdiction, number) {
                post(hash.hash_of_kind(by as u8, key.as_bytes()), position);
            }
        }
    }
}

impl Catalogue {
    /// Returns the licences with this number by the strongest comparison that finds any, in no
    /// order.
    pub(crate) fn numbered(&self, number: &str) -> Option<(NumberMatch, Vec<LicenceIndex>)> {
        NumberMatch::ALL.into_iter().find_map(|by| {
            let found = self.numbered_by(by, number);
            (!found.is_empty()).then_some((by, found))
        })
    }

    fn numbered_by(&self, by: NumberMatch, number: &str) -> Vec<LicenceIndex> {
        let mut found = Vec::new();
        for code in JurisdictionCode::ALL {
            let Some(key) = by.key_asked_for(*code, number) else { continue };
            let is_it = |licence: &LicenceIndex| {
                let licence = self.licence(*licence);
                let on_record = self.text(licence.number);
                licence.jurisdiction == *code
                    // A file may have a longer one, which costs time and is not asked for.
                    && on_record.len() <= MAX_NUMBER_BYTES
                    && by.key_on_record(*code, on_record).as_deref() == Some(&*key)
                    && (by != NumberMatch::LettersAndDigits
                        || licence_number::may_be_spelled(number, on_record))
            };
            let hash = self.hash().hash_of_kind(by as u8, key.as_bytes());
            found.extend(self.numbers.ids(&self.bytes, hash).map(LicenceIndex).filter(is_it));
        }
        found
    }
}
