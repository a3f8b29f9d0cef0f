//! From a regulator's wording to a status (specification 2.4 and 3.1, decisions "The registers").
//! A wording that no table knows is `unknown`, never guessed.

mod tables;

use tables::OTHER_WORDS;
pub use tables::{WordingTable, table};
use unicode_normalization::UnicodeNormalization;

use super::{LicenceStatus, StatusQualifier};
use crate::jurisdiction::JurisdictionCode;
use crate::text::{folded, is_unseen};
use crate::time::Date;
use crate::written_date;

/// What a wording says of a licence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusReading {
    /// The status; `unknown` for wording that could not be classified.
    pub status: LicenceStatus,
    /// What the wording, or another page of the regulator, adds to it.
    pub qualifier: Option<StatusQualifier>,
    /// The day the wording names (`Suspended (2 October 2026)`); it belongs into the note.
    pub dated: Option<Date>,
}

/// Returns whether a text is a word of the register for a status.
pub(crate) fn is_status(code: JurisdictionCode, text: &str) -> bool {
    let text = folded(text);
    !text.is_empty() && table(code).wordings().any(|(known, _)| *known == text)
}

/// Returns whether a wording means `active` while a certificate of the licence says so.
pub(crate) fn is_active_when_certified(code: JurisdictionCode, wording: Option<&str>) -> bool {
    let wording = wording.map(folded);
    wording.is_some() && wording.as_deref() == table(code).active_when_certified
}

/// Returns whether a text is a word of any register for a status.
pub(crate) fn is_status_anywhere(text: &str) -> bool {
    JurisdictionCode::ALL.iter().any(|code| is_status(*code, text))
}

/// Returns whether a text holds a word of any register for a licence that is not in force, whatever else
/// it says (`Permit revoked`). A word with a hyphen is another word.
pub(crate) fn has_word_out_of_force(text: &str) -> bool {
    let rows = JurisdictionCode::ALL.iter().flat_map(|code| table(*code).wordings());
    let known = rows.filter(|(_, status)| *status != LicenceStatus::Active).map(|(word, _)| *word);
    has_phrase(text, known.chain(OTHER_WORDS))
}

/// Returns a text as a reader sees it, folded: without characters that are not shown, and letters of other
/// forms (`Ｒｅｖｏｋｅｄ`) as plain ones.
fn as_seen(text: &str) -> String {
    if text.is_ascii() {
        return folded(text);
    }
    folded(&text.nfkc().filter(|c| !is_unseen(*c)).collect::<String>())
}

/// Returns the words of a text in lower case. A word with a hyphen is one word.
fn plain_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    words.map(|word| word.trim_matches('-')).filter(|word| !word.is_empty())
}

/// Returns whether a text holds one of these phrases, whole words in lower case. A word with a hyphen
/// is another word.
pub(crate) fn has_phrase<'p>(text: &str, phrases: impl IntoIterator<Item = &'p str>) -> bool {
    let text = as_seen(text);
    let text = format!(" {} ", plain_words(&text).collect::<Vec<_>>().join(" "));
    phrases.into_iter().any(|phrase| text.contains(&format!(" {phrase} ")))
}

/// Returns the status that a regulator's wording means.
///
/// `wording` is the register's own text, `None` where it publishes none; `qualifier` is what the
/// reader found on another page of the regulator, and is kept. Case, blanks and the kind of dash
/// do not matter. Never fails: what no table knows is [`LicenceStatus::Unknown`].
///
/// ```
/// use licence_core::jurisdiction::JurisdictionCode::{Iom, Ukgc};
/// use licence_core::status::{LicenceStatus, wording::classify};
///
/// assert_eq!(classify(Ukgc, Some("Lapsed"), None).status, LicenceStatus::Expired);
/// assert_eq!(classify(Ukgc, Some("Looks fine"), None).status, LicenceStatus::Unknown);
/// let suspended = classify(Iom, Some("Suspended (2 October 2026)"), None);
/// assert_eq!(suspended.dated, "2026-10-02".parse().ok());
/// ```
pub fn classify(
    code: JurisdictionCode,
    wording: Option<&str>,
    qualifier: Option<StatusQualifier>,
) -> StatusReading {
    let wording = folded(wording.unwrap_or_default());
    let table = table(code);
    let reading = plain(table, &wording)
        .or_else(|| dated(table, &wording))
        .or_else(|| revocation(table, &wording))
        .or_else(|| qualified(table, &wording))
        .unwrap_or_else(|| LicenceStatus::Unknown.into());
    let certified = qualifier.is_some() && table.active_when_certified == Some(&*wording);
    StatusReading {
        status: if certified { LicenceStatus::Active } else { reading.status },
        qualifier: reading.qualifier.or(qualifier),
        dated: reading.dated,
    }
}

/// Returns whether a wording means a licence in force.
pub(crate) fn is_active(code: JurisdictionCode, wording: Option<&str>) -> bool {
    classify(code, wording, None).status == LicenceStatus::Active
}

