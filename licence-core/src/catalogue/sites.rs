//! Exact hosts, and the hosts that share a registrable domain.

use std::cmp::Reverse;

use crate::catalogue::entries::{LicenceEntry, Listing, OperatorEntry, OperatorIndex};
use crate::catalogue::key_hash::{IndexShape, KeyHash};
use crate::catalogue::postings::HashedPostings;
use crate::catalogue::text::{Text, TextArena};
use crate::check::standing::Standing;
use crate::domain::DomainStatus;
use crate::licence::LicenceId;
use crate::time::{Date, Timestamp};

/// A site is a host and its `www.` form.
#[derive(Clone, Copy, Debug)]
struct Site {
    host: Text,
    group: u32,
    first_listing: u32,
}

/// The sites of one registrable domain, a run of `SiteIndex::members`.
#[derive(Clone, Copy, Debug)]
struct Group {
    registrable: Text,
    first_member: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct SiteIndex {
    hash: KeyHash,
    sites: Vec<Site>,
    by_host: HashedPostings,
    listings: Vec<Listing>,
    groups: Vec<Group>,
    by_registrable: HashedPostings,
    members: Vec<u32>,
}

/// A site on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SiteId(u32);

/// A host on record as the builder collects it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostOnRecord {
    /// The host without `www.`.
    pub(crate) site: Text,
    pub(crate) registrable: Text,
    pub(crate) listing: Listing,
}

/// What a listing is ordered by: best first (decisions 3).
type Rank<'t> = (Standing, u8, Reverse<Timestamp>, &'t str, &'t str, &'t str);

/// What tells apart listings of one rank: several operators under one number, and a host beside
/// its `www.` form. Without it the order of the rows would show.
type TieBreak<'t> = (&'t str, Option<LicenceId>, Option<DomainStatus>, Option<Date>);

/// What listings refer to.
#[derive(Clone, Copy)]
pub(crate) struct OnRecord<'t> {
    pub(crate) operators: &'t [OperatorEntry],
    pub(crate) licences: &'t [LicenceEntry],
    pub(crate) text: &'t TextArena,
}

fn rank<'t>(listing: &Listing, record: OnRecord<'t>) -> (Rank<'t>, TieBreak<'t>) {
    let licence = &record.licences[listing.licence.0 as usize];
    let operator = &record.operators[licence.operator.0 as usize];
    let rank = (
        listing.standing(licence),
        listing.association as u8,
        Reverse(licence.status_observed_at),
        licence.jurisdiction.as_str(),
        record.text.get(licence.number),
        listing.verification_url.map_or("", |url| record.text.get(url)),
    );
    let slug = record.text.get(operator.slug);
    (rank, (slug, licence.id, listing.domain_status, listing.unseen_since))
}

impl SiteIndex {
    /// `None` when there are more hosts than positions.
    pub(crate) fn build(
        mut hosts: Vec<HostOnRecord>,
        record: OnRecord<'_>,
        shape: IndexShape,
    ) -> Option<Self> {
        // Equal texts share a handle, so that sorting by handle groups them; the order of groups
        // and sites never shows in an answer.
        hosts.sort_unstable_by(|one, other| {
            (one.registrable, one.site)
                .cmp(&(other.registrable, other.site))
                .then_with(|| rank(&one.listing, record).cmp(&rank(&other.listing, record)))
        });
        let mut index = Self::default();
        for of_registrable in hosts.chunk_by(|one, other| one.registrable == other.registrable) {
            index.push_group(of_registrable, record);
        }
        index.finish(record.text, shape)
    }

    fn push_group(&mut self, hosts: &[HostOnRecord], record: OnRecord<'_>) {
        let OnRecord { licences, text, .. } = record;
        let group = self.groups.len() as u32;
        let first_site = self.sites.len() as u32;
        let registrable = hosts[0].registrable;
        self.groups.push(Group { registrable, first_member: self.members.len() as u32 });
        for of_site in hosts.chunk_by(|one, other| one.site == other.site) {
            self.sites.push(Site {
                host: of_site[0].site,
                group,
                first_listing: self.listings.len() as u32,
            });
            self.push_best_of_each_pair(of_site, licences);
        }
        let mut members: Vec<u32> = (first_site..self.sites.len() as u32).collect();
        members.sort_by_key(|site| {
            let best = self.listings[self.sites[*site as usize].first_listing as usize];
            let standing = best.standing(&licences[best.licence.0 as usize]);
            (standing, text.get(self.sites[*site as usize].host))
        });
        self.members.extend(members);
    }

