//! The rules of the neutral form, which hold for a reading of any origin.

use serde_json::Value;

use super::element::Element;
use super::{ListedAction, ListedDomain, ListedLicence, RegisterReading, RemovedPage};
use crate::jurisdiction::JurisdictionCode;
use crate::register::{RegisterError, RegisterFault};
use crate::text::{quoted, trimmed};
use crate::time::Timestamp;

/// A member of the neutral form and its text.
type Member<'r> = (&'static str, Option<&'r str>);

impl RegisterReading {
    /// Checks the rules of the neutral form (decisions 2). `file` is the name of the source.
    ///
    /// - Every licence has a number where the regulator publishes one.
    /// - Every operator and every subject of an action has a name.
    /// - Every action has a type and a day that has come. Its fine is not below 0, in a currency of
    ///   ISO 4217.
    /// - No text holds a NUL character, because PostgreSQL cannot store it.
    /// - No member of a licence is longer than 2,000 bytes, because PostgreSQL cannot index it.
    /// - The address of a page is an http or https address, because readers of an answer follow it.
    ///
    /// # Errors
    /// The first fault, with its licence and member.
    pub fn validate(&self, file: &str) -> Result<(), RegisterError> {
        match self.first_fault() {
            None => Ok(()),
            Some((_, fault)) => Err(RegisterError::of_file(file, fault)),
        }
    }

    pub(super) fn first_fault(&self) -> Option<(Element, RegisterFault)> {
        let source = [("source_url", self.source_url.as_deref())];
        let of_pages = || self.removed_pages.iter().find_map(RemovedPage::fault);
        let top = nul_in(&source)
            .or_else(|| no_web_address(&source))
            .or_else(of_pages)
            .map(|fault| (Element::Reading, fault));
        let mut licences = self.licences.iter().enumerate().map(|(index, licence)| {
            let fault = licence.fault(self.jurisdiction)?;
            Some((Element::Licence(index), format!("{}: {fault}", licence.label(index))))
        });
        let mut actions = self.regulatory_actions.iter().enumerate().map(|(index, action)| {
            let fault = action.fault(self.read_at)?;
            Some((Element::Action(index), format!("regulatory action {}: {fault}", index + 1)))
        });
        let first = top.or_else(|| licences.find_map(|fault| fault));
        let (element, fault) = first.or_else(|| actions.find_map(|fault| fault))?;
        Some((element, RegisterFault::Malformed(fault)))
    }
}

impl ListedLicence {
    /// Returns the name of the licence in errors.
    pub(super) fn label(&self, index: usize) -> String {
        let name = self.license_number.as_deref().unwrap_or(&self.operator.name);
        format!("licence {} ({})", index + 1, quoted(name))
    }

    fn fault(&self, code: JurisdictionCode) -> Option<String> {
        let number = self.license_number.as_deref().unwrap_or_default();
        if !code.license_reference_is_ours() && trimmed(number).is_empty() {
            return Some(format!("license_number is missing or blank; {code} publishes one"));
        }
        blank("operator.name", &self.operator.name)
            .or_else(|| unstorable(&self.members()))
            .or_else(|| self.domains.iter().find_map(|domain| unstorable(&domain.members())))
            .or_else(|| {
                let page = ("status_source_url", self.status_source_url.as_deref());
                let mut seals = self.domains.iter().map(|it| it.verification_url.as_deref());
                no_web_address(&[page]).or_else(|| {
                    seals.find_map(|url| no_web_address(&[("domains.verification_url", url)]))
                })
            })
            .or_else(|| unstorable_in_list("operator.trading_names", &self.operator.trading_names))
            .or_else(|| unstorable_in_list("license_types", &self.license_types))
            .or_else(|| {
                let (member, _) = self.raw_data.iter().find(|(k, v)| nul(k) || has_nul(v))?;
                Some(holds_nul(&format!("raw_data, {}", quoted(member))))
            })
    }

    fn members(&self) -> [Member<'_>; 8] {
        [
            ("license_number", self.license_number.as_deref()),
            ("operator.upstream_id", self.operator.upstream_id.as_deref()),
            ("operator.name", Some(&self.operator.name)),
            ("operator.registered_name", self.operator.registered_name.as_deref()),
            ("operator.country", self.operator.country.as_deref()),
            ("status_text", self.status_text.as_deref()),
            ("status_source_url", self.status_source_url.as_deref()),
            ("license_type_raw", self.license_type_raw.as_deref()),
        ]
    }
}

