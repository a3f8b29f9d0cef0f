//! Equality with each guard switched off: what the ladder's name step would claim without it.
//! Written a second time, because the product has no such switches.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use licence_core::check::generic_terms::{Genericness, genericness};

use crate::truth::{Called, Owner, Site, Truth};

/// What can stop a name from being claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// Gambling words only, and nobody's trading name or listed host.
    Generic,
    /// Letters of another script, or with accents.
    LookAlike,
    PrivateSuffix,
    /// A suffix of the public sector or of education.
    PublicSector,
    /// Fewer than four characters.
    TooShort,
    /// A common word under a suffix that does not say gambling.
    CommonWord,
    /// More than three groups of operators are called so.
    Crowded,
}

pub const GUARDS: [Guard; 7] = [
    Guard::Generic,
    Guard::LookAlike,
    Guard::PrivateSuffix,
    Guard::PublicSector,
    Guard::TooShort,
    Guard::CommonWord,
    Guard::Crowded,
];

const COMMON_WORDS: &str = include_str!("../licence-core/src/check/common_words.txt");
const GAMBLING_SUFFIXES: [&str; 4] = ["bet", "casino", "bingo", "poker"];

pub struct Guards<'t> {
    truth: &'t Truth,
    common: HashSet<&'static str>,
}

impl<'t> Guards<'t> {
    pub fn new(truth: &'t Truth) -> Self {
        Self { truth, common: COMMON_WORDS.lines().collect() }
    }

    /// The guards that stop these operators, in so many groups, from being named by this site's root.
    pub fn stopping(
        &self,
        site: &Site,
        called: &BTreeMap<Owner, Called>,
        group_count: usize,
    ) -> Vec<Guard> {
        let stops = |guard: &Guard| self.stops(*guard, site, called, group_count);
        GUARDS.into_iter().filter(stops).collect()
    }

    pub fn is_common(&self, root: &str) -> bool {
        self.common.contains(root)
    }

    pub fn common_words(&self) -> impl Iterator<Item = &'static str> {
        COMMON_WORDS.lines()
    }

    /// Whether a root consists of gambling terms alone, even if an operator lists it.
    pub fn is_bare_vocabulary(root: &str) -> bool {
        matches!(genericness(root), Genericness::Term | Genericness::Description)
    }

    fn stops(
        &self,
        guard: Guard,
        site: &Site,
        called: &BTreeMap<Owner, Called>,
        group_count: usize,
    ) -> bool {
        let in_context = GAMBLING_SUFFIXES.contains(&&*site.suffix);
        let is_common = self.common.contains(&*site.root);
        let length = site.root.chars().count();
        match guard {
            Guard::Generic => match genericness(&site.root) {
                Genericness::Term | Genericness::Description => true,
                Genericness::Composed => {
                    !called.values().any(|called| called.trading || called.hosts > 0)
                }
                Genericness::Distinctive => false,
            },
            Guard::LookAlike => !site.label.is_ascii() && site.label != site.root,
            Guard::PrivateSuffix => site.suffix_is_private,
            Guard::PublicSector => {
                site.suffix.split('.').any(|label| ["gov", "edu", "mil"].contains(&label))
                    || site.suffix.starts_with("ac.")
            }
            Guard::TooShort => length < 4,
            Guard::CommonWord => !in_context && is_common,
            Guard::Crowded => group_count > 3,
        }
    }

    /// Whom the ladder would name of several.
    pub fn first(&self, called: &BTreeMap<Owner, Called>) -> Option<Owner> {
        let order = |(owner, called): &(&Owner, &Called)| {
            let facts = &self.truth.owners[**owner];
            let kind = match called {
                Called { trading: true, .. } => 0,
                Called { hosts: 1.., .. } => 1,
                _ => 2,
            };
            let newest = Reverse(facts.last_listed_at);
            let company = !called.company;
            (!facts.is_active, kind, company, Reverse(called.hosts), newest, facts.slug.clone())
        };
        called.iter().min_by_key(order).map(|(owner, _)| *owner)
    }
}
