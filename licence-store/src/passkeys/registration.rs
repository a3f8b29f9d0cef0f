//! Adds, lists and removes passkeys.

use std::collections::BTreeMap;

use licence_core::account::AccountId;
use licence_core::account::label::Label;
use licence_core::audit::{Act, Action};
use licence_core::member::{Member, MemberId};
use licence_core::passkey::{MAX_PASSKEYS, Passkey, PasskeyId};
use licence_core::session::{IdentityProof, SessionToken, SignedIn};
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, Set};

use super::SESSION_ENDED;
use super::ceremony::{Ceremony, NO_CHALLENGE};
use super::rows::{decode_passkey, find_credential, passkeys_of_member};
use super::{NewCredential, PasskeyAnswer, PasskeyChallenge, PasskeySite};
use crate::Store;
use crate::boxed;
use crate::entity::passkey;
use crate::error::StoreError;
use crate::members::lock_member;

impl Store {
    /// Returns the passkeys of a member of an account, the oldest first. Empty for a member of
    /// another account.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn passkeys(
        &self,
        account: AccountId,
        member: MemberId,
    ) -> Result<Vec<Passkey>, StoreError> {
        let members = self.members(account).await?;
        if !members.iter().any(|it| it.id == member) {
            return Ok(Vec::new());
        }
        let rows = passkeys_of_member(&self.databases.reader, member).await?;
        rows.iter().map(decode_passkey).collect()
    }

    /// Returns how many passkeys each member of an account has; no entry for a member without one.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn passkey_counts(
        &self,
        account: AccountId,
    ) -> Result<BTreeMap<MemberId, usize>, StoreError> {
        let members = self.members(account).await?;
        let ids = members.iter().map(|member| member.id.0.to_string());
        let rows = passkey::Entity::find().filter(passkey::Column::MemberId.is_in(ids));
        let mut counts = BTreeMap::new();
        for row in rows.all(&self.databases.reader).await? {
            *counts.entry(decode_passkey(&row)?.member_id).or_default() += 1;
        }
        Ok(counts)
    }

    /// Returns a challenge for a browser that makes a passkey; `None` for a member who has
    /// [`MAX_PASSKEYS`].
    ///
    /// # Errors
    /// [`StoreError`] when the database fails.
    #[boxed]
    pub async fn start_passkey(
        &self,
        site: &PasskeySite,
        signed_in: &SignedIn,
        now: Timestamp,
    ) -> Result<Option<PasskeyChallenge>, StoreError> {
        let member = &signed_in.member;
        let rows = passkeys_of_member(&self.databases.reader, member.id).await?;
        if rows.len() >= MAX_PASSKEYS {
            return Ok(None);
        }
        let credentials: Vec<_> = rows.into_iter().map(|row| row.credential).collect();
        let challenge = site.start_registration(member, &signed_in.account.name, &credentials);
        self.begin_ceremony(Some(member.id), challenge, now).await
    }

    /// Adds the passkey that a browser made. The device has just verified the member, so the session
    /// gets a new token, and its identity is proven by a passkey. `None` for an answer that does not
    /// fit, for a challenge that is unknown, used, expired or another member's, and for a session that
    /// has ended; then there is no passkey.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then there is no passkey.
    pub async fn finish_passkey(
        &self,
        site: &PasskeySite,
        signed_in: &SignedIn,
        answer: PasskeyAnswer<'_>,
        label: &Label,
        now: Timestamp,
    ) -> Result<Option<SessionToken>, StoreError> {
        let member = signed_in.member.id;
        let id = PasskeyId(self.entropy.uuid());
        let act = passkey_act(Action::PasskeyAdd, signed_in, id).with("label", label.as_str());
        let made = match self.end_ceremony(answer.token, now).await? {
            Some(Ceremony { member: Some(owner), state }) if owner == member => {
                site.finish_registration(&state, answer.credential)
            }
            _ => Err(NO_CHALLENGE.to_owned()),
        };
        let transaction = self.databases.begin_short_write().await?;
        let made = match made {
            Ok(made) => refuse_known(&transaction, &signed_in.member, made).await?,
            Err(reason) => Err(reason),
        };
        let made = match made {
            Ok(made) => made,
            Err(reason) => {
                transaction.rollback().await?;
                self.record_refused(act, reason, now).await;
                return Ok(None);
            }
        };
        let row = passkey::ActiveModel {
            id: Set(id.0.to_string()),
            member_id: Set(member.0.to_string()),
            credential_id: Set(made.id),
            credential: Set(made.credential),
            label: Set(label.to_string()),
            created_at: Set(now.epoch_millis()),
            last_used_at: Set(None),
        };
        passkey::Entity::insert(row).exec_without_returning(&transaction).await?;
        self.record_done(&transaction, act.clone(), now).await?;
        let by = IdentityProof::Passkey;
        let Some(token) = self.renew_session(&transaction, signed_in, by, now).await? else {
            transaction.rollback().await?;
            self.record_refused(act, SESSION_ENDED, now).await;
            return Ok(None);
        };
        transaction.commit().await?;
        Ok(Some(token))
    }

    /// Removes a passkey, and ends the member's other sessions. Returns whether the member had it.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the passkey stays.
    #[boxed]
    pub async fn remove_passkey(
        &self,
        signed_in: &SignedIn,
        id: PasskeyId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let Member { id: member, account_id: account, .. } = signed_in.member;
        let act = passkey_act(Action::PasskeyRemove, signed_in, id);
        let passkeys = self.passkeys(account, member).await?;
        let Some(removed) = passkeys.iter().find(|passkey| passkey.id == id) else {
            self.record_refused(act, "the member has no such passkey", now).await;
            return Ok(false);
        };
        let transaction = self.databases.begin_short_write().await?;
        passkey::Entity::delete_by_id(id.0.to_string()).exec(&transaction).await?;
        self.record_done(&transaction, act.with("label", removed.label.as_str()), now).await?;
        transaction.commit().await?;
        self.end_sessions(account, member, Some(signed_in.session_id), now).await?;
        Ok(true)
    }
}

/// Refuses a passkey that is on record, and one more than a member may have: both may have changed
/// since the challenge.
async fn refuse_known(
    transaction: &DatabaseTransaction,
    member: &Member,
    made: NewCredential,
) -> Result<Result<NewCredential, String>, StoreError> {
    if find_credential(transaction, &made.id).await?.is_some() {
        return Ok(Err("the passkey is on record already".to_owned()));
    }
    lock_member(transaction, member.id).await?;
    match passkeys_of_member(transaction, member.id).await?.len() < MAX_PASSKEYS {
        true => Ok(Ok(made)),
        false => Ok(Err(format!("the member has {MAX_PASSKEYS} passkeys, which is the limit"))),
    }
}

fn passkey_act(action: Action, signed_in: &SignedIn, id: PasskeyId) -> Act {
    let member = &signed_in.member;
    Act::new(action, id.0).for_account(member.account_id).with("member", member.id.0.to_string())
}
