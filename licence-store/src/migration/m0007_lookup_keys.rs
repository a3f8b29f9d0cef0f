//! Indexes by which one question finds its rows without a catalogue.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::licence_number::{account_key, number_key};
use sea_orm::{DbBackend, Statement, Value};
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

use crate::rows::reverse_host;

pub(super) struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &str {
        "m0007_lookup_keys"
    }
}

const COLUMNS: [(&str, &str); 3] =
    [("domains", "host_reversed"), ("licences", "number_key"), ("licences", "account_key")];
/// The rows of a statement.
const ROWS: usize = 2_000;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in COLUMNS {
            let column = column_definition(manager, column);
            manager.alter_table(Table::alter().table(table).add_column(column).to_owned()).await?;
        }
        reverse_hosts(manager).await?;
        key_numbers(manager).await?;
        for (table, column) in COLUMNS {
            manager.create_index(index(table, column)).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in COLUMNS {
            let index = Index::drop().name(name(table, column)).table(table).to_owned();
            manager.drop_index(index).await?;
            let dropped = Table::alter().table(table).drop_column(column).to_owned();
            manager.alter_table(dropped).await?;
        }
        Ok(())
    }
}

fn column_definition(manager: &SchemaManager, column: &'static str) -> ColumnDef {
    let mut definition = match column {
        "number_key" => ColumnDef::new(column).text().not_null().default("").take(),
        _ => text_null(column),
    };
    // Ranges of hosts go by bytes, but PostgreSQL sorts by its locale by default.
    if manager.get_database_backend() == DbBackend::Postgres {
        definition.extra("collate \"C\"");
    }
    definition
}

fn index(table: &'static str, column: &'static str) -> IndexCreateStatement {
    Index::create().name(name(table, column)).table(table).col(column).to_owned()
}

fn name(table: &str, column: &str) -> String {
    format!("{table}_by_{column}")
}

async fn reverse_hosts(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let hosts = "select id, host, '' as code from domains where host is not null";
    backfill(manager, "domains", &["host_reversed"], hosts, |_, host| {
        Ok(vec![reverse_host(host).into()])
    })
    .await
}

async fn key_numbers(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let numbers = "select id, license_number, jurisdiction_code from licences where true";
    backfill(manager, "licences", &["number_key", "account_key"], numbers, |code, number| {
        let code: JurisdictionCode =
            code.parse().map_err(|error| DbErr::Custom(format!("licences: {error}")))?;
        Ok(vec![number_key(number).into(), account_key(code, number).into()])
    })
    .await
}

/// Writes columns of a table, a page of rows at a time, from an id, a text and a code of each.
async fn backfill(
    manager: &SchemaManager<'_>,
    table: &str,
    columns: &[&str],
    select: &str,
    values: impl Fn(&str, &str) -> Result<Vec<Value>, DbErr>,
) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let backend = manager.get_database_backend();
    let mut last = String::new();
    loop {
        let page = format!("{select} and id > $1 order by id limit {ROWS}");
        let page = Statement::from_sql_and_values(backend, page, [last.clone().into()]);
        let rows = connection.query_all_raw(page).await?;
        let mut written = Vec::new();
        for row in &rows {
            let [id, text, code] = [0, 1, 2].map(|at| row.try_get_by_index::<String>(at));
            last = id?;
            written.push(Value::from(last.clone()));
            written.extend(values(&code?, &text?)?);
        }
        if rows.is_empty() {
            return Ok(());
        }
        let sql = update(table, columns, rows.len());
        connection.execute_raw(Statement::from_sql_and_values(backend, sql, written)).await?;
    }
}

/// `update licences set "a" = v.column2 from (values ($1, $2), …) as v where …`
fn update(table: &str, columns: &[&str], rows: usize) -> String {
    let width = columns.len() + 1;
    let row = |row: usize| {
        let parameters: Vec<String> =
            (1..=width).map(|column| format!("${}", row * width + column)).collect();
        format!("({})", parameters.join(", "))
    };
    let set =
        columns.iter().enumerate().map(|(at, name)| format!("\"{name}\" = v.column{}", at + 2));
    let set: Vec<String> = set.collect();
    let values: Vec<String> = (0..rows).map(row).collect();
    format!(
        "update {table} set {} from (values {}) as v where {table}.id = v.column1",
        set.join(", "),
        values.join(", "),
    )
}

#[cfg(test)]
mod tests {
    use sea_orm::{ConnectionTrait, DatabaseConnection};

    use super::*;
    use crate::migration::Migrator;
    use crate::migration::fixture::databases_before;

    async fn fill(database: &DatabaseConnection, licences: usize) {
        let operator = "insert into operators (id, slug, display_name, home_jurisdiction, \
                        created_at, updated_at) values ('o', 'o', 'O', 'UKGC', 0, 0)";
        database.execute_unprepared(operator).await.unwrap();
        for at in 0..licences {
            let licence = format!(
                "insert into licences (id, operator_id, jurisdiction_code, identity, \
                 license_number, status, license_types, license_type_raw, license_category, \
                 source_kind, raw_data, last_verified_at, status_observed_at, last_listed_at) \
                 values ('l{at}', 'o', '{}', '{at}', '000-039022-R-{at}-011', 'active', '[]', '', \
                 'b2c', 'dump', '{{}}', 0, 0, 0)",
                if at % 2 == 0 { "UKGC" } else { "MGA" },
            );
            database.execute_unprepared(&licence).await.unwrap();
            let host = if at % 3 == 0 { "null".to_owned() } else { format!("'www.{at}.bet'") };
            let domain = format!(
                "insert into domains (id, licence_id, jurisdiction_code, domain, host, cell, \
                 domain_association, first_seen_at, last_listed_at) \
                 values ('d{at}', 'l{at}', 'UKGC', 'x', {host}, 'x', 'direct', 0, 0)"
            );
            database.execute_unprepared(&domain).await.unwrap();
        }
    }

    async fn texts(database: &DatabaseConnection, query: &str) -> Vec<Option<String>> {
        let query = Statement::from_string(database.get_database_backend(), query);
        let rows = database.query_all_raw(query).await.unwrap();
        rows.iter().map(|row| row.try_get_by_index(0).unwrap()).collect()
    }

    #[tokio::test]
    async fn rows_that_are_there_get_their_keys_and_lose_them_on_the_way_back() {
        const LICENCES: usize = ROWS + 3;
        for database in databases_before(&Migration, "keys").await {
            fill(&database, LICENCES).await;
            Migrator::up(&database, Some(1)).await.unwrap();
            let hosts = "select host_reversed from domains where host = 'www.2002.bet'";
            assert_eq!(texts(&database, hosts).await, [Some("teb.2002.www".to_owned())]);
            let numbers = "select number_key from licences where id = 'l2002'";
            let key = number_key("000-039022-R-2002-011");
            assert_eq!(texts(&database, numbers).await, [Some(key)]);
            let accounts = "select account_key from licences order by account_key is null";
            let accounts = texts(&database, accounts).await;
            let known = accounts.iter().take_while(|a| a.as_deref() == Some("39022")).count();
            assert_eq!((known, accounts.len()), (LICENCES.div_ceil(2), LICENCES));
            let missing = "select id from domains where (host is null) <> (host_reversed is null)";
            assert_eq!(texts(&database, missing).await, []);
            Migrator::down(&database, None).await.unwrap();
            database.close().await.unwrap();
        }
    }
}
