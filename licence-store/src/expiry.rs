//! Announces licences before they expire (specification 6.1).

use std::collections::BTreeSet;

use licence_core::event::{EventData, EventDraft, LicenceExpiring};
use licence_core::expiry::ExpiryWindow;
use licence_core::licence::LicenceId;
use licence_core::operator::OperatorId;
use licence_core::status::LicenceStatus;
use licence_core::time::{Date, Timestamp};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Set,
};
use serde::Serialize;
use uuid::Uuid;

use crate::Store;
use crate::boxed;
use crate::bulk::insert;
use crate::entity::{expiry_warning, licence, operator};
use crate::error::StoreError;
use crate::registers::write_events;
use crate::rows::Row;

/// The result of a run of the expiry job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExpiryRun {
    /// The instant whose UTC day counts.
    pub at: Timestamp,
    /// Warnings given 30 days ahead.
    pub expiring_30d: usize,
    /// Warnings given 60 days ahead.
    pub expiring_60d: usize,
    /// Warnings given 90 days ahead.
    pub expiring_90d: usize,
}

impl Store {
    /// Announces at `now` every active licence that expires exactly 30, 60 or 90 days after the UTC
    /// day of `at`. Each licence is announced once for each window and expiry date.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// let run = store.warn_of_expiry(now, now).await?;
    /// assert_eq!(run.at, now);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database fails; then nothing was announced.
    #[boxed]
    pub async fn warn_of_expiry(
        &self,
        at: Timestamp,
        now: Timestamp,
    ) -> Result<ExpiryRun, StoreError> {
        let transaction = self.databases.begin_register_write().await?;
        let mut counts = [0; ExpiryWindow::ALL.len()];
        let mut due = BTreeSet::new();
        for (window, count) in ExpiryWindow::ALL.into_iter().zip(&mut counts) {
            let Some(date) = window.warned_expiry_date(at) else { continue };
            let expiring = expiring(&transaction, window, date).await?;
            *count = expiring.len();
            let events: Result<Vec<_>, StoreError> =
                expiring.iter().map(|licence| licence.warning(window, date)).collect();
            let rows: Vec<_> =
                expiring.iter().map(|licence| licence.warning_row(window, date, now)).collect();
            insert(&transaction, rows.into_iter()).await?;
            due.extend(write_events(&transaction, events?, &self.entropy, now).await?);
        }
        transaction.commit().await?;
        self.webhooks.wake_all(due, &self.databases.reader).await;
        let [expiring_30d, expiring_60d, expiring_90d] = counts;
        Ok(ExpiryRun { at, expiring_30d, expiring_60d, expiring_90d })
    }
}

#[derive(FromQueryResult)]
struct ExpiringLicence {
    id: String,
    license_number: String,
    jurisdiction_code: String,
    operator_id: String,
    slug: String,
}

impl ExpiringLicence {
    fn warning(&self, window: ExpiryWindow, date: Date) -> Result<EventDraft, StoreError> {
        let cell = Row { table: "licences", id: &self.id };
        let operator_id = OperatorId(cell.parse::<Uuid>(&self.operator_id)?);
        let data = EventData::Expiring(LicenceExpiring {
            license_id: LicenceId(cell.parse::<Uuid>(&self.id)?),
            license_number: self.license_number.clone(),
            operator_id,
            operator_slug: cell.parse(&self.slug)?,
            jurisdiction_code: cell.parse(&self.jurisdiction_code)?,
            status: LicenceStatus::Active,
            expiry_date: date,
            days_remaining: window.days(),
        });
        Ok(EventDraft { name: window.event(), operator_id: Some(operator_id), data })
    }

    fn warning_row(
        &self,
        window: ExpiryWindow,
        date: Date,
        now: Timestamp,
    ) -> expiry_warning::ActiveModel {
        expiry_warning::ActiveModel {
            licence_id: Set(self.id.clone()),
            days_ahead: Set(i32::from(window.days())),
            expiry_date: Set(date.to_string()),
            warned_at: Set(now.epoch_millis()),
        }
    }
}

/// Returns the active licences with that expiry date without a warning in that window, in a fixed
/// order.
async fn expiring(
    connection: &impl ConnectionTrait,
    window: ExpiryWindow,
    date: Date,
) -> Result<Vec<ExpiringLicence>, StoreError> {
    let warned = expiry_warning::Entity::find()
        .select_only()
        .column(expiry_warning::Column::LicenceId)
        .filter(expiry_warning::Column::DaysAhead.eq(i32::from(window.days())))
        .filter(expiry_warning::Column::ExpiryDate.eq(date.to_string()))
        .into_query();
    let to_operator = licence::Entity::belongs_to(operator::Entity)
        .from(licence::Column::OperatorId)
        .to(operator::Column::Id)
        .into();
    let expiring = licence::Entity::find()
        .select_only()
        .columns([
            licence::Column::Id,
            licence::Column::LicenseNumber,
            licence::Column::JurisdictionCode,
            licence::Column::OperatorId,
        ])
        .column(operator::Column::Slug)
        .join(JoinType::InnerJoin, to_operator)
        .filter(licence::Column::ExpiryDate.eq(date.to_string()))
        .filter(licence::Column::Status.eq(LicenceStatus::Active.as_str()))
        .filter(licence::Column::Id.not_in_subquery(warned))
        .order_by_asc(licence::Column::JurisdictionCode)
        .order_by_asc(licence::Column::Identity)
        .into_model::<ExpiringLicence>();
    Ok(expiring.all(connection).await?)
}
