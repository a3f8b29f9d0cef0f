//! Filling a catalogue from rows in any order.

use thiserror::Error;

use crate::catalogue::Catalogue;
use crate::catalogue::entries::{
    LicenceEntry, LicenceIndex, Listing, OperatorEntry, OperatorIndex,
};
use crate::catalogue::key_hash::IndexShape;
use crate::catalogue::name_index::{NameIndex, NameKind, NameOnRecord};
use crate::catalogue::numbers::NumberIndex;
use crate::catalogue::sites::{HostOnRecord, OnRecord, SiteIndex};
use crate::catalogue::text::TextInterner;
use crate::check::names;
use crate::domain::{DomainAssociation, DomainStatus};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::LicenceId;
use crate::provenance::SourceKind;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::{Date, Timestamp};

/// The records are more than one catalogue can hold (four gigabytes of text, or four thousand
/// million rows of a kind).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the records are more than one catalogue can hold: 4 GiB of text or 2^32 rows of a kind")]
pub struct CatalogueTooLarge;

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
    /// The latest read that showed the current status.
    pub status_observed_at: Timestamp,
    /// The latest read that verified the licence.
    pub last_verified_at: Timestamp,
    /// The latest read that listed it.
    pub last_listed_at: Timestamp,
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
    /// When a complete reading first listed the licence without it; `None` while it is listed.
    pub unseen_since: Option<Timestamp>,
}

/// Collects rows in any order; the same rows always give the same answers.
#[derive(Default)]
pub struct CatalogueBuilder {
    text: TextInterner,
    operators: Vec<OperatorEntry>,
    licences: Vec<LicenceEntry>,
    hosts: Vec<HostOnRecord>,
    names: Vec<NameOnRecord>,
    registers: [Option<Timestamp>; JurisdictionCode::ALL.len()],
}

impl CatalogueBuilder {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records the last successful read of a register. A register without one was never read and
    /// counts as not checked.
    pub fn register_read(&mut self, code: JurisdictionCode, last_successful_scrape: Timestamp) {
        let last = &mut self.registers[code as usize];
        *last = (*last).max(Some(last_successful_scrape));
    }

    /// Adds an operator, with the names its company names give.
    pub fn operator(&mut self, row: &OperatorRow<'_>) -> OperatorIndex {
        let operator = OperatorIndex(self.operators.len() as u32);
        let slug = self.text.intern(row.slug);
        self.operators.push(OperatorEntry::new(slug, self.text.intern(row.display_name)));
        for (name, keys) in names::keys_of_company(row.display_name, row.registered_name) {
            self.claim(operator, NameKind::CompanyName, name, keys);
        }
        operator
    }

    /// Adds a name the operator trades under.
    pub fn trading_name(&mut self, operator: OperatorIndex, name: &str) {
        self.claim(operator, NameKind::TradingName, name, names::keys(name));
    }

    fn claim(&mut self, operator: OperatorIndex, kind: NameKind, name: &str, keys: Vec<String>) {
        let matched = self.text.intern(name);
        for key in keys {
            let key = self.text.intern(&key);
            self.names.push(NameOnRecord { key, operator, matched, kind, is_in_force: false });
        }
    }

    /// Adds a licence of the operator.
    pub fn licence(&mut self, operator: OperatorIndex, row: &LicenceRow<'_>) -> LicenceIndex {
        let holder = &mut self.operators[operator.0 as usize];
        holder.has_active_licence |= row.status == LicenceStatus::Active;
        holder.add_register(row.jurisdiction);
        holder.last_listed_at = holder.last_listed_at.max(Some(row.last_listed_at));
        let mut intern = |text: Option<&str>| text.map(|text| self.text.intern(text));
        let entry = LicenceEntry {
            id: row.id,
            operator,
            jurisdiction: row.jurisdiction,
            upstream_status: intern(row.upstream_status),
            source_url: intern(row.source_url),
            status_source_url: intern(row.status_source_url),
            number: self.text.intern(row.number),
            status: row.status,
            qualifier: row.qualifier,
            expires_at: row.expires_at,
            source_kind: row.source_kind,
            status_observed_at: row.status_observed_at,
            last_verified_at: row.last_verified_at,
            not_listed_since: row.not_listed_since,
        };
        let licence = LicenceIndex(self.licences.len() as u32);
        self.licences.push(entry);
        licence
    }

    /// Adds a host on record under a licence.
    pub fn domain(&mut self, licence: LicenceIndex, row: &DomainRow<'_>) {
        let registrable = row.host.registrable();
        // Charities are listed with names that the public suffix list counts as suffixes.
        let registrable_name = registrable.map_or(row.host.as_str(), |found| found.name);
        let site = self.text.intern(row.host.site());
        let listing = Listing {
            licence,
            domain_status: row.status,
            association: row.association,
            verification_url: row.verification_url.map(|url| self.text.intern(url)),
            unseen_since: row.unseen_since.map(Timestamp::date),
        };
        let is_site = registrable_name == row.host.site();
        let registrable_name = if is_site { site } else { self.text.intern(registrable_name) };
        self.hosts.push(HostOnRecord { site, registrable: registrable_name, listing });
        if let Some(key) = registrable.and_then(|found| names::key_of_host(&found, row.status)) {
            let entry = &self.licences[licence.0 as usize];
            let (operator, is_in_force) = (entry.operator, listing.standing(entry).is_in_force());
            let (key, kind) = (self.text.intern(&key), NameKind::HostRoot);
            self.names.push(NameOnRecord { key, operator, matched: site, kind, is_in_force });
        }
    }

    /// Builds the indices.
    ///
    /// # Errors
    /// [`CatalogueTooLarge`] when the rows do not fit.
    pub fn finish(self) -> Result<Catalogue, CatalogueTooLarge> {
        self.finish_as(IndexShape::default()).ok_or(CatalogueTooLarge)
    }

    /// Builds indices of a shape, which shows in no answer.
    pub(crate) fn finish_as(self, shape: IndexShape) -> Option<Catalogue> {
        let Self { text, operators, mut licences, hosts, names, registers } = self;
        let fits = [operators.len(), licences.len(), hosts.len()]
            .iter()
            .all(|count| u32::try_from(*count).is_ok());
        let text = text.into_arena().filter(|_| fits)?;
        licences.shrink_to_fit();
        let record = OnRecord { operators: &operators, licences: &licences, text: &text };
        let sites = SiteIndex::build(hosts, record, shape)?;
        let names = NameIndex::build(names, &operators, &text, shape)?;
        let numbers = NumberIndex::build(&licences, &text, shape)?;
        let shared_sites = sites.shared(&licences);
        Some(Catalogue {
            text,
            operators,
            licences,
            sites,
            shared_sites,
            names,
            numbers,
            registers,
        })
    }
}
