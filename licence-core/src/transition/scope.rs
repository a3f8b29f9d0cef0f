//! What a reading concerns of all that is held, so that nothing else is loaded for it.
//!
//! [`apply`](super::apply) looks up licences by number, and operators by key, by registered name and
//! by id. What a lookup returns depends only on the records with that number, key, name or id. The
//! changes are therefore the same whether it gets everything held or only these records:
//!
//! - the licences of [`numbers`](ReadingScope::numbers) and those with a domain of
//!   [`pages`](ReadingScope::pages), or all of the register if the reading is complete, because it then
//!   asks for the missing ones too;
//! - the actions of the register, because a held one may be linked by a name or identifier that the
//!   register lists only now;
//! - the operators that have one of [`keys`](ReadingScope::keys) in the register, those of any
//!   register under one of [`names`](ReadingScope::names), and the holders of the licences;
//! - the slugs of all operators if a row has none of [`held_keys`](ReadingScope::held_keys), because
//!   only then an operator may be added. None of them if nobody holds one of
//!   [`slugs`](ReadingScope::slugs): each new operator then takes the slug of its name.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rapidhash::v3::rapidhash_v3;

use crate::catalogue::matching_rules;
use crate::jurisdiction::JurisdictionCode;
use crate::licence_number;
use crate::operator::{Slug, registered_key};
use crate::register::domain_cell::site_key;
use crate::register::reading::pages::is_certificate_of_licence;
use crate::register::reading::{ListedLicence, ListedOperator, RegisterReading};
use crate::transition::listed::{id_key, name_key, number_of, operator_key, registered_name};
use crate::transition::records::{HeldRegister, OperatorRecord};

/// The operators that a reading concerns.
#[derive(Clone, Debug, Default)]
pub struct ReadingScope<'r> {
    /// The listed operators by key. Rows with one key may give several names.
    listed: BTreeMap<String, Vec<&'r ListedOperator>>,
    /// The companies that actions concern: the regulator's identifier and the registered name.
    subjects: Vec<(Option<&'r str>, &'r str)>,
}

impl<'r> ReadingScope<'r> {
    /// Returns the scope of a reading, given the actions held of its register.
    pub fn new(reading: &'r RegisterReading, held: &'r HeldRegister) -> Self {
        let mut listed: BTreeMap<String, Vec<&ListedOperator>> = BTreeMap::new();
        for row in &reading.licences {
            listed.entry(operator_key(&row.operator)).or_default().push(&row.operator);
        }
        let mut subjects = Vec::new();
        for action in &reading.regulatory_actions {
            subjects.push((action.upstream_id.as_deref(), action.subject_name.as_str()));
        }
        for record in held.actions.values().filter(|record| record.operator_id.is_none()) {
            subjects.push((record.upstream_id.as_deref(), record.action.subject_name.as_str()));
        }
        Self { listed, subjects }
    }

    /// Returns the numbers of the listed licences and those on pages that remove domains, in the form
    /// that held identities begin with.
    pub fn numbers(reading: &RegisterReading) -> BTreeSet<String> {
        let code = reading.jurisdiction;
        let number = |row| licence_number::identity(code, &number_of(code, row));
        let printed = reading.removed_pages.iter().filter_map(|page| page.license_number.as_ref());
        let printed = printed.map(|number| licence_number::identity(code, number));
        reading.licences.iter().map(number).chain(printed).collect()
    }

    /// Returns the addresses of the pages of domains that were read, and of those that remove domains. One
    /// may be about another licence now than the one on record, or about one that the reading lacks.
    pub fn pages(reading: &RegisterReading) -> BTreeSet<String> {
        let licences = reading.licences.iter();
        let licences = licences.filter(|_| reading.jurisdiction.has_verification_pages());
        let pages = licences.flat_map(ListedLicence::page_addresses);
        let pages = pages.filter(|page| !is_certificate_of_licence(page));
        let removed = reading.removed_pages.iter();
        let removed = removed.filter_map(|page| page.verification_url.as_deref());
        pages.chain(removed).map(str::to_owned).collect()
    }

    /// Returns the hosts that pages remove by name, each as the site and under `www.`.
    pub fn removed_hosts(reading: &RegisterReading) -> BTreeSet<String> {
        let named = reading.removed_pages.iter().flat_map(|page| &page.domains);
        let sites = named.map(|domain| site_key(domain));
        sites.flat_map(|site| [format!("www.{site}"), site]).collect()
    }

