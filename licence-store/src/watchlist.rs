//! The operators an account watches (specification 4.3).
//!
//! An account that moves to a smaller plan keeps its list and can add nothing
//! until the list is below the new limit.

mod add;

pub use add::{WatchAllResult, WatchResult};

use std::collections::{HashMap, HashSet};

use licence_core::account::AccountId;
use licence_core::account::plan::Cap;
use licence_core::lookup::Page;
use licence_core::operator::{OperatorId, Slug};
use licence_core::time::Timestamp;
use licence_core::watchlist::{SUMMARY_OPERATORS, WatchlistEntry, WatchlistPage, WatchlistSummary};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};

use crate::Store;
use crate::boxed;
use crate::entity::event;
use crate::entity::watchlist_entry::{Column, Entity, Model};
use crate::error::StoreError;
use crate::fail_point;
use crate::feed::watched_by;
use crate::lookup::{licences_by_operator, operator_id};
use crate::registers::load_operators_by_id;
use crate::rows::Row;

/// An operator on a watchlist, with its last event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedOperator {
    /// The operator.
    pub entry: WatchlistEntry,
    /// When its last event was recorded; `None` if it has none, or none is kept.
    pub last_event_at: Option<Timestamp>,
}

/// The order of a watchlist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchlistOrder {
    /// The operator that was added last first.
    #[default]
    Added,
    /// The operator with the last event first, and those without events at the end.
    LastEvent,
}

impl Store {
    /// Returns how many operators an account watches, and a page of them with their last events.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn watched_with_events(
        &self,
        account: AccountId,
        order: WatchlistOrder,
        page: Page,
    ) -> Result<(u64, Vec<WatchedOperator>), StoreError> {
        let transaction = self.databases.begin_read().await?;
        let last_events = last_events(&transaction, account).await?;
        let mut rows = entries_of_account(account)
            .order_by_desc(Column::AddedAt)
            .order_by_desc(Column::Id)
            .all(&transaction)
            .await?;
        if order == WatchlistOrder::LastEvent {
            rows.sort_by_key(|row| std::cmp::Reverse(last_events.get(&row.operator_id).copied()));
        }
        let total = rows.len() as u64;
        let (skipped, limit) = (page.offset.min(total), page.limit.min(total));
        let rows = rows.into_iter().skip(skipped as usize).take(limit as usize).collect();
        let entries = entries(&transaction, rows).await?;
        transaction.commit().await?;
        let with_event = |entry: WatchlistEntry| {
            let operator = entry.id.0.to_string();
            let last = last_events
                .get(&operator)
                .map(|millis| Row { table: "events", id: &operator }.time(*millis));
            Ok(WatchedOperator { last_event_at: last.transpose()?, entry })
        };
        Ok((total, entries.into_iter().map(with_event).collect::<Result<_, StoreError>>()?))
    }

    /// Returns how many operators an account watches, and those it added last.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// use licence_store::core::account::plan::Cap;
    ///
    /// let list = store.watchlist(account, Cap::AtMost(25)).await?;
    /// assert_eq!((list.count, list.limit), (0, Some(25)));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn watchlist(
        &self,
        account: AccountId,
        cap: Cap,
    ) -> Result<WatchlistSummary, StoreError> {
        let page = Page { limit: SUMMARY_OPERATORS, offset: 0 };
        let WatchlistPage { total, operators, .. } = self.watched_operators(account, page).await?;
        Ok(WatchlistSummary { count: total, limit: cap.at_most(), operators })
    }

    /// Returns a page of the operators that an account watches, the last added first.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// use licence_store::core::lookup::Page;
    ///
    /// let page = store.watched_operators(account, Page { limit: 10, offset: 0 }).await?;
    /// assert_eq!(page.total, 0);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn watched_operators(
        &self,
        account: AccountId,
        page: Page,
    ) -> Result<WatchlistPage, StoreError> {
        let Page { limit, offset } = page;
        let transaction = self.databases.begin_read().await?;
        let total = entries_of_account(account).count(&transaction).await?;
        let rows = entries_of_account(account)
            .order_by_desc(Column::AddedAt)
            .order_by_desc(Column::Id)
            .limit(limit)
            .offset(offset)
            .all(&transaction)
            .await?;
        let operators = entries(&transaction, rows).await?;
        transaction.commit().await?;
        Ok(WatchlistPage { total, limit, offset, operators })
    }

    /// Returns those of the operators that an account watches.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn watched_among(
        &self,
        account: AccountId,
        operators: &[OperatorId],
    ) -> Result<HashSet<OperatorId>, StoreError> {
        let ids = operators.iter().map(|operator| operator.0.to_string());
        let transaction = self.databases.begin_read().await?;
        let rows = entries_of_account(account)
            .filter(Column::OperatorId.is_in(ids))
            .all(&transaction)
            .await?;
        transaction.commit().await?;
        let watched: HashSet<String> = rows.into_iter().map(|row| row.operator_id).collect();
        let is_watched = |operator: &OperatorId| watched.contains(&operator.0.to_string());
        Ok(operators.iter().copied().filter(is_watched).collect())
    }

    /// Takes an operator off the watchlist of an account, if it is on the list.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// store.unwatch_operator(account, &slug).await?;
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was removed.
    #[boxed]
    pub async fn unwatch_operator(
        &self,
        account: AccountId,
        slug: &Slug,
    ) -> Result<(), StoreError> {
        let transaction = self.databases.begin_account_write().await?;
        if let Some(operator) = operator_id(&transaction, slug).await? {
            fail_point::before_write();
            Entity::delete_many()
                .filter(Column::AccountId.eq(account.0.to_string()))
                .filter(Column::OperatorId.eq(operator.0.to_string()))
                .exec(&transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }
}

fn entries_of_account(account: AccountId) -> Select<Entity> {
    Entity::find().filter(Column::AccountId.eq(account.0.to_string()))
}

/// Returns when the last event of each watched operator was recorded, in epoch milliseconds.
async fn last_events(
    connection: &impl ConnectionTrait,
    account: AccountId,
) -> Result<HashMap<String, i64>, StoreError> {
    // An index alone answers which event is the last of an operator, whose others may be many.
    let last = event::Entity::find()
        .select_only()
        .column_as(event::Column::Id.max(), "last")
        .filter(event::Column::OperatorId.in_subquery(watched_by(account)))
        .group_by(event::Column::OperatorId)
        .into_query();
    let rows: Vec<(String, i64)> = event::Entity::find()
        .select_only()
        .columns([event::Column::OperatorId, event::Column::EmittedAt])
        .filter(event::Column::Id.in_subquery(last))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Returns the entries of rows, in the order of the rows.
async fn entries(
    connection: &impl ConnectionTrait,
    rows: Vec<Model>,
) -> Result<Vec<WatchlistEntry>, StoreError> {
    let ids: Vec<String> = rows.iter().map(|row| row.operator_id.clone()).collect();
    let mut operators = load_operators_by_id(connection, &ids).await?;
    let found: Vec<OperatorId> = operators.values().map(|record| record.operator.id).collect();
    let mut licences = licences_by_operator(connection, &found).await?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        let id = row.id.to_string();
        let added_at = Row { table: "watchlist_entries", id: &id }.time(row.added_at)?;
        let Some(record) = operators.remove(&row.operator_id) else { continue };
        let licences = licences.remove(&record.operator.id).unwrap_or_default();
        let licences = licences.iter().map(|record| &record.licence);
        entries.push(WatchlistEntry::new(record.operator, added_at, licences));
    }
    Ok(entries)
}
