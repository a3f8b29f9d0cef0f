//! Records of checks that members of an account saved, shared by their unguessable ids.
//!
//! A record is never changed. It can be withdrawn, and goes after 400 days.

mod reads;

use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::audit::{Act, Action};
use licence_core::evidence::{Evidence, EvidenceFile, EvidenceId};
use licence_core::member::MemberId;
use licence_core::time::Timestamp;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::Store;
use crate::boxed;
use crate::bulk::delete;
use crate::entity::evidence::{ActiveModel, Column, Entity, Model};
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::Row;

const KEPT: Duration = Duration::from_secs(400 * 86_400);

impl Store {
    /// Saves a question and the exact JSON of its answer, as a member of an account.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing is saved.
    #[boxed]
    pub async fn save_evidence(
        &self,
        account: AccountId,
        member: MemberId,
        question: &str,
        answer: &str,
        now: Timestamp,
    ) -> Result<Evidence, StoreError> {
        let id = EvidenceId(self.entropy.bits());
        let file = EvidenceFile::new(id, question.to_owned(), answer.to_owned(), now);
        let row = ActiveModel {
            id: Set(id.to_string()),
            account_id: Set(account.0.to_string()),
            member_id: Set(member.0.to_string()),
            question: Set(file.question.clone()),
            answer: Set(file.answer.clone()),
            sha256: Set(file.sha256.clone()),
            created_at: Set(now.epoch_millis()),
            revoked_at: Set(None),
        };
        let transaction = self.databases.begin_short_write().await?;
        fail_point::before_write();
        Entity::insert(row).exec_without_returning(&transaction).await?;
        let act = Act::new(Action::EvidenceSave, id).for_account(account);
        self.record_done(&transaction, act.with("sha256", file.sha256.clone()), now).await?;
        transaction.commit().await?;
        Ok(Evidence { account_id: account, member_id: member, file, revoked_at: None })
    }

    /// Returns the record with this id for anyone who knows the id; `None` if there is none, or it
    /// was withdrawn.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn evidence(&self, id: EvidenceId) -> Result<Option<Evidence>, StoreError> {
        let row = Entity::find_by_id(id.to_string()).filter(Column::RevokedAt.is_null());
        row.one(&self.databases.reader).await?.map(decode_row).transpose()
    }

    /// Returns the newest records of an account, withdrawn ones included, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn account_evidence(
        &self,
        account: AccountId,
        limit: u64,
    ) -> Result<Vec<Evidence>, StoreError> {
        let rows = Entity::find()
            .filter(Column::AccountId.eq(account.0.to_string()))
            .order_by_desc(Column::CreatedAt)
            .order_by_asc(Column::Id)
            .limit(limit)
            .all(&self.databases.reader)
            .await?;
        rows.into_iter().map(decode_row).collect()
    }

    /// Withdraws a record, so that its link ends. Returns whether the account has a record with that
    /// id. A record that was withdrawn before keeps its time.
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then the record is not withdrawn.
    #[boxed]
    pub async fn revoke_evidence(
        &self,
        account: AccountId,
        id: EvidenceId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        let row = Entity::find_by_id(id.to_string())
            .filter(Column::AccountId.eq(account.0.to_string()))
            .one(&transaction)
            .await?;
        let Some(row) = row else { return Ok(false) };
        if row.revoked_at.is_some() {
            return Ok(true);
        }
        fail_point::before_write();
        let revoked = Entity::update_many()
            .col_expr(Column::RevokedAt, Expr::value(now.epoch_millis()))
            .filter(Column::Id.eq(row.id))
            .filter(Column::RevokedAt.is_null())
            .exec(&transaction)
            .await?;
        // Another process may have withdrawn it meanwhile.
        if revoked.rows_affected > 0 {
            let act = Act::new(Action::EvidenceRevoke, id).for_account(account);
            self.record_done(&transaction, act, now).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    pub(crate) async fn prune_evidence(&self, now: Timestamp) -> Result<(), StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        fail_point::before_write();
        let oldest = now.earlier_by(KEPT).epoch_millis();
        delete::<Entity>(&transaction, Column::CreatedAt.lt(oldest)).await?;
        Ok(transaction.commit().await?)
    }
}

fn decode_row(row: Model) -> Result<Evidence, StoreError> {
    let cell = Row { table: "evidence", id: &row.id };
    let file = EvidenceFile {
        id: cell.parse(&row.id)?,
        created_at: cell.time(row.created_at)?,
        question: row.question,
        sha256: row.sha256,
        answer: row.answer,
    };
    Ok(Evidence {
        account_id: AccountId(cell.parse::<Uuid>(&row.account_id)?),
        member_id: MemberId(cell.parse::<Uuid>(&row.member_id)?),
        file,
        revoked_at: cell.optional_time(row.revoked_at)?,
    })
}
