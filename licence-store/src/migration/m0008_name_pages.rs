//! Every name on record in pages, so that a single question needs no catalogue.

use licence_core::name_pages::AddedNames;
use licence_core::operator::OperatorId;
use sea_orm::{DbBackend, QueryResult, Statement, Value};
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, integer};
use uuid::Uuid;

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m0008_name_pages"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("name_pages")
            .col(integer("page").primary_key())
            .col(blob("names"))
            .to_owned();
        manager.create_table(table).await?;
        let connection = manager.get_connection();
        if manager.get_database_backend() == DbBackend::Postgres {
            // PostgreSQL must not compress packed names, which every scan would have to decompress.
            let plain = "alter table name_pages alter column names set storage external";
            connection.execute_unprepared(plain).await?;
        }
        let names = names_on_record(manager).await?;
        crate::names::add(connection, names)
            .await
            .map_err(|error| DbErr::Custom(format!("name_pages: {error}")))
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.drop_table(Table::drop().table("name_pages").to_owned()).await
    }
}

/// The rows of a statement.
const ROWS: usize = 5_000;

async fn names_on_record(manager: &SchemaManager<'_>) -> Result<AddedNames, DbErr> {
    let mut names = AddedNames::default();
    let operators = "select id, display_name, registered_name from operators";
    each_row(manager, operators, &["id"], |row| {
        let registered: Option<String> = row.try_get_by_index(2)?;
        names.operator(operator(row, 0)?, &text(row, 1)?, registered.as_deref());
        Ok(())
    })
    .await?;
    let trading_names = "select operator_id, jurisdiction_code, name from trading_names";
    each_row(manager, trading_names, &["operator_id", "jurisdiction_code", "name"], |row| {
        names.trading_name(operator(row, 0)?, &text(row, 2)?);
        Ok(())
    })
    .await?;
    let hosts = "select * from (select d.id as id, d.host as host, d.domain_status as status, \
                 l.operator_id as operator_id \
                 from domains d join licences l on l.id = d.licence_id \
                 where d.host is not null) as hosts";
    each_row(manager, hosts, &["id"], |row| {
        let status: Option<String> = row.try_get_by_index(2)?;
        let status = status.map(|status| parsed(&status)).transpose()?;
        names.host(operator(row, 3)?, &parsed(&text(row, 1)?)?, status);
        Ok(())
    })
    .await?;
    Ok(names)
}

/// Passes on all rows of a query in batches, in the order of its first columns, the key.
async fn each_row(
    manager: &SchemaManager<'_>,
    select: &str,
    key: &[&str],
    mut each: impl FnMut(&QueryResult) -> Result<(), DbErr>,
) -> Result<(), DbErr> {
    let backend = manager.get_database_backend();
    let parameters: Vec<String> = (1..=key.len()).map(|at| format!("${at}")).collect();
    let (key_list, parameters) = (key.join(", "), parameters.join(", "));
    let query =
        format!("{select} where ({key_list}) > ({parameters}) order by {key_list} limit {ROWS}");
    let mut last: Vec<Value> = vec!["".into(); key.len()];
    loop {
        let page = Statement::from_sql_and_values(backend, &query, last.clone());
        let rows = manager.get_connection().query_all_raw(page).await?;
        let Some(end) = rows.last() else { return Ok(()) };
        for (at, value) in last.iter_mut().enumerate() {
            *value = text(end, at)?.into();
        }
        rows.iter().try_for_each(&mut each)?;
    }
}

fn text(row: &QueryResult, column: usize) -> Result<String, DbErr> {
    row.try_get_by_index(column)
}

fn operator(row: &QueryResult, column: usize) -> Result<OperatorId, DbErr> {
    parsed::<Uuid>(&text(row, column)?).map(OperatorId)
}

fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, DbErr> {
    text.parse().map_err(|error| DbErr::Custom(format!("{text:?}: {error}")))
}

#[cfg(test)]
mod tests {
    use licence_core::time::Timestamp;
    use licence_core::transition::ApplyRules;
    use sea_orm::{EntityTrait, QueryOrder};

    use super::*;
    use crate::entity::name_page;
    use crate::migration::Migrator;
    use crate::migration::fixture::{addresses, steps_back};
    use crate::{Store, StoreOptions, sample_readings};

    async fn pages(store: &Store) -> Vec<name_page::Model> {
        let pages = name_page::Entity::find().order_by_asc(name_page::Column::Page);
        pages.all(&store.databases.writer).await.unwrap()
    }

    #[tokio::test]
    async fn an_older_database_gets_the_pages_that_readings_would_have_written() {
        let now: Timestamp = "2026-11-01T06:00:00Z".parse().unwrap();
        for database_url in addresses("names").await {
            let store = Store::open(&StoreOptions::new(database_url)).await.unwrap();
            for (reading, snapshot) in sample_readings(now).unwrap() {
                let rules = ApplyRules::default();
                store.apply_reading(&reading, &snapshot, &rules, now).await.unwrap();
            }
            let written = pages(&store).await;
            assert!(written.len() > 20);
            let steps = steps_back(&Migration);
            Migrator::down(&store.databases.writer, Some(steps)).await.unwrap();
            Migrator::up(&store.databases.writer, None).await.unwrap();
            assert_eq!(pages(&store).await, written);
            store.close().await;
        }
    }
}
