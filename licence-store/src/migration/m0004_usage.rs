//! The use of limits, the version of the keys, and the name of this database.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, text};

use super::statements::drop_tables;
use crate::entropy::Entropy;

migration!("m0004_usage");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(usage()).await?;
        manager.create_table(key_version()).await?;
        let first = Query::insert()
            .into_table("key_version")
            .columns(["id", "version"])
            .values_panic([1.into(), 1_i64.into()])
            .to_owned();
        manager.execute(first).await?;
        manager.create_table(instance()).await?;
        let name = Query::insert()
            .into_table("instance")
            .columns(["id", "name"])
            .values_panic([1.into(), Entropy::system().uuid().to_string().into()])
            .to_owned();
        manager.execute(name).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        drop_tables(manager, &["instance", "key_version", "usage"]).await
    }
}

fn usage() -> TableCreateStatement {
    Table::create()
        .table("usage")
        .col(text("subject_id"))
        .col(text("limit_name"))
        .col(big_integer("window_start"))
        .col(big_integer("used"))
        .primary_key(Index::create().col("subject_id").col("limit_name").col("window_start"))
        .to_owned()
}

fn key_version() -> TableCreateStatement {
    Table::create()
        .table("key_version")
        .col(integer("id").primary_key())
        .col(big_integer("version"))
        .to_owned()
}

fn instance() -> TableCreateStatement {
    Table::create().table("instance").col(integer("id").primary_key()).col(text("name")).to_owned()
}
