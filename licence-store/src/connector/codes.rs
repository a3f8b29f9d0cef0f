//! Codes: a member's consent makes one, and its client exchanges it once.

use licence_core::account::AccountId;
use licence_core::audit::{Action, Actor};
use licence_core::member::MemberId;
use licence_core::oauth::grant::{CODE_LIFETIME, GRANT_LIFETIME, Grant};
use licence_core::oauth::request::Proposal;
use licence_core::oauth::token::CodeToken;
use licence_core::oauth::{Client, ClientId, ConnectorAddress, Scopes, TokenError};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::error::ConnectorError;
use super::grant_end::grant_act;
use super::rows::{decode_client, decode_grant, decode_terms};
use super::tokens::IssuedTokens;
use crate::Store;
use crate::boxed;
use crate::entity::{oauth_client, oauth_code, oauth_grant};
use crate::error::StoreError;
use crate::members::find_member;
use crate::rows::Row;

impl Store {
    /// Returns the code for a client that a member of an account consents to. `scopes` are those that
    /// the member ticked.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn create_code(
        &self,
        (account, member): (AccountId, MemberId),
        client: &Client,
        proposal: &Proposal,
        scopes: &Scopes,
        connector: &ConnectorAddress,
        now: Timestamp,
    ) -> Result<CodeToken, StoreError> {
        let code = CodeToken::new(self.entropy.token());
        let row = oauth_code::ActiveModel {
            token_sha256: Set(code.hash().to_string()),
            grant_id: Set(self.entropy.uuid().to_string()),
            account_id: Set(account.0.to_string()),
            member_id: Set(member.0.to_string()),
            client_id: Set(client.id.0.clone()),
            redirect_uri: Set(proposal.return_to.redirect_uri.clone()),
            resource: Set(connector.resource()),
            challenge: Set(proposal.challenge.as_str().to_owned()),
            scopes: Set(scopes.and(&proposal.scopes).to_string()),
            expires_at: Set(now.later_by(CODE_LIFETIME).epoch_millis()),
            used_at: Set(None),
        };
        let transaction = self.databases.begin_short_write().await?;
        oauth_code::Entity::insert(row).exec_without_returning(&transaction).await?;
        transaction.commit().await?;
        Ok(code)
    }

    /// Exchanges a code for the tokens of a new grant. A second use of a code ends its grant, because
    /// somebody else may hold the tokens.
    ///
    /// # Errors
    /// [`ConnectorError::Refused`] for a code that is unknown, expired, used or another client's, and
    /// for a member who is disabled meanwhile.
    #[boxed]
    pub async fn exchange_code(
        &self,
        client: &ClientId,
        code: &CodeToken,
        redirect_uri: Option<&str>,
        verifier: &str,
        now: Timestamp,
    ) -> Result<IssuedTokens, ConnectorError> {
        let hash = code.hash().to_string();
        let row = oauth_code::Entity::find_by_id(&hash).one(&self.databases.reader).await?;
        let row = row.ok_or(TokenError::InvalidGrant)?;
        if row.used_at.is_some() {
            return Err(self.end_reused(&row.grant_id, now).await?.into());
        }
        decode_terms(&row)?.check_exchange(client, redirect_uri, verifier, now)?;
        let transaction = self.databases.begin_short_write().await?;
        let consumed = oauth_code::Entity::update_many()
            .col_expr(oauth_code::Column::UsedAt, Expr::value(now.epoch_millis()))
            .filter(oauth_code::Column::TokenSha256.eq(hash))
            .filter(oauth_code::Column::UsedAt.is_null())
            .exec(&transaction)
            .await?;
        if consumed.rows_affected == 0 {
            transaction.rollback().await?;
            return Err(self.end_reused(&row.grant_id, now).await?.into());
        }
        let grant = self.insert_grant(&transaction, &row, now).await?;
        let tokens = self.issue_tokens(&transaction, grant, now).await?;
        transaction.commit().await?;
        Ok(tokens)
    }

    async fn insert_grant(
        &self,
        connection: &impl ConnectionTrait,
        code: &oauth_code::Model,
        now: Timestamp,
    ) -> Result<Grant, ConnectorError> {
        let cell = Row { table: "oauth_codes", id: &code.grant_id };
        let member = MemberId(cell.parse::<Uuid>(&code.member_id)?);
        let revoked = self.unfolded_revocations().await?;
        let found = find_member(connection, member).await?;
        if found.is_none_or(|member| revoked.disabled_at(&member).is_some()) {
            return Err(TokenError::InvalidGrant.into());
        }
        let client = oauth_client::Entity::find_by_id(&code.client_id).one(connection).await?;
        let client = decode_client(client.ok_or(TokenError::InvalidGrant)?)?.client;
        let row = oauth_grant::Model {
            id: code.grant_id.clone(),
            account_id: code.account_id.clone(),
            member_id: code.member_id.clone(),
            client_id: code.client_id.clone(),
            client_kind: client.kind.to_string(),
            client_name: client.metadata.client_name,
            redirect_uri: code.redirect_uri.clone(),
            resource: code.resource.clone(),
            scopes: code.scopes.clone(),
            created_at: now.epoch_millis(),
            ends_at: now.later_by(GRANT_LIFETIME).epoch_millis(),
            last_used_at: None,
        };
        let grant = decode_grant(row.clone())?;
        let row = oauth_grant::ActiveModel::from(row).reset_all();
        oauth_grant::Entity::insert(row).exec_without_returning(connection).await?;
        let store = self.acting_as(Actor::Member(member));
        let act = grant_act(Action::GrantCreate, &grant);
        let act = act.with("redirect_uri", grant.redirect_uri.as_str());
        store.record_done(connection, act, now).await?;
        Ok(grant)
    }

    /// Ends the grant of a code or a refresh token that was used by two, and returns the refusal.
    pub(super) async fn end_reused(
        &self,
        grant: &str,
        now: Timestamp,
    ) -> Result<TokenError, StoreError> {
        let row = oauth_grant::Entity::find_by_id(grant).one(&self.databases.reader).await?;
        if let Some(grant) = row.map(decode_grant).transpose()? {
            tracing::warn!(grant = %grant.id.0, "a code or refresh token was used by two");
            let store = self.acting_as(Actor::Server);
            store.end_grant(&grant, Action::GrantReuse, now).await?;
        }
        Ok(TokenError::InvalidGrant)
    }
}