    /// One listing a pair of operator and jurisdiction: the best, which comes first.
    fn push_best_of_each_pair(&mut self, hosts: &[HostOnRecord], licences: &[LicenceEntry]) {
        let first = self.listings.len();
        for host in hosts {
            let pair = |listing: &Listing| {
                let licence = &licences[listing.licence.0 as usize];
                (licence.operator, licence.jurisdiction)
            };
            let is_known =
                self.listings[first..].iter().any(|known| pair(known) == pair(&host.listing));
            if !is_known {
                self.listings.push(host.listing);
            }
        }
    }

    fn finish(mut self, text: &TextArena, shape: IndexShape) -> Option<Self> {
        let IndexShape { hash, bucket_load } = shape;
        self.hash = hash;
        self.by_host = HashedPostings::build(self.sites.len(), bucket_load, |post| {
            for (position, site) in self.sites.iter().enumerate() {
                post(hash.hash(text.get(site.host).as_bytes()), position as u32);
            }
        })?;
        self.by_registrable = HashedPostings::build(self.groups.len(), bucket_load, |post| {
            for (position, group) in self.groups.iter().enumerate() {
                post(hash.hash(text.get(group.registrable).as_bytes()), position as u32);
            }
        })?;
        self.sites.shrink_to_fit();
        self.listings.shrink_to_fit();
        self.groups.shrink_to_fit();
        self.members.shrink_to_fit();
        Some(self)
    }

    /// Each operator beside each site that it and another operator list as permitted, sorted.
    pub(crate) fn shared(&self, licences: &[LicenceEntry]) -> Vec<(OperatorIndex, SiteId)> {
        let mut shared = Vec::new();
        for site in (0..self.sites.len() as u32).map(SiteId) {
            let is_permitted =
                |listing: &&Listing| listing.domain_status.is_some_and(DomainStatus::is_permitted);
            let holders = self.listings(site).iter().filter(is_permitted);
            let holder = |listing: &Listing| licences[listing.licence.0 as usize].operator;
            let first = shared.len();
            shared.extend(holders.map(|listing| (holder(listing), site)));
            if shared[first..].iter().all(|(operator, _)| *operator == shared[first].0) {
                shared.truncate(first);
            }
        }
        shared.sort_unstable();
        shared.dedup();
        shared.shrink_to_fit();
        shared
    }

    /// The site of this host (without `www.`).
    pub(crate) fn find(&self, site: &str, text: &TextArena) -> Option<SiteId> {
        let is_it = |position: &u32| text.get(self.sites[*position as usize].host) == site;
        self.by_host.ids(self.hash.hash(site.as_bytes())).find(is_it).map(SiteId)
    }

    /// The host of a site.
    pub(crate) fn host(&self, site: SiteId) -> Text {
        self.sites[site.0 as usize].host
    }

    /// The listings of a site, best first, one a pair of operator and jurisdiction.
    pub(crate) fn listings(&self, site: SiteId) -> &[Listing] {
        let position = site.0 as usize;
        let first = self.sites[position].first_listing as usize;
        let end = self.sites.get(position + 1).map(|next| next.first_listing as usize);
        &self.listings[first..end.unwrap_or(self.listings.len())]
    }

    /// All sites of the registrable domain this site belongs to, best first.
    pub(crate) fn siblings(&self, site: SiteId) -> impl Iterator<Item = SiteId> + Clone + '_ {
        self.group_members(self.sites[site.0 as usize].group)
    }

    /// All sites of a registrable domain, best first.
    pub(crate) fn of_registrable(
        &self,
        registrable: &str,
        text: &TextArena,
    ) -> impl Iterator<Item = SiteId> + Clone + '_ {
        let hash = self.hash.hash(registrable.as_bytes());
        let is_it = |group: &u32| text.get(self.groups[*group as usize].registrable) == registrable;
        let group = self.by_registrable.ids(hash).find(is_it);
        group.into_iter().flat_map(|group| self.group_members(group))
    }

    fn group_members(&self, group: u32) -> impl Iterator<Item = SiteId> + Clone + '_ {
        let position = group as usize;
        let first = self.groups[position].first_member as usize;
        let end = self.groups.get(position + 1).map(|next| next.first_member as usize);
        self.members[first..end.unwrap_or(self.members.len())].iter().copied().map(SiteId)
    }
}
