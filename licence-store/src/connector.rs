//! The connector: its clients, the grants of members, and their codes and tokens.
//!
//! Only hashes of codes and tokens are stored, and nothing is cached: a call reads its token with
//! grant, member and account, so that ending the grant, disabling the member or lowering the role
//! holds for the next call of every process. While another process writes to the SQLite file, the log
//! beside the file says at once which grants ended.
//!
//! Documents and keys of clients are fetched under the policy for webhooks.

mod clients;
mod codes;
mod documents;
mod error;
mod fetches;
mod grant_end;
mod grants;
mod proof;
mod rows;
mod state;
mod tokens;

use licence_core::account::Account;
use licence_core::member::Member;
use licence_core::oauth::grant::GrantId;
use licence_core::oauth::token::AccessToken;
use licence_core::oauth::{ConnectorAddress, Scopes};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::Store;
use crate::accounts::decode_account;
use crate::entity::{
    account, member, oauth_assertion, oauth_client, oauth_code, oauth_grant, oauth_token,
};
use crate::error::StoreError;
use crate::members::decode_member;
pub use documents::FoundClient;
pub use error::ConnectorError;
pub(crate) use grant_end::{delete_grants_of_member, fold_grant};
pub use rows::ClientRecord;
pub(crate) use state::ConnectorState;
pub use tokens::IssuedTokens;

use rows::{ACCESS, decode_grant};

/// Who calls with an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectorCaller {
    /// The grant.
    pub grant_id: GrantId,
    /// What the client may do now: what was granted, as far as the member's role allows it.
    pub scopes: Scopes,
    /// The member, who is not disabled.
    pub member: Member,
    /// The account of the member.
    pub account: Account,
}

impl Store {
    /// Returns who calls with a token; `None` for a token that is unknown, expired, revoked or for
    /// another resource, and for a disabled member.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn connector_caller(
        &self,
        token: &AccessToken,
        connector: &ConnectorAddress,
        now: Timestamp,
    ) -> Result<Option<ConnectorCaller>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let reader = &self.databases.reader;
        let token = oauth_token::Entity::find_by_id(token.hash().to_string())
            .filter(oauth_token::Column::Kind.eq(ACCESS))
            .filter(oauth_token::Column::ExpiresAt.gt(now.epoch_millis()));
        let Some(token) = token.one(reader).await? else { return Ok(None) };
        let row = oauth_grant::Entity::find_by_id(&token.grant_id)
            .filter(oauth_grant::Column::Resource.eq(connector.resource()))
            .find_also_related(member::Entity)
            .find_also_related(account::Entity)
            .one(reader)
            .await?;
        let Some((grant, Some(member), Some(account))) = row else { return Ok(None) };
        let (grant, member) = (decode_grant(grant)?, decode_member(member)?);
        let is_ended = now >= grant.ends_at
            || revoked.grants.contains_key(&grant.id)
            || revoked.members.contains_key(&member.id)
            || member.disabled_at.is_some();
        if is_ended {
            return Ok(None);
        }
        self.connector.note_use(&grant, now);
        let scopes = grant.scopes.within_role(member.role);
        let account = decode_account(account)?;
        Ok(Some(ConnectorCaller { grant_id: grant.id, scopes, member, account }))
    }

    /// Deletes what cannot be used any more: codes a day after their end, expired tokens and proofs,
    /// grants past their end, and registrations that nobody used for 30 days.
    pub(crate) async fn prune_connector(&self, now: Timestamp) -> Result<(), StoreError> {
        let at = now.epoch_millis();
        let transaction = self.databases.begin_short_write().await?;
        oauth_assertion::Entity::delete_many()
            .filter(oauth_assertion::Column::ExpiresAt.lte(at))
            .exec(&transaction)
            .await?;
        oauth_code::Entity::delete_many()
            .filter(oauth_code::Column::ExpiresAt.lte(now.earlier_by(rows::DAY).epoch_millis()))
            .exec(&transaction)
            .await?;
        oauth_token::Entity::delete_many()
            .filter(oauth_token::Column::ExpiresAt.lte(at))
            .exec(&transaction)
            .await?;
        oauth_grant::Entity::delete_many()
            .filter(oauth_grant::Column::EndsAt.lte(at))
            .exec(&transaction)
            .await?;
        oauth_client::Entity::delete_many()
            .filter(clients::unused_registrations(now))
            .exec(&transaction)
            .await?;
        Ok(transaction.commit().await?)
    }
}
