//! The sites of a merged catalogue.

use crate::catalogue::entries::{LicenceIndex, Listing};
use crate::catalogue::merge::translator::ChangedHosts;
use crate::catalogue::posting_changes::MovedRows;
use crate::catalogue::site_rows::{HostOnRecord, OnRecord, SiteRows, sort};
use crate::catalogue::sites::Group;
use crate::catalogue::{Catalogue, SiteId};

/// Returns the sites of the kept listings and the changed ones. `None` when more operators list a
/// site, or more sites share a domain, than a reader reads.
pub(super) fn merged_sites(
    old: &Catalogue,
    moved_licences: &MovedRows,
    mut changed: ChangedHosts,
    record: OnRecord<'_>,
) -> Option<SiteRows> {
    let mut sites = SiteRows::default();
    let mut hosts = Vec::new();
    for (number, group) in old.sites.groups.rows(&old.bytes).iter().enumerate() {
        hosts.clear();
        hosts.extend(changed.of_old_groups.remove(&(number as u32)).into_iter().flatten());
        for site in old.sites.members(old.view(), Some(number as u32)) {
            hosts.extend(kept_hosts(old, moved_licences, &group, site));
        }
        push_group(&mut sites, &mut hosts, record)?;
    }
    for mut hosts in changed.of_new_groups {
        push_group(&mut sites, &mut hosts, record)?;
    }
    Some(sites)
}

fn kept_hosts<'m>(
    old: &'m Catalogue,
    moved_licences: &'m MovedRows,
    group: &Group,
    site: SiteId,
) -> impl Iterator<Item = HostOnRecord> + 'm {
    let (registrable, host) = (group.registrable, old.sites.host(old.view(), site));
    old.listings(site).iter().filter_map(move |listing| {
        let licence = LicenceIndex(moved_licences.place(listing.licence.0)?);
        let listing = Listing { licence, ..listing };
        Some(HostOnRecord { site: host, registrable, listing })
    })
}

fn push_group(
    sites: &mut SiteRows,
    hosts: &mut [HostOnRecord],
    record: OnRecord<'_>,
) -> Option<()> {
    sort(hosts, record);
    if hosts.is_empty() { Some(()) } else { sites.push_group(hosts, record) }
}
