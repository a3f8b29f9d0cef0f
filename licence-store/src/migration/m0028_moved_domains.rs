//! A domain that came under another licence while its own one was missing has no status. It was marked
//! by the time of the move alone, which nobody but a check understood.

use sea_orm_migration::prelude::*;

migration!("m0028_moved_domains");

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let update = "update domains set domain_status = null \
                      where domain_status <> 'delisted' and exists (\
                      select 1 from licences where licences.id = domains.licence_id \
                      and licences.not_listed_since <= domains.unseen_since)";
        manager.get_connection().execute_unprepared(update).await.map(drop)
    }

    /// Leaves the domains without a status, which is no pass in any version.
    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
