//! Filling a catalogue from rows in any order.

use thiserror::Error;

use crate::catalogue::entries::{
    LicenceEntry, LicenceIndex, Listing, OperatorEntry, OperatorIndex,
};
use crate::catalogue::file_writer::FileWriter;
use crate::catalogue::key_hash::IndexShape;
use crate::catalogue::layout::{FORMAT_VERSION, Header, Profile, Reads};
use crate::catalogue::name_index::NameKind;
use crate::catalogue::name_rows::{NameOnRecord, NameRows};
use crate::catalogue::site_rows::{HostOnRecord, OnRecord, SiteRows};
use crate::catalogue::text::TextInterner;
use crate::catalogue::{
    Catalogue, DomainRow, LicenceRow, OperatorRow, RegisterRows, numbers, rules, tags,
};
use crate::check::names;
use crate::domain::DomainStatus;
use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus;
use crate::time::{Date, Timestamp};

/// The records are more than one catalogue can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the records are more than one catalogue can hold: 4 GiB of text, 64 KiB in one text, 2^32 rows \
     of a kind, or 2^20 operators that list one host or claim one name"
)]
pub struct CatalogueTooLarge;

/// Collects rows in any order; the same rows always give the same answers.
#[derive(Default)]
pub struct CatalogueBuilder {
    text: TextInterner,
    operators: Vec<OperatorEntry>,
    licences: Vec<LicenceEntry>,
    hosts: Vec<HostOnRecord>,
    names: Vec<NameOnRecord>,
    registers: Reads,
    pub(crate) newest_complete: Reads,
}

impl CatalogueBuilder {
    /// Returns an empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    fn claim(&mut self, operator: OperatorIndex, kind: NameKind, name: &str, keys: Vec<String>) {
        let matched = self.text.intern(name);
        for key in keys {
            let key = self.text.intern(&key);
            self.names.push(NameOnRecord { key, operator, matched, kind, is_in_force: false });
        }
    }

    /// Returns the day since which a host is unseen. A listing holds days, so one that was unseen before
    /// its licence was missing says so by no day ([`Listing::standing`]).
    fn unseen_day(&self, licence: LicenceIndex, row: &DomainRow<'_>) -> Option<Date> {
        let missing_since = self.licences[licence.0 as usize].not_listed_since;
        let counts = |since: &Timestamp| {
            row.status == Some(DomainStatus::Delisted)
                || missing_since.is_none_or(|missing| *since >= missing)
        };
        row.unseen_since.filter(counts).map(Timestamp::date)
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
        Catalogue::from_bytes(self.into_file(shape, [0; 32])?).ok()
    }

    pub(crate) fn into_records_file(
        self,
        records_sha256: [u8; 32],
    ) -> Result<Vec<u8>, CatalogueTooLarge> {
        self.into_file(IndexShape::default(), records_sha256).ok_or(CatalogueTooLarge)
    }

    fn into_file(self, shape: IndexShape, records_sha256: [u8; 32]) -> Option<Vec<u8>> {
        let Self { text, operators, licences, hosts, names, registers, .. } = self;
        let fits = [operators.len(), licences.len(), hosts.len()]
            .iter()
            .all(|count| u32::try_from(*count).is_ok());
        let text = text.into_arena().filter(|_| fits)?;
        let mut file = FileWriter::new(tags::KNOWN.len());
        file.push_rows(tags::OPERATORS, &operators);
        file.push_rows(tags::LICENCES, &licences);
        let record = OnRecord { operators: &operators, licences: &licences, text: &text };
        SiteRows::build(hosts, record)?.write(&mut file, &text, &licences, shape)?;
        numbers::write(&mut file, &licences, &text, shape)?;
        drop(licences);
        NameRows::build(names, &operators, &text)?.write(&mut file, &text, shape)?;
        file.push(tags::TEXT, 1, &text.into_section());
        Some(file.finish(&Header {
            minor: FORMAT_VERSION.1,
            profile: Profile::Full,
            rules: rules::fingerprint(),
            records_sha256,
            hash_seed: shape.hash.seed,
            reads: registers,
        }))
    }
}

impl RegisterRows for CatalogueBuilder {
    /// A register without reads was never read and counts as not checked.
    fn reads(
        &mut self,
        code: JurisdictionCode,
        newest: Timestamp,
        newest_complete: Option<Timestamp>,
    ) {
        let last = &mut self.registers[code as usize];
        *last = (*last).max(Some(newest));
        self.newest_complete[code as usize] = newest_complete;
    }

    /// Adds the names that its company names give, too.
    fn add_operator(&mut self, row: &OperatorRow<'_>) -> OperatorIndex {
        let operator = OperatorIndex(self.operators.len() as u32);
        let slug = self.text.intern(row.slug);
        self.operators.push(OperatorEntry::new(slug, self.text.intern(row.display_name)));
        for (name, keys) in names::keys_of_company(row.display_name, row.registered_name) {
            self.claim(operator, NameKind::CompanyName, name, keys);
        }
        operator
    }

    fn add_trading_name(&mut self, operator: OperatorIndex, name: &str) {
        self.claim(operator, NameKind::TradingName, name, names::keys(name));
    }

    fn add_licence(&mut self, operator: OperatorIndex, row: &LicenceRow<'_>) -> LicenceIndex {
        let newest_complete = self.newest_complete[row.jurisdiction as usize];
        let times = row.times.seen_until(newest_complete, row.status, row.not_listed_since);
        let holder = &mut self.operators[operator.0 as usize];
        holder.has_active_licence |= row.status == LicenceStatus::Active;
        if row.not_listed_since.is_none() && row.status != LicenceStatus::NotInRegister {
            holder.add_register(row.jurisdiction);
        }
        holder.last_listed_at = holder.last_listed_at.max(Some(times.last_listed_at));
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
            status_observed_at: times.status_observed_at,
            last_verified_at: times.last_verified_at,
            not_listed_since: row.not_listed_since,
        };
        let licence = LicenceIndex(self.licences.len() as u32);
        self.licences.push(entry);
        licence
    }

    fn add_domain(&mut self, licence: LicenceIndex, row: &DomainRow<'_>) {
        let registrable = row.host.registrable();
        // Charities are listed with names that the public suffix list counts as suffixes.
        let registrable_name = registrable.map_or(row.host.as_str(), |found| found.name);
        let site = self.text.intern(row.host.site());
        let listing = Listing {
            licence,
            domain_status: row.status,
            association: row.association,
            verification_url: row.verification_url.map(|url| self.text.intern(url)),
            unseen_since: self.unseen_day(licence, row),
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
}
