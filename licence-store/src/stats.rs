//! Headline counts (specification 4.5).

use std::sync::Arc;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::stats::{STATUS_CHANGES_MILLIS, Stats, StatsCounts};
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;
use sea_orm::sea_query::{Expr, Func};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QuerySelect,
};

use crate::Store;
use crate::boxed;
use crate::entity::{domain, history, licence, operator, trading_name};
use crate::error::StoreError;
use crate::registers::RegisterReads;
use crate::rows::Row;

impl Store {
    /// Returns the headline counts, which are counted at most every ten minutes.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let stats = store.stats(now).await?;
    /// assert!(stats.operators > 0);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the counts are due and the database cannot be read.
    #[boxed]
    pub async fn stats(&self, now: Timestamp) -> Result<Arc<Stats>, StoreError> {
        // One count at a time: a caller that waited finds the result.
        let mut held = self.stats.lock().await;
        if let Some(stats) = held.as_ref().filter(|stats| !stats.are_due(now)) {
            return Ok(Arc::clone(stats));
        }
        let transaction = self.databases.begin_read().await?;
        let reads = RegisterReads::load(&transaction).await?;
        let counted = count(&transaction, now).await?;
        transaction.commit().await?;
        let stats = Arc::new(Stats::from_counts(counted, &reads.freshness(now), now));
        *held = Some(Arc::clone(&stats));
        Ok(stats)
    }
}

async fn count(
    connection: &impl ConnectionTrait,
    now: Timestamp,
) -> Result<StatsCounts, StoreError> {
    let since = now.epoch_millis() - STATUS_CHANGES_MILLIS;
    let status_changes = history::Entity::find()
        .filter(history::Column::ChangedAt.gt(since))
        .filter(history::Column::PreviousStatus.is_not_null())
        .filter(
            Expr::col(history::Column::PreviousStatus).ne(Expr::col(history::Column::NewStatus)),
        )
        .filter(history::Column::CorrectedAt.is_null());
    let withdrawn = history::Entity::find().filter(history::Column::CorrectedAt.is_not_null());
    Ok(StatsCounts {
        licences: licences(connection).await?,
        operators: operator::Entity::find().count(connection).await?,
        linked_domains: domain::Entity::find().count(connection).await?,
        page_wordings: page_wordings(connection).await?,
        brand_pages: brands(connection).await?,
        status_changes_30d: status_changes.count(connection).await?,
        withdrawn_events: withdrawn.count(connection).await?,
    })
}

async fn licences(
    connection: &impl ConnectionTrait,
) -> Result<Vec<(JurisdictionCode, LicenceStatus, u64)>, StoreError> {
    use licence::Column as C;
    let rows: Vec<(String, String, i64)> = licence::Entity::find()
        .select_only()
        .columns([C::JurisdictionCode, C::Status])
        .column_as(C::Id.count(), "licences")
        .group_by(C::JurisdictionCode)
        .group_by(C::Status)
        .into_tuple()
        .all(connection)
        .await?;
    let parsed = |(code, status, licences): (String, String, i64)| {
        let cell = Row { table: "licences", id: "all" };
        Ok((cell.parse(&code)?, cell.parse(&status)?, u64::try_from(licences).unwrap_or(0)))
    };
    rows.into_iter().map(parsed).collect()
}

async fn page_wordings(
    connection: &impl ConnectionTrait,
) -> Result<Vec<(JurisdictionCode, String, u64)>, StoreError> {
    use domain::Column as C;
    let rows: Vec<(String, String, i64)> = domain::Entity::find()
        .select_only()
        .columns([C::JurisdictionCode, C::VerificationPageStatus])
        .column_as(C::Id.count(), "domains")
        .filter(C::VerificationPageStatus.is_not_null())
        .group_by(C::JurisdictionCode)
        .group_by(C::VerificationPageStatus)
        .into_tuple()
        .all(connection)
        .await?;
    let parsed = |(code, wording, domains): (String, String, i64)| {
        let code = Row { table: "domains", id: "all" }.parse(&code)?;
        Ok((code, wording, u64::try_from(domains).unwrap_or(0)))
    };
    rows.into_iter().map(parsed).collect()
}

async fn brands(connection: &impl ConnectionTrait) -> Result<u64, StoreError> {
    let names = Expr::from(Func::count_distinct(Expr::col(trading_name::Column::Name)));
    let brands: Option<i64> = trading_name::Entity::find()
        .select_only()
        .column_as(names, "brands")
        .into_tuple()
        .one(connection)
        .await?;
    Ok(u64::try_from(brands.unwrap_or(0)).unwrap_or(0))
}
