//! Exact hosts, and the hosts that share a registrable domain.

use crate::catalogue::entries::{LISTING_BYTES, Listing, OperatorIndex};
use crate::catalogue::fields::{FieldWriter, Fields};
use crate::catalogue::layout::Directory;
use crate::catalogue::open_error::OpenError;
use crate::catalogue::postings::Postings;
use crate::catalogue::rows::{Row, Rows, Table};
use crate::catalogue::text::Text;
use crate::catalogue::view::View;

pub(crate) mod tags {
    use crate::catalogue::layout::Tag;

    pub(crate) const SITES: Tag = *b"SITE";
    pub(crate) const LISTINGS: Tag = *b"LIST";
    pub(crate) const GROUPS: Tag = *b"GRUP";
    pub(crate) const MEMBERS: Tag = *b"MEMB";
    pub(crate) const SHARED: Tag = *b"SHAR";
    pub(crate) const BY_HOST: Tag = *b"HOST";
    pub(crate) const BY_REGISTRABLE: Tag = *b"RGRP";
}

/// Bound the work of one question in a hostile file; the builder refuses more. No market comes near:
/// one host under a platform's domain must not keep all others from being answered.
pub(crate) const MAX_LISTINGS: usize = 1 << 20;
pub(crate) const MAX_MEMBERS: usize = 1 << 20;

/// A site is a host and its `www.` form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) host: Text,
    pub(crate) group: u32,
    pub(crate) first_listing: u32,
}

/// The sites of one registrable domain, a run of the members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    pub(crate) registrable: Text,
    pub(crate) first_member: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SiteId(pub(crate) u32);

/// An operator and a site that it and another operator list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SharedSite {
    pub(crate) operator: OperatorIndex,
    pub(crate) site: SiteId,
}

impl Site {
    pub(crate) const BYTES: usize = 12;
}

impl Group {
    pub(crate) const BYTES: usize = 8;
}

impl SharedSite {
    pub(crate) const BYTES: usize = 8;
}

impl Row<{ Site::BYTES }> for Site {
    fn read(mut fields: Fields<'_>) -> Self {
        let host = fields.text();
        Self { host, group: fields.u32(), first_listing: fields.u32() }
    }

    fn write(&self, row: FieldWriter<{ Site::BYTES }>) -> FieldWriter<{ Site::BYTES }> {
        row.text(self.host).u32(self.group).u32(self.first_listing)
    }
}

impl Row<{ Group::BYTES }> for Group {
    fn read(mut fields: Fields<'_>) -> Self {
        Self { registrable: fields.text(), first_member: fields.u32() }
    }

    fn write(&self, row: FieldWriter<{ Group::BYTES }>) -> FieldWriter<{ Group::BYTES }> {
        row.text(self.registrable).u32(self.first_member)
    }
}

impl Row<{ SharedSite::BYTES }> for SharedSite {
    fn read(mut fields: Fields<'_>) -> Self {
        Self { operator: OperatorIndex(fields.u32()), site: SiteId(fields.u32()) }
    }

    fn write(&self, row: FieldWriter<{ SharedSite::BYTES }>) -> FieldWriter<{ SharedSite::BYTES }> {
        row.u32(self.operator.0).u32(self.site.0)
    }
}

/// Where the sites lie in the bytes of a file.
#[derive(Clone, Debug)]
pub(crate) struct SiteIndex {
    pub(crate) sites: Table<Site, { Site::BYTES }>,
    pub(crate) listings: Table<Listing, LISTING_BYTES>,
    pub(crate) groups: Table<Group, { Group::BYTES }>,
    pub(crate) members: Table<u32, 4>,
    /// Sorted.
    pub(crate) shared: Table<SharedSite, { SharedSite::BYTES }>,
    pub(crate) by_host: Postings,
    pub(crate) by_registrable: Postings,
}

