//! The key of the webhook secrets, which is kept beside a backup and never in it.

use std::path::PathBuf;

use licence_core::webhook::WebhookId;
use sea_orm::{ConnectionTrait, Database, Statement};
use serde::Serialize;
use uuid::Uuid;

use super::BackupError;
use crate::StoreOptions;
use crate::connect::{self, unavailable};
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::rows::Row;
use crate::webhooks::{KeyLocation, SecretKey};

/// Whether the secret key opens the webhook secrets of a database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "standing", content = "why")]
pub enum SecretKeyStatus {
    /// The database holds no secret.
    NotNeeded,
    /// The key opens the newest secret.
    Opens,
    /// The key is missing or belongs to another database, so that no webhook can be signed.
    DoesNotOpen(String),
}

/// Returns the key file, if it exists.
pub(super) fn file(options: &StoreOptions) -> Result<Option<PathBuf>, StoreError> {
    let KeyLocation::File(file) = key_location(options)? else { return Ok(None) };
    Ok(file.exists().then_some(file))
}

/// Tries the key on the newest secret of a database. Reads columns by name, because the schema may be
/// earlier than the entities.
pub(super) async fn status(options: &StoreOptions) -> Result<SecretKeyStatus, BackupError> {
    let Some((endpoint, sealed)) = newest_secret(&options.database_url).await? else {
        return Ok(SecretKeyStatus::NotNeeded);
    };
    let row = Row { table: "webhook_secrets", id: &endpoint };
    let endpoint = WebhookId(row.parse::<Uuid>(&endpoint)?);
    let key = SecretKey::new(key_location(options)?, Entropy::system());
    Ok(match key.open(endpoint, &sealed) {
        Ok(_) => SecretKeyStatus::Opens,
        Err(error) => SecretKeyStatus::DoesNotOpen(error.to_string()),
    })
}

async fn newest_secret(url: &str) -> Result<Option<(String, String)>, StoreError> {
    let database = Database::connect(connect::absolute_address(url)).await;
    let database = database.map_err(|error| unavailable(url, &error.to_string()))?;
    let sql = "select endpoint_id, sealed from webhook_secrets order by id desc limit 1";
    let query = Statement::from_string(database.get_database_backend(), sql);
    let found = database.query_one_raw(query).await;
    database.close().await?;
    let Some(row) = found? else { return Ok(None) };
    Ok(Some((row.try_get_by("endpoint_id")?, row.try_get_by("sealed")?)))
}

fn key_location(options: &StoreOptions) -> Result<KeyLocation, StoreError> {
    let named = options.webhooks.secret_key_file.as_deref();
    connect::secret_key_location(&options.database_url, named)
}
