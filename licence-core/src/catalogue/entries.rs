//! The rows of a catalogue, compact: texts are handles, rows refer to each other by position.

use crate::catalogue::text::Text;
use crate::check::standing::Standing;
use crate::domain::{DomainAssociation, DomainStatus};
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::provenance::SourceKind;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::{Date, Timestamp};

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
    pub(crate) const fn new(slug: Text, display_name: Text) -> Self {
        Self { slug, display_name, has_active_licence: false, last_listed_at: None, registers: 0 }
    }

    pub(crate) fn add_register(&mut self, code: JurisdictionCode) {
        self.registers |= 1 << code as u8;
    }

    /// The registers that list a licence of it, by code.
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
}

/// A host on record under a licence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listing {
    pub(crate) licence: LicenceIndex,
    pub(crate) domain_status: Option<DomainStatus>,
    pub(crate) association: DomainAssociation,
    pub(crate) verification_url: Option<Text>,
    /// The day of the first complete reading that listed the licence without it, if any.
    pub(crate) unseen_since: Option<Date>,
}

impl Listing {
    pub(crate) fn standing(&self, licence: &LicenceEntry) -> Standing {
        Standing::of_listing(self.domain_status, licence.status, licence.qualifier)
    }
}
