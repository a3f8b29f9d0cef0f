//! When another operator than the one that held a site is a right answer too.
//!
//! One brand often runs under several companies, one a register. Three figures are given, because
//! the registers do not say which companies belong together:
//!
//! - *held*: the named operator itself held the site;
//! - *proven*: or its register lists the root as its trading name, or both have an exact host or
//!   another name of five letters or more in common;
//! - *listed*: or it lists a host with the same root itself (guide to matching, 3.2).

use std::collections::{BTreeMap, BTreeSet};

use crate::truth::{Owner, Site, Source, Truth};

/// A shorter name in common may be chance.
const MIN_NAME_CHARS: usize = 5;

/// How right a claim is, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rightness {
    Held,
    Proven,
    Listed,
    Wrong,
}

pub struct Brands<'t> {
    truth: &'t Truth,
    hosts_in_common: BTreeSet<(Owner, Owner)>,
    names_in_common: BTreeMap<(Owner, Owner), BTreeSet<&'t str>>,
}

impl<'t> Brands<'t> {
    pub fn new(truth: &'t Truth) -> Self {
        let hosts_in_common = truth.sites.iter().flat_map(|site| pairs(&site.users)).collect();
        let mut names_in_common: BTreeMap<_, BTreeSet<&str>> = BTreeMap::new();
        let long_enough = |name: &&String| name.chars().count() >= MIN_NAME_CHARS;
        for name in truth.by_root.keys().chain(truth.names.keys()).filter(long_enough) {
            for pair in pairs(&truth.called(name)) {
                names_in_common.entry(pair).or_default().insert(name);
            }
        }
        Self { truth, hosts_in_common, names_in_common }
    }

    /// How right it is to name this operator by the root of this site.
    pub fn judge(&self, site: &Site, named: Owner) -> Rightness {
        let trades_so = (named, Source::Trading);
        let names = self.truth.names.get(&site.root);
        if site.holders.contains(&named) {
            Rightness::Held
        } else if names.is_some_and(|names| names.contains(&trades_so))
            || site.holders.iter().any(|holder| self.is_one_brand(site, named, *holder))
        {
            Rightness::Proven
        } else if self.truth.calls(&site.root, &|_| false).get(&named).is_some_and(|c| c.hosts > 0)
        {
            Rightness::Listed
        } else {
            Rightness::Wrong
        }
    }

    fn is_one_brand(&self, site: &Site, one: Owner, other: Owner) -> bool {
        let pair = (one.min(other), one.max(other));
        let is_another_name = |name: &&str| *name != site.root;
        self.hosts_in_common.contains(&pair)
            || self
                .names_in_common
                .get(&pair)
                .is_some_and(|names| names.iter().any(is_another_name))
    }
}

fn pairs(owners: &BTreeSet<Owner>) -> Vec<(Owner, Owner)> {
    let behind = |one: Owner| owners.range(one + 1..).map(move |other| (one, *other));
    owners.iter().flat_map(|one| behind(*one)).collect()
}
