//! The steps of migrations. Each knows how it is reverted.

use sea_orm_migration::prelude::*;

/// A change of the schema.
#[expect(clippy::large_enum_variant, reason = "a migration makes a few steps, once")]
pub(super) enum Step {
    /// Creates a table.
    Table(TableCreateStatement),
    /// Adds a column to a table.
    Column(&'static str, Box<ColumnDef>),
    /// Adds an index to a table.
    Index(&'static str, IndexCreateStatement),
    /// Writes a row of a table that an earlier step created, and that goes with its table.
    Row(Box<InsertStatement>),
}

/// Makes changes in their order.
pub(super) async fn apply(manager: &SchemaManager<'_>, steps: Vec<Step>) -> Result<(), DbErr> {
    for step in steps {
        match step {
            Step::Table(table) => manager.create_table(table).await?,
            Step::Column(table, column) => {
                let table = Table::alter().table(table).add_column(*column).to_owned();
                manager.alter_table(table).await?;
            }
            Step::Index(_, index) => manager.create_index(index).await?,
            Step::Row(row) => manager.execute(*row).await?,
        }
    }
    Ok(())
}

/// Reverts changes, the last one first.
pub(super) async fn revert(manager: &SchemaManager<'_>, steps: Vec<Step>) -> Result<(), DbErr> {
    for step in steps.into_iter().rev() {
        match step {
            Step::Table(table) => {
                let mut dropped = Table::drop();
                if let Some(name) = table.get_table_name() {
                    dropped.table(name.clone());
                }
                manager.drop_table(dropped).await?;
            }
            Step::Column(table, column) => {
                let column = column.get_column_name();
                let table = Table::alter().table(table).drop_column(column).to_owned();
                manager.alter_table(table).await?;
            }
            Step::Index(table, index) => {
                let name = index.get_index_spec().get_name().unwrap_or_default().to_owned();
                manager.drop_index(Index::drop().name(name).table(table).to_owned()).await?;
            }
            Step::Row(_) => {}
        }
    }
    Ok(())
}

pub(super) fn column(table: &'static str, column: ColumnDef) -> Step {
    Step::Column(table, Box::new(column))
}

/// Adds an index of these columns.
pub(super) fn index(name: &'static str, table: &'static str, columns: &[&'static str]) -> Step {
    Step::Index(table, index_of(name, table, columns))
}

/// Adds an index of these columns, no two rows of which are equal.
pub(super) fn unique_index(
    name: &'static str,
    table: &'static str,
    columns: &[&'static str],
) -> Step {
    Step::Index(table, index_of(name, table, columns).unique().to_owned())
}

/// Adds an index of these columns, of the rows that meet a condition.
pub(super) fn partial_index(
    name: &'static str,
    table: &'static str,
    columns: &[&'static str],
    condition: Expr,
) -> Step {
    Step::Index(table, index_of(name, table, columns).cond_where(condition).to_owned())
}

fn index_of(
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

/// Writes the one row of a table that has an id and another column.
pub(super) fn only_row(table: &'static str, column: &'static str, value: impl Into<Expr>) -> Step {
    let mut row = Query::insert();
    row.into_table(table).columns(["id", column]).values_panic([1.into(), value.into()]);
    Step::Row(Box::new(row))
}

/// Returns a foreign key from a column to the ids of another table.
pub(super) fn id_reference(
    table: &'static str,
    column: &'static str,
    other: &'static str,
) -> ForeignKeyCreateStatement {
    ForeignKey::create().from(table, column).to(other, "id").to_owned()
}
