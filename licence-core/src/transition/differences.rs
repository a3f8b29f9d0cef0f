//! The differences of a licence in words, for the note of its history entry.

use std::fmt::Display;

use crate::domain::DomainStatus;
use crate::history::ChangeType;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::Licence;
use crate::status::LicenceStatus;
use crate::time::Date;
use crate::transition::listed::Listed;
use crate::transition::records::DomainRecord;

/// How many domains of each kind a note names.
const DOMAINS_NAMED: usize = 50;

/// The differences between a licence as held and as listed, less its status.
#[derive(Debug, Default)]
pub(super) struct Differences {
    phrases: Vec<String>,
    is_renewal: bool,
}

impl Differences {
    pub(super) fn between(held: &Licence, shown: &Licence, domains: &DomainDifferences) -> Self {
        let mut differences = Self { phrases: Vec::new(), is_renewal: is_renewal(held, shown) };
        let types = |licence: &Licence| licence.license_types.join(", ");
        differences.text("license_number", &held.license_number, &shown.license_number);
        differences.add("status_qualifier", held.status_qualifier, shown.status_qualifier);
        // A change of status quotes the wording itself.
        if held.status == shown.status {
            let quoted = |text: &String| format!("{text:?}");
            let wording = |licence: &Licence| licence.upstream_status.as_ref().map(quoted);
            differences.add("upstream_status", wording(held), wording(shown));
        }
        differences.text("license_types", &types(held), &types(shown));
        if types(held) == types(shown) {
            differences.text("license_type_raw", &held.license_type_raw, &shown.license_type_raw);
        }
        differences.add(
            "license_category",
            Some(held.license_category),
            Some(shown.license_category),
        );
        differences.add("issued_date", held.issued_date, shown.issued_date);
        differences.add("expiry_date", held.expiry_date, shown.expiry_date);
        differences.phrases.extend(Self::of_domains(domains).phrases);
        differences
    }

    pub(super) fn of_domains(domains: &DomainDifferences) -> Self {
        let mut differences = Self::default();
        differences.domains("domains listed", &domains.listed);
        differences.domains("domains delisted", &domains.delisted);
        differences.domains("domains changed", &domains.changed);
        differences
    }

    pub(super) fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Returns the kind of entry that the differences make if the status stays.
    pub(super) fn change_type(&self) -> ChangeType {
        if self.is_renewal { ChangeType::Renewed } else { ChangeType::DataUpdate }
    }

    pub(super) fn note(&self) -> String {
        format!("The register shows {}.", self.phrases.join("; "))
    }

    /// Returns the note of a change of status, followed by these differences.
    pub(super) fn appended_to(&self, note: String) -> String {
        if self.is_empty() { note } else { format!("{note} Also {}.", self.phrases.join("; ")) }
    }

    pub(super) fn text(&mut self, member: &str, held: &str, shown: &str) {
        self.add(member, Some(held), Some(shown));
    }

    fn add<T: PartialEq + Display>(&mut self, member: &str, held: Option<T>, shown: Option<T>) {
        if held != shown {
            let text =
                |value: Option<T>| value.map_or_else(|| "none".to_owned(), |v| v.to_string());
            self.phrases.push(format!("{member} {} (was {})", text(shown), text(held)));
        }
    }

    fn domains(&mut self, what: &str, domains: &[String]) {
        if domains.is_empty() {
            return;
        }
        let mut named: Vec<&str> = domains.iter().map(String::as_str).collect();
        // The order of rows never shows.
        named.sort_unstable();
        named.truncate(DOMAINS_NAMED);
        let more = match domains.len() - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        self.phrases.push(format!("{what}: {}{more}", named.join(", ")));
    }
}

/// The names of the domains of one licence that a reading changes.
#[derive(Debug, Default)]
pub(super) struct DomainDifferences {
    pub(super) listed: Vec<String>,
    pub(super) delisted: Vec<String>,
    pub(super) changed: Vec<String>,
}

impl DomainDifferences {
    /// Adds a domain that came onto the list, left it, or changed its status or association.
    pub(super) fn add(&mut self, held: Option<&DomainRecord>, record: &DomainRecord) {
        let was_listed = held.is_some_and(DomainRecord::is_listed);
        let standing =
            |record: &DomainRecord| (record.domain.domain_status, record.domain.domain_association);
        let is_in_use = record.domain.domain_status.is_some_and(DomainStatus::is_permitted);
        let names = match (was_listed, record.is_listed()) {
            (false, true) if is_in_use || held.is_none() => &mut self.listed,
            (true, false) => &mut self.delisted,
            _ if held.is_some_and(|held| standing(held) == standing(record)) => return,
            _ => &mut self.changed,
        };
        names.push(record.domain.domain.clone());
    }
}

/// Returns whether a licence was renewed: its expiry date is later than before. Curaçao renews under
/// the same number with a new issue date (decisions, "The registers").
fn is_renewal(held: &Licence, shown: &Licence) -> bool {
    let moves_later = |from: Option<Date>, to: Option<Date>| from.is_some() && from < to;
    let reissues = shown.jurisdiction_code == JurisdictionCode::Cw;
    moves_later(held.expiry_date, shown.expiry_date)
        || (reissues && moves_later(held.issued_date, shown.issued_date))
}

pub(super) fn first_observed(listed: &Listed<'_>) -> String {
    format!("The register was first seen to list the licence{}.", as_worded(listed))
}

/// Returns the note of a change of status on the register, with the wording that counts if that is another.
pub(super) fn status_shown(previous: &Licence, listed: &Listed<'_>, licence: &Licence) -> String {
    let again = if previous.not_listed_since.is_some() { " again" } else { "" };
    let before = match &previous.upstream_status {
        Some(wording) => format!("{wording:?}"),
        None => previous.status.to_string(),
    };
    let unclassified = match licence.status {
        LicenceStatus::Unknown => " The wording could not be classified.",
        _ => "",
    };
    let kept = match licence.upstream_status == listed.row.status_text {
        true => String::new(),
        false => format!(
            " Together with pages that were not read again, it counts{}.",
            wording_shown(licence.upstream_status.as_ref())
        ),
    };
    format!(
        "The register lists the licence{again}{}; before it was {before}.{kept}{unclassified}",
        as_worded(listed)
    )
}

/// Returns the note of a change of status by a certificate, read without the register.
pub(super) fn status_certified(previous: &Licence, certificate: &Listed<'_>) -> String {
    let certified = as_worded(certificate);
    let listed = wording_shown(previous.upstream_status.as_ref());
    format!("A certificate shows the licence{certified}; the register listed it{listed}.")
}

fn as_worded(listed: &Listed<'_>) -> String {
    let wording = wording_shown(listed.row.status_text.as_ref());
    match listed.dated {
        Some(date) => format!("{wording}, dated {date}"),
        None => wording,
    }
}

fn wording_shown(wording: Option<&String>) -> String {
    match wording {
        Some(wording) => format!(" as {wording:?}"),
        None => " without a wording of its status".to_owned(),
    }
}

pub(super) fn no_longer_listed(held: &Licence) -> String {
    let since = held.not_listed_since.map_or_else(String::new, |since| format!(" since {since}"));
    format!(
        "The register has not listed the licence{since}; its last status was {}. This is an \
         observation about the register, not a decision of the regulator.",
        held.status
    )
}
