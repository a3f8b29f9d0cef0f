//! Adding operators to a watchlist.

use licence_core::account::AccountId;
use licence_core::account::plan::Cap;
use licence_core::operator::{OperatorId, Slug};
use licence_core::time::Timestamp;
use licence_core::watchlist::{WatchlistEntry, WatchlistQuotaExceeded, admit_operator};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, NotSet, PaginatorTrait, QueryFilter, Set,
};

use super::{entries, entries_of_account};
use crate::Store;
use crate::boxed;
use crate::entity::watchlist_entry::{ActiveModel, Column, Entity, Model};
use crate::error::StoreError;
use crate::fail_point;
use crate::lookup::operator_id;

/// The result of adding an operator to a watchlist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchResult {
    /// The operator is on the list from now on.
    Added(WatchlistEntry),
    /// The operator was on the list already.
    Duplicate,
    /// The list is full.
    OverCap(WatchlistQuotaExceeded),
    /// No operator has the slug.
    UnknownOperator,
}

/// The result of adding several operators at once: all or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchAllResult {
    /// All are on the list from now on, or were already.
    Watched,
    /// They do not fit into the list. It holds what it held before.
    OverCap(WatchlistQuotaExceeded),
    /// No operator has this slug.
    UnknownOperator(Slug),
}

/// Whether an operator may be added.
enum Admission {
    New(OperatorId),
    Duplicate,
    OverCap(WatchlistQuotaExceeded),
    UnknownOperator,
}

impl Store {
    /// Puts an operator on the watchlist of an account, within `cap`. Writers queue, so that no number
    /// of calls at once passes the cap.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// # let slug = "harbour-lantern-gaming-limited".parse()?;
    /// use licence_store::core::account::plan::Cap;
    /// use licence_store::service::WatchResult;
    ///
    /// let added = store.watch_operator(account, &slug, Cap::AtMost(25), now).await?;
    /// assert!(matches!(added, WatchResult::Added(entry) if entry.slug == slug));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was added.
    #[boxed]
    pub async fn watch_operator(
        &self,
        account: AccountId,
        slug: &Slug,
        cap: Cap,
        now: Timestamp,
    ) -> Result<WatchResult, StoreError> {
        let transaction = self.databases.begin_account_write().await?;
        let operator = match admit(&transaction, account, slug, cap).await? {
            Admission::New(operator) => operator,
            Admission::Duplicate => return Ok(WatchResult::Duplicate),
            Admission::OverCap(full) => return Ok(WatchResult::OverCap(full)),
            Admission::UnknownOperator => return Ok(WatchResult::UnknownOperator),
        };
        let row = insert(&transaction, account, operator, now).await?;
        let entry = entries(&transaction, vec![row]).await?.pop();
        transaction.commit().await?;
        Ok(entry.map_or(WatchResult::UnknownOperator, WatchResult::Added))
    }

    /// Puts several operators on the watchlist of an account, within `cap`: all of them, or none.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was added.
    #[boxed]
    pub async fn watch_operators(
        &self,
        account: AccountId,
        slugs: &[Slug],
        cap: Cap,
        now: Timestamp,
    ) -> Result<WatchAllResult, StoreError> {
        let transaction = self.databases.begin_account_write().await?;
        let current_usage = entries_of_account(account).count(&transaction).await?;
        for slug in slugs {
            match admit(&transaction, account, slug, cap).await? {
                Admission::New(operator) => {
                    insert(&transaction, account, operator, now).await?;
                }
                Admission::Duplicate => {}
                Admission::OverCap(full) => {
                    let requested = slugs.len() as u64;
                    let full = WatchlistQuotaExceeded { current_usage, requested, ..full };
                    return Ok(WatchAllResult::OverCap(full));
                }
                Admission::UnknownOperator => {
                    return Ok(WatchAllResult::UnknownOperator(slug.clone()));
                }
            }
        }
        transaction.commit().await?;
        Ok(WatchAllResult::Watched)
    }
}

/// Returns whether an operator may be added to the watchlist of an account.
async fn admit(
    connection: &impl ConnectionTrait,
    account: AccountId,
    slug: &Slug,
    cap: Cap,
) -> Result<Admission, StoreError> {
    let Some(operator) = operator_id(connection, slug).await? else {
        return Ok(Admission::UnknownOperator);
    };
    let entries = entries_of_account(account);
    let of_operator = Column::OperatorId.eq(operator.0.to_string());
    if entries.clone().filter(of_operator).count(connection).await? > 0 {
        return Ok(Admission::Duplicate);
    }
    let current_usage = entries.count(connection).await?;
    Ok(match admit_operator(current_usage, cap) {
        Err(full) => Admission::OverCap(full),
        Ok(()) => Admission::New(operator),
    })
}

async fn insert(
    connection: &impl ConnectionTrait,
    account: AccountId,
    operator: OperatorId,
    now: Timestamp,
) -> Result<Model, StoreError> {
    let row = ActiveModel {
        id: NotSet,
        account_id: Set(account.0.to_string()),
        operator_id: Set(operator.0.to_string()),
        added_at: Set(now.epoch_millis()),
    };
    fail_point::before_write();
    Ok(Entity::insert(row).exec_with_returning(connection).await?)
}
