//! One licence as the register has it: seven texts.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::jurisdiction::JurisdictionCode::An;
use crate::licence_number;
use crate::register::domain_cell::{is_address, site_key};
use crate::register::domain_list::{Address, Listed, domains_of, has_address};
use crate::register::layout::{Names, with_remarks};
use crate::register::reading::{ListedLicence, ListedOperator};
use crate::register::surveyed_page::SurveyedPage;
use crate::register::swapped::{is_beside_its_domain, is_date, is_no_name};
use crate::status::LicenceStatus;
use crate::status::wording::{classify, is_status};
use crate::text::{collapsed, folded, non_empty, quoted, trimmed};
use crate::time::Date;
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
        remarks.extend(page.domains_remark("domains", &listed));
        let Listed { addresses: domains, has_texts, .. } = listed;
        let unknown = [
            ("Number", &number, is_more_than_a_number(&number)),
            ("issued", &issued, day(&issued).is_none()),
            ("expiry", &expiry, day(&expiry).is_none()),
            ("Type", &kind, is_no_type(&kind, &company, &domains)),
            ("domains", &list, is_no_list(&list) || has_unread_hosts(&list, &domains)),
        ];
        for (label, text, _) in unknown.into_iter().filter(|(.., is_unknown)| *is_unknown) {
            // The cell of a table may have said so already.
            let remark = page.text_remark(label, text).filter(|remark| !remarks.contains(remark));
            remarks.extend(remark);
        }
        Self {
            number: plain_number(&number).to_owned(),
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
        let named = [("number", &self.number, &company), ("company", &company, &self.number)];
        if let Some((field, _, other)) = named.into_iter().find(|(_, text, _)| text.is_empty()) {
            return Err(format!("record {position} ({}) has no {field}", quoted(other)));
        }
        let company = &self.company;
        let is_no_company = is_no_name(company)
            || is_kind(company)
            || (is_number(company) && !is_number(&self.number))
            || is_beside_its_domain(company, &self.list);
        let is_no_number = is_no_name(&self.number) || is_kind(&self.number);
        match (is_no_company, is_no_number) {
            (true, _) => Err(swapped("company", position, company)),
            (false, true) => Err(swapped("number", position, &self.number)),
            (false, false) => Ok(()),
        }
    }

    /// Returns the fault of the first value that belongs into another field. The status of such a
    /// licence is unknown, because no date is one and [`Self::parse`] keeps the others as remarks.
    pub(super) fn misplaced(&self, position: usize) -> Option<String> {
        let is_no_status = |text: &str| is_kind(text) || is_date(text) || is_number(text);
        [
            ("status", &self.status, is_no_status(&self.status)),
            ("type", &self.kind, is_no_type(&self.kind, &self.company, &self.domains)),
            ("issue date", &self.issued, is_no_date(&self.issued)),
            ("expiry date", &self.expiry, is_no_date(&self.expiry)),
            ("domain list", &self.list, is_no_list(&self.list)),
        ]
        .into_iter()
        .find(|(.., is_misplaced)| *is_misplaced)
        .map(|(field, text, _)| swapped(field, position, text))
    }

    /// Returns the number and company by which rows are one licence.
    pub(super) fn identity(&self) -> (String, String) {
        (licence_number::identity(An, &self.number), folded(&self.company))
    }

    pub(super) fn expires_on(&self) -> Option<Date> {
        day(&self.expiry)
    }

    /// Returns whether the register says that the licence expired, and nothing worse.
    pub(super) fn is_expired(&self) -> bool {
        let status = classify(An, Some(&self.status), None).status;
        status == LicenceStatus::Expired && self.remarks.is_empty()
    }

    /// Returns whether the register says that the licence is neither in force nor expired.
    pub(super) fn is_out_of_force(&self) -> bool {
        let status = classify(An, Some(&self.status), None).status;
        !matches!(status, LicenceStatus::Active | LicenceStatus::Expired)
    }

    pub(super) fn ends_before_it_begins(&self) -> bool {
        let days = day(&self.issued).zip(day(&self.expiry));
        days.is_some_and(|(issued, expiry)| expiry < issued)
    }

    pub(super) fn into_licence(self) -> ListedLicence {
        let kind = known_type(&self.kind).map_or_else(|| collapsed(&self.kind), str::to_owned);
        ListedLicence {
            operator: ListedOperator::named(collapsed(&self.company)),
            license_types: non_empty(kind).into_iter().collect(),
            license_type_raw: non_empty(self.kind.clone()),
            issued_date: day(&self.issued),
            expiry_date: day(&self.expiry),
            raw_data: self.raw_data(),
            domains_complete: !has_unread_hosts(&self.list, &self.domains),
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
            if day(text).is_none_or(|day| day.to_string() != **text) {
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

fn swapped(field: &str, position: usize, text: &str) -> String {
    format!("the columns look swapped: the {field} of record {position} is {}", quoted(text))
}

/// Returns whether a type is a value of another field of its record.
fn is_no_type(kind: &str, company: &str, domains: &[Address]) -> bool {
    is_no_name(kind)
        || is_number(kind)
        || (folded(kind) == folded(company) && !kind.is_empty())
        || domains.iter().any(|domain| site_key(&domain.text) == site_key(kind))
}

/// Returns whether a date field holds a value of another field.
fn is_no_date(text: &str) -> bool {
    is_kind(text) || is_status(An, text) || is_number(text)
}

/// Returns whether a domain list is a value of another field.
fn is_no_list(text: &str) -> bool {
    is_no_date(text) || is_date(text)
}

/// Returns whether a domain list without an address holds one inside a word (`a.example<hr>b.example`):
/// the register did not drop its domains.
fn has_unread_hosts(list: &str, domains: &[Address]) -> bool {
    let is_of_an_address = |c: char| c.is_alphanumeric() || ".-@".contains(c);
    let mut parts = list.split(|c: char| !is_of_an_address(c));
    // A struck-out address is one, and the register dropped it.
    domains.is_empty() && !has_address(list) && parts.any(is_address)
}

/// What the types are called elsewhere in the service; any other type is its own name.
const TYPES: [(&str, &str); 5] = [
    ("b2c", "B2C"),
    ("b2b", "B2B"),
    ("white labeling", "White Labeling"),
    ("white labelling", "White Labeling"),
    ("white label", "White Labeling"),
];

/// Returns whether a text begins as the register's numbers do, because the rest is often misspelt.
fn is_number(text: &str) -> bool {
    licence_number::identity(An, text).starts_with("A1S1")
}

/// Returns whether a text holds a number of the register and more (`ALSI-202509917-FI2 REVOKED`).
/// Its suffix is often misspelt, or missing.
pub(super) fn is_more_than_a_number(text: &str) -> bool {
    let identity = licence_number::identity(An, text);
    let Some((before, number)) = identity.split_once("A1S1") else { return false };
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let suffix = number[digits..].strip_prefix('F').unwrap_or(&number[digits..]);
    !before.is_empty() || suffix.len() > 2 || suffix.contains(|c: char| !c.is_ascii_digit())
}

/// Returns a number without what else its text holds, so that a mark makes no other licence.
pub(super) fn plain_number(text: &str) -> &str {
    let plain = licence_number::marked::number_in(An, text).filter(|_| is_more_than_a_number(text));
    plain.unwrap_or(text)
}

fn is_kind(text: &str) -> bool {
    known_type(text).is_some()
}

fn known_type(text: &str) -> Option<&'static str> {
    TYPES.iter().find(|(known, _)| *known == folded(text)).map(|(_, name)| *name)
}

/// Returns the day of a date that no more than a time follows; what is no date is kept as text.
fn day(text: &str) -> Option<Date> {
    let with_time = text.split_at_checked("2026-11-01".len()).filter(|(_, time)| is_time(time));
    with_time.and_then(|(day, _)| written_date::iso(day)).or_else(|| written_date::whole(text))
}

/// Returns whether a text is a time of day as it follows a date: `T00:00:00`, perhaps with a
/// fraction and a zone.
fn is_time(text: &str) -> bool {
    const ZONES: [&str; 4] = ["Z", "+00:00", "-00:00", "+0000"];
    let Some(time) = text.strip_prefix(['T', ' ']) else { return false };
    let time = time.replace(|c: char| c.is_ascii_digit(), "0");
    let time = ZONES.iter().find_map(|zone| time.strip_suffix(zone)).unwrap_or(&time);
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    matches!(time, "00:00" | "00:00:00") && fraction.trim_start_matches('0').is_empty()
}
