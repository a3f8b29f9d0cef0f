//! Enforcement actions (specification 2.8).

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::check::names;
use crate::jurisdiction::JurisdictionCode;
use crate::text::folded;
use crate::time::{Date, Timestamp};

/// An enforcement action against a company. It is linked to an operator only if the match is
/// certain, so an empty list is not a clean record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RegulatoryAction {
    /// The service's own id.
    pub id: Uuid,
    /// The register that published it.
    pub jurisdiction_code: JurisdictionCode,
    /// `fine`, `warning`, `suspension`, `revocation`, `settlement` and similar.
    pub action_type: String,
    /// The outcomes in the regulator's words.
    pub outcomes: Vec<String>,
    /// The amount in minor currency units.
    pub fine_amount_cents: Option<i64>,
    /// ISO 4217 code.
    pub fine_currency: Option<String>,
    /// The day of the decision.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = Date))]
    pub decision_date: Date,
    /// The regulator's description.
    pub description: Option<String>,
    /// The page that published it.
    pub source_url: String,
    /// The company it concerns.
    pub subject_name: String,
    /// When the service first saw it.
    pub first_seen_at: Timestamp,
    /// The latest read that showed it.
    pub last_verified_at: Timestamp,
}

/// Returns whether an action is against a person; such an action is never stored. Its subject
/// begins with a title (`Mr`), or its text names a personal licence (a personal management or
/// functional licence, PML or PFL). In both cases the subject has no legal form of a company.
///
/// The rule does not find a person who holds an operating licence (a sole trader) and is named
/// without a title.
///
/// ```
/// use licence_core::regulatory_action::concerns_an_individual;
///
/// let text = "The Commission reviewed a Personal Management Licence and gave a warning.";
/// assert!(concerns_an_individual("Lantern Mary Anne", text));
/// assert!(!concerns_an_individual("Lantern Gaming Limited", text));
/// assert!(!concerns_an_individual("Lantern Mary Anne", "A warning was given."));
/// assert!(concerns_an_individual("Ms Mary Anne Lantern", "A warning was given."));
/// assert!(!concerns_an_individual("Mr Lantern Limited", "A warning was given."));
/// ```
pub fn concerns_an_individual(subject_name: &str, text: &str) -> bool {
    (speaks_of_a_personal_licence(text) && !is_company_name(subject_name))
        || (begins_with_a_title(subject_name)
            && !ends_in_a_legal_form(without_trading_name(subject_name)))
}

fn begins_with_a_title(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).is_some_and(is_title)
}

pub(crate) fn speaks_of_a_personal_licence(text: &str) -> bool {
    const PHRASES: [&str; 3] = ["personal management", "personal functional", "personal licen"];
    const WORDS: [&str; 4] = ["pml", "pmls", "pfl", "pfls"];
    let text = folded(text);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    PHRASES.iter().any(|phrase| text.contains(phrase)) || words.any(|word| WORDS.contains(&word))
}

/// Words that only occur before a person's name.
const TITLES: [&str; 7] = ["mr", "mrs", "ms", "miss", "mx", "dr", "sir"];

pub(crate) fn names_a_person(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word.starts_with(char::is_uppercase) && is_title(word))
}

fn is_title(word: &str) -> bool {
    TITLES.iter().any(|title| word.eq_ignore_ascii_case(title))
}

/// Returns whether the name ends in the legal form of a company. A text after it in brackets or as
/// a trading name does not count, nor does a company that is named after a person.
pub(crate) fn is_company_name(name: &str) -> bool {
    let name = without_trading_name(name);
    let behind_another = [" - ", " \u{2013} ", ", ", ": "].iter().any(|separator| {
        let parts = name.rsplit_once(separator);
        parts.is_some_and(|(before, last)| {
            !ends_in_a_legal_form(before) && names::tokens(last).len() > 1
        })
    });
    let is_person = names_a_person(name) && !is_named_by_a_title(name);
    ends_in_a_legal_form(name) && !is_person && !behind_another
}

/// Returns whether a name is a title, one word and a legal form (`Mr Green Limited`): a company's.
/// A person has more names.
fn is_named_by_a_title(name: &str) -> bool {
    begins_with_a_title(name) && names::tokens(name).len() == 3
}

pub(crate) fn without_trading_name(name: &str) -> &str {
    let ends = [" t/a ", " trading as ", " (in "].iter().filter_map(|mark| name.find(mark)).min();
    let name = name[..ends.unwrap_or(name.len())].trim_end();
    match name.strip_suffix(')').and_then(|name| name.rsplit_once('(')) {
        Some((before, _)) if !before.trim_end().is_empty() => before.trim_end(),
        _ => name,
    }
}

/// Returns whether a name of several words ends in the form of a company.
pub(crate) fn ends_in_a_legal_form(name: &str) -> bool {
    const ALWAYS: &str = "limited ltd plc llc llp inc incorporated gmbh enc bv nv srl sarl spa ou \
                          aps oy oyj uab eood corp corporation ltee limitee ltda limitada anonima kft doo";
    /// These are names or words too, but not in capitals.
    const IN_CAPITALS: &str = "lp sa sas ag ab as rl";
    let tokens = names::tokens(name);
    let Some(last) = tokens.last().filter(|_| tokens.len() > 1) else { return false };
    let stands_in = |forms: &str| forms.split_whitespace().any(|form| form == last);
    let in_capitals =
        name.split_whitespace().last().is_some_and(|word| *word == word.to_uppercase());
    stands_in(ALWAYS) || (in_capitals && stands_in(IN_CAPITALS))
}

#[cfg(test)]
mod tests;
