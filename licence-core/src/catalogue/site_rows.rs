//! Building the sites of a catalogue: hosts grouped by registrable domain, best listings first.

use std::cmp::Reverse;

use crate::catalogue::entries::{LicenceEntry, Listing, OperatorEntry};
use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::key_hash::IndexShape;
use crate::catalogue::postings::HashedPostings;
use crate::catalogue::sites::{Group, MAX_LISTINGS, MAX_MEMBERS, SharedSite, Site, SiteId};
use crate::catalogue::tags;
use crate::catalogue::text::{Text, TextArena};
use crate::check::standing::Standing;
use crate::domain::DomainStatus;
use crate::licence::LicenceId;
use crate::time::{Date, Timestamp};

/// A host on record as the builder collects it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HostOnRecord {
    /// The host without `www.`.
    pub(crate) site: Text,
    pub(crate) registrable: Text,
    pub(crate) listing: Listing,
}

/// What a listing is ordered by: best first (decisions 3).
type Rank<'t> =
    (Standing, u8, Option<Reverse<Date>>, Reverse<Timestamp>, &'t str, &'t str, &'t str);

/// What orders listings of one rank: several operators under one number, and a host beside
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
        // Listings that were seen come first, then those that were seen last.
        listing.unseen_since.map(Reverse),
        Reverse(licence.status_observed_at),
        licence.jurisdiction.as_str(),
        record.text.get(licence.number),
        listing.verification_url.map_or("", |url| record.text.get(url)),
    );
    let slug = record.text.get(operator.slug);
    (rank, (slug, licence.id, listing.domain_status, listing.unseen_since))
}

/// Equal texts share a handle, so that sorting by handle groups them; the order of groups and sites
/// never shows in an answer.
pub(crate) fn sort(hosts: &mut [HostOnRecord], record: OnRecord<'_>) {
    hosts.sort_unstable_by(|one, other| {
        (one.registrable, one.site)
            .cmp(&(other.registrable, other.site))
            .then_with(|| rank(&one.listing, record).cmp(&rank(&other.listing, record)))
    });
}

#[derive(Default)]
pub(crate) struct SiteRows {
    sites: Vec<Site>,
    listings: Vec<Listing>,
    groups: Vec<Group>,
    members: Vec<u32>,
}

impl SiteRows {
    /// `None` when more operators list a site, or more sites share a domain, than a reader reads.
    pub(crate) fn build(mut hosts: Vec<HostOnRecord>, record: OnRecord<'_>) -> Option<Self> {
        sort(&mut hosts, record);
        let mut index = Self::default();
        for of_registrable in hosts.chunk_by(|one, other| one.registrable == other.registrable) {
            index.push_group(of_registrable, record)?;
        }
        Some(index)
    }

    /// Adds the hosts of one registrable domain, which are sorted. `None` as for
    /// [`build`](Self::build).
    pub(crate) fn push_group(
        &mut self,
        hosts: &[HostOnRecord],
        record: OnRecord<'_>,
    ) -> Option<()> {
        let OnRecord { licences, text, .. } = record;
        let group = self.groups.len() as u32;
        let first_site = self.sites.len() as u32;
        let registrable = hosts[0].registrable;
        self.groups.push(Group { registrable, first_member: self.members.len() as u32 });
        for of_site in hosts.chunk_by(|one, other| one.site == other.site) {
            let (host, first) = (of_site[0].site, self.listings.len());
            self.sites.push(Site { host, group, first_listing: first as u32 });
            self.push_best_of_each_pair(of_site, licences);
            if self.listings.len() - first > MAX_LISTINGS {
                return None;
            }
        }
        let mut members: Vec<u32> = (first_site..self.sites.len() as u32).collect();
        members.sort_by_key(|site| {
            let best = self.listings[self.sites[*site as usize].first_listing as usize];
            let standing = best.standing(&licences[best.licence.0 as usize]);
            (standing, text.get(self.sites[*site as usize].host))
        });
        (members.len() <= MAX_MEMBERS).then(|| self.members.extend(members))
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

    /// Writes the sections of the sites; `None` when there are more sites than positions.
    pub(crate) fn write(
        self,
        file: &mut FileWriter,
        text: &TextArena,
        licences: &[LicenceEntry],
        shape: IndexShape,
    ) -> Option<()> {
        let IndexShape { hash, bucket_load } = shape;
        let by_host = HashedPostings::build(self.sites.len(), bucket_load, |post| {
            for (position, site) in self.sites.iter().enumerate() {
                post(hash.hash(text.get(site.host).as_bytes()), position as u32);
            }
        })?;
        let by_registrable = HashedPostings::build(self.groups.len(), bucket_load, |post| {
            for (position, group) in self.groups.iter().enumerate() {
                post(hash.hash(text.get(group.registrable).as_bytes()), position as u32);
            }
        })?;
        file.push_rows(tags::SHARED, &self.shared(licences));
        file.push_rows(tags::SITES, &self.sites);
        file.push_rows(tags::LISTINGS, &self.listings);
        file.push_rows(tags::GROUPS, &self.groups);
        file.push_rows(tags::MEMBERS, &self.members);
        file.push_parts(tags::BY_HOST, 1, &by_host.parts());
        file.push_parts(tags::BY_REGISTRABLE, 1, &by_registrable.parts());
        Some(())
    }

    fn listings(&self, site: usize) -> &[Listing] {
        let first = self.sites[site].first_listing as usize;
        let end = self.sites.get(site + 1).map(|next| next.first_listing as usize);
        &self.listings[first..end.unwrap_or(self.listings.len())]
    }

    /// Returns each operator beside each site that it and another operator list as permitted,
    /// sorted.
    fn shared(&self, licences: &[LicenceEntry]) -> Vec<SharedSite> {
        let mut shared = Vec::new();
        for site in 0..self.sites.len() {
            let is_permitted =
                |listing: &&Listing| listing.domain_status.is_some_and(DomainStatus::is_permitted);
            let holders = self.listings(site).iter().filter(is_permitted);
            let holder = |listing: &Listing| licences[listing.licence.0 as usize].operator;
            let first = shared.len();
            let site = SiteId(site as u32);
            shared.extend(holders.map(|listing| SharedSite { operator: holder(listing), site }));
            if shared[first..].iter().all(|other| other.operator == shared[first].operator) {
                shared.truncate(first);
            }
        }
        shared.sort_unstable();
        shared.dedup();
        shared
    }
}
