//! The survey of the names in the files of a register.
//!
//! A register is a closed world of structure. Each reader declares its columns, labels and headings
//! as data. Any other name refuses the reading until an operator of the service accepts it
//! ([`Accepted`]). Wordings of statuses and licence types stay open. Names, numbers, types,
//! titles and the line before a list are searched for words against a licence. A mark on one licence makes
//! that licence `unknown`.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::common_texts::{is_common_heading, is_common_text, without_sign_of_part};
use super::layout::{
    Found, Names, REMARKS, cut, is_dated, is_one_of, key, note, remark, speaks_against,
};
use super::marks::{
    is_marked, is_marked_free_text, is_marked_number, is_marked_type, name_without_marks,
    type_without_marks, without_trading_name_in_brackets,
};
use super::reading::ListedLicence;
use super::{NameKind, RegisterError, RegisterFault, Unknown};
use crate::jurisdiction::JurisdictionCode;
use crate::licence_number::marked::number_in;
use crate::text::collapsed;

/// The names that an operator of the service accepts in a register: `accept` of `[registers.CODE]`.
///
/// Accepting a name means that it says nothing about the status. Case, blanks and punctuation at
/// the end do not matter. A column of remarks keeps its effect, and a column or label that speaks against
/// licences has the same.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Accepted(pub Vec<String>);

/// The most unknown texts of one reading that are kept.
const MAX_UNKNOWN: usize = 1000;

/// The number of certificates, seals or entries from which on texts in most of them mean a new
/// layout.
const MIN_PARTS: usize = 3;

/// A column beside those that are read.
pub(super) struct Extra {
    pub(super) at: usize,
    pub(super) heading: String,
    pub(super) kind: ExtraKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtraKind {
    Remarks,
    /// A declared column, which counts the rows or has their ids.
    Counter,
    /// An accepted or unknown column, which is only kept.
    Other,
}

impl Extra {
    /// Returns the text of a cell as a remark. In a counter, anything but a number or an id is one.
    pub(super) fn remark(&self, text: &str) -> Option<String> {
        let is_remark = match self.kind {
            ExtraKind::Remarks => true,
            ExtraKind::Counter => !is_count(text),
            ExtraKind::Other => false,
        };
        remark(&self.heading, text).filter(|_| is_remark)
    }
}

/// Returns whether a cell counts the rows or names its own: a number, which a sheet may show as a date, or an
/// id of one word.
fn is_count(text: &str) -> bool {
    let is_of_number = |c: char| c.is_ascii_digit() || c.is_whitespace() || "#.,-".contains(c);
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    text.chars().all(is_of_number) || (text.chars().all(is_of_id) && !speaks_against(text))
}

pub(super) struct Survey<'a> {
    pub(super) code: JurisdictionCode,
    accepted: &'a Accepted,
    unknown: RefCell<BTreeSet<Unknown>>,
    /// The number of items in cells of domains, and of the texts among them.
    items: Cell<(usize, usize)>,
    /// The number of parts, and of those that hold texts.
    parts: Cell<(usize, usize)>,
}

impl<'a> Survey<'a> {
    pub(super) fn new(code: JurisdictionCode, accepted: &'a Accepted) -> Self {
        let (unknown, items, parts) = Default::default();
        Self { code, accepted, unknown, items, parts }
    }

    /// Returns what a column or label stands for, and notes a name that nobody declared or
    /// accepted.
    pub(super) fn find<T: Copy>(
        &self,
        file: &str,
        kind: NameKind,
        name: &str,
        names: &Names<T>,
    ) -> Found<T> {
        if let Some(field) = names.field(name) {
            return Found::Field(field);
        }
        // What is accepted may still say that licences are not in force.
        let is_remark = is_one_of(&key(name), REMARKS);
        if is_remark || (self.accepts(name) && speaks_against(name)) {
            return Found::Remark;
        }
        self.note_unknown(file, kind, name, names.beside);
        Found::Beside
    }

