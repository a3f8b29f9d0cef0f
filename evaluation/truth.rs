//! What the registers say, computed from their rows without the product: who holds which site,
//! what each site is worth, and who is called what.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use licence_core::catalogue::Catalogue;
use licence_core::check::{CheckQuery, check};
use licence_core::hostname::Hostname;
use licence_core::time::Timestamp;

use crate::fold::{company_spellings, spellings, squashed};
use crate::registers::{Row, read_at};

/// An operator, by its place in [`Truth::owners`].
pub type Owner = usize;

/// What a name comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    Trading,
    Company,
}

/// A site on record, as the rows have it.
pub struct Site {
    pub host: String,
    /// The registrable domain and its first label, as written and squashed.
    pub registrable: String,
    pub label: String,
    pub root: String,
    pub suffix: String,
    pub suffix_is_private: bool,
    /// The verdict of the best row.
    pub verdict: &'static str,
    pub holders: BTreeSet<Owner>,
    /// Those that list it as active: its root is a name of theirs.
    pub users: BTreeSet<Owner>,
}

impl Site {
    /// Whether its root can be anyone's name.
    pub fn names_its_users(&self) -> bool {
        !self.suffix_is_private && !self.users.is_empty()
    }
}

/// What is known of an operator beside its sites.
pub struct OwnerFacts {
    pub slug: String,
    pub is_active: bool,
    pub last_listed_at: Timestamp,
}

#[derive(Default)]
pub struct Truth {
    pub owners: Vec<OwnerFacts>,
    pub sites: Vec<Site>,
    pub by_host: HashMap<String, usize>,
    pub by_root: BTreeMap<String, Vec<usize>>,
    /// Trading and company names, squashed.
    pub names: BTreeMap<String, BTreeSet<(Owner, Source)>>,
    registrables: HashSet<String>,
    by_slug: HashMap<String, Owner>,
}

impl Truth {
    /// Operators are told apart by the product's slugs: whether two rows are one company is the
    /// business of another report.
    pub fn new(rows: &[Row], catalogue: &Catalogue, now: Timestamp) -> Self {
        let mut truth = Self::default();
        let mut best: BTreeMap<String, u8> = BTreeMap::new();
        for row in rows {
            let owner = truth.owner(row, catalogue, now);
            truth.add_names(row, owner);
            for cell in &row.cells {
                let Some(host) = site_of_cell(&cell.text) else { continue };
                let rank = if cell.is_active { rank_of(row) } else { 3 };
                let known = best.entry(host.clone()).or_insert(rank);
                *known = rank.min(*known);
                truth.add_site(host, owner, cell.is_active);
            }
        }
        for site in &mut truth.sites {
            site.verdict = VERDICTS[usize::from(best[&site.host])];
        }
        for (position, site) in truth.sites.iter().enumerate() {
            truth.by_root.entry(site.root.clone()).or_default().push(position);
            truth.registrables.insert(site.registrable.clone());
        }
        truth
    }

    fn owner(&mut self, row: &Row, catalogue: &Catalogue, now: Timestamp) -> Owner {
        let query = CheckQuery::licence_number(&row.number).expect("a licence number");
        let found = check(catalogue, &query, now).matched.expect("a licence on record");
        let owners = &mut self.owners;
        let owner = *self.by_slug.entry(found.operator_slug.clone()).or_insert_with(|| {
            let last_listed_at = read_at(row.code).parse().expect("a timestamp");
            owners.push(OwnerFacts { slug: found.operator_slug, is_active: false, last_listed_at });
            owners.len() - 1
        });
        let facts = &mut self.owners[owner];
        facts.is_active |= rank_of(row) < 2;
        facts.last_listed_at = facts.last_listed_at.max(read_at(row.code).parse().expect("a time"));
        owner
    }

    fn add_names(&mut self, row: &Row, owner: Owner) {
        let trading = row.trading_names.iter().flat_map(|name| spellings(name));
        let mut add = |name, source| {
            self.names.entry(name).or_default().insert((owner, source));
        };
        trading.for_each(|name| add(name, Source::Trading));
        company_spellings(&row.operator).into_iter().for_each(|name| add(name, Source::Company));
    }

    fn add_site(&mut self, host: String, owner: Owner, is_active: bool) {
        let Some(position) = self.position(host) else { return };
        let site = &mut self.sites[position];
        site.holders.insert(owner);
        if is_active {
            site.users.insert(owner);
        }
    }

