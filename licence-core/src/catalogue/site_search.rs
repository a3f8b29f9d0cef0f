//! Finding hosts by equality, and the hosts that share a registrable domain.

use crate::catalogue::Catalogue;
use crate::catalogue::entries::{LISTING_BYTES, LicenceEntry, Listing, OperatorIndex};
use crate::catalogue::rows::Rows;
use crate::catalogue::sites::{MAX_LISTINGS, MAX_MEMBERS, SiteId};
use crate::catalogue::text::Text;
use crate::check::standing::Standing;
use crate::hostname::{Hostname, Registrable};

impl Catalogue {
    pub(crate) fn site(&self, host: &Hostname) -> Option<SiteId> {
        self.site_of_host(host.site())
    }

    /// Returns the site of a host without `www.`.
    pub(crate) fn site_of_host(&self, host: &str) -> Option<SiteId> {
        let (sites, wanted) = (self.sites.sites.rows(&self.bytes), host.as_bytes());
        let is_it = |place: &u32| {
            sites.get(*place as usize).is_some_and(|found| self.bytes_of(found.host) == wanted)
        };
        self.sites.by_host.ids(&self.bytes, self.hash().hash(wanted)).find(is_it).map(SiteId)
    }

    pub(crate) fn site_text(&self, site: SiteId) -> Text {
        self.sites.sites.rows(&self.bytes).get_or_blank(site.0).host
    }

    pub(crate) fn host_of(&self, site: SiteId) -> &str {
        self.text(self.site_text(site))
    }

    /// Returns the listings of a site, best first, one a pair of operator and jurisdiction.
    pub(crate) fn listings(&self, site: SiteId) -> Rows<'_, Listing, LISTING_BYTES> {
        let sites = self.sites.sites.rows(&self.bytes);
        let end = sites.get(site.0 as usize + 1).map(|next| next.first_listing);
        let first = sites.get(site.0 as usize).map(|site| site.first_listing);
        self.sites.listings.rows(&self.bytes).run(first, end, MAX_LISTINGS)
    }

    /// Returns the best listing of a site, its licence, and what they are worth together.
    pub(crate) fn best_listing(&self, site: SiteId) -> Option<(Listing, LicenceEntry, Standing)> {
        let listing = self.listings(site).first()?;
        let licence = self.licence(listing.licence);
        let standing = listing.standing(&licence);
        Some((listing, licence, standing))
    }

    /// Returns the other sites of the same registrable domain, best first.
    pub(crate) fn siblings(&self, site: SiteId) -> impl Iterator<Item = SiteId> + Clone + '_ {
        let group = self.sites.sites.rows(&self.bytes).get_or_blank(site.0).group;
        self.sites_of_group(Some(group)).filter(move |sibling| *sibling != site)
    }

    /// Returns all sites of a registrable domain, best first.
    pub(crate) fn sites_of(
        &self,
        registrable: &Registrable<'_>,
    ) -> impl Iterator<Item = SiteId> + Clone + use<'_> {
        self.sites_of_group(self.group_of_registrable(registrable.name))
    }

    pub(crate) fn group_of_registrable(&self, registrable: &str) -> Option<u32> {
        let (groups, wanted) = (self.sites.groups.rows(&self.bytes), registrable.as_bytes());
        let is_it = |place: &u32| {
            let found = groups.get(*place as usize);
            found.is_some_and(|found| self.bytes_of(found.registrable) == wanted)
        };
        self.sites.by_registrable.ids(&self.bytes, self.hash().hash(wanted)).find(is_it)
    }

    /// Returns the sites of a group, best first.
    pub(crate) fn sites_of_group(
        &self,
        group: Option<u32>,
    ) -> impl Iterator<Item = SiteId> + Clone + use<'_> {
        let groups = self.sites.groups.rows(&self.bytes);
        let first_of = |group: usize| groups.get(group).map(|found| found.first_member);
        let first = group.and_then(|group| first_of(group as usize));
        let end = group.and_then(|group| first_of(group as usize + 1));
        self.sites.members.rows(&self.bytes).run(first, end, MAX_MEMBERS).iter().map(SiteId)
    }

    /// Returns the sites that an operator shares with another.
    pub(crate) fn sites_shared_by(
        &self,
        operator: OperatorIndex,
    ) -> impl Iterator<Item = SiteId> + use<'_> {
        let shared = self.sites.shared.rows(&self.bytes);
        let first = shared.partition_point(|other| other.operator < operator);
        let end = shared.partition_point(|other| other.operator <= operator);
        let of_operator = shared.run(Some(first as u32), Some(end as u32), MAX_LISTINGS);
        of_operator.iter().map(|shared| shared.site)
    }
}
