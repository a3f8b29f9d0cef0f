//! The rules of the neutral form, which hold for a reading of any origin.

use serde::Serialize;
use serde_json::Value;

use super::pages::is_proof;
use super::{ListedAction, ListedDomain, ListedLicence, RegisterReading, RemovedPage};
use crate::check::MAX_LICENCE_NUMBER_CHARS;
use crate::jurisdiction::JurisdictionCode;
use crate::register::RegisterError;
use crate::register::domain_cell::host_of;
use crate::text::{is_web_address, quoted, trimmed};
use crate::time::Timestamp;

/// The longest text a member may hold: what an index of PostgreSQL takes. `raw_data` and the description
/// of an action have no index.
const MAX_MEMBER_BYTES: usize = 2000;

impl RegisterReading {
    /// Checks the rules of the neutral form (decisions 2). `file` is the name of the source.
    ///
    /// - Every licence has a number where the regulator publishes one, of at most 64 characters: no question
    ///   may be longer. No domain is blank.
    /// - Every operator and every subject of an action has a name.
    /// - Every action has a type and a day that has come. Its fine is not below 0, in a currency of
    ///   ISO 4217.
    /// - No text holds a NUL character, because PostgreSQL cannot store it.
    /// - No text is longer than 2,000 bytes, because PostgreSQL cannot index it. `raw_data` and the
    ///   description of an action may be.
    /// - The address of a page is an http or https address, because readers of an answer follow it.
    /// - Only `CW` and `TGC` have pages about domains (specification 2.6).
    /// - A page that removes its domain prints a word, and none for a licence or domain in force.
    ///
    /// # Errors
    /// The first fault, with its licence and member.
    pub fn validate(&self, file: &str) -> Result<(), RegisterError> {
        match self.first_fault() {
            None => Ok(()),
            Some(fault) => Err(RegisterError::malformed(file, fault)),
        }
    }

    fn first_fault(&self) -> Option<String> {
        let code = self.jurisdiction;
        let source = self.source_url.as_deref().and_then(|url| fault_of_text("source_url", url));
        let mut removed = self.removed_pages.iter();
        let has_removed = [("removed_pages", !self.removed_pages.is_empty())];
        let mut licences = self.licences.iter().enumerate().filter_map(|(index, licence)| {
            let fault = licence.fault(code)?;
            let name = licence.license_number.as_deref().unwrap_or(&licence.operator.name);
            Some(format!("licence {} ({}): {fault}", index + 1, quoted(name)))
        });
        let mut actions =
            self.regulatory_actions.iter().enumerate().filter_map(|(index, action)| {
                let fault = action.fault(self.read_at)?;
                Some(format!("regulatory action {}: {fault}", index + 1))
            });
        source
            .or_else(|| removed.find_map(|page| page.fault(code)))
            .or_else(|| fault_of_pages(code, &has_removed))
            .or_else(|| licences.next())
            .or_else(|| actions.next())
    }
}

impl ListedLicence {
    fn fault(&self, code: JurisdictionCode) -> Option<String> {
        let number = self.license_number.as_deref().unwrap_or_default();
        if !code.license_reference_is_ours() && trimmed(number).is_empty() {
            return Some(format!("license_number is missing or blank; {code} publishes one"));
        }
        if number.chars().count() > MAX_LICENCE_NUMBER_CHARS {
            return Some(format!(
                "license_number is longer than {MAX_LICENCE_NUMBER_CHARS} characters"
            ));
        }
        blank("operator.name", &self.operator.name)
            .or_else(|| self.domains.iter().find_map(|it| blank("domains.domain", &it.domain)))
            .or_else(|| fault_in("", self))
            .or_else(|| self.domains.iter().find_map(|domain| domain.fault_of_page(code)))
    }
}

impl ListedDomain {
    fn fault_of_page(&self, code: JurisdictionCode) -> Option<String> {
        let members = [
            ("domains.verification_url", self.verification_url.is_some()),
            ("domains.verification_page_status", self.verification_page_status.is_some()),
            ("domains.verification_page_read_at", self.verification_page_read_at.is_some()),
        ];
        fault_of_pages(code, &members)
    }
}