/// Returns whether a table knows the status that a wording means.
pub(crate) fn is_known(code: JurisdictionCode, wording: Option<&str>) -> bool {
    classify(code, wording, None).status != LicenceStatus::Unknown
}

/// Returns the rank of a status among the activity rows of one licence, as a sort key: zero for
/// `active`, then `suspended`, `revoked`, `pending`, `surrendered`, `expired`, `unknown`
/// (decisions, "The registers").
pub const fn best_first(status: LicenceStatus) -> u8 {
    match status {
        LicenceStatus::Active => 0,
        LicenceStatus::Suspended => 1,
        LicenceStatus::Revoked => 2,
        LicenceStatus::Pending => 3,
        LicenceStatus::Surrendered => 4,
        LicenceStatus::Expired => 5,
        LicenceStatus::Unknown => 6,
        LicenceStatus::NotInRegister => 7,
    }
}

/// Returns the rank of a wording, the best first: that of its status, worse with a qualifier.
pub(crate) fn rank(code: JurisdictionCode, wording: Option<&str>) -> (u8, bool) {
    let reading = classify(code, wording, None);
    (best_first(reading.status), reading.qualifier.is_some())
}

impl From<LicenceStatus> for StatusReading {
    fn from(status: LicenceStatus) -> Self {
        Self { status, qualifier: None, dated: None }
    }
}

/// Returns the status of a wording in the table.
fn plain(table: &WordingTable, wording: &str) -> Option<StatusReading> {
    let row = table.wordings().find(|(known, _)| *known == wording);
    row.map(|(_, status)| (*status).into())
}

/// Returns the status of a known wording out of force that a date in brackets follows. A licence in
/// force has no date: its day may be yet to come, or past.
fn dated(table: &WordingTable, wording: &str) -> Option<StatusReading> {
    let (word, rest) = wording.split_once('(').filter(|_| table.may_be_dated)?;
    let date = written_date::whole(rest.strip_suffix(')')?)?;
    let reading = plain(table, word.trim_end())?;
    let is_in_force = reading.status == LicenceStatus::Active;
    (!is_in_force).then_some(StatusReading { dated: Some(date), ..reading })
}

/// Returns the status of a sentence that states a revocation, with its date if it has one. A remark
/// (`Certificate: see the list of revoked licenses`) has a label and states none.
fn revocation(table: &WordingTable, wording: &str) -> Option<StatusReading> {
    let is_denied = words(wording).any(|word| NO_REVOCATION.contains(&word))
        || has_phrase(wording, ["no longer revoked", "previously revoked"]);
    if !table.has_revocation_sentences || is_denied || wording.contains(':') {
        return None;
    }
    words(wording).find(|word| *word == "revoked")?;
    let after = wording.split_once("revoked").map_or("", |(_, after)| after);
    Some(StatusReading {
        status: LicenceStatus::Revoked,
        qualifier: has_qualifier(wording).then_some(StatusQualifier::Provisional),
        dated: written_date::first_in(after).or_else(|| written_date::first_in(wording)),
    })
}

/// The words with which a sentence states no revocation of the licence (`will be revoked`, `revoked
/// and later reinstated`, `the suspension was revoked`): its status is unknown.
const NO_REVOCATION: [&str; 20] = [
    "annulled",
    "be",
    "conditions",
    "formerly",
    "if",
    "lifted",
    "never",
    "not",
    "overturned",
    "partially",
    "partly",
    "proposed",
    "quashed",
    "reinstated",
    "rescinded",
    "restored",
    "suspension",
    "till",
    "unless",
    "until",
];

/// Returns a known wording that says of itself that it is provisional, such as `Provisional licence
/// – Active`. What is left without the qualifier has to be a wording of the table, and not nothing.
fn qualified(table: &WordingTable, wording: &str) -> Option<StatusReading> {
    let left = Some(without_qualifier(wording)).filter(|left| !left.is_empty())?;
    let known = |(known, _): &&(&str, LicenceStatus)| without_qualifier(known) == left;
    let (_, status) = table.wordings().find(known).filter(|_| has_qualifier(wording))?;
    Some(StatusReading { qualifier: Some(StatusQualifier::Provisional), ..(*status).into() })
}

/// The words by which a regulator calls a licence provisional (decisions 3).
const QUALIFIERS: [&str; 5] =
    ["provisional", "provisionally", "interim", "conditional", "conditionally"];

fn has_qualifier(wording: &str) -> bool {
    words(wording).any(|word| QUALIFIERS.contains(&word))
}

fn without_qualifier(wording: &str) -> String {
    let carries_meaning =
        |word: &&str| !QUALIFIERS.contains(word) && !["licence", "license"].contains(word);
    words(wording).filter(carries_meaning).collect::<Vec<_>>().join(" ")
}

/// Returns the words of a text, split at blanks and at the marks that only separate. Any other mark
/// stays with its word, because it could mean something (`active?`, `licensed*`).
fn words(wording: &str) -> impl Iterator<Item = &str> {
    const SEPARATORS: &[char] = &[' ', '(', ')', '[', ']', '-', ',', '.', ':', ';', '/'];
    wording.split(SEPARATORS).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests;
