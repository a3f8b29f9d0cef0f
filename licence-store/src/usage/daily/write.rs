//! Writes counts, added to those of other processes.

use licence_core::account::daily_usage::RequestCounts;
use licence_core::time::Timestamp;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ConnectionTrait, EntityTrait, Set};

use super::{DAY_MILLIS, DailyChanges, DayKey, RefusalKey, Refusals};
use crate::entity::{refusal, usage_day};
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::count_column;

/// The most rows of a statement.
const ROWS: usize = 500;

/// Adds counts to the tables.
pub(crate) async fn write(
    connection: &impl ConnectionTrait,
    changes: &DailyChanges,
) -> Result<(), StoreError> {
    let days: Vec<_> = changes.days.iter().filter_map(day_row).collect();
    for rows in days.chunks(ROWS) {
        fail_point::before_write();
        usage_day::Entity::insert_many(rows.to_vec())
            .on_conflict(added_days())
            .exec_without_returning(connection)
            .await?;
    }
    let refusals: Vec<_> = changes.refusals.iter().map(refusal_row).collect();
    for rows in refusals.chunks(ROWS) {
        fail_point::before_write();
        refusal::Entity::insert_many(rows.to_vec())
            .on_conflict(added_refusals())
            .exec_without_returning(connection)
            .await?;
    }
    Ok(())
}

fn day_row((key, counts): &(DayKey, RequestCounts)) -> Option<usage_day::ActiveModel> {
    // Every timestamp has a day.
    let day = Timestamp::from_epoch_millis(key.day * DAY_MILLIS)?.date();
    Some(usage_day::ActiveModel {
        account_id: Set(key.account_id.0.to_string()),
        day: Set(day.to_string()),
        key_id: Set(key.key_id.map_or_else(String::new, |id| id.0.to_string())),
        route_class: Set(key.route_class.to_string()),
        answered: Set(count_column(counts.answered)),
        refused: Set(count_column(counts.refused)),
        failed: Set(count_column(counts.failed)),
    })
}

fn refusal_row((key, refusals): (&RefusalKey, &Refusals)) -> refusal::ActiveModel {
    refusal::ActiveModel {
        account_id: Set(key.account_id.0.to_string()),
        hour: Set(key.hour),
        route: Set(key.route.to_owned()),
        code: Set(key.code.to_owned()),
        reason: Set(key.reason.to_owned()),
        key_id: Set(key.key_id.map_or_else(String::new, |id| id.0.to_string())),
        count: Set(count_column(refusals.count)),
        last_at: Set(refusals.last_at.epoch_millis()),
        last_request_id: Set(refusals.last_request_id.clone()),
    }
}

fn added_days() -> OnConflict {
    use usage_day::Column;
    let key = [Column::AccountId, Column::Day, Column::KeyId, Column::RouteClass];
    let mut conflict = OnConflict::columns(key);
    for (column, name) in
        [(Column::Answered, "answered"), (Column::Refused, "refused"), (Column::Failed, "failed")]
    {
        conflict.value(column, Expr::cust(format!("usage_days.{name} + excluded.{name}")));
    }
    conflict
}

fn added_refusals() -> OnConflict {
    use refusal::Column;
    let key = [
        Column::AccountId,
        Column::Hour,
        Column::Route,
        Column::Code,
        Column::Reason,
        Column::KeyId,
    ];
    let mut conflict = OnConflict::columns(key);
    let later = |name: &str| {
        Expr::cust(format!(
            "case when excluded.last_at >= refusals.last_at then excluded.{name} \
             else refusals.{name} end"
        ))
    };
    conflict
        .value(Column::Count, Expr::cust("refusals.count + excluded.count"))
        .value(Column::LastAt, later("last_at"))
        .value(Column::LastRequestId, later("last_request_id"));
    conflict
}
