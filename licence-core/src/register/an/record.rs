//! One licence as the register has it: seven texts.

use serde_json::{Map, Value};

use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number::marked::number_in;
use crate::register::domain_list::{Listed, domains_of};
use crate::register::layout::{Names, is_nothing, with_remarks};
use crate::register::reading::{ListedLicence, ListedOperator};
use crate::register::surveyed_page::SurveyedPage;
use crate::register::swapped::is_no_name;
use crate::text::{collapsed, folded, non_empty, quoted, trimmed};
use crate::written_date;

/// The fields, in the order of the register.
pub(super) const FIELDS: [&str; 7] =
    ["company", "status", "number", "type", "issued", "expiry", "domains"];

pub(super) const BESIDE: Names<()> = Names { fields: &[], beside: "no | # | id" };

pub(super) struct Record {
    /// The texts in the order of [`FIELDS`].
    pub(super) texts: [String; 7],
    pub(super) domains: Listed,
    /// What takes the licence out of force.
    pub(super) remarks: Vec<String>,
    /// What else the register says.
    pub(super) others: Map<String, Value>,
}

impl Record {
    /// Returns whether the record says nothing at all.
    pub(super) fn is_blank(&self) -> bool {
        let has_text = self.texts.iter().any(|text| !trimmed(text).is_empty());
        !has_text && self.remarks.is_empty() && self.others.is_empty()
    }

    pub(super) fn into_licence(
        self,
        page: &SurveyedPage<'_>,
        position: usize,
    ) -> Result<ListedLicence, String> {
        let [company, status, number, kind, issued, expiry, list] =
            self.texts.each_ref().map(|text| trimmed(text));
        let name = collapsed(company);
        check(position, &name, number)?;
        // A mark on a number makes no other licence.
        let found_number = number_in(An, number);
        let plain_number = found_number.unwrap_or(number);
        let days = [issued, expiry].map(written_date::with_time);
        let unknown = [
            ("Number", number, found_number != Some(number)),
            ("issued", issued, days[0].is_none()),
            ("expiry", expiry, days[1].is_none()),
            ("Type", kind, is_no_name(kind)),
        ];
        let mut remarks = self.remarks;
        for (label, text, _) in unknown.into_iter().filter(|(.., is_unknown)| *is_unknown) {
            let remark = page.text_remark(label, text).filter(|remark| !remarks.contains(remark));
            remarks.extend(remark);
        }
        remarks.extend(page.domains_remark("domains", &self.domains));
        // What is not kept verbatim elsewhere.
        let is_kept = |at: usize, text: &str| days[at].is_some_and(|day| day.to_string() == text);
        let raw = [
            ("issued", issued, !issued.is_empty() && !is_kept(0, issued)),
            ("expiry", expiry, !expiry.is_empty() && !is_kept(1, expiry)),
            ("company", company, name != company),
            ("domains", list, self.domains.has_texts),
        ];
        let raw = raw.into_iter().filter(|(.., is_raw)| *is_raw);
        let raw = raw.map(|(field, text, _)| (field.to_owned(), text.into()));
        Ok(ListedLicence {
            operator: ListedOperator::named(name),
            license_number: Some(plain_number.to_owned()),
            status_text: Some(with_remarks(status, &remarks)),
            license_types: non_empty(type_named(kind)).into_iter().collect(),
            license_type_raw: non_empty(kind.to_owned()),
            issued_date: days[0],
            expiry_date: days[1],
            raw_data: self.others.into_iter().chain(raw).collect(),
            domains: domains_of(self.domains.addresses),
            ..ListedLicence::default()
        })
    }
}

/// Returns whether number and company are there and are not what belongs into another field.
fn check(position: usize, company: &str, number: &str) -> Result<(), String> {
    let swapped = |field: &str, text: &str| {
        let text = quoted(text);
        Err(format!("the columns look swapped: the {field} of record {position} is {text}"))
    };
    match (company, number) {
        ("", _) => Err(format!("record {position} ({}) has no company", quoted(number))),
        _ if is_nothing(number) => {
            Err(format!("record {position} ({}) has no number", quoted(company)))
        }
        _ if is_no_name(company) || number_in(An, company).is_some() => swapped("company", company),
        _ if is_no_name(number) => swapped("number", number),
        _ => Ok(()),
    }
}

/// What the types are called elsewhere in the service; any other type is its own name.
const TYPES: [(&str, &str); 5] = [
    ("b2c", "B2C"),
    ("b2b", "B2B"),
    ("white labeling", "White Labeling"),
    ("white labelling", "White Labeling"),
    ("white label", "White Labeling"),
];

fn type_named(text: &str) -> String {
    let known = TYPES.iter().find(|(known, _)| *known == folded(text));
    known.map_or_else(|| collapsed(text), |(_, name)| (*name).to_owned())
}
