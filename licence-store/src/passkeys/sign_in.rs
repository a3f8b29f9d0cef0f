//! Signs members in with passkeys, and proves the identity of a session again.

use licence_core::audit::{Act, Action, Actor};
use licence_core::member::MemberId;
use licence_core::session::{IdentityProof, SessionToken, SignedIn};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use serde_json::Value;

use super::ceremony::{Ceremony, NO_CHALLENGE};
use super::rows::{decode_passkey, find_credential};
use super::{PasskeyAnswer, PasskeyChallenge, PasskeySite};
use crate::Store;
use crate::boxed;
use crate::entity::passkey;
use crate::error::StoreError;
use crate::sessions::{NewSession, SignInOrigin};

/// The reason in the audit log for an answer of a passkey that names or belongs to another member.
const ANOTHER_MEMBER: &str = "the passkey is another member's";

/// A passkey that answered a challenge, as it is to be stored, and its member.
struct Proof {
    row: passkey::Model,
    member: MemberId,
}

impl Store {
    /// Returns a challenge for a browser that signs in, or proves the identity again; the answer
    /// names the member.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn start_passkey_sign_in(
        &self,
        site: &PasskeySite,
        now: Timestamp,
    ) -> Result<Option<PasskeyChallenge>, StoreError> {
        self.begin_ceremony(None, site.start_sign_in(), now).await
    }

    /// Signs the member in whose passkey answered a challenge; `None` when the answer does not fit,
    /// the challenge is unknown, used or expired, or the member is disabled.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then there is no session.
    pub async fn finish_passkey_sign_in(
        &self,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        from: SignInOrigin<'_>,
        now: Timestamp,
    ) -> Result<Option<NewSession>, StoreError> {
        let act = Act::new(Action::SessionSignIn, "passkey")
            .with("by", IdentityProof::Passkey.as_str())
            .with("address", from.address.to_string());
        let proof = match self.verify(site, answer, now).await? {
            Ok(proof) => proof,
            Err(reason) => {
                self.record_refused(act, reason, now).await;
                return Ok(None);
            }
        };
        let found = self.member(proof.member).await?;
        let Some(member) = found.filter(|member| member.disabled_at.is_none()) else {
            let act = act.with("member", proof.member.0.to_string());
            self.record_refused(act, "the member is disabled", now).await;
            return Ok(None);
        };
        let transaction = self.databases.begin_short_write().await?;
        write_use(&transaction, &proof.row, now).await?;
        let session =
            self.begin_session(&transaction, member, IdentityProof::Passkey, from, now).await?;
        transaction.commit().await?;
        Ok(Some(session))
    }

    /// Gives a session a new token, because a passkey of its member answered a challenge. The former
    /// token ends in the same transaction. `None` as [`Store::finish_passkey_sign_in`], and for a
    /// passkey of another member.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the session keeps its token.
    pub async fn finish_passkey_proof(
        &self,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        signed_in: &SignedIn,
        now: Timestamp,
    ) -> Result<Option<SessionToken>, StoreError> {
        let member = &signed_in.member;
        let reason = match self.verify(site, answer, now).await? {
            Ok(proof) if proof.member == member.id => {
                let transaction = self.databases.begin_short_write().await?;
                write_use(&transaction, &proof.row, now).await?;
                let by = IdentityProof::Passkey;
                let token = self.renew_session(&transaction, signed_in, by, now).await?;
                transaction.commit().await?;
                return Ok(token);
            }
            Ok(_) => ANOTHER_MEMBER.to_owned(),
            Err(reason) => reason,
        };
        let act = Act::new(Action::SessionSignIn, signed_in.session_id.0)
            .for_account(member.account_id)
            .with("member", member.id.0.to_string())
            .with("by", IdentityProof::Passkey.as_str());
        self.acting_as(Actor::Member(member.id)).record_refused(act, reason, now).await;
        Ok(None)
    }

    /// Verifies the answer to a challenge. The inner error is the reason for the audit log.
    async fn verify(
        &self,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        now: Timestamp,
    ) -> Result<Result<Proof, String>, StoreError> {
        let ceremony = self.end_ceremony(answer.token, now).await?;
        let Some(Ceremony { member: None, state }) = ceremony else {
            return Ok(Err(NO_CHALLENGE.to_owned()));
        };
        let named: Value = serde_json::from_str(answer.credential).unwrap_or_default();
        let row = match named["rawId"].as_str() {
            Some(id) => find_credential(&self.databases.reader, id).await?,
            None => None,
        };
        let Some(row) = row else { return Ok(Err("the passkey is not on record".to_owned())) };
        let member = decode_passkey(&row)?.member_id;
        Ok(match site.finish_sign_in(&state, answer.credential, &row.credential) {
            Ok(used) if used.member == member.0 => {
                Ok(Proof { row: passkey::Model { credential: used.credential, ..row }, member })
            }
            Ok(_) => Err(ANOTHER_MEMBER.to_owned()),
            Err(reason) => Err(reason),
        })
    }
}

async fn write_use(
    connection: &impl ConnectionTrait,
    row: &passkey::Model,
    now: Timestamp,
) -> Result<(), StoreError> {
    passkey::Entity::update_many()
        .col_expr(passkey::Column::Credential, Expr::value(row.credential.as_str()))
        .col_expr(passkey::Column::LastUsedAt, Expr::value(now.epoch_millis()))
        .filter(passkey::Column::Id.eq(row.id.as_str()))
        .exec(connection)
        .await?;
    Ok(())
}
