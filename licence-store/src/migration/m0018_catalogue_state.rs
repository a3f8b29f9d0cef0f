//! A name for each state of the registers. The number alone comes again after a restore.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::text;

use crate::entropy::Entropy;

migration!("m0018_catalogue_state");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = text("state").default("").to_owned();
        let table = Table::alter().table("catalogue_version").add_column(column).to_owned();
        manager.alter_table(table).await?;
        let name = Query::update()
            .table("catalogue_version")
            .value("state", Entropy::system().uuid().to_string())
            .to_owned();
        manager.execute(name).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter().table("catalogue_version").drop_column("state").to_owned();
        manager.alter_table(column).await
    }
}
