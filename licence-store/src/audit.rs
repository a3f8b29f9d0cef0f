//! The audit log: every act of administration is recorded with the act itself.
//!
//! An act that takes effect is recorded in its own transaction, so there is no act without its
//! entry and no entry without its act. An act that a rule refuses has nothing to commit: its entry
//! is written in a transaction of its own. An act that changes nothing leaves no entry.

pub(crate) mod entries;

use std::net::IpAddr;
use std::sync::Arc;

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action, Actor, AuditPage, AuditQuery, configuration_changes};
use licence_core::time::Timestamp;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};
use serde_json::{Map, Value};

use crate::Store;
use crate::boxed;
use crate::entity::audit_entry;
use crate::error::StoreError;
use entries::decode_row;

impl Store {
    /// Returns the same store, whose acts of administration are recorded as this actor's. The actor
    /// of a store that was just opened is [`Actor::Program`].
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::account::plan::Plan;
    /// use licence_store::core::audit::{Actor, AuditQuery};
    ///
    /// let store = store.acting_as(Actor::User("ada".to_owned()));
    /// store.create_account("Example Ltd", Plan::Pro, now).await?;
    /// let log = store.audit_log(&AuditQuery::default()).await?;
    /// assert_eq!(log.entries[0].actor.to_string(), "user:ada");
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn acting_as(&self, actor: Actor) -> Self {
        Self { actor: Arc::new(actor), ..self.clone() }
    }

    /// Returns the entries of the audit log that match, the newest act first.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// use licence_store::core::audit::AuditQuery;
    ///
    /// let log = store.audit_log(&AuditQuery::default()).await?;
    /// assert_eq!(log.total, 0, "reading a register is no act of administration");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn audit_log(&self, query: &AuditQuery) -> Result<AuditPage, StoreError> {
        use audit_entry::Column;
        // A revocation is in force before its entry is written.
        if let Err(error) = self.settle_log().await {
            tracing::warn!(%error, "the latest revocations are not in the audit log yet");
        }
        let matching = audit_entry::Entity::find()
            .apply_if(query.since, |rows, at| rows.filter(Column::At.gte(at.epoch_millis())))
            .apply_if(query.until, |rows, at| rows.filter(Column::At.lt(at.epoch_millis())))
            .apply_if(query.account_id, |rows, id| {
                rows.filter(Column::AccountId.eq(id.0.to_string()))
            })
            .apply_if(query.action, |rows, action| rows.filter(Column::Action.eq(action.as_str())))
            .apply_if(query.actor.as_ref(), |rows, actor| {
                rows.filter(Column::Actor.eq(actor.to_string()))
            });
        let transaction = self.databases.begin_read().await?;
        let total = matching.clone().count(&transaction).await?;
        let rows = matching
            .order_by_desc(Column::At)
            .order_by_desc(Column::Id)
            .limit(query.limit)
            .all(&transaction)
            .await?;
        transaction.commit().await?;
        let entries = rows.into_iter().map(decode_row).collect::<Result<_, _>>()?;
        Ok(AuditPage { total, entries })
    }

    /// Records the options that a server starts with, if they differ from those of the last start
    /// of the server at this address. The options hold no secrets.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let options = serde_json::Map::from_iter([("workers".to_owned(), 4.into())]);
    /// store.record_configuration("127.0.0.1:8080", options, now).await?;
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn record_configuration(
        &self,
        address: &str,
        options: Map<String, Value>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let before = self.recorded_configuration(address).await?;
        let changes = match &before {
            Some(before) => configuration_changes(before, &options),
            None => Map::new(),
        };
        if before.is_some() && changes.is_empty() {
            return Ok(());
        }
        let act = Act::new(Action::ConfigurationChange, address)
            .with("changes", changes)
            .with("options", options);
        let transaction = self.databases.begin_short_write().await?;
        self.record_done(&transaction, act, now).await?;
        Ok(transaction.commit().await?)
    }

    async fn recorded_configuration(
        &self,
        address: &str,
    ) -> Result<Option<Map<String, Value>>, StoreError> {
        let last = audit_entry::Entity::find()
            .filter(audit_entry::Column::Action.eq(Action::ConfigurationChange.as_str()))
            .filter(audit_entry::Column::Subject.eq(address))
            .order_by_desc(audit_entry::Column::Id)
            .one(&self.databases.reader)
            .await?;
        let Some(last) = last else { return Ok(None) };
        let options = decode_row(last)?.details.remove("options");
        Ok(options.and_then(|options| options.as_object().cloned()))
    }

    /// Returns the same store, whose acts are recorded with the address and the id of a request.
    pub fn acting_for_request(&self, address: IpAddr, request_id: &str) -> Self {
        let details = [("address", address.to_string()), ("request_id", request_id.to_owned())];
        Self { request_details: Arc::new(details.to_vec()), ..self.clone() }
    }

    /// Records that the role of a member did not allow a page or a form, for example `POST /keys`.
    #[boxed]
    pub async fn record_role_refusal(
        &self,
        account: AccountId,
        route: &str,
        reason: &str,
        now: Timestamp,
    ) {
        let act = Act::new(Action::RoleRefuse, route).for_account(account);
        self.record_refused(act, reason, now).await;
    }

    /// Records an act in the transaction that carries it out.
    pub(crate) async fn record_done(
        &self,
        transaction: &impl ConnectionTrait,
        act: Act,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        entries::insert(transaction, &self.actor, self.with_request(act), None, now).await
    }

    /// Returns an act with what is known of the request that asked for it.
    fn with_request(&self, act: Act) -> Act {
        let details = self.request_details.iter();
        details.fold(act, |act, (name, value)| act.with(name, value.as_str()))
    }

    /// Records an act that a rule refused, with the reason. If the entry cannot be written, only
    /// the log of the process says so, because the caller needs the reason of the rule.
    pub(crate) async fn record_refused(&self, act: Act, reason: impl ToString, now: Timestamp) {
        let (action, reason) = (act.action, reason.to_string());
        let recorded = async {
            let transaction = self.databases.begin_short_write().await?;
            let act = self.with_request(act);
            entries::insert(&transaction, &self.actor, act, Some(reason), now).await?;
            Ok::<_, StoreError>(transaction.commit().await?)
        };
        if let Err(error) = recorded.await {
            tracing::error!(%error, %action, "a refused act is not in the audit log");
        }
    }

    /// Records a refused act as [`Store::record_refused`] does, but waits for no reading that is
    /// being applied: a typing error while a key leaks must not cost two minutes. Without the
    /// entry, the log of the process says so.
    pub(crate) async fn record_refused_urgently(&self, act: Act, reason: &str, now: Timestamp) {
        let action = act.action;
        let recorded = async {
            let Some(urgent) = self.databases.begin_urgent_write().await? else { return Ok(false) };
            let (act, reason) = (self.with_request(act), Some(reason.to_owned()));
            entries::insert(&urgent.transaction, &self.actor, act, reason, now).await?;
            urgent.commit().await.map(|()| true)
        };
        if !matches!(recorded.await, Ok::<bool, StoreError>(true)) {
            tracing::error!(%action, "a refused act is not in the audit log");
        }
    }
}
