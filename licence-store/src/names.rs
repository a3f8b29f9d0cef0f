//! Every name on record in pages, kept with the rows that the names come from.
//!
//! No index serves these searches: an index would hold about twenty rows for each name, and every
//! reading would have to maintain it. A page holds bare names, 14 bytes each on average, and is
//! written in the transaction of the reading. A scan passes about two million names in 50 ms.

use std::collections::HashMap;

use licence_core::licence::LicenceId;
use licence_core::name_pages::{AddedNames, NameScan, PageNumber};
use licence_core::operator::OperatorId;
use licence_core::transition::{Changes, DomainRecord, LicenceRecord, OperatorRecord};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QuerySelect, StreamTrait,
};
use uuid::Uuid;

use crate::bulk::{IDS_A_STATEMENT, overwrite};
use crate::entity::{domain, licence, name_page};
use crate::error::StoreError;
use crate::rows::Row;
use crate::stream::next;

/// Pages read and written at once: a page has some ten thousand bytes.
const PAGES_A_STATEMENT: usize = 64;

/// The names that a reading may add. Take them from its changes before those are written, and write
/// them afterwards.
pub(crate) struct BroughtNames {
    names: AddedNames,
    /// Known licences whose domains may add names. The database has their operators.
    licences: Vec<LicenceId>,
}

impl BroughtNames {
    pub(crate) fn from_changes(changes: &Changes) -> Self {
        let mut names = AddedNames::default();
        let operators = changes.new_operators.iter().chain(&changes.changed_operators);
        operators.for_each(|record| add_operator(&mut names, record));
        changes.new_licences.iter().for_each(|record| add_hosts(&mut names, record));
        // A domain adds its name when it is new or comes into use, and when its licence moves to
        // another operator.
        let domains = changes.new_domains.iter().chain(&changes.changed_domains);
        let in_use = domains.filter(|record| is_in_use(record));
        let licences = in_use.map(|record| record.domain.license_id);
        let mut licences: Vec<_> = licences.chain(changes.transferred.iter().copied()).collect();
        licences.sort_unstable();
        licences.dedup();
        Self { names, licences }
    }

    pub(crate) async fn write(
        mut self,
        connection: &impl ConnectionTrait,
    ) -> Result<(), StoreError> {
        for licences in self.licences.chunks(IDS_A_STATEMENT) {
            let ids: Vec<String> = licences.iter().map(|id| id.0.to_string()).collect();
            let operators = operators_by_licence(connection, &ids).await?;
            for host in licence_hosts(connection, ids).await? {
                let cell = Row { table: "domains", id: &host.id };
                let Some(operator) = operators.get(&host.licence_id) else { continue };
                let status = cell.parse_some(host.domain_status.as_deref())?;
                self.names.host(*operator, &cell.parse(&host.host)?, status);
            }
        }
        add(connection, self.names).await
    }
}

fn add_operator(names: &mut AddedNames, record: &OperatorRecord) {
    let operator = &record.operator;
    names.operator(operator.id, &operator.display_name, operator.registered_name.as_deref());
    for name in record.names.values().flatten() {
        names.trading_name(operator.id, name);
    }
}

fn add_hosts(names: &mut AddedNames, record: &LicenceRecord) {
    for domain in &record.domains {
        if let Some(host) = &domain.host {
            names.host(record.operator_id, host, domain.domain.domain_status);
        }
    }
}

fn is_in_use(record: &DomainRecord) -> bool {
    record.domain.domain_status.is_some_and(|status| status.is_permitted())
}

async fn operators_by_licence(
    connection: &impl ConnectionTrait,
    licences: &[String],
) -> Result<HashMap<String, OperatorId>, StoreError> {
    let rows: Vec<(String, String)> = licence::Entity::find()
        .select_only()
        .columns([licence::Column::Id, licence::Column::OperatorId])
        .filter(licence::Column::Id.is_in(licences))
        .into_tuple()
        .all(connection)
        .await?;
    let operator = |(id, operator): (String, String)| {
        let parsed = Row { table: "licences", id: &id }.parse::<Uuid>(&operator)?;
        Ok((id, OperatorId(parsed)))
    };
    rows.into_iter().map(operator).collect()
}

#[derive(sea_orm::FromQueryResult)]
struct HostColumns {
    id: String,
    licence_id: String,
    host: String,
    domain_status: Option<String>,
}

async fn licence_hosts(
    connection: &impl ConnectionTrait,
    licences: Vec<String>,
) -> Result<Vec<HostColumns>, StoreError> {
    use domain::Column as C;
    Ok(domain::Entity::find()
        .select_only()
        .columns([C::Id, C::LicenceId, C::Host, C::DomainStatus])
        .filter(C::LicenceId.is_in(licences))
        .filter(C::Host.is_not_null())
        .into_model()
        .all(connection)
        .await?)
}

/// Adds names to their pages.
pub(crate) async fn add(
    connection: &impl ConnectionTrait,
    mut names: AddedNames,
) -> Result<(), StoreError> {
    let added: Vec<_> = names.pages().collect();
    for added in added.chunks(PAGES_A_STATEMENT) {
        let numbers = added.iter().map(|page| page.number().get());
        let held = name_page::Entity::find().filter(name_page::Column::Page.is_in(numbers));
        let held = held.all(connection).await?.into_iter();
        let held: HashMap<i32, Vec<u8>> = held.map(|page| (page.page, page.names)).collect();
        let mut written = Vec::new();
        for page in added {
            let number = page.number().get();
            let old = held.get(&number).map_or(&[][..], Vec::as_slice);
            if let Some(names) = page.added_to(old).map_err(corrupt)? {
                written
                    .push(name_page::Model { page: number, names }.into_active_model().reset_all());
            }
        }
        overwrite(connection, written.into_iter(), "page").await?;
    }
    Ok(())
}

/// Scans the pages that a name scan asks for.
pub(crate) async fn scan_pages<C: ConnectionTrait + StreamTrait>(
    connection: &C,
    scan: &mut NameScan,
) -> Result<(), StoreError> {
    let pages = name_page::Entity::find().filter(name_page::Column::Page.lt(scan.end()));
    let mut pages = pages.stream(connection).await?;
    while let Some(row) = next(&mut pages).await {
        let row = row?;
        let number = PageNumber::new(row.page)
            .ok_or_else(|| corrupt(format!("no page has the number {}", row.page)))?;
        scan.look_through(number, &row.names).map_err(corrupt)?;
    }
    Ok(())
}

fn corrupt(why: impl ToString) -> StoreError {
    StoreError::corrupt("name_pages", "all", why)
}
