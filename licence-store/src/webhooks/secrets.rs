//! The secrets of endpoints (specification 3.3): rotated, ended, and sealed by the key.

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action};
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::bodies::{OldSecretsEnded, SecretRotated};
use licence_core::webhook::secret::{EndpointSecret, WebhookSecret, rotate};
use sea_orm::sea_query::Value;
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, Set,
};
use uuid::Uuid;

use super::secret_key::MissingKey;
use super::{find, rows};
use crate::Store;
use crate::boxed;
use crate::bulk::delete;
use crate::entity::webhook_secret;
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::Row;

impl Store {
    /// Adds a new secret to an endpoint and returns it. The previous secret signs beside it for 7
    /// more days. `None` if the account has no endpoint with that id.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails or a secret cannot be encrypted; then nothing was
    /// changed.
    #[boxed]
    pub async fn rotate_webhook_secret(
        &self,
        account: AccountId,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Option<SecretRotated>, StoreError> {
        let transaction = self.databases.begin_account_write().await?;
        if find(&transaction, account, id).await?.is_none() {
            return Ok(None);
        }
        let held = secret_rows(&transaction, [id.0.to_string()]).await?;
        let secrets =
            held.iter().map(|row| self.open_secret(id, row)).collect::<Result<Vec<_>, _>>()?;
        let new = WebhookSecret::generate(&mut self.entropy.bytes());
        let rotation = rotate(&secrets, new.clone(), now);
        for (row, secret) in held.into_iter().zip(secrets) {
            let kept = rotation.secrets.iter().find(|kept| kept.secret == secret.secret);
            end(&transaction, row, kept).await?;
        }
        let new = EndpointSecret::new(new, now);
        self.add_secret(&transaction, id, &new).await?;
        let act = Act::new(Action::WebhookRotateSecret, id.0).for_account(account);
        self.record_done(&transaction, act, now).await?;
        transaction.commit().await?;
        self.webhooks.endpoint_changed(id);
        let previous_expires_at = rotation.previous_expires_at;
        Ok(Some(SecretRotated { new_secret: new.secret, previous_expires_at }))
    }

    /// Ends the previous secrets of an endpoint at once, for example after a leak. Only the newest
    /// signs from now on. Returns how many were ended; `None` if the account has no endpoint with
    /// that id.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was changed.
    #[boxed]
    pub async fn end_old_webhook_secret(
        &self,
        account: AccountId,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Option<OldSecretsEnded>, StoreError> {
        let transaction = self.databases.begin_account_write().await?;
        if find(&transaction, account, id).await?.is_none() {
            return Ok(None);
        }
        let rows = secret_rows(&transaction, [id.0.to_string()]).await?;
        let old: Vec<i64> = old_secrets(&rows, now).map(|row| row.id).collect();
        let ended = old.len() as u64;
        if ended > 0 {
            fail_point::before_write();
            let is_old = webhook_secret::Column::Id.is_in(old);
            delete::<webhook_secret::Entity>(&transaction, is_old).await?;
            let act = Act::new(Action::WebhookEndOldSecret, id.0).for_account(account);
            self.record_done(&transaction, act.with("ended", ended), now).await?;
        }
        transaction.commit().await?;
        self.webhooks.endpoint_changed(id);
        Ok(Some(OldSecretsEnded { ended }))
    }

    /// Returns until when the previous secrets of an endpoint sign beside the newest; `None` when only
    /// the newest signs, or the account has no endpoint with that id.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn old_secret_end(
        &self,
        account: AccountId,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        if find(&self.databases.reader, account, id).await?.is_none() {
            return Ok(None);
        }
        let rows = secret_rows(&self.databases.reader, [id.0.to_string()]).await?;
        let last = old_secrets(&rows, now).filter_map(|row| row.expires_at).max();
        Ok(last.and_then(Timestamp::from_epoch_millis))
    }

    /// Loads the named key file, or creates it while no secret is sealed, so that a server that could
    /// not sign fails at start.
    pub(crate) async fn load_named_key(&self) -> Result<(), StoreError> {
        if self.webhooks.options.secret_key_file.is_none() {
            return Ok(());
        }
        let missing = self.require_matching_key(&self.databases.reader).await?;
        self.webhooks.key.load(missing)
    }

    /// Checks that the secret key is present and opens the sealed secrets of this database. Without
    /// a sealed secret, the key may be absent.
    ///
    /// # Errors
    /// [`StoreError::SecretKey`] when it is missing, no key, or another database's.
    #[boxed]
    pub async fn check_secret_key(&self) -> Result<(), StoreError> {
        match self.require_matching_key(&self.databases.reader).await? {
            MissingKey::Fail => Ok(()),
            MissingKey::Create => self.webhooks.key.load_if_present(),
        }
    }

    /// Requires that the key opens the newest secret, because no single key could open secrets that
    /// two keys sealed. Returns whether an absent key may be created.
    async fn require_matching_key(
        &self,
        connection: &impl ConnectionTrait,
    ) -> Result<MissingKey, StoreError> {
        let newest = webhook_secret::Entity::find().order_by_desc(webhook_secret::Column::Id);
        let newest = newest.one(connection).await?;
        let Some(newest) = newest else { return Ok(MissingKey::Create) };
        let cell = Row { table: "webhook_secrets", id: &newest.endpoint_id };
        let endpoint = WebhookId(cell.parse::<Uuid>(&newest.endpoint_id)?);
        self.webhooks.key.open(endpoint, &newest.sealed)?;
        Ok(MissingKey::Fail)
    }

    /// Writes a new secret of an endpoint, sealed by the key.
    pub(super) async fn add_secret(
        &self,
        connection: &impl ConnectionTrait,
        endpoint: WebhookId,
        secret: &EndpointSecret,
    ) -> Result<(), StoreError> {
        let missing = self.require_matching_key(connection).await?;
        let sealed = self.webhooks.key.seal(endpoint, &secret.secret, missing)?;
        fail_point::before_write();
        let row = rows::secret(endpoint, secret, sealed);
        webhook_secret::Entity::insert(row).exec_without_returning(connection).await?;
        Ok(())
    }

    pub(crate) fn open_secret(
        &self,
        endpoint: WebhookId,
        row: &webhook_secret::Model,
    ) -> Result<EndpointSecret, StoreError> {
        rows::decode_secret(row, self.webhooks.key.open(endpoint, &row.sealed)?)
    }
}

/// Returns the secrets that sign beside the newest, which is the first row.
fn old_secrets(
    rows: &[webhook_secret::Model],
    now: Timestamp,
) -> impl Iterator<Item = &webhook_secret::Model> {
    let now = now.epoch_millis();
    let still_signs =
        move |row: &&webhook_secret::Model| row.expires_at.is_none_or(|end| end > now);
    rows.iter().skip(1).filter(still_signs)
}

/// Writes the end of a secret, or deletes a secret that is not kept.
async fn end(
    connection: &impl ConnectionTrait,
    row: webhook_secret::Model,
    kept: Option<&EndpointSecret>,
) -> Result<(), StoreError> {
    fail_point::before_write();
    let mut row = row.into_active_model();
    match kept {
        Some(kept) => {
            row.expires_at = Set(kept.expires_at.map(Timestamp::epoch_millis));
            row.update(connection).await?;
        }
        None => {
            row.delete(connection).await?;
        }
    }
    Ok(())
}

/// Returns the rows of the secrets of endpoints, the newest first.
pub(crate) async fn secret_rows(
    connection: &impl ConnectionTrait,
    endpoints: impl IntoIterator<Item = impl Into<Value>>,
) -> Result<Vec<webhook_secret::Model>, StoreError> {
    let secrets = webhook_secret::Entity::find()
        .filter(webhook_secret::Column::EndpointId.is_in(endpoints))
        .order_by_desc(webhook_secret::Column::Id);
    Ok(secrets.all(connection).await?)
}
