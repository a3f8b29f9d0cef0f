//! The statements that most migrations have.

use sea_orm_migration::prelude::*;

/// Returns an index of these columns.
pub(super) fn index(
    name: &'static str,
    table: &'static str,
    columns: &[&'static str],
) -> IndexCreateStatement {
    let mut index = Index::create().name(name).table(table).to_owned();
    for column in columns {
        index.col(*column);
    }
    index
}

/// Returns a foreign key from a column to the ids of another table.
pub(super) fn id_reference(
    table: &'static str,
    column: &'static str,
    other: &'static str,
) -> ForeignKeyCreateStatement {
    ForeignKey::create().from(table, column).to(other, "id").to_owned()
}

/// Drops tables in this order.
pub(super) async fn drop_tables(
    manager: &SchemaManager<'_>,
    tables: &[&'static str],
) -> Result<(), DbErr> {
    for table in tables {
        manager.drop_table(Table::drop().table(*table).to_owned()).await?;
    }
    Ok(())
}
