//! The clients that the service knows: those that registered, and those that an operator added.

use std::time::Duration;

use licence_core::audit::{Act, Action};
use licence_core::oauth::{Client, ClientId, ClientKind, ClientMetadata, TokenError};
use licence_core::time::Timestamp;
use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder};

use super::error::ConnectorError;
use super::grant_end::{delete_grants, find_grants};
use super::rows::{ClientRecord, DAY, client_row, decode_client};
use crate::Store;
use crate::boxed;
use crate::bulk::delete;
use crate::entity::oauth_client::{Column, Entity};
use crate::entity::oauth_grant;
use crate::error::StoreError;
use crate::keys::Ended;
use crate::urgent::UrgentWrite;

/// The most registrations that the service holds. There is no limit by address, because the clients
/// of one vendor share few addresses.
const MAX_REGISTRATIONS: u64 = 10_000;
/// How long a registration is kept that nobody uses.
const REGISTRATION_KEPT: Duration = Duration::from_secs(30 * 86_400);

impl Store {
    /// Records a client that registers itself. The same registration again changes nothing.
    ///
    /// # Errors
    /// [`ConnectorError::Refused`] when there is no room for another registration;
    /// [`ConnectorError::Store`] when the database fails.
    #[boxed]
    pub async fn register_client(
        &self,
        client: &Client,
        now: Timestamp,
    ) -> Result<(), ConnectorError> {
        if let Some(known) = self.client(&client.id).await? {
            return Ok(self.note_client_use(&known, now).await?);
        }
        if self.connector.is_full(now) {
            return Err(TokenError::TemporarilyUnavailable.into());
        }
        let transaction = self.databases.begin_short_write().await?;
        let registered = Entity::find().filter(Column::Kind.eq(ClientKind::Registered.as_str()));
        if registered.clone().count(&transaction).await? >= MAX_REGISTRATIONS {
            delete::<Entity>(&transaction, unused_registrations(now)).await?;
            if registered.count(&transaction).await? >= MAX_REGISTRATIONS {
                transaction.commit().await?;
                self.connector.note_full(now);
                return Err(TokenError::TemporarilyUnavailable.into());
            }
        }
        // Another process may have recorded it meanwhile.
        Entity::insert(client_row(client, now)?)
            .on_conflict_do_nothing_on([Column::Id])
            .exec_without_returning(&transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Adds a client by name and redirect addresses, for a program that neither registers nor has a
    /// document.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn add_client(
        &self,
        metadata: ClientMetadata,
        now: Timestamp,
    ) -> Result<Client, StoreError> {
        let id = ClientId(format!("added-{}", self.entropy.uuid()));
        let client = Client { id, kind: ClientKind::Added, metadata };
        let act = Act::new(Action::ClientAdd, &client.id)
            .with("name", client.metadata.client_name.clone())
            .with("redirect_uris", client.metadata.redirect_uris.clone());
        let transaction = self.databases.begin_short_write().await?;
        Entity::insert(client_row(&client, now)?).exec_without_returning(&transaction).await?;
        self.record_done(&transaction, act, now).await?;
        transaction.commit().await?;
        Ok(client)
    }

    /// Returns the clients on record, the last used one first.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn clients(&self) -> Result<Vec<ClientRecord>, StoreError> {
        let rows = Entity::find().order_by_desc(Column::LastUsedAt).order_by_asc(Column::Id);
        rows.all(&self.databases.reader).await?.into_iter().map(decode_client).collect()
    }

    /// Removes a client and ends its grants. Returns whether it was on record. Every process refuses the
    /// tokens of the client at once, also while a reading is being applied; the client then goes after
    /// the reading.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
    pub async fn remove_client(&self, id: &ClientId, now: Timestamp) -> Result<bool, StoreError> {
        let of_client = Condition::all().add(oauth_grant::Column::ClientId.eq(&id.0));
        let urgent = match self.databases.begin_urgent_write().await? {
            Some(urgent) => urgent,
            None => {
                let grants = find_grants(&self.databases.reader, of_client.clone()).await?;
                let ended = grants.iter().map(|grant| Ended::Grant(grant.id)).collect();
                self.append_revocations(ended, now).await?;
                UrgentWrite::patient(&self.databases).await?
            }
        };
        let transaction = &urgent.transaction;
        let removing = async {
            let grants = delete_grants(transaction, of_client).await?;
            if Entity::delete_by_id(&id.0).exec(transaction).await?.rows_affected == 0 {
                return Ok::<_, StoreError>(None);
            }
            let act = Act::new(Action::ClientRemove, id).with("grants", grants);
            self.record_done(transaction, act, now).await?;
            Ok(Some(self.keys.announce_change(transaction).await?))
        };
        let Some(change) = self.databases.run_urgent(transaction, removing).await? else {
            urgent.rollback().await?;
            return Ok(false);
        };
        urgent.commit().await?;
        change.seen().await;
        Ok(true)
    }

    /// Returns a client on record, without asking its site; `None` for an unknown one.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn client(&self, id: &ClientId) -> Result<Option<ClientRecord>, StoreError> {
        // PostgreSQL fails on a text with a NUL, and no id on record has one.
        if id.0.contains('\0') {
            return Ok(None);
        }
        let row = Entity::find_by_id(&id.0).one(&self.databases.reader).await?;
        row.map(decode_client).transpose()
    }

    /// Records a use, at most once a day.
    pub(super) async fn note_client_use(
        &self,
        known: &ClientRecord,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if now < known.last_used_at.later_by(DAY) {
            return Ok(());
        }
        let transaction = self.databases.begin_short_write().await?;
        Entity::update_many()
            .col_expr(Column::LastUsedAt, Expr::value(now.epoch_millis()))
            .filter(Column::Id.eq(&known.client.id.0))
            .exec(&transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
}

/// Selects the registrations and documents that nobody used for 30 days and that have no grant.
pub(super) fn unused_registrations(now: Timestamp) -> Condition {
    let in_use =
        Query::select().column(oauth_grant::Column::ClientId).from(oauth_grant::Entity).to_owned();
    Condition::all()
        .add(Column::Kind.ne(ClientKind::Added.as_str()))
        .add(Column::LastUsedAt.lt(now.earlier_by(REGISTRATION_KEPT).epoch_millis()))
        .add(Column::Id.not_in_subquery(in_use))
}
