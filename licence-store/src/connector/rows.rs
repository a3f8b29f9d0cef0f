//! Reads and writes the rows of clients, grants and tokens.

use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::member::MemberId;
use licence_core::oauth::grant::{CodeTerms, Grant, GrantId};
use licence_core::oauth::pkce::Challenge;
use licence_core::oauth::{Client, ClientId, Scopes};
use licence_core::time::Timestamp;
use sea_orm::Set;
use uuid::Uuid;

use crate::entity::{oauth_client, oauth_code, oauth_grant};
use crate::error::StoreError;
use crate::rows::Row;

/// The kinds of tokens in their table.
pub(super) const ACCESS: &str = "access";
pub(super) const REFRESH: &str = "refresh";

pub(super) const DAY: Duration = Duration::from_secs(86_400);

/// A client on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientRecord {
    /// The client.
    pub client: Client,
    /// When the service first knew it.
    pub created_at: Timestamp,
    /// When it last registered or asked a member for consent, to the day.
    pub last_used_at: Timestamp,
}

pub(super) fn decode_client(row: oauth_client::Model) -> Result<ClientRecord, StoreError> {
    let cell = Row { table: "oauth_clients", id: &row.id };
    let client = Client {
        id: ClientId(row.id.clone()),
        kind: cell.parse(&row.kind)?,
        metadata: cell.json(&row.metadata)?,
    };
    Ok(ClientRecord {
        client,
        created_at: cell.time(row.created_at)?,
        last_used_at: cell.time(row.last_used_at)?,
    })
}

/// Returns the row of a client that is first used now.
pub(super) fn client_row(
    client: &Client,
    now: Timestamp,
) -> Result<oauth_client::ActiveModel, StoreError> {
    let metadata = serde_json::to_string(&client.metadata)
        .map_err(|error| StoreError::corrupt("oauth_clients", &client.id.0, error))?;
    Ok(oauth_client::ActiveModel {
        id: Set(client.id.0.clone()),
        kind: Set(client.kind.to_string()),
        metadata: Set(metadata),
        created_at: Set(now.epoch_millis()),
        last_used_at: Set(now.epoch_millis()),
        fetched_at: Set(None),
        fresh_until: Set(None),
    })
}

pub(super) fn decode_grant(row: oauth_grant::Model) -> Result<Grant, StoreError> {
    let cell = Row { table: "oauth_grants", id: &row.id };
    Ok(Grant {
        id: GrantId(cell.parse::<Uuid>(&row.id)?),
        account_id: AccountId(cell.parse::<Uuid>(&row.account_id)?),
        member_id: MemberId(cell.parse::<Uuid>(&row.member_id)?),
        client_id: ClientId(row.client_id.clone()),
        client_kind: cell.parse(&row.client_kind)?,
        client_name: row.client_name.clone(),
        redirect_uri: row.redirect_uri.clone(),
        scopes: Scopes::parse(&row.scopes),
        created_at: cell.time(row.created_at)?,
        ends_at: cell.time(row.ends_at)?,
        last_used_at: cell.optional_time(row.last_used_at)?,
    })
}

pub(super) fn decode_terms(row: &oauth_code::Model) -> Result<CodeTerms, StoreError> {
    let cell = Row { table: "oauth_codes", id: &row.grant_id };
    let challenge = Challenge::parse(&row.challenge);
    let damaged = || StoreError::corrupt("oauth_codes", &row.grant_id, "the challenge");
    Ok(CodeTerms {
        client_id: ClientId(row.client_id.clone()),
        redirect_uri: row.redirect_uri.clone(),
        challenge: challenge.ok_or_else(damaged)?,
        expires_at: cell.time(row.expires_at)?,
    })
}
