//! Accounts (specification 5).

use licence_core::account::label::Label;
use licence_core::account::plan::Plan;
use licence_core::account::{Account, AccountId};
use licence_core::audit::{Act, Action};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use crate::Store;
use crate::boxed;
use crate::entity::account;
use crate::error::StoreError;
use crate::rows::Row;

/// The reason in the audit log for an act on an unknown account.
pub(crate) const UNKNOWN_ACCOUNT: &str = "the account is not on record";

impl Store {
    /// Creates an account.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::account::plan::Plan;
    ///
    /// let account = store.create_account("Example Ltd", Plan::Pro, now).await?;
    /// assert_eq!(store.account(account.id).await?, Some(account));
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn create_account(
        &self,
        name: &str,
        plan: Plan,
        now: Timestamp,
    ) -> Result<Account, StoreError> {
        let id = AccountId(self.entropy.uuid());
        let account = Account { id, name: name.to_owned(), plan, created_at: now };
        let row = account::ActiveModel {
            id: Set(id.0.to_string()),
            name: Set(account.name.clone()),
            plan: Set(plan.to_string()),
            created_at: Set(now.epoch_millis()),
        };
        let transaction = self.databases.begin_account_write().await?;
        account::Entity::insert(row).exec_without_returning(&transaction).await?;
        let act = Act::new(Action::AccountCreate, id.0)
            .for_account(id)
            .with("name", name)
            .with("plan", plan.as_str());
        self.record_done(&transaction, act, now).await?;
        transaction.commit().await?;
        Ok(account)
    }

    /// Returns an account; `None` for an unknown id.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::account::AccountId;
    ///
    /// assert_eq!(store.account(AccountId(uuid::Uuid::nil())).await?, None);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, StoreError> {
        find_account(&self.databases.reader, id).await
    }

    /// Moves an account to a plan, and returns it; `None` for an unknown account.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// let account = store.set_plan(account, Plan::Business, now).await?.expect("it exists");
    /// assert_eq!(account.plan, Plan::Business);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the plan is as it was.
    #[boxed]
    pub async fn set_plan(
        &self,
        id: AccountId,
        plan: Plan,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let act = Act::new(Action::AccountSetPlan, id.0).for_account(id).with("to", plan.as_str());
        let transaction = self.databases.begin_account_write().await?;
        let Some(before) = find_account(&transaction, id).await? else {
            transaction.rollback().await?;
            self.record_refused(act, UNKNOWN_ACCOUNT, now).await;
            return Ok(None);
        };
        if before.plan == plan {
            return Ok(Some(before));
        }
        account::Entity::update_many()
            .col_expr(account::Column::Plan, Expr::value(plan.as_str()))
            .filter(account::Column::Id.eq(id.0.to_string()))
            .exec(&transaction)
            .await?;
        self.record_done(&transaction, act.with("from", before.plan.as_str()), now).await?;
        self.commit_key_change(transaction).await?;
        Ok(Some(Account { plan, ..before }))
    }

    /// Gives an account another name, and returns it; `None` for an unknown account.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the name is as it was.
    #[boxed]
    pub async fn rename_account(
        &self,
        id: AccountId,
        name: &Label,
        now: Timestamp,
    ) -> Result<Option<Account>, StoreError> {
        let act = Act::new(Action::AccountRename, id.0).for_account(id).with("to", name.as_str());
        let transaction = self.databases.begin_short_write().await?;
        let Some(before) = find_account(&transaction, id).await? else {
            transaction.rollback().await?;
            self.record_refused(act, UNKNOWN_ACCOUNT, now).await;
            return Ok(None);
        };
        account::Entity::update_many()
            .col_expr(account::Column::Name, Expr::value(name.as_str()))
            .filter(account::Column::Id.eq(id.0.to_string()))
            .exec(&transaction)
            .await?;
        self.record_done(&transaction, act.with("from", before.name.as_str()), now).await?;
        let change = self.keys.announce_change(&transaction).await?;
        transaction.commit().await?;
        change.seen().await;
        Ok(Some(Account { name: name.as_str().to_owned(), ..before }))
    }
}

pub(crate) async fn find_account(
    connection: &impl ConnectionTrait,
    id: AccountId,
) -> Result<Option<Account>, StoreError> {
    let row = account::Entity::find_by_id(id.0.to_string()).one(connection).await?;
    row.map(decode_account).transpose()
}

pub(crate) fn decode_account(row: account::Model) -> Result<Account, StoreError> {
    let cell = Row { table: "accounts", id: &row.id };
    Ok(Account {
        id: AccountId(cell.parse::<Uuid>(&row.id)?),
        plan: cell.parse(&row.plan)?,
        created_at: cell.time(row.created_at)?,
        name: row.name,
    })
}
