//! What a reader knows of the form of its register, and what a file has beside that.
//!
//! A register is a closed world of structure. Each reader declares its columns, labels and headings
//! as data. Any other name refuses the reading, until an operator of the service accepts the name
//! ([`Accepted`]). Wordings of statuses and types of licences stay open. No rule looks for words.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::reading::ListedLicence;
use super::{RegisterError, RegisterFault};
use crate::jurisdiction::JurisdictionCode;
use crate::text::{collapsed, folded, quoted};

/// The names that an operator of the service accepts in a register: `accept` of `[registers.CODE]`.
///
/// Accepting a name says: this place is known, and it says nothing of the status. Case, blanks and
/// punctuation at the end do not matter. A column of remarks keeps its effect.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Accepted(pub Vec<String>);

impl Accepted {
    fn has(&self, name: &str) -> bool {
        !self.0.is_empty() && {
            let wanted = key(name);
            self.0.iter().any(|accepted| key(accepted) == wanted)
        }
    }
}

/// Where an unknown name stands.
///
/// Exhaustive, because a name in a place that nothing handles would be accepted by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The header of a table, or a field of a record.
    Column,
    /// The label beside a value.
    Label,
    /// The heading over a list.
    Heading,
    /// A table, named by its caption or its first row.
    Table,
    /// A text inside a certificate, a seal or an entry, beside a name or among addresses. It takes
    /// the licence or the addresses out of force, and refuses the reading only where most are so.
    Text,
}

/// A name that a reader does not know.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unknown {
    /// The file it stands in.
    pub file: String,
    /// Where it stands.
    pub place: Place,
    /// The name as it stands there, at most 500 characters of it.
    pub name: String,
}

impl Unknown {
    /// Whether the name refuses the whole reading.
    pub fn refuses(&self) -> bool {
        self.place != Place::Text
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.place {
            Place::Column => "column",
            Place::Label => "label",
            Place::Heading => "heading",
            Place::Table => "table",
            Place::Text => "text",
        };
        write!(f, "the {place} {} is not known", quoted(&self.name))
    }
}

/// The longest name that is compared, in characters.
const MAX_NAME_CHARS: usize = 500;

/// The most unknown names of one reading that are kept.
const MAX_UNKNOWN: usize = 1000;

/// From how many certificates, seals or entries on it is a new layout that most hold a text.
const MIN_PARTS: usize = 3;

/// The form in which names are compared: without case, blanks and punctuation at the end.
pub(super) fn key(name: &str) -> String {
    let name = folded(&cut(name));
    name.trim_end_matches([':', '.', ',', ';', '*', '?', '!', ' ']).to_owned()
}

fn cut(name: &str) -> String {
    name.chars().take(MAX_NAME_CHARS).collect()
}

/// The columns of remarks, in every register.
const REMARKS: &str = "remarks | remark | notes | note | comments | comment | observations";

/// What a register writes where there is nothing to write.
const NOTHING: &[&str] = &["n/a", "n.a.", "n.a", "na", "nil", "none", "null", "tba", "tbc"];

/// Whether a cell holds nothing: blanks, dashes or one of the words for nothing.
pub(super) fn is_nothing(text: &str) -> bool {
    let text = folded(text);
    NOTHING.contains(&text.as_str()) || !text.contains(|c: char| c != '-' && c != ' ')
}

/// The columns of a table, or the labels of a list of values, as a reader declares them: in lower
/// case, a bar between several.
pub(super) struct Names<T: 'static> {
    /// Those that are read, with every way to write them.
    pub(super) fields: &'static [(T, &'static str)],
    /// Those that say nothing of the status.
    pub(super) beside: &'static str,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    /// A field that is read.
    Field(T),
    /// A remark: what stands there makes the status unknown.
    Remark,
    /// Something that is only kept.
    Beside,
}

impl<T: Copy> Names<T> {
    /// The field of a name.
    pub(super) fn field(&self, name: &str) -> Option<T> {
        let name = key(name);
        self.fields.iter().find(|(_, names)| is_one_of(&name, names)).map(|(field, _)| *field)
    }
}

