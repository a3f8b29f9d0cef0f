//! Tokens of grants: issued, renewed, given up.

use std::fmt;

use licence_core::audit::{Action, Actor};
use licence_core::oauth::grant::{Grant, RefreshUse, judge_refresh, token_ends};
use licence_core::oauth::token::{AccessToken, RefreshToken, TokenHash};
use licence_core::oauth::token_request::RevokedToken;
use licence_core::oauth::{ClientId, Scopes, TokenError};
use licence_core::time::Timestamp;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};

use super::error::ConnectorError;
use super::rows::{ACCESS, REFRESH, decode_grant};
use crate::Store;
use crate::boxed;
use crate::entity::oauth_grant;
use crate::entity::oauth_token::{ActiveModel, Column, Entity, Model};
use crate::error::StoreError;
use crate::rows::Row;

/// The tokens of a grant, shown once.
#[derive(Clone, PartialEq, Eq)]
pub struct IssuedTokens {
    /// The token of calls.
    pub access: AccessToken,
    /// The token that is exchanged for the next pair.
    pub refresh: RefreshToken,
    /// How many seconds the access token is good.
    pub expires_in: i64,
    /// What was granted.
    pub scopes: Scopes,
}

impl fmt::Debug for IssuedTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IssuedTokens({})", self.scopes)
    }
}

impl Store {
    /// Exchanges a refresh token for new tokens. A reuse after the grace ends the grant.
    ///
    /// # Errors
    /// [`ConnectorError::Refused`] for a token that is unknown, expired, used or another client's,
    /// and for scopes beyond the grant.
    #[boxed]
    pub async fn refresh_tokens(
        &self,
        client: &ClientId,
        token: &RefreshToken,
        scopes: Option<&Scopes>,
        now: Timestamp,
    ) -> Result<IssuedTokens, ConnectorError> {
        let hash = token.hash();
        let transaction = self.databases.begin_short_write().await?;
        let of_client = self.grant_of_token(&transaction, hash, REFRESH, client).await?;
        let Some(grant) = of_client.filter(|grant| now < grant.ends_at) else {
            return Err(TokenError::InvalidGrant.into());
        };
        if scopes.is_some_and(|scopes| scopes.and(&grant.scopes) != *scopes) {
            return Err(TokenError::InvalidScope.into());
        }
        // The row is locked from here on, so that each of two uses at once counts.
        let first_used_at = Expr::col(Column::FirstUsedAt).if_null(now.epoch_millis());
        let mut used = Entity::update_many()
            .col_expr(Column::Uses, Expr::col(Column::Uses).add(1))
            .col_expr(Column::FirstUsedAt, first_used_at)
            .filter(Column::TokenSha256.eq(hash.to_string()))
            .exec_with_returning(&transaction)
            .await?;
        match judge(&used.pop().ok_or(TokenError::InvalidGrant)?, now)? {
            RefreshUse::Renews => {
                let tokens = self.issue_tokens(&transaction, grant, now).await?;
                transaction.commit().await?;
                Ok(tokens)
            }
            RefreshUse::Refused => Err(TokenError::InvalidGrant.into()),
            RefreshUse::Reused => {
                transaction.rollback().await?;
                Err(self.end_reused(&grant.id.0.to_string(), now).await?.into())
            }
        }
    }

    /// Ends the grant of a token that its client gives up. An unknown token, and one of another
    /// client, changes nothing.
    ///
    /// # Errors
    /// [`StoreError`] when the database, or the log beside it, fails.
    #[boxed]
    pub async fn revoke_token(
        &self,
        client: &ClientId,
        token: &RevokedToken,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let (hash, kind) = match token {
            RevokedToken::Access(token) => (token.hash(), ACCESS),
            RevokedToken::Refresh(token) => (token.hash(), REFRESH),
            RevokedToken::Unknown => return Ok(()),
        };
        let reader = &self.databases.reader;
        if let Some(grant) = self.grant_of_token(reader, hash, kind, client).await? {
            let store = self.acting_as(Actor::Member(grant.member_id));
            store.end_grant(&grant, Action::GrantRevoke, now).await?;
        }
        Ok(())
    }

    /// Returns the grant of a token of this kind and client, unless the grant ended.
    async fn grant_of_token(
        &self,
        connection: &impl ConnectionTrait,
        hash: TokenHash,
        kind: &str,
        client: &ClientId,
    ) -> Result<Option<Grant>, StoreError> {
        let token = Entity::find_by_id(hash.to_string()).filter(Column::Kind.eq(kind));
        let Some(token) = token.one(connection).await? else { return Ok(None) };
        let row = oauth_grant::Entity::find_by_id(token.grant_id)
            .filter(oauth_grant::Column::ClientId.eq(&client.0))
            .one(connection)
            .await?;
        let Some(grant) = row.map(decode_grant).transpose()? else { return Ok(None) };
        let revoked = self.unfolded_revocations().await?;
        Ok(Some(grant).filter(|grant| !revoked.has_ended(grant)))
    }

    /// Writes a new pair of tokens of a grant.
    pub(super) async fn issue_tokens(
        &self,
        connection: &impl ConnectionTrait,
        grant: Grant,
        now: Timestamp,
    ) -> Result<IssuedTokens, StoreError> {
        let access = AccessToken::new(self.entropy.token());
        let refresh = RefreshToken::new(self.entropy.token());
        let (access_ends, refresh_ends) = token_ends(grant.ends_at, self.access_lifetime, now);
        let pair = [(access.hash(), ACCESS, access_ends), (refresh.hash(), REFRESH, refresh_ends)];
        for (hash, kind, ends) in pair {
            let row = ActiveModel {
                token_sha256: Set(hash.to_string()),
                grant_id: Set(grant.id.0.to_string()),
                kind: Set(kind.to_owned()),
                expires_at: Set(ends.epoch_millis()),
                uses: Set(0),
                first_used_at: Set(None),
            };
            Entity::insert(row).exec_without_returning(connection).await?;
        }
        let expires_in = access_ends.epoch_seconds() - now.epoch_seconds();
        Ok(IssuedTokens { access, refresh, expires_in, scopes: grant.scopes })
    }
}

fn judge(row: &Model, now: Timestamp) -> Result<RefreshUse, StoreError> {
    let cell = Row { table: "oauth_tokens", id: &row.grant_id };
    let first_used_at = cell.optional_time(row.first_used_at)?.unwrap_or(now);
    let uses = u32::try_from(row.uses).unwrap_or(u32::MAX);
    Ok(judge_refresh(cell.time(row.expires_at)?, first_used_at, uses, now))
}
