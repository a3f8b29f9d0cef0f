//! The connector: its clients, the grants of members, and their codes and tokens.
//!
//! Only hashes of codes and tokens are stored. Ending a grant, disabling a member, lowering a role or
//! changing a plan holds for the next call of every process: on SQLite each of them announces itself
//! by the log beside the file, and a call is answered from memory as long as nothing was announced
//! ([`state`]). On PostgreSQL a call reads its token with grant, member and account.
//!
//! Documents and keys of clients are fetched under the policy for webhooks.

mod clients;
mod codes;
mod documents;
mod error;
mod grant_end;
mod grants;
mod proof;
mod rows;
mod state;
mod tokens;

use licence_core::oauth::ConnectorAddress;
use licence_core::oauth::grant::Grant;
use licence_core::oauth::token::{AccessToken, TokenHash};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

use crate::Store;
use crate::accounts::decode_account;
use crate::boxed;
use crate::bulk::delete;
use crate::entity::{
    account, member, oauth_assertion, oauth_client, oauth_code, oauth_grant, oauth_token,
};
use crate::error::StoreError;
use crate::keys::{Tail, version};
use crate::members::decode_member;
use crate::rows::Row;
pub use documents::FoundClient;
pub use error::ConnectorError;
pub(crate) use grant_end::{delete_grants_of_member, fold_grant, grants_of_member};
pub use rows::ClientRecord;
pub use state::ConnectorCaller;
pub(crate) use state::ConnectorState;
pub use tokens::IssuedTokens;

use rows::{ACCESS, decode_grant};
use state::FoundCaller;

impl Store {
    /// Returns who calls with a token; `None` for a token that is unknown, expired, revoked or for
    /// another resource, and for a disabled member.
    ///
    /// # Errors
    /// [`StoreError`] when the database is needed and cannot be read.
    pub async fn connector_caller(
        &self,
        token: &AccessToken,
        connector: &ConnectorAddress,
        now: Timestamp,
    ) -> Result<Option<ConnectorCaller>, StoreError> {
        let hash = token.hash();
        let found = match self.connector.callers.find(hash) {
            // The epoch last, because the process may have been stopped before.
            Some((held, version)) if self.keys.covers_people(version) => Some(held),
            _ => self.load_caller(hash).await?,
        };
        let is_good = |it: &FoundCaller| now < it.ends_at && it.resource == connector.resource();
        let Some(found) = found.filter(is_good) else { return Ok(None) };
        if self.connector.note_use(found.caller.grant_id, found.last_used_at, now) {
            self.connector.callers.note_use(hash, now);
        }
        Ok(Some(found.caller))
    }

    /// Reads a caller, and keeps it unless a change is under way.
    #[boxed]
    async fn load_caller(&self, hash: TokenHash) -> Result<Option<FoundCaller>, StoreError> {
        if !self.keys.announces_people() {
            return find_caller(&self.databases.reader, hash, &Tail::default()).await;
        }
        // One state of the database, so that the caller matches the version.
        let transaction = self.databases.begin_read().await?;
        let committed = version(&transaction).await?;
        let tail = self.keys.tail(committed)?;
        let found = find_caller(&transaction, hash, &tail).await?;
        transaction.commit().await?;
        if !(tail.is_settled && tail.is_folded()) {
            self.mend_keys();
        }
        if let Some(found) = found.as_ref().filter(|_| tail.is_settled) {
            self.connector.callers.hold(hash, found.clone(), tail.end);
        }
        Ok(found)
    }

    /// Deletes what cannot be used any more: codes a day after their end, expired tokens and proofs,
    /// grants past their end, and registrations that nobody used for 30 days.
    pub(crate) async fn prune_connector(&self, now: Timestamp) -> Result<(), StoreError> {
        let at = now.epoch_millis();
        let transaction = self.databases.begin_short_write().await?;
        let ended = oauth_assertion::Column::ExpiresAt.lte(at);
        delete::<oauth_assertion::Entity>(&transaction, ended).await?;
        let a_day_before = now.earlier_by(rows::DAY).epoch_millis();
        let ended = oauth_code::Column::ExpiresAt.lte(a_day_before);
        delete::<oauth_code::Entity>(&transaction, ended).await?;
        delete::<oauth_token::Entity>(&transaction, oauth_token::Column::ExpiresAt.lte(at)).await?;
        delete::<oauth_grant::Entity>(&transaction, oauth_grant::Column::EndsAt.lte(at)).await?;
        let unused = clients::unused_registrations(now);
        delete::<oauth_client::Entity>(&transaction, unused).await?;
        Ok(transaction.commit().await?)
    }
}

/// Returns the caller of a token that neither the rows nor the tail of the log ended.
async fn find_caller(
    connection: &impl ConnectionTrait,
    hash: TokenHash,
    tail: &Tail,
) -> Result<Option<FoundCaller>, StoreError> {
    let token = oauth_token::Entity::find_by_id(hash.to_string())
        .filter(oauth_token::Column::Kind.eq(ACCESS));
    let Some(token) = token.one(connection).await? else { return Ok(None) };
    let row = oauth_grant::Entity::find_by_id(&token.grant_id)
        .find_also_related(member::Entity)
        .find_also_related(account::Entity)
        .one(connection)
        .await?;
    let Some((row, Some(member), Some(account))) = row else { return Ok(None) };
    let resource = row.resource.clone();
    let (grant, member) = (decode_grant(row)?, decode_member(member)?);
    if tail.has_ended(&grant) || member.disabled_at.is_some() {
        return Ok(None);
    }
    let token_ends = Row { table: "oauth_tokens", id: &token.grant_id }.time(token.expires_at)?;
    let Grant { id: grant_id, ends_at, last_used_at, scopes, .. } = grant;
    let scopes = scopes.within_role(member.role);
    let caller = ConnectorCaller { grant_id, scopes, member, account: decode_account(account)? };
    Ok(Some(FoundCaller { caller, resource, ends_at: ends_at.min(token_ends), last_used_at }))
}
