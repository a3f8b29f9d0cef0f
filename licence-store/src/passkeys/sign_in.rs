//! Signs members in with passkeys, and proves the identity of a session again.

use std::net::IpAddr;

use licence_core::audit::{Act, Action, Actor};
use licence_core::member::MemberId;
use licence_core::session::{IdentityProof, SessionToken, SignedIn};
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use serde_json::Value;

use super::SESSION_ENDED;
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

/// The reason in the audit log for a passkey that was removed, or used, while its answer was verified.
const PASSKEY_CHANGED: &str = "the passkey was removed or used meanwhile";

/// A passkey that answered a challenge, and its member.
#[derive(Debug)]
pub struct PasskeyProof {
    row: passkey::Model,
    /// The public key with the counter of uses after this one.
    used: String,
    member: MemberId,
}

impl PasskeyProof {
    /// Returns the member.
    pub fn member(&self) -> MemberId {
        self.member
    }
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

    /// Returns the proof of the member whose passkey answered a challenge; `None` when the answer does
    /// not fit, or the challenge is unknown, used or expired.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    pub async fn verify_passkey(
        &self,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        address: IpAddr,
        now: Timestamp,
    ) -> Result<Option<PasskeyProof>, StoreError> {
        match self.verify(site, answer, now).await? {
            Ok(proof) => Ok(Some(proof)),
            Err(reason) => {
                self.record_refused(sign_in_act(address), reason, now).await;
                Ok(None)
            }
        }
    }

    /// Signs a member in with a proof; `None` when the member is disabled, or the passkey was removed or
    /// used meanwhile.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then there is no session.
    pub async fn sign_in_by_passkey(
        &self,
        proof: &PasskeyProof,
        from: SignInOrigin<'_>,
        now: Timestamp,
    ) -> Result<Option<NewSession>, StoreError> {
        let refused = sign_in_act(from.address).with("member", proof.member.0.to_string());
        let found = self.member(proof.member).await?;
        let Some(member) = found.filter(|member| member.disabled_at.is_none()) else {
            self.record_refused(refused, "the member is disabled", now).await;
            return Ok(None);
        };
        let transaction = self.databases.begin_short_write().await?;
        if !write_use(&transaction, proof, now).await? {
            transaction.rollback().await?;
            self.record_refused(refused, PASSKEY_CHANGED, now).await;
            return Ok(None);
        }
        let session =
            self.begin_session(&transaction, member, IdentityProof::Passkey, from, now).await?;
        transaction.commit().await?;
        Ok(Some(session))
    }

    /// Gives a session a new token, because a passkey of its member answered a challenge. The former
    /// token ends in the same transaction. `None` as [`Store::verify_passkey`], and for a passkey of
    /// another member or of a session that has ended.
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
                match self.prove_again(&proof, signed_in, now).await? {
                    Ok(token) => return Ok(Some(token)),
                    Err(reason) => reason.to_owned(),
                }
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

    /// Gives a session a new token. The inner error is the reason for the audit log.
    async fn prove_again(
        &self,
        proof: &PasskeyProof,
        signed_in: &SignedIn,
        now: Timestamp,
    ) -> Result<Result<SessionToken, &'static str>, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let renewed = match write_use(&transaction, proof, now).await? {
            true => {
                let by = IdentityProof::Passkey;
                let token = self.renew_session(&transaction, signed_in, by, now).await?;
                token.ok_or(SESSION_ENDED)
            }
            false => Err(PASSKEY_CHANGED),
        };
        match renewed {
            Ok(_) => transaction.commit().await?,
            Err(_) => transaction.rollback().await?,
        }
        Ok(renewed)
    }

    /// Verifies the answer to a challenge. The inner error is the reason for the audit log.
    async fn verify(
        &self,
        site: &PasskeySite,
        answer: PasskeyAnswer<'_>,
        now: Timestamp,
    ) -> Result<Result<PasskeyProof, String>, StoreError> {
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
                Ok(PasskeyProof { row, used: used.credential, member })
            }
            Ok(_) => Err(ANOTHER_MEMBER.to_owned()),
            Err(reason) => Err(reason),
        })
    }
}

fn sign_in_act(address: IpAddr) -> Act {
    Act::new(Action::SessionSignIn, "passkey")
        .with("by", IdentityProof::Passkey.as_str())
        .with("address", address.to_string())
}

/// Records the use of a passkey. Returns false if the passkey was removed, or its counter went on, since
/// the answer was verified.
async fn write_use(
    connection: &impl ConnectionTrait,
    proof: &PasskeyProof,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let written = passkey::Entity::update_many()
        .col_expr(passkey::Column::Credential, Expr::value(proof.used.as_str()))
        .col_expr(passkey::Column::LastUsedAt, Expr::value(now.epoch_millis()))
        .filter(passkey::Column::Id.eq(proof.row.id.as_str()))
        .filter(passkey::Column::Credential.eq(proof.row.credential.as_str()))
        .exec(connection)
        .await?;
    Ok(written.rows_affected > 0)
}
