//! One licence as the register has it: seven texts.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number::marked::number_in;
use crate::register::domain_list::{Address, Listed, domains_of};
use crate::register::layout::{Names, with_remarks};
use crate::register::reading::{ListedLicence, ListedOperator};
use crate::register::surveyed_page::SurveyedPage;
use crate::register::swapped::is_no_name;
use crate::text::{collapsed, folded, non_empty, quoted, trimmed};
use crate::written_date;

/// The fields, in the order of the register.
pub(super) const FIELDS: [&str; 7] =
    ["company", "status", "number", "type", "issued", "expiry", "domains"];

pub(super) const BESIDE: Names<()> = Names { fields: &[], beside: "no | # | id" };

/// A record, its texts verbatim but for the blanks around them. Records sort by number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record {
    pub(super) number: String,
    pub(super) company: String,
    pub(super) status: String,
    pub(super) kind: String,
    pub(super) issued: String,
    pub(super) expiry: String,
    pub(super) list: String,
    pub(super) domains: Vec<Address>,
    pub(super) has_texts: bool,
    /// What takes the licence out of force.
    pub(super) remarks: Vec<String>,
    /// What else the register says, as JSON.
    pub(super) others: BTreeMap<String, String>,
}

impl Record {
    /// Makes a record of the texts in the order of [`FIELDS`].
    pub(super) fn parse(
        page: &SurveyedPage<'_>,
        texts: [&str; 7],
        listed: Listed,
        others: BTreeMap<String, String>,
        mut remarks: Vec<String>,
    ) -> Self {
        let [company, status, number, kind, issued, expiry, list] =
            texts.map(|text| trimmed(text).to_owned());
        // A mark on a number makes no other licence.
        let plain_number = number_in(An, &number).unwrap_or(&number).to_owned();
        let unknown = [
            ("Number", &number, plain_number != number),
            ("issued", &issued, written_date::with_time(&issued).is_none()),
            ("expiry", &expiry, written_date::with_time(&expiry).is_none()),
            ("Type", &kind, is_no_name(&kind)),
        ];
        for (label, text, _) in unknown.into_iter().filter(|(.., is_unknown)| *is_unknown) {
            // The cell of a table may have said so already.
            let remark = page.text_remark(label, text).filter(|remark| !remarks.contains(remark));
            remarks.extend(remark);
        }
        remarks.extend(page.domains_remark("domains", &listed));
        let Listed { addresses: domains, has_texts, .. } = listed;
        Self {
            number: plain_number,
            company,
            status,
            kind,
            issued,
            expiry,
            list,
            domains,
            has_texts,
            remarks,
            others,
        }
    }

    /// Returns whether number and company are there and are not what belongs into another field.
    pub(super) fn check(&self, position: usize) -> Result<(), String> {
        let company = collapsed(&self.company);
        let swapped = |field: &str, text: &str| {
            let text = quoted(text);
            Err(format!("the columns look swapped: the {field} of record {position} is {text}"))
        };
        match (company.as_str(), self.number.as_str()) {
            ("", number) => Err(format!("record {position} ({}) has no company", quoted(number))),
            (company, "") => Err(format!("record {position} ({}) has no number", quoted(company))),
            (company, _) if is_no_name(company) || number_in(An, company).is_some() => {
                swapped("company", company)
            }
            (_, number) if is_no_name(number) => swapped("number", number),
            _ => Ok(()),
        }
    }

    pub(super) fn into_licence(self) -> ListedLicence {
        let kind = known_type(&self.kind).map_or_else(|| collapsed(&self.kind), str::to_owned);
        ListedLicence {
            operator: ListedOperator::named(collapsed(&self.company)),
            license_types: non_empty(kind).into_iter().collect(),
            license_type_raw: non_empty(self.kind.clone()),
            issued_date: written_date::with_time(&self.issued),
            expiry_date: written_date::with_time(&self.expiry),
            raw_data: self.raw_data(),
            domains: domains_of(self.domains),
            status_text: Some(with_remarks(&self.status, &self.remarks)),
            license_number: Some(self.number),
            ..ListedLicence::default()
        }
    }

    /// Returns the texts that are not kept verbatim elsewhere, and what is not known.
    fn raw_data(&self) -> Map<String, Value> {
        let mut raw = Map::new();
        let dates = [("issued", &self.issued), ("expiry", &self.expiry)];
        for (field, text) in dates.into_iter().filter(|(_, text)| !text.is_empty()) {
            if written_date::with_time(text).is_none_or(|day| day.to_string() != **text) {
                raw.insert(field.to_owned(), text.as_str().into());
            }
        }
        if collapsed(&self.company) != self.company {
            raw.insert("company".to_owned(), self.company.as_str().into());
        }
        if self.has_texts {
            raw.insert("domains".to_owned(), self.list.as_str().into());
        }
        for (field, json) in &self.others {
            let value = serde_json::from_str(json).unwrap_or_else(|_| json.as_str().into());
            raw.insert(field.clone(), value);
        }
        raw
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

fn known_type(text: &str) -> Option<&'static str> {
    TYPES.iter().find(|(known, _)| *known == folded(text)).map(|(_, name)| *name)
}