impl RemovedPage {
    fn fault(&self, code: JurisdictionCode) -> Option<String> {
        const WORD: &str = "removed_pages.verification_page_status";
        let word = self.verification_page_status.as_str();
        let names_nothing = self.verification_url.is_none()
            && self.license_number.is_none()
            && self.domains.is_empty();
        let is_no_host = |domain: &&String| host_of(domain).is_err();
        let no_domain = || {
            let domain = self.domains.iter().find(is_no_host)?;
            Some(format!("removed_pages.domains has {}, which is no domain", quoted(domain)))
        };
        let nothing = "removed_pages has neither verification_url, domains nor license_number";
        let in_force =
            || format!("{WORD} {} does not say that the domain was removed", quoted(word));
        fault_in("removed_pages", self)
            .or_else(|| names_nothing.then(|| nothing.to_owned()))
            .or_else(no_domain)
            .or_else(|| blank(WORD, word))
            .or_else(|| is_proof(code, word).then(in_force))
    }
}

impl ListedAction {
    fn fault(&self, read_at: Timestamp) -> Option<String> {
        blank("subject_name", &self.subject_name)
            .or_else(|| blank("action_type", &self.action_type))
            .or_else(|| fault_in("", self))
            .or_else(|| self.fault_of_fine())
            .or_else(|| self.is_yet_to_come(read_at))
    }

    fn fault_of_fine(&self) -> Option<String> {
        let amount = self.fine_amount_cents.filter(|amount| *amount < 0);
        let is_code =
            |text: &&str| text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
        let currency = self.fine_currency.as_deref().filter(|text| !is_code(text));
        let of_amount = amount.map(|amount| format!("fine_amount_cents {amount} is below 0"));
        of_amount.or_else(|| {
            let text = quoted(currency?);
            Some(format!("fine_currency {text} is not three capital letters, such as GBP"))
        })
    }

    /// Returns the fault of a decision in the future. The day after the reading is allowed, because it has
    /// begun where clocks are ahead of UTC.
    fn is_yet_to_come(&self, read_at: Timestamp) -> Option<String> {
        let day = self.decision_date;
        let is_to_come = day.pred_opt().is_some_and(|before| before > read_at.date());
        is_to_come.then(|| format!("decision_date {day} is after the reading of {read_at}"))
    }
}

fn blank(member: &str, text: &str) -> Option<String> {
    trimmed(text).is_empty().then(|| format!("{member} is blank"))
}

/// Returns the fault of the first text in a part of a reading, which is the member `name` or the whole.
fn fault_in(name: &str, part: &impl Serialize) -> Option<String> {
    match serde_json::to_value(part) {
        Ok(value) => fault_of_value(name, &value),
        Err(error) => Some(format!("{name} {error}")),
    }
}

fn fault_of_value(name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
        Value::String(text) => fault_of_text(name, text),
        Value::Array(values) => values.iter().find_map(|value| fault_of_value(name, value)),
        Value::Object(members) => members.iter().find_map(|(key, value)| {
            let fault = match key.as_str() {
                "raw_data" | "description" => has_nul(value).then(|| holds_nul(key)),
                key => fault_of_value(key, value),
            }?;
            Some(if name.is_empty() { fault } else { format!("{name}.{fault}") })
        }),
    }
}

/// Returns the fault of a text that cannot be stored, or that is in the place of an address (`…_url`)
/// and no web address.
fn fault_of_text(name: &str, text: &str) -> Option<String> {
    match text {
        _ if text.contains('\0') => Some(holds_nul(name)),
        _ if text.len() > MAX_MEMBER_BYTES => {
            Some(format!("{name} is longer than {MAX_MEMBER_BYTES} bytes"))
        }
        _ if name.ends_with("_url") && !is_web_address(text) => {
            Some(format!("{name} {} is not an http or https address", quoted(text)))
        }
        _ => None,
    }
}

/// Returns the fault of the first member that is set, in a register without pages about domains.
fn fault_of_pages(code: JurisdictionCode, members: &[(&str, bool)]) -> Option<String> {
    let (member, _) = members.iter().find(|(_, is_set)| *is_set)?;
    let is_wrong = !code.has_verification_pages();
    is_wrong.then(|| format!("{member} is set; only CW and TGC have pages about domains"))
}

fn holds_nul(member: &str) -> String {
    format!("{member} holds a NUL character, which cannot be stored")
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(has_nul),
        Value::Object(members) => {
            members.iter().any(|(key, value)| key.contains('\0') || has_nul(value))
        }
    }
}
