//! Clients that are known by a document on their own site, and the keys that it names.

use std::time::Duration;

use licence_core::oauth::client::{DOCUMENT_FRESH, DOCUMENT_KEPT, MAX_DOCUMENT_BYTES};
use licence_core::oauth::jwk::{Jwks, MAX_JWKS_BYTES};
use licence_core::oauth::{Client, ClientId, ClientKind, ClientMetadata};
use licence_core::time::Timestamp;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};

use super::rows::{client_row, decode_client};
use crate::Store;
use crate::boxed;
use crate::entity::oauth_client::{Column, Entity, Model};
use crate::error::StoreError;
use crate::outbound::FetchedDocument;

/// How long a failure is remembered, so that reloading a page does not ask a site again.
const FAILURE_KEPT: Duration = Duration::from_secs(60);
const KEYS_KEPT: Duration = Duration::from_secs(5 * 60);

/// A client, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundClient {
    /// The client.
    Known(Client),
    /// Why it is not known: a sentence for the member.
    Unknown(String),
}

impl Store {
    /// Returns a client that a member is asked about. The document of a client is fetched if the copy
    /// is not fresh, so call this for a signed-in member only.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn find_client(
        &self,
        id: &ClientId,
        now: Timestamp,
    ) -> Result<FoundClient, StoreError> {
        if let Some(address) = id.document_address() {
            return self.document_client(id, address, now).await;
        }
        match self.client(id).await? {
            Some(known) => {
                self.note_client_use(&known, now).await?;
                Ok(FoundClient::Known(known.client))
            }
            None => Ok(FoundClient::Unknown("The client is not registered here.".to_owned())),
        }
    }

    async fn document_client(
        &self,
        id: &ClientId,
        address: &str,
        now: Timestamp,
    ) -> Result<FoundClient, StoreError> {
        let entry = self.connector.fetches.entry(address);
        let mut last = entry.lock().await;
        let held = Entity::find_by_id(&id.0).one(&self.databases.reader).await?;
        if let Some(row) = held.as_ref().filter(|row| is_after(row.fresh_until, now)) {
            return Ok(FoundClient::Known(decode_client(row.clone())?.client));
        }
        let failure = match &last.failure {
            Some((failure, at)) if now < at.later_by(FAILURE_KEPT) => failure.clone(),
            _ => match self.fetch_document(id, address, now).await? {
                Ok(client) => return Ok(FoundClient::Known(client)),
                Err(failure) => failure,
            },
        };
        last.failure = Some((failure.clone(), now));
        let is_kept = |row: &Model| is_after(row.fetched_at, now.earlier_by(DOCUMENT_KEPT));
        match held.filter(is_kept) {
            Some(row) => Ok(FoundClient::Known(decode_client(row)?.client)),
            None => Ok(FoundClient::Unknown(failure)),
        }
    }

    async fn fetch_document(
        &self,
        id: &ClientId,
        address: &str,
        now: Timestamp,
    ) -> Result<Result<Client, String>, StoreError> {
        let fetched = self.webhooks.poster()?.fetch(address, MAX_DOCUMENT_BYTES).await;
        let (bytes, max_age) = match fetched {
            Ok(FetchedDocument { bytes, max_age }) => (bytes, max_age),
            Err(why) => {
                return Ok(Err(format!("The document of the client cannot be read: {why}.")));
            }
        };
        let metadata = match ClientMetadata::from_document(id, &bytes) {
            Ok(metadata) => metadata,
            Err(why) => return Ok(Err(format!("The document of the client is not valid: {why}."))),
        };
        let client = Client { id: id.clone(), kind: ClientKind::Document, metadata };
        let (shortest, longest) = DOCUMENT_FRESH;
        let fresh = max_age.unwrap_or(shortest).clamp(shortest, longest);
        let mut row = client_row(&client, now)?;
        row.fetched_at = Set(Some(now.epoch_millis()));
        row.fresh_until = Set(Some(now.later_by(fresh).epoch_millis()));
        let transaction = self.databases.begin_short_write().await?;
        let changed = [Column::Metadata, Column::FetchedAt, Column::FreshUntil, Column::LastUsedAt];
        let replaced = OnConflict::column(Column::Id).update_columns(changed).to_owned();
        Entity::insert(row).on_conflict(replaced).exec_without_returning(&transaction).await?;
        transaction.commit().await?;
        Ok(Ok(client))
    }

    /// Returns the keys of a client: those of its metadata, or of the address that they name. None if
    /// the site does not answer.
    pub(super) async fn client_keys(
        &self,
        client: &Client,
        now: Timestamp,
    ) -> Result<Jwks, StoreError> {
        if let Some(keys) = &client.metadata.jwks {
            return Ok(keys.clone());
        }
        let Some(address) = &client.metadata.jwks_uri else { return Ok(Jwks::default()) };
        let entry = self.connector.fetches.entry(address);
        let mut last = entry.lock().await;
        if let Some((keys, _)) = last.keys.as_ref().filter(|(_, at)| now < at.later_by(KEYS_KEPT)) {
            return Ok(keys.clone());
        }
        if last.failure.as_ref().is_some_and(|(_, at)| now < at.later_by(FAILURE_KEPT)) {
            return Ok(Jwks::default());
        }
        match self.webhooks.poster()?.fetch(address, MAX_JWKS_BYTES).await {
            Ok(fetched) => {
                let document = serde_json::from_slice(&fetched.bytes).unwrap_or_default();
                let keys = Jwks::from_value(&document);
                last.keys = Some((keys.clone(), now));
                Ok(keys)
            }
            Err(why) => {
                last.failure = Some((why, now));
                Ok(Jwks::default())
            }
        }
    }
}

fn is_after(millis: Option<i64>, instant: Timestamp) -> bool {
    millis.is_some_and(|millis| millis > instant.epoch_millis())
}