/// Whether a name, as a [`key`], is one of several with a bar between them.
fn is_one_of(key: &str, declared: &str) -> bool {
    !key.is_empty() && declared.split('|').any(|name| name.trim() == key)
}

/// A column beside those that are read.
pub(super) struct Extra {
    pub(super) at: usize,
    pub(super) heading: String,
    is_remark: bool,
}

impl Extra {
    /// The remark that a cell of the column is.
    pub(super) fn remark(&self, text: &str) -> Option<String> {
        remark(&self.heading, text).filter(|_| self.is_remark)
    }
}

/// One look at the files of a register: which of their names are known.
pub(super) struct Survey<'a> {
    code: JurisdictionCode,
    accepted: &'a Accepted,
    unknown: RefCell<BTreeSet<Unknown>>,
    addresses: Share,
    parts: Share,
}

/// How many there are, and how many of them hold texts.
#[derive(Default)]
struct Share {
    all: Cell<usize>,
    with_texts: Cell<usize>,
}

impl Share {
    fn add(&self, all: usize, with_texts: usize) {
        self.all.set(self.all.get() + all);
        self.with_texts.set(self.with_texts.get() + with_texts);
    }

    fn is_most(&self) -> bool {
        self.with_texts.get() * 2 > self.all.get()
    }
}

impl<'a> Survey<'a> {
    /// A look at a register with the names accepted for it.
    pub(super) fn new(code: JurisdictionCode, accepted: &'a Accepted) -> Self {
        let (unknown, addresses, parts) = Default::default();
        Self { code, accepted, unknown, addresses, parts }
    }

    /// The register.
    pub(super) fn code(&self) -> JurisdictionCode {
        self.code
    }

    /// What a column or label stands for. A name that nobody declared or accepted is noted.
    pub(super) fn find<T: Copy>(
        &self,
        file: &str,
        place: Place,
        name: &str,
        names: &Names<T>,
    ) -> Found<T> {
        if let Some(field) = names.field(name) {
            return Found::Field(field);
        }
        if is_one_of(&key(name), REMARKS) {
            return Found::Remark;
        }
        self.is_known(file, place, name, names.beside);
        Found::Beside
    }

    /// The columns beside those that are read, of which any cell is given: remarks, and what is
    /// kept. Columns that are declared to say nothing are left out.
    pub(super) fn extras<'h, T: Copy>(
        &self,
        file: &str,
        headings: impl IntoIterator<Item = (usize, &'h str)>,
        names: &Names<T>,
    ) -> Vec<Extra> {
        let extra = |(at, heading): (usize, &str)| {
            let is_remark = match self.find(file, Place::Column, heading, names) {
                Found::Field(_) => return None,
                Found::Remark => true,
                Found::Beside => false,
            };
            let is_left_out = is_one_of(&key(heading), names.beside);
            (!is_left_out).then(|| Extra { at, heading: collapsed(heading), is_remark })
        };
        headings.into_iter().filter_map(extra).collect()
    }

    /// Whether a name is declared or accepted. Any other is noted.
    pub(super) fn is_known(&self, file: &str, place: Place, name: &str, declared: &str) -> bool {
        let is_known = is_one_of(&key(name), declared) || self.accepted.has(name);
        let mut unknown = self.unknown.borrow_mut();
        if !is_known && unknown.len() < MAX_UNKNOWN {
            unknown.insert(Unknown { file: file.to_owned(), place, name: cut(&collapsed(name)) });
        }
        is_known
    }

    /// Counts a certificate, a seal or an entry, and the texts in it that nobody accepted; these
    /// are returned as remarks.
    pub(super) fn texts_of_part(&self, file: &str, texts: Vec<String>) -> Vec<String> {
        let unknown: Vec<_> = texts.into_iter().filter(|text| self.is_text(file, text)).collect();
        self.parts.add(1, usize::from(!unknown.is_empty()));
        unknown.iter().map(|text| format!("Text: {}", cut(text))).collect()
    }

    /// Whether an operator of the service accepts a text.
    pub(super) fn accepts(&self, text: &str) -> bool {
        self.accepted.has(text)
    }