    /// Returns the columns beside those that are read. Remarks count as columns.
    pub(super) fn extras<'h, T: Copy>(
        &self,
        file: &str,
        headings: impl IntoIterator<Item = (usize, &'h str)>,
        names: &Names<T>,
    ) -> Vec<Extra> {
        let extra = |(at, heading): (usize, &str)| {
            let kind = match self.find(file, NameKind::Column, heading, names) {
                Found::Field(_) => return None,
                Found::Remark => ExtraKind::Remarks,
                Found::Beside if is_one_of(&key(heading), names.beside) => ExtraKind::Counter,
                Found::Beside => ExtraKind::Other,
            };
            Some(Extra { at, heading: collapsed(heading), kind })
        };
        headings.into_iter().filter_map(extra).collect()
    }

    /// Notes a name that is neither declared nor accepted.
    pub(super) fn note_unknown(&self, file: &str, kind: NameKind, name: &str, declared: &str) {
        let is_heading = kind == NameKind::Heading;
        let name = if is_heading { without_sign_of_part(name) } else { name };
        let is_common = is_heading && is_common_heading(name);
        if is_common || is_one_of(&key(name), declared) || self.accepts(name) {
            return;
        }
        let mut unknown = self.unknown.borrow_mut();
        // Texts alone refuse no register: they leave room for names that do.
        let most = if kind == NameKind::Text { MAX_UNKNOWN } else { 2 * MAX_UNKNOWN };
        if unknown.len() < most {
            unknown.insert(Unknown { file: file.to_owned(), kind, name: cut(&collapsed(name)) });
        }
    }

    /// Notes a text unless it was accepted. Returns whether it was not accepted.
    pub(super) fn note_text(&self, file: &str, text: &str) -> bool {
        self.note_unknown(file, NameKind::Text, text, "");
        !self.accepts(text)
    }

    /// Returns the texts of a certificate, seal or entry that nobody accepted, as remarks, and
    /// counts it.
    pub(super) fn remarks_of_part(&self, file: &str, texts: Vec<String>) -> Vec<String> {
        let texts = texts.into_iter().filter(|text| !is_dated(text, "") && !is_common_text(text));
        let unknown: Vec<_> = texts.filter(|text| self.note_text(file, text)).collect();
        let with_texts = usize::from(!unknown.is_empty());
        self.parts.update(|(all, before)| (all + 1, before + with_texts));
        unknown.iter().map(|text| format!("Text: {}", cut(text))).collect()
    }

    /// Returns the remark that a text is where it does not belong, unless it says nothing or somebody
    /// accepted it.
    pub(super) fn text_remark(&self, file: &str, label: &str, text: &str) -> Option<String> {
        remark(label, text).filter(|_| self.note_text(file, text))
    }

    /// Returns the marks on a holder's name as a remark. Of two spellings of a name the one without a
    /// mark may become that of the licence.
    pub(super) fn name_remark(&self, file: &str, name: &str) -> Option<String> {
        is_marked(name).then(|| self.text_remark(file, "Name", name)).flatten()
    }

    /// Returns a holder's name without the marks that nobody accepted, and without a trading name in brackets. A register without licence numbers
    /// knows a licence by it, so that a mark makes no other licence.
    pub(super) fn plain_name(&self, name: &str) -> String {
        match is_marked(name) && !self.accepts(name) {
            true => name_without_marks(name),
            false => without_trading_name_in_brackets(name).to_owned(),
        }
    }

    /// Returns the marks on a type as a remark. Another page may state the type of the licence.
    pub(super) fn type_remark(&self, file: &str, kind: &str) -> Option<String> {
        is_marked_type(kind).then(|| self.text_remark(file, "Type", kind)).flatten()
    }

    /// Returns a type without the marks that nobody accepted. A register without licence numbers knows a
    /// licence by it too.
    pub(super) fn plain_type(&self, kind: &str) -> String {
        let has_marks = is_marked_type(kind) && !self.accepts(kind);
        if has_marks { type_without_marks(kind) } else { kind.to_owned() }
    }

    /// Returns the marks on a licence number as a remark.
    pub(super) fn number_remark(&self, file: &str, number: &str) -> Option<String> {
        self.is_marked_number(number).then(|| self.text_remark(file, "Number", number)).flatten()
    }