    /// Returns the keys of operators in the register that may be looked up. A row with an identifier
    /// may be an operator that had none before, and was held by its name.
    pub fn keys(&self) -> BTreeSet<String> {
        let with_id = self.listed.iter().filter(|(key, _)| key.starts_with("id:"));
        let by_name = with_id.flat_map(|(_, rows)| rows).map(|row| name_key(row));
        let of_subjects = self.subjects.iter().filter_map(|(upstream_id, _)| id_key(*upstream_id));
        self.listed.keys().cloned().chain(by_name).chain(of_subjects).collect()
    }

    /// Returns the keys that these operators have in the register, without those to which the reading
    /// gives another registered name: they may pass to another operator.
    pub fn held_keys<'o>(
        &self,
        code: JurisdictionCode,
        operators: impl Iterator<Item = &'o OperatorRecord>,
    ) -> HashSet<String> {
        let key = |operator: &OperatorRecord| {
            let key = operator.keys.get(&code)?;
            let rows = self.listed.get(key).map_or(&[][..], Vec::as_slice);
            let is_renamed = rows.iter().any(|row| operator.is_renamed(row));
            (!is_renamed).then(|| key.clone())
        };
        operators.filter_map(key).collect()
    }

    /// Returns the slugs of the names of the operators that the reading may add, those of rows
    /// without a held key. `None` if an operator may need another slug than that of its name even
    /// if nobody holds these: two operators share one, or one is reserved.
    pub fn slugs(&self, held_keys: &HashSet<String>) -> Option<BTreeSet<Slug>> {
        let mut slugs = BTreeSet::new();
        for rows in self.unknown(held_keys) {
            let of_operator = rows.iter().map(|row| Slug::from_name(&row.name));
            for slug in of_operator.collect::<BTreeSet<_>>() {
                if slug.is_reserved() || !slugs.insert(slug) {
                    return None;
                }
            }
        }
        Some(slugs)
    }

    /// Returns the rows of each key that no operator holds in the register.
    fn unknown(&self, held_keys: &HashSet<String>) -> impl Iterator<Item = &[&'r ListedOperator]> {
        let unknown = self.listed.iter().filter(|(key, _)| !held_keys.contains(*key));
        unknown.map(|(_, rows)| rows.as_slice())
    }

    /// Returns the registered names, folded ([`OperatorRecord::registered_key`]), that may be looked
    /// up: those of rows without a held key, and those of the subjects of actions.
    pub fn names(&self, held_keys: &HashSet<String>) -> HashSet<String> {
        let of_rows = self.unknown(held_keys).flatten().map(|row| registered_name(row));
        let of_subjects = self.subjects.iter().map(|(_, name)| *name);
        let folded = of_rows.chain(of_subjects).map(registered_key);
        folded.filter(|name| !name.is_empty()).collect()
    }
}

impl OperatorRecord {
    /// Returns whether a register gives this operator another registered name.
    pub(super) fn is_renamed(&self, listed: &ListedOperator) -> bool {
        !listed.is_unnamed() && registered_key(registered_name(listed)) != self.registered_key()
    }

    /// Returns the registered name, or else the display name, folded: two operators of different
    /// registers with one of these are the same.
    pub fn registered_key(&self) -> String {
        let operator = &self.operator;
        operator_name_key(operator.registered_name.as_deref(), &operator.display_name)
    }
}

/// Returns [`OperatorRecord::registered_key`] of an operator with these names.
pub fn operator_name_key(registered_name: Option<&str>, display_name: &str) -> String {
    registered_key(registered_name.unwrap_or(display_name))
}

/// Returns the hash of a folded name ([`operator_name_key`]), by which a database finds its
/// operators. It is the same on every machine. Different names may share it.
pub fn operator_name_hash(name_key: &str) -> i64 {
    i64::from_le_bytes(rapidhash_v3(name_key.as_bytes()).to_le_bytes())
}

/// Returns the name of the rules under which this release folds names. A hash that was stored under
/// other rules may be of another key than the name has now.
pub fn operator_name_rules() -> String {
    matching_rules()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every letter, and the forms of companies that are folded.
    #[test]
    fn names_fold_as_the_named_rules_say() {
        let letters = (0..=u32::from(char::MAX)).filter_map(char::from_u32);
        let names =
            letters.map(String::from).chain(["Bet Limited".to_owned(), "Bet NV".to_owned()]);
        let hash_of = |hash: i64, name: String| {
            hash.wrapping_mul(31).wrapping_add(operator_name_hash(&operator_name_key(None, &name)))
        };
        let hash = names.fold(0, hash_of);
        assert_eq!(
            hash, -7_839_653_071_501_003_383,
            "names fold another way: raise LADDER in catalogue/rules.rs"
        );
    }
}