    /// Whether a text is one that nobody accepted; it is noted then.
    pub(super) fn is_text(&self, file: &str, text: &str) -> bool {
        !self.is_known(file, Place::Text, text, "")
    }

    /// Counts the addresses of a cell and the texts among them.
    pub(super) fn count_addresses(&self, addresses: usize, texts: usize) {
        self.addresses.add(addresses + texts, texts);
    }

    /// Whether everything that was seen is known.
    ///
    /// # Errors
    /// The first name that is not known, and a register most of whose domain cells, certificates
    /// or entries hold texts that are not known.
    pub(super) fn check(&self) -> Result<(), RegisterError> {
        let unknown = self.unknown.borrow();
        let has_texts =
            self.addresses.is_most() || (self.parts.all.get() >= MIN_PARTS && self.parts.is_most());
        let refuses = |it: &&Unknown| it.refuses() || has_texts;
        let Some(first) = unknown.iter().find(|it| it.refuses()).or_else(|| unknown.first()) else {
            return Ok(());
        };
        match unknown.iter().filter(refuses).count() {
            0 => Ok(()),
            count => {
                let (code, unknown, others) = (self.code, first.clone(), count - 1);
                let fault = RegisterFault::Unknown { code, unknown, others };
                Err(RegisterError::of_file(&first.file, fault))
            }
        }
    }

    /// Every name that is not known.
    pub(super) fn into_unknown(self) -> Vec<Unknown> {
        self.unknown.into_inner().into_iter().collect()
    }
}

/// What stands under a label of remarks; `None` where nothing does.
pub(super) fn remark(label: &str, text: &str) -> Option<String> {
    let label = collapsed(label);
    (!is_nothing(text)).then(|| format!("{}: {}", label.trim_end_matches([':', ' ']), text))
}

/// The remark on a name, number or status that is struck out.
pub(super) const STRUCK_OUT: &str = "struck out";

/// A wording with the remarks beside it: one that no table of wordings knows.
pub(super) fn with_remarks(wording: &str, remarks: &[String]) -> String {
    let wording = Some(wording).filter(|wording| !wording.is_empty());
    wording.into_iter().chain(remarks.iter().map(String::as_str)).collect::<Vec<_>>().join("; ")
}

/// Takes remarks into the status of a licence.
pub(super) fn note(licence: &mut ListedLicence, remarks: &[String]) {
    if !remarks.is_empty() {
        let wording = licence.status_text.as_deref().unwrap_or_default();
        licence.status_text = Some(with_remarks(wording, remarks));
    }
}

/// Takes in what stands beside the name, the number and the type of a licence: in brackets, behind
/// a dash or a colon. Names of Great Britain are typed freely, and its files have a status column.
pub(super) fn note_marks(survey: &Survey<'_>, file: &str, licence: &mut ListedLicence) {
    let is_of_a_number = |c: char| c.is_alphanumeric() || "-\u{2010}\u{2011}/. \u{a0}".contains(c);
    let of_number = |text: &&String| text.contains(|c| !is_of_a_number(c));
    let (number, kind) = (licence.license_number.as_ref(), licence.license_type_raw.as_ref());
    let name = Some(&licence.operator.name)
        .filter(|name| survey.code() != JurisdictionCode::Ukgc && is_marked(name));
    let marked = [
        ("Number", number.filter(of_number)),
        ("Type", kind.filter(|text| has_brackets(text))),
        ("Name", name),
    ];
    let texts = marked.into_iter().filter_map(|(label, text)| Some((label, text?)));
    let unknown = texts.filter(|(_, text)| survey.is_text(file, text));
    let remarks: Vec<_> = unknown.map(|(label, text)| format!("{label}: {text}")).collect();
    note(licence, &remarks);
}

fn is_marked(name: &str) -> bool {
    has_brackets(name) || name.contains([':', '*']) || folded(name).contains(" - ")
}

fn has_brackets(text: &str) -> bool {
    text.ends_with([')', ']', '}']) || text.starts_with(['(', '[', '{'])
}

#[cfg(test)]
mod tests;