impl ListedDomain {
    fn members(&self) -> [Member<'_>; 4] {
        [
            ("domains.domain", Some(&self.domain)),
            ("domains.status_text", self.status_text.as_deref()),
            ("domains.verification_url", self.verification_url.as_deref()),
            ("domains.verification_page_status", self.verification_page_status.as_deref()),
        ]
    }
}

impl RemovedPage {
    fn fault(&self) -> Option<String> {
        let page = [("removed_pages.verification_url", Some(self.verification_url.as_str()))];
        let status = Some(self.verification_page_status.as_str());
        unstorable(&[page[0], ("removed_pages.verification_page_status", status)])
            .or_else(|| no_web_address(&page))
    }
}

impl ListedAction {
    fn fault(&self, read_at: Timestamp) -> Option<String> {
        blank("subject_name", &self.subject_name)
            .or_else(|| blank("action_type", &self.action_type))
            .or_else(|| nul_in(&self.members()))
            .or_else(|| no_web_address(&[("source_url", Some(&self.source_url))]))
            .or_else(|| unstorable_in_list("outcomes", &self.outcomes))
            .or_else(|| self.fault_of_fine())
            .or_else(|| self.is_yet_to_come(read_at))
    }

    fn fault_of_fine(&self) -> Option<String> {
        let amount = self.fine_amount_cents.filter(|amount| *amount < 0);
        let currency = self.fine_currency.as_deref().filter(|text| !is_currency_code(text));
        let of_amount = amount.map(|amount| format!("fine_amount_cents {amount} is below 0"));
        of_amount.or_else(|| {
            let text = quoted(currency?);
            Some(format!("fine_currency {text} is not three capital letters, such as GBP"))
        })
    }

    /// The day after the reading is none to come: it has begun where clocks are ahead of UTC.
    fn is_yet_to_come(&self, read_at: Timestamp) -> Option<String> {
        let day = self.decision_date;
        let is_to_come = day.pred_opt().is_some_and(|before| before > read_at.date());
        is_to_come.then(|| format!("decision_date {day} is after the reading of {read_at}"))
    }

    fn members(&self) -> [Member<'_>; 6] {
        [
            ("subject_name", Some(&self.subject_name)),
            ("upstream_id", self.upstream_id.as_deref()),
            ("action_type", Some(&self.action_type)),
            ("fine_currency", self.fine_currency.as_deref()),
            ("description", self.description.as_deref()),
            ("source_url", Some(&self.source_url)),
        ]
    }
}

fn is_currency_code(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn blank(member: &str, text: &str) -> Option<String> {
    trimmed(text).is_empty().then(|| format!("{member} is blank"))
}

/// The longest text a member of a licence or domain may hold: what an index of PostgreSQL takes.
const MAX_MEMBER_BYTES: usize = 2000;

fn unstorable(members: &[Member<'_>]) -> Option<String> {
    nul_in(members).or_else(|| {
        let is_long = |text: &str| text.len() > MAX_MEMBER_BYTES;
        let (member, _) = members.iter().find(|(_, text)| text.is_some_and(is_long))?;
        Some(format!("{member} is longer than {MAX_MEMBER_BYTES} bytes"))
    })
}

fn no_web_address(members: &[Member<'_>]) -> Option<String> {
    let (member, text) = members.iter().find(|(_, text)| !text.is_none_or(is_web_address))?;
    Some(format!("{member} {} is not an http or https address", quoted(text.unwrap_or_default())))
}

fn is_web_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, rest)| {
        ["http", "https"].iter().any(|known| scheme.eq_ignore_ascii_case(known)) && !rest.is_empty()
    })
}

fn unstorable_in_list(member: &'static str, texts: &[String]) -> Option<String> {
    texts.iter().find_map(|text| unstorable(&[(member, Some(text))]))
}

fn nul_in(members: &[Member<'_>]) -> Option<String> {
    let (member, _) = members.iter().find(|(_, text)| text.is_some_and(nul))?;
    Some(holds_nul(member))
}

fn holds_nul(member: &str) -> String {
    format!("{member} holds a NUL character, which cannot be stored")
}

fn nul(text: &str) -> bool {
    text.contains('\0')
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => nul(text),
        Value::Array(values) => values.iter().any(has_nul),
        Value::Object(members) => members.iter().any(|(key, value)| nul(key) || has_nul(value)),
    }
}
