//! The rows that registers come in, and what collects them.

use crate::catalogue::{LicenceIndex, OperatorIndex};
use crate::domain::{DomainAssociation, DomainStatus};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{LicenceId, ReadTimes};
use crate::provenance::SourceKind;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::{Date, Timestamp};

/// Collects the rows of all registers as they are written: a catalogue or its records.
pub trait RegisterRows {
    /// Adds the reads of a register, before its licences: the newest, and the newest that was
    /// complete.
    fn reads(
        &mut self,
        code: JurisdictionCode,
        newest: Timestamp,
        newest_complete: Option<Timestamp>,
    );

    /// Adds an operator.
    fn add_operator(&mut self, row: &OperatorRow<'_>) -> OperatorIndex;

    /// Adds a name the operator trades under.
    fn add_trading_name(&mut self, operator: OperatorIndex, name: &str);

    /// Adds a licence with the read times that were written with it.
    fn add_licence(&mut self, operator: OperatorIndex, row: &LicenceRow<'_>) -> LicenceIndex;

    /// Adds a host on record under a licence.
    fn add_domain(&mut self, licence: LicenceIndex, row: &DomainRow<'_>);
}

/// An operator for the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct OperatorRow<'a> {
    /// Its slug.
    pub slug: &'a str,
    /// The name to show.
    pub display_name: &'a str,
    /// The registered name, when another.
    pub registered_name: Option<&'a str>,
}

/// A licence for the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct LicenceRow<'a> {
    /// The service's id; `None` where no database gave one.
    pub id: Option<LicenceId>,
    /// Whose register lists it.
    pub jurisdiction: JurisdictionCode,
    /// The number as published, or the service's own reference.
    pub number: &'a str,
    /// Its status.
    pub status: LicenceStatus,
    /// What the wording adds.
    pub qualifier: Option<StatusQualifier>,
    /// The regulator's wording.
    pub upstream_status: Option<&'a str>,
    /// Its expiry date.
    pub expires_at: Option<Date>,
    /// How the register was read.
    pub source_kind: SourceKind,
    /// The register.
    pub source_url: Option<&'a str>,
    /// The page that published the status.
    pub status_source_url: Option<&'a str>,
    /// The times of its reads that were written with it.
    pub times: ReadTimes,
    /// Since when the register does not list it.
    pub not_listed_since: Option<Timestamp>,
}

/// A host on record under a licence, for the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct DomainRow<'a> {
    /// The host.
    pub host: &'a Hostname,
    /// What the register says of it; `None` for wording no table knows.
    pub status: Option<DomainStatus>,
    /// How it hangs on the licence.
    pub association: DomainAssociation,
    /// The regulator's page about it.
    pub verification_url: Option<&'a str>,
    /// When a complete reading first listed the licence without it, or, while the licence was
    /// missing, newly listed the host under another; `None` otherwise.
    pub unseen_since: Option<Timestamp>,
}
