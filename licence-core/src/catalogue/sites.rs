//! Exact hosts, and the hosts that share a registrable domain.

use crate::catalogue::entries::{LISTING_BYTES, Listing, OperatorIndex};
use crate::catalogue::fields::{FieldWriter, Fields};
use crate::catalogue::layout::Directory;
use crate::catalogue::open_error::OpenError;
use crate::catalogue::postings::HashedPostings;
use crate::catalogue::rows::{Row, Table};
use crate::catalogue::tags;
use crate::catalogue::text::Text;

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
    pub(crate) by_host: HashedPostings,
    pub(crate) by_registrable: HashedPostings,
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
}
