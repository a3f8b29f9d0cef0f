//! The rules of the neutral form, which hold for a reading of any origin.

use serde_json::Value;

use super::json::Element;
use super::pages::is_proof;
use super::{ListedAction, ListedDomain, ListedLicence, RegisterReading, RemovedPage};
use crate::jurisdiction::JurisdictionCode;
use crate::register::domain_cell::host_of;
use crate::register::{RegisterError, RegisterFault};
use crate::text::{is_web_address, quoted, trimmed};
use crate::time::Timestamp;

type Member<'r> = (&'static str, Option<&'r str>);

/// The longest text a member of a licence or domain may hold: what an index of PostgreSQL takes.
const MAX_MEMBER_BYTES: usize = 2000;

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
    /// - Only `CW` and `TGC` have pages about domains (specification 2.6).
    /// - A page that removes its domain prints a word, and none for a licence or domain in force.
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
        let top = fault_in(source, usize::MAX)
            .or_else(|| self.removed_pages.iter().find_map(|page| page.fault(self.jurisdiction)))
            .or_else(|| {
                let is_set = !self.removed_pages.is_empty();
                fault_of_pages(self.jurisdiction, &[("removed_pages", is_set)])
            })
            .map(|fault| (Element::Reading, fault));
        let licences = self.licences.iter().enumerate().filter_map(|(index, licence)| {
            let fault = licence.fault(self.jurisdiction)?;
            Some((Element::Licence(index), format!("{}: {fault}", licence.label(index))))
        });
        let actions = self.regulatory_actions.iter().enumerate().filter_map(|(index, action)| {
            let fault = action.fault(self.read_at)?;
            Some((Element::Action(index), format!("regulatory action {}: {fault}", index + 1)))
        });
        let (element, fault) = top.into_iter().chain(licences).chain(actions).next()?;
        Some((element, RegisterFault::Malformed(fault)))
    }
}

impl ListedLicence {
    pub(super) fn label(&self, index: usize) -> String {
        let name = self.license_number.as_deref().unwrap_or(&self.operator.name);
        format!("licence {} ({})", index + 1, quoted(name))
    }

    fn fault(&self, code: JurisdictionCode) -> Option<String> {
        let number = self.license_number.as_deref().unwrap_or_default();
        if !code.license_reference_is_ours() && trimmed(number).is_empty() {
            return Some(format!("license_number is missing or blank; {code} publishes one"));
        }
        let operator = &self.operator;
        let members = [
            ("license_number", self.license_number.as_deref()),
            ("operator.upstream_id", operator.upstream_id.as_deref()),
            ("operator.name", Some(operator.name.as_str())),
            ("operator.registered_name", operator.registered_name.as_deref()),
            ("operator.country", operator.country.as_deref()),
            ("status_text", self.status_text.as_deref()),
            ("status_source_url", self.status_source_url.as_deref()),
            ("license_type_raw", self.license_type_raw.as_deref()),
        ];
        let members =
            members.into_iter().chain(self.domains.iter().flat_map(ListedDomain::members));
        let members = members.chain(each("operator.trading_names", &operator.trading_names));
        let members = members.chain(each("license_types", &self.license_types));
        blank("operator.name", &operator.name)
            .or_else(|| fault_in(members, MAX_MEMBER_BYTES))
            .or_else(|| self.domains.iter().find_map(|domain| domain.fault_of_page(code)))
            .or_else(|| {
                let (member, _) = self.raw_data.iter().find(|(k, v)| nul(k) || has_nul(v))?;
                Some(holds_nul(&format!("raw_data, {}", quoted(member))))
            })
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
        let members = [
            ("removed_pages.verification_url", self.verification_url.as_deref()),
            ("removed_pages.license_number", self.license_number.as_deref()),
            (WORD, Some(word)),
        ];
        let members = members.into_iter().chain(each("removed_pages.domains", &self.domains));
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
        fault_in(members, MAX_MEMBER_BYTES)
            .or_else(|| names_nothing.then(|| nothing.to_owned()))
            .or_else(no_domain)
            .or_else(|| blank(WORD, word))
            .or_else(|| is_proof(code, word).then(in_force))
    }
}

impl ListedAction {
    fn fault(&self, read_at: Timestamp) -> Option<String> {
        let members = [
            ("subject_name", Some(self.subject_name.as_str())),
            ("upstream_id", self.upstream_id.as_deref()),
            ("action_type", Some(&self.action_type)),
            ("fine_currency", self.fine_currency.as_deref()),
            ("description", self.description.as_deref()),
            ("source_url", Some(&self.source_url)),
        ];
        blank("subject_name", &self.subject_name)
            .or_else(|| blank("action_type", &self.action_type))
            .or_else(|| fault_in(members, usize::MAX))
            .or_else(|| fault_in(each("outcomes", &self.outcomes), MAX_MEMBER_BYTES))
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

fn each<'r>(member: &'static str, texts: &'r [String]) -> impl Iterator<Item = Member<'r>> {
    texts.iter().map(move |text| (member, Some(text.as_str())))
}

/// Returns the fault of the first member that cannot be stored, or that is an address (`…_url`) and no
/// web address.
fn fault_in<'r>(members: impl IntoIterator<Item = Member<'r>>, max_bytes: usize) -> Option<String> {
    members.into_iter().find_map(|(member, text)| match text? {
        text if nul(text) => Some(holds_nul(member)),
        text if text.len() > max_bytes => {
            Some(format!("{member} is longer than {max_bytes} bytes"))
        }
        text if member.ends_with("_url") && !is_web_address(text) => {
            Some(format!("{member} {} is not an http or https address", quoted(text)))
        }
        _ => None,
    })
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