    /// Returns a licence number without its marks, accepted or not, so that a mark makes no other licence.
    pub(super) fn plain_number(&self, number: &str) -> String {
        let plain = number_in(self.code, number).filter(|_| self.is_marked_number(number));
        plain.unwrap_or(number).to_owned()
    }

    /// Returns whether a licence number holds a mark. In Great Britain, whose numbers have one shape, any
    /// text beside the number is one.
    fn is_marked_number(&self, number: &str) -> bool {
        let is_more = number_in(self.code, number).is_some_and(|plain| plain != number);
        (self.code == JurisdictionCode::Ukgc && is_more) || is_marked_number(number)
    }

    pub(super) fn accepts(&self, text: &str) -> bool {
        self.accepted.0.iter().any(|accepted| key(accepted) == key(text))
    }

    pub(super) fn count_items(&self, items: usize, texts: usize) {
        self.items.update(|before| (before.0 + items, before.1 + texts));
    }

    /// Checks that every name is known.
    pub(super) fn check(&self) -> Result<(), RegisterError> {
        let unknown = self.unknown.borrow();
        let is_most = |(all, with_texts): (usize, usize)| with_texts * 2 > all;
        let parts = self.parts.get();
        let has_texts = is_most(self.items.get()) || (parts.0 >= MIN_PARTS && is_most(parts));
        let refusing: Vec<_> = unknown.iter().filter(|it| it.refuses() || has_texts).collect();
        let Some(first) = refusing.iter().find(|it| it.refuses()).or(refusing.first()) else {
            return Ok(());
        };
        let (code, unknown, others) = (self.code, Unknown::clone(first), refusing.len() - 1);
        let fault = RegisterFault::Unknown { code, unknown, others };
        Err(RegisterError::of_file(&first.file, fault))
    }

    /// Returns the error of a page that is not the register with its first unknown column or table: the page may
    /// be the register with other columns.
    pub(super) fn with_unknown_columns(&self, mut error: RegisterError) -> RegisterError {
        let unknown = self.unknown.borrow();
        let is_of_columns = |it: &Unknown| matches!(it.kind, NameKind::Column | NameKind::Table);
        let first = unknown.iter().find(|it| it.file == error.file && is_of_columns(it));
        if let (RegisterFault::NotTheRegister { found, .. }, Some(first)) =
            (&mut error.fault, first)
        {
            found.push_str(&format!("; {first}"));
        }
        error
    }

    pub(super) fn into_unknown(self) -> Vec<Unknown> {
        self.unknown.into_inner().into_iter().collect()
    }
}

/// Adds the marks on name, number and type of a licence to its status: texts in brackets or after a
/// sign, signs of footnotes, and words for a licence that is not in force. Names of Great Britain are
/// free text, in which only such a word counts that is set off.
pub(super) fn note_marks(survey: &Survey<'_>, file: &str, licence: &mut ListedLicence) {
    let (number, kind) = (licence.license_number.as_ref(), licence.license_type_raw.as_ref());
    let name = Some(&licence.operator.name).filter(|name| match survey.code {
        JurisdictionCode::Ukgc => is_marked_free_text(name),
        _ => is_marked(name),
    });
    let marked = [
        ("Number", number.filter(|text| survey.is_marked_number(text))),
        ("Type", kind.filter(|text| is_marked_type(text))),
        ("Name", name),
    ];
    // The reader may have noted a cell already.
    let told = collapsed(licence.status_text.as_deref().unwrap_or_default());
    let is_told = |text: &String| told.contains(&format!(": {}", collapsed(text)));
    let texts = marked.into_iter().filter_map(|(label, text)| Some((label, text?)));
    let unknown = texts.filter(|(_, text)| !is_told(text) && survey.note_text(file, text));
    note(&mut licence.status_text, unknown.map(|(label, text)| format!("{label}: {text}")));
    // So that a mark makes no other holder.
    if survey.code != JurisdictionCode::Ukgc && is_marked(&licence.operator.name) {
        licence.operator.name = survey.plain_name(&licence.operator.name);
    }
}

#[cfg(test)]
mod tests;