impl SiteIndex {
    pub(crate) fn open(file: &[u8], directory: &Directory) -> Result<Self, OpenError> {
        Ok(Self {
            sites: directory.table(tags::SITES)?,
            listings: directory.table(tags::LISTINGS)?,
            groups: directory.table(tags::GROUPS)?,
            members: directory.table(tags::MEMBERS)?,
            shared: directory.table(tags::SHARED)?,
            by_host: directory.postings(tags::BY_HOST, file)?,
            by_registrable: directory.postings(tags::BY_REGISTRABLE, file)?,
        })
    }

    /// The site of this host (without `www.`).
    pub(crate) fn find(&self, view: View<'_>, site: &str) -> Option<SiteId> {
        let sites = self.sites.rows(view.file);
        let is_it = |place: &u32| {
            let found = sites.get(*place as usize);
            found.is_some_and(|found| view.text_bytes(found.host) == site.as_bytes())
        };
        self.by_host.ids(view.file, view.hash.hash(site.as_bytes())).find(is_it).map(SiteId)
    }

    pub(crate) fn host(&self, view: View<'_>, site: SiteId) -> Text {
        self.sites.rows(view.file).get_or_blank(site.0).host
    }

    /// The listings of a site, best first, one a pair of operator and jurisdiction.
    pub(crate) fn listings<'c>(
        &self,
        view: View<'c>,
        site: SiteId,
    ) -> Rows<'c, Listing, LISTING_BYTES> {
        let sites = self.sites.rows(view.file);
        let end = sites.get(site.0 as usize + 1).map(|next| next.first_listing);
        let first = sites.get(site.0 as usize).map(|site| site.first_listing);
        self.listings.rows(view.file).run(first, end, MAX_LISTINGS)
    }

    /// All sites of the registrable domain this site belongs to, best first.
    pub(crate) fn siblings<'c>(
        &self,
        view: View<'c>,
        site: SiteId,
    ) -> impl Iterator<Item = SiteId> + Clone + use<'c> {
        self.members(view, Some(self.sites.rows(view.file).get_or_blank(site.0).group))
    }

    /// All sites of a registrable domain, best first.
    pub(crate) fn of_registrable<'c>(
        &self,
        view: View<'c>,
        registrable: &str,
    ) -> impl Iterator<Item = SiteId> + Clone + use<'c> {
        self.members(view, self.group(view, registrable))
    }

    pub(crate) fn group(&self, view: View<'_>, registrable: &str) -> Option<u32> {
        let groups = self.groups.rows(view.file);
        let wanted = registrable.as_bytes();
        let is_it = |place: &u32| {
            let found = groups.get(*place as usize);
            found.is_some_and(|found| view.text_bytes(found.registrable) == wanted)
        };
        self.by_registrable.ids(view.file, view.hash.hash(wanted)).find(is_it)
    }

    /// The sites of a group, best first.
    pub(crate) fn members<'c>(
        &self,
        view: View<'c>,
        group: Option<u32>,
    ) -> impl Iterator<Item = SiteId> + Clone + use<'c> {
        let groups = self.groups.rows(view.file);
        let first_of = |group: usize| groups.get(group).map(|found| found.first_member);
        let first = group.and_then(|group| first_of(group as usize));
        let end = group.and_then(|group| first_of(group as usize + 1));
        self.members.rows(view.file).run(first, end, MAX_MEMBERS).iter().map(SiteId)
    }

    /// The sites that an operator shares with another.
    pub(crate) fn shared_by<'c>(
        &self,
        view: View<'c>,
        operator: OperatorIndex,
    ) -> impl Iterator<Item = SiteId> + use<'c> {
        let shared = self.shared.rows(view.file);
        let first = shared.partition_point(|other| other.operator < operator);
        let end = shared.partition_point(|other| other.operator <= operator);
        let of_operator = shared.run(Some(first as u32), Some(end as u32), MAX_LISTINGS);
        of_operator.iter().map(|shared| shared.site)
    }
}