    fn position(&mut self, host: String) -> Option<usize> {
        if let Some(position) = self.by_host.get(&host) {
            return Some(*position);
        }
        self.sites.push(site(&host)?);
        self.by_host.insert(host, self.sites.len() - 1);
        Some(self.sites.len() - 1)
    }

    pub fn owner_of_slug(&self, slug: &str) -> Option<Owner> {
        self.by_slug.get(slug).copied()
    }

    /// Whether the host or another host of its registrable domain is on record.
    pub fn is_known(&self, host: &Hostname, registrable: &str) -> bool {
        self.by_host.contains_key(host.site()) || self.registrables.contains(registrable)
    }

    /// Whether a site with this root is listed in force.
    pub fn is_in_force(&self, root: &str) -> bool {
        let sites = self.by_root.get(root).into_iter().flatten();
        sites.map(|site| &self.sites[*site]).any(|site| site.verdict.starts_with("licensed"))
    }

    /// Everyone who is called this by a trading or company name, or by the root of a site.
    pub fn called(&self, name: &str) -> BTreeSet<Owner> {
        self.calls(name, &|_| false).into_keys().collect()
    }

    /// Everyone who is called this, and how, once some sites are left out.
    pub fn calls(
        &self,
        name: &str,
        is_left_out: &dyn Fn(usize) -> bool,
    ) -> BTreeMap<Owner, Called> {
        let mut calls: BTreeMap<Owner, Called> = BTreeMap::new();
        for (owner, source) in self.names.get(name).into_iter().flatten() {
            let called = calls.entry(*owner).or_default();
            called.trading |= *source == Source::Trading;
            called.company |= *source == Source::Company;
        }
        for site in self.by_root.get(name).into_iter().flatten() {
            if !is_left_out(*site) && self.sites[*site].names_its_users() {
                for owner in &self.sites[*site].users {
                    calls.entry(*owner).or_default().hosts += 1;
                }
            }
        }
        calls
    }
}

impl Truth {
    /// How many groups operators fall into, when those that list a site in use together are one.
    pub fn group_count(
        &self,
        called: &BTreeMap<Owner, Called>,
        is_left_out: &dyn Fn(usize) -> bool,
    ) -> usize {
        let mut groups: Vec<BTreeSet<Owner>> =
            called.keys().map(|owner| BTreeSet::from([*owner])).collect();
        if groups.len() < 2 {
            return groups.len();
        }
        let in_use =
            |(position, site): &(usize, &Site)| !is_left_out(*position) && site.users.len() > 1;
        for (_, site) in self.sites.iter().enumerate().filter(in_use) {
            let (shared, others): (Vec<_>, Vec<_>) =
                groups.into_iter().partition(|group| !group.is_disjoint(&site.users));
            groups = others;
            groups.extend((!shared.is_empty()).then(|| shared.into_iter().flatten().collect()));
        }
        groups.len()
    }
}

/// How an operator comes to be called something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Called {
    pub trading: bool,
    pub company: bool,
    /// How many sites with that root.
    pub hosts: usize,
}

const VERDICTS: [&str; 4] =
    ["licensed", "licensed_provisional", "licence_not_active", "domain_not_listed"];

/// The place of a row's licence in [`VERDICTS`].
fn rank_of(row: &Row) -> u8 {
    match &*row.status.to_lowercase() {
        "active" | "licensed" | "valid" => 0,
        "assessment in progress" if row.qualifier.is_some() => 1,
        _ => 2,
    }
}

/// The site a cell names: scheme, `www.`, one trailing slash and the dot at the end are no part of
/// it; a page of a site is no site.
pub fn site_of_cell(cell: &str) -> Option<String> {
    let lower = cell.trim().to_lowercase();
    let address = lower.trim_start_matches("https:").trim_start_matches("http:");
    let address = address.trim_start_matches('/');
    let host = address.strip_suffix('/').unwrap_or(address).trim_end_matches('.');
    let is_host = host.contains('.') && !host.contains(['/', ' ', '?', '#', ',', '@', ':']);
    let parsed: Hostname = host.parse().ok().filter(|_| is_host)?;
    parsed.registrable()?;
    Some(parsed.site().to_owned())
}

fn site(host: &str) -> Option<Site> {
    let parsed: Hostname = host.parse().ok()?;
    let registrable = parsed.registrable()?;
    let label = registrable.unicode_root().into_owned();
    Some(Site {
        host: host.to_owned(),
        registrable: registrable.name.to_owned(),
        root: squashed(&label),
        label,
        suffix: registrable.suffix.to_owned(),
        suffix_is_private: registrable.suffix_is_private,
        verdict: "",
        holders: BTreeSet::new(),
        users: BTreeSet::new(),
    })
}
