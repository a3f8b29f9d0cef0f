//! Builds a catalogue from rows of the database.

use std::collections::HashMap;

use licence_core::catalogue::{
    DomainRow, LicenceIndex, LicenceRow, OperatorIndex, OperatorRow, RegisterRows,
};
use licence_core::hostname::Hostname;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence::{LicenceId, ReadTimes};
use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::table_pages::{PAGE_ROWS, TableRows, each_row, each_row_of};
use crate::error::StoreError;
use crate::raw_row::{Raw, Record};
use crate::registers::RegisterReads;

const OPERATORS: TableRows<'static> = TableRows {
    table: "operators",
    key: "id",
    condition: "1 = 1",
    values: &[
        "p.id",
        "p.slug",
        "p.display_name",
        "p.registered_name",
        "(select {list}(t.name) from trading_names t where t.operator_id = p.id){text}",
    ],
    page_rows: PAGE_ROWS,
};

/// `raw_data` alone can be larger than all columns that a check needs.
const LICENCES: TableRows<'static> = TableRows {
    table: "licences",
    key: "id",
    condition: "1 = 1",
    values: &[
        "p.id",
        "p.operator_id",
        "p.jurisdiction_code",
        "p.license_number",
        "p.status",
        "p.status_qualifier",
        "p.upstream_status",
        "p.expiry_date",
        "p.source_kind",
        "p.source_url",
        "p.status_source_url",
        "p.status_observed_at",
        "p.last_verified_at",
        "p.last_listed_at",
        "p.not_listed_since",
    ],
    page_rows: PAGE_ROWS,
};

const DOMAINS: TableRows<'static> = TableRows {
    table: "domains",
    key: "id",
    condition: "host is not null",
    values: &[
        "p.id",
        "p.licence_id",
        "p.host",
        "p.domain_status",
        "p.domain_association",
        "p.verification_url",
        "p.unseen_since",
    ],
    page_rows: PAGE_ROWS,
};

/// Their rows are one text in memory.
const OPERATORS_A_STATEMENT: usize = 500;

/// A catalogue or its records under construction. Rows whose parent is missing are left out.
struct CatalogueLoader<B> {
    builder: B,
    operators: HashMap<Uuid, OperatorIndex>,
    licences: HashMap<Uuid, LicenceIndex>,
}

/// Loads the rows of all registers: operators first, then licences, then domains. Only a page of
/// them is in memory at a time.
pub(super) async fn load_registers<B: RegisterRows + Default>(
    connection: &impl ConnectionTrait,
) -> Result<B, StoreError> {
    let mut loader = CatalogueLoader::begin(connection).await?;
    each_row(connection, &OPERATORS, |values| loader.operator(values)).await?;
    each_row(connection, &LICENCES, |values| loader.licence(values)).await?;
    each_row(connection, &DOMAINS, |values| loader.domain(values)).await?;
    Ok(loader.builder)
}

/// Loads the reads of all registers and all rows of some operators.
pub(super) async fn load_operators<B: RegisterRows + Default>(
    connection: &impl ConnectionTrait,
    ids: &[String],
) -> Result<B, StoreError> {
    let mut loader = CatalogueLoader::begin(connection).await?;
    for ids in ids.chunks(OPERATORS_A_STATEMENT) {
        each_row_of(connection, &OPERATORS, "id", ids, |values| loader.operator(values)).await?;
        each_row_of(connection, &LICENCES, "operator_id", ids, |values| loader.licence(values))
            .await?;
        let licences: Vec<String> = loader.licences.keys().map(Uuid::to_string).collect();
        each_row_of(connection, &DOMAINS, "licence_id", &licences, |values| loader.domain(values))
            .await?;
        loader.licences.clear();
    }
    Ok(loader.builder)
}

impl<B: RegisterRows + Default> CatalogueLoader<B> {
    /// Begins with the reads of all registers.
    async fn begin(connection: &impl ConnectionTrait) -> Result<Self, StoreError> {
        let reads = RegisterReads::load(connection).await?;
        let mut builder = B::default();
        for code in JurisdictionCode::ALL {
            if let Some(read_at) = reads.last_read(*code) {
                builder.reads(*code, read_at, reads.newest_complete(*code));
            }
        }
        Ok(Self { builder, operators: HashMap::new(), licences: HashMap::new() })
    }
}

impl<B: RegisterRows> CatalogueLoader<B> {
    fn operator(&mut self, values: &[Raw<'_>]) -> Result<(), StoreError> {
        let record = &mut Record::new(OPERATORS.table, values);
        let id = record.value()?;
        let operator = self.builder.add_operator(&OperatorRow {
            slug: record.text()?,
            display_name: record.text()?,
            registered_name: record.optional_text()?,
        });
        for name in record.list::<String>()? {
            self.builder.add_trading_name(operator, &name);
        }
        self.operators.insert(id, operator);
        Ok(())
    }

    fn licence(&mut self, values: &[Raw<'_>]) -> Result<(), StoreError> {
        let record = &mut Record::new(LICENCES.table, values);
        let (id, operator_id): (Uuid, Uuid) = (record.value()?, record.value()?);
        let Some(operator) = self.operators.get(&operator_id) else { return Ok(()) };
        let row = LicenceRow {
            id: Some(LicenceId(id)),
            jurisdiction: record.value()?,
            number: record.text()?,
            status: record.value()?,
            qualifier: record.optional_value()?,
            upstream_status: record.optional_text()?,
            expires_at: record.optional_value()?,
            source_kind: record.value()?,
            source_url: record.optional_text()?,
            status_source_url: record.optional_text()?,
            times: ReadTimes {
                status_observed_at: record.time()?,
                last_verified_at: record.time()?,
                last_listed_at: record.time()?,
            },
            not_listed_since: record.optional_time()?,
        };
        self.licences.insert(id, self.builder.add_licence(*operator, &row));
        Ok(())
    }

    fn domain(&mut self, values: &[Raw<'_>]) -> Result<(), StoreError> {
        let record = &mut Record::new(DOMAINS.table, values);
        let (_, licence_id): (Uuid, Uuid) = (record.value()?, record.value()?);
        let Some(licence) = self.licences.get(&licence_id) else { return Ok(()) };
        let host: Hostname = record.value()?;
        let row = DomainRow {
            host: &host,
            status: record.optional_value()?,
            association: record.value()?,
            verification_url: record.optional_text()?,
            unseen_since: record.optional_time()?,
        };
        self.builder.add_domain(*licence, &row);
        Ok(())
    }
}
