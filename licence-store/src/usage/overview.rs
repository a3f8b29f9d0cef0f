//! The overview of an account: its requests by day, and its refusals by hour.

use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::account::daily_usage::{DailyUsage, RefusalCount, RequestCounts, RequestOutcome};
use licence_core::account::key::KeyId;
use licence_core::time::{Date, Timestamp};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use uuid::Uuid;

use super::daily::{CountedRequest, RefusalCause, hour};
use crate::Store;
use crate::boxed;
use crate::bulk::delete;
use crate::entity::{refusal, usage_day};
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::{Row, count};

const DAYS_KEPT: Duration = Duration::from_secs(400 * 86_400);
const REFUSALS_KEPT: Duration = Duration::from_secs(8 * 86_400);

impl Store {
    /// Counts a request of an account, for its overview, and why it was refused or failed. Charges
    /// nothing.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// use licence_store::core::account::daily_usage::{RequestOutcome, RouteClass};
    /// use licence_store::service::{CountedRequest, RefusalCause};
    ///
    /// let request = CountedRequest {
    ///     account_id: account,
    ///     key_id: None,
    ///     route_class: RouteClass::Check,
    ///     at: now,
    /// };
    /// let cause = RefusalCause {
    ///     route: "GET /v1/check",
    ///     code: "invalid_query",
    ///     reason: "not_a_valid_hostname",
    ///     request_id: "req-1",
    /// };
    /// store.count_request(&request, RequestOutcome::Answered, None);
    /// store.count_request(&request, RequestOutcome::Refused, Some(cause));
    /// store.flush_usage().await?;
    /// let usage = store.daily_usage(account, now.date()).await?;
    /// assert_eq!((usage[0].counts.answered, usage[0].counts.refused), (1, 1));
    /// let refusals = store.refusals(account, now).await?;
    /// assert_eq!((refusals[0].count, refusals[0].last_at), (1, now));
    /// # Ok(()) }).unwrap();
    /// ```
    pub fn count_request(
        &self,
        request: &CountedRequest,
        outcome: RequestOutcome,
        cause: Option<RefusalCause<'_>>,
    ) {
        let daily = &self.usage.buffer.daily;
        daily.count_request(request, outcome);
        if let Some(cause) = cause {
            daily.count_refusal(request, cause);
        }
    }

    /// Returns the requests of an account since a day, the oldest day first. Counts of the last half
    /// second may be missing. Days are kept for 400 days.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn daily_usage(
        &self,
        account: AccountId,
        since: Date,
    ) -> Result<Vec<DailyUsage>, StoreError> {
        let rows = usage_day::Entity::find()
            .filter(usage_day::Column::AccountId.eq(account.0.to_string()))
            .filter(usage_day::Column::Day.gte(since.to_string()))
            .order_by_asc(usage_day::Column::Day)
            .order_by_asc(usage_day::Column::KeyId)
            .order_by_asc(usage_day::Column::RouteClass)
            .all(&self.databases.reader)
            .await?;
        rows.iter().map(decode_day).collect()
    }

    /// Returns the refused and failed requests of an account by hour, route, reason and key, from
    /// the hour of `since` on; the latest first. They are kept for 8 days.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn refusals(
        &self,
        account: AccountId,
        since: Timestamp,
    ) -> Result<Vec<RefusalCount>, StoreError> {
        let rows = refusal::Entity::find()
            .filter(refusal::Column::AccountId.eq(account.0.to_string()))
            .filter(refusal::Column::Hour.gte(hour(since)))
            .order_by_desc(refusal::Column::Hour)
            .order_by_desc(refusal::Column::LastAt)
            .order_by_asc(refusal::Column::Route)
            .order_by_asc(refusal::Column::Reason)
            .order_by_asc(refusal::Column::KeyId)
            .all(&self.databases.reader)
            .await?;
        rows.into_iter().map(decode_refusal).collect()
    }

    /// Deletes the counts of days and hours that are too old at `now`.
    pub(crate) async fn prune_daily_usage(&self, now: Timestamp) -> Result<(), StoreError> {
        let transaction = self.databases.begin_short_write().await?;
        fail_point::before_write();
        let first_day = now.earlier_by(DAYS_KEPT).date().to_string();
        delete::<usage_day::Entity>(&transaction, usage_day::Column::Day.lt(first_day)).await?;
        fail_point::before_write();
        let first_hour = now.earlier_by(REFUSALS_KEPT).epoch_millis();
        delete::<refusal::Entity>(&transaction, refusal::Column::Hour.lt(first_hour)).await?;
        Ok(transaction.commit().await?)
    }
}

fn decode_day(row: &usage_day::Model) -> Result<DailyUsage, StoreError> {
    let cell = Row { table: "usage_days", id: &row.account_id };
    Ok(DailyUsage {
        day: cell.parse(&row.day)?,
        key_id: key_id(&cell, &row.key_id)?,
        route_class: cell.parse(&row.route_class)?,
        counts: RequestCounts {
            answered: count(row.answered),
            refused: count(row.refused),
            failed: count(row.failed),
        },
    })
}

fn decode_refusal(row: refusal::Model) -> Result<RefusalCount, StoreError> {
    let cell = Row { table: "refusals", id: &row.account_id };
    Ok(RefusalCount {
        hour: cell.time(row.hour)?,
        key_id: key_id(&cell, &row.key_id)?,
        count: count(row.count),
        last_at: cell.time(row.last_at)?,
        route: row.route,
        code: row.code,
        reason: row.reason,
        last_request_id: row.last_request_id,
    })
}

/// Returns the key of a row; `None` for the account's members, whose column is empty.
fn key_id(cell: &Row<'_>, column: &str) -> Result<Option<KeyId>, StoreError> {
    let column = Some(column).filter(|column| !column.is_empty());
    Ok(cell.parse_optional::<Uuid>(column)?.map(KeyId))
}
