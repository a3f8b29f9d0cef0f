//! The rows of a catalogue, compact: texts are handles, rows refer to each other by position.
//!
//! A byte that a later release wrote for a new value is no pass: the status reads as unknown.

use crate::catalogue::fields::{FieldWriter, Fields};
use crate::catalogue::rows::Row;
use crate::catalogue::text::Text;
use crate::check::standing::Standing;
use crate::domain::{DomainAssociation, DomainStatus};
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{LicenceId, ReadTimes};
use crate::provenance::SourceKind;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::{Date, Timestamp};
use uuid::Uuid;

/// The position of an operator in its catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperatorIndex(pub(crate) u32);

/// The position of a licence in its catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LicenceIndex(pub(crate) u32);

#[derive(Clone, Copy, Debug)]
pub(crate) struct OperatorEntry {
    pub(crate) slug: Text,
    pub(crate) display_name: Text,
    /// Whether any of its licences is active: it goes first where several share a name.
    pub(crate) has_active_licence: bool,
    /// When any of its licences was last seen listed.
    pub(crate) last_listed_at: Option<Timestamp>,
    /// The registers that list a licence of it, a bit each by [`JurisdictionCode`].
    registers: u8,
}

impl OperatorEntry {
    /// A place that an operator takes later.
    pub(crate) const BLANK: Self = Self::new(Text::EMPTY, Text::EMPTY);

    pub(crate) const fn new(slug: Text, display_name: Text) -> Self {
        Self { slug, display_name, has_active_licence: false, last_listed_at: None, registers: 0 }
    }

    pub(crate) fn add_register(&mut self, code: JurisdictionCode) {
        self.registers |= 1 << code as u8;
    }

    /// Returns the registers whose newest complete reading lists a licence of it, by code.
    pub(crate) fn registers(&self) -> impl Iterator<Item = JurisdictionCode> + '_ {
        let is_listed = |code: &JurisdictionCode| self.registers & (1 << *code as u8) != 0;
        JurisdictionCode::BY_WORD.iter().copied().filter(is_listed)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct LicenceEntry {
    pub(crate) id: Option<LicenceId>,
    pub(crate) operator: OperatorIndex,
    pub(crate) jurisdiction: JurisdictionCode,
    pub(crate) number: Text,
    pub(crate) status: LicenceStatus,
    pub(crate) qualifier: Option<StatusQualifier>,
    pub(crate) upstream_status: Option<Text>,
    pub(crate) expires_at: Option<Date>,
    pub(crate) source_kind: SourceKind,
    pub(crate) source_url: Option<Text>,
    pub(crate) status_source_url: Option<Text>,
    pub(crate) status_observed_at: Timestamp,
    pub(crate) last_verified_at: Timestamp,
    pub(crate) not_listed_since: Option<Timestamp>,
}

impl LicenceEntry {
    pub(crate) fn standing(&self) -> Standing {
        Standing::of_licence(self.status, self.qualifier)
    }

    /// Returns whether the register listed the licence in its newest complete reading.
    pub(crate) fn is_still_listed(&self) -> bool {
        self.not_listed_since.is_none() && self.status != LicenceStatus::NotInRegister
    }

    /// Returns the licence after its register's newest complete reading, which did not change it
    /// ([`ReadTimes::seen_until`]).
    pub(crate) fn seen_until(mut self, newest_complete_read: Option<Timestamp>) -> Self {
        let times = ReadTimes {
            last_verified_at: self.last_verified_at,
            status_observed_at: self.status_observed_at,
            last_listed_at: self.last_verified_at,
        };
        let times = times.seen_until(newest_complete_read, self.status, self.not_listed_since);
        self.last_verified_at = times.last_verified_at;
        self.status_observed_at = times.status_observed_at;
        self
    }
}

/// A host on record under a licence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listing {
    pub(crate) licence: LicenceIndex,
    pub(crate) domain_status: Option<DomainStatus>,
    pub(crate) association: DomainAssociation,
    pub(crate) verification_url: Option<Text>,
    /// The day of the first complete reading that listed the licence without it, or, while the
    /// licence was missing, listed the host under another.
    pub(crate) unseen_since: Option<Date>,
}

impl Listing {
    pub(crate) fn standing(&self, licence: &LicenceEntry) -> Standing {
        match self.is_moved(licence) {
            true => Standing::DomainNotListed,
            false => Standing::of_listing(self.domain_status, licence.status, licence.qualifier),
        }
    }

    /// Returns whether the host came under another licence while this one was missing: the newest word
    /// of the register counts, whatever the status of the missing licence.
    fn is_moved(&self, licence: &LicenceEntry) -> bool {
        let missing_since = licence.not_listed_since.map(Timestamp::date);
        missing_since.is_some() && self.unseen_since >= missing_since
    }

    /// Returns whether the register listed the host under the licence in its newest complete
    /// reading.
    pub(crate) fn is_still_listed(&self, licence: &LicenceEntry) -> bool {
        self.domain_status != Some(DomainStatus::Delisted) && licence.is_still_listed()
    }
}

pub(crate) const OPERATOR_BYTES: usize = 20;
pub(crate) const LICENCE_BYTES: usize = 68;
pub(crate) const LISTING_BYTES: usize = 14;

