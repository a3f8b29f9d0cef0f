//! Columns and indexes for a single question. Dropped by `m0020_no_lookup_rows`, so that nothing
//! fills them any more.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text_null;

migration!("m0007_lookup_keys");

const COLUMNS: [(&str, &str); 3] =
    [("domains", "host_reversed"), ("licences", "number_key"), ("licences", "account_key")];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in COLUMNS {
            let definition = match column {
                "number_key" => ColumnDef::new(column).text().not_null().default("").take(),
                _ => text_null(column),
            };
            let column = Table::alter().table(table).add_column(definition).to_owned();
            manager.alter_table(column).await?;
        }
        for (table, column) in COLUMNS {
            let index =
                Index::create().name(name(table, column)).table(table).col(column).to_owned();
            manager.create_index(index).await?;
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

fn name(table: &str, column: &str) -> String {
    format!("{table}_by_{column}")
}
