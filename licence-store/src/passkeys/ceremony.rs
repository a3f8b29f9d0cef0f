//! The states of ceremonies between the challenge and the answer.

use licence_core::member::MemberId;
use licence_core::passkey::{CEREMONY_LIFETIME, CeremonyToken};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::{NewChallenge, PasskeyChallenge};
use crate::Store;
use crate::entity::ceremony;
use crate::error::StoreError;
use crate::rows::Row;

/// The reason in the audit log for an answer to no open challenge.
pub(super) const NO_CHALLENGE: &str = "the challenge is unknown, used or expired";

/// A ceremony that was begun.
pub(super) struct Ceremony {
    /// The member who adds a passkey; `None` for a sign-in, whose answer names the member.
    pub(super) member: Option<MemberId>,
    /// What the answer is compared with.
    pub(super) state: String,
}

impl Store {
    /// Stores the state of a challenge. `None` if there is no challenge, which is logged.
    pub(super) async fn begin_ceremony(
        &self,
        member: Option<MemberId>,
        challenge: Result<NewChallenge, String>,
        now: Timestamp,
    ) -> Result<Option<PasskeyChallenge>, StoreError> {
        let challenge = match challenge {
            Ok(challenge) => challenge,
            Err(error) => {
                tracing::error!(%error, "a browser cannot be asked for a passkey");
                return Ok(None);
            }
        };
        let token = CeremonyToken::new(self.entropy.token());
        let row = ceremony::ActiveModel {
            token_sha256: Set(token.hash().to_string()),
            member_id: Set(member.map(|member| member.0.to_string())),
            state: Set(challenge.state),
            expires_at: Set(now.later_by(CEREMONY_LIFETIME).epoch_millis()),
        };
        let transaction = self.databases.begin_short_write().await?;
        ceremony::Entity::insert(row).exec_without_returning(&transaction).await?;
        transaction.commit().await?;
        Ok(Some(PasskeyChallenge { token, options: challenge.options }))
    }

    /// Returns a ceremony and deletes it, so that a challenge has one answer; `None` for an unknown,
    /// used or expired token.
    pub(super) async fn end_ceremony(
        &self,
        token: &CeremonyToken,
        now: Timestamp,
    ) -> Result<Option<Ceremony>, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let deleted = ceremony::Entity::delete_many()
            .filter(ceremony::Column::TokenSha256.eq(token.hash().to_string()))
            .filter(ceremony::Column::ExpiresAt.gt(now.epoch_millis()))
            .exec_with_returning(&transaction)
            .await?
            .pop();
        transaction.commit().await?;
        let Some(row) = deleted else { return Ok(None) };
        let cell = Row { table: "ceremonies", id: &row.token_sha256 };
        let member = cell.parse_optional::<Uuid>(row.member_id.as_deref())?.map(MemberId);
        Ok(Some(Ceremony { member, state: row.state }))
    }
}