impl Row<OPERATOR_BYTES> for OperatorEntry {
    fn read(mut fields: Fields<'_>) -> Self {
        Self {
            slug: fields.text(),
            display_name: fields.text(),
            last_listed_at: fields.instant(),
            has_active_licence: fields.u8() == 1,
            registers: fields.u8(),
        }
    }

    fn write(&self, row: FieldWriter<OPERATOR_BYTES>) -> FieldWriter<OPERATOR_BYTES> {
        row.text(self.slug)
            .text(self.display_name)
            .instant(self.last_listed_at)
            .u8(self.has_active_licence.into())
            .u8(self.registers)
    }
}

impl Row<LICENCE_BYTES> for LicenceEntry {
    fn read(mut fields: Fields<'_>) -> Self {
        let id = Uuid::from_bytes(fields.take());
        let mut entry = Self {
            id: (!id.is_nil()).then_some(LicenceId(id)),
            operator: OperatorIndex(fields.u32()),
            number: fields.text(),
            upstream_status: fields.optional_text(),
            source_url: fields.optional_text(),
            status_source_url: fields.optional_text(),
            status_observed_at: fields.instant().unwrap_or(Timestamp::EPOCH),
            last_verified_at: fields.instant().unwrap_or(Timestamp::EPOCH),
            not_listed_since: fields.instant(),
            expires_at: fields.date(),
            jurisdiction: JurisdictionCode::ALL[0],
            status: LicenceStatus::Unknown,
            qualifier: None,
            source_kind: SourceKind::Scraped,
        };
        let jurisdiction = fields.code(JurisdictionCode::ALL);
        let status = fields.code(LicenceStatus::ALL);
        let qualifier = fields.code(StatusQualifier::ALL);
        if let Ok(Some(source_kind)) = fields.code(SourceKind::ALL) {
            entry.source_kind = source_kind;
        }
        if let Ok(Some(jurisdiction)) = jurisdiction {
            entry.jurisdiction = jurisdiction;
            if let (Ok(Some(status)), Ok(qualifier)) = (status, qualifier) {
                (entry.status, entry.qualifier) = (status, qualifier);
            }
        }
        entry
    }

    fn write(&self, row: FieldWriter<LICENCE_BYTES>) -> FieldWriter<LICENCE_BYTES> {
        row.bytes(self.id.map_or(Uuid::nil(), |id| id.0).as_bytes())
            .u32(self.operator.0)
            .text(self.number)
            .optional_text(self.upstream_status)
            .optional_text(self.source_url)
            .optional_text(self.status_source_url)
            .instant(Some(self.status_observed_at))
            .instant(Some(self.last_verified_at))
            .instant(self.not_listed_since)
            .date(self.expires_at)
            .code(JurisdictionCode::ALL, Some(self.jurisdiction))
            .code(LicenceStatus::ALL, Some(self.status))
            .code(StatusQualifier::ALL, self.qualifier)
            .code(SourceKind::ALL, Some(self.source_kind))
    }
}

impl Row<LISTING_BYTES> for Listing {
    fn read(mut fields: Fields<'_>) -> Self {
        let licence = LicenceIndex(fields.u32());
        let verification_url = fields.optional_text();
        let unseen_since = fields.date();
        let status = fields.code(DomainStatus::ALL);
        let association = fields.code(DomainAssociation::ALL);
        let (domain_status, association) = match (status, association) {
            (Ok(status), Ok(Some(association))) => (status, association),
            _ => (None, DomainAssociation::Direct),
        };
        Self { licence, domain_status, association, verification_url, unseen_since }
    }

    fn write(&self, row: FieldWriter<LISTING_BYTES>) -> FieldWriter<LISTING_BYTES> {
        row.u32(self.licence.0)
            .optional_text(self.verification_url)
            .date(self.unseen_since)
            .code(DomainStatus::ALL, self.domain_status)
            .code(DomainAssociation::ALL, Some(self.association))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn licence(jurisdiction: u8, status: u8, qualifier: u8) -> LicenceEntry {
        let mut row = [0; LICENCE_BYTES];
        row[64..67].copy_from_slice(&[jurisdiction, status, qualifier]);
        LicenceEntry::read(Fields { rest: &row })
    }

    #[test]
    fn a_value_of_a_later_release_is_no_pass() {
        assert_eq!(licence(1, 1, 0).standing(), Standing::Licensed);
        assert_eq!(licence(1, 1, 1).standing(), Standing::Provisional);
        for (jurisdiction, status, qualifier) in
            [(0, 1, 0), (8, 1, 0), (1, 0, 0), (1, 9, 0), (1, 1, 2), (1, 1, 255), (255, 255, 255)]
        {
            let entry = licence(jurisdiction, status, qualifier);
            assert_eq!(entry.standing(), Standing::NotActive);
            assert_eq!(entry.status, LicenceStatus::Unknown);
        }
        for (status, association) in [(0, 1), (6, 1), (255, 1), (1, 0), (1, 3)] {
            let mut row = [0; LISTING_BYTES];
            row[12..].copy_from_slice(&[status, association]);
            let listing = Listing::read(Fields { rest: &row });
            assert_eq!(listing.standing(&licence(1, 1, 0)), Standing::DomainNotListed);
        }
    }
}
