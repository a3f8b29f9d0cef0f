//! Endpoints with the deliveries of their last 24 hours, for their owner.
//!
//! The primary key of deliveries is endpoint and event, so the newest deliveries of an endpoint are
//! a range of it. Of the rows of that range the newest are counted, and no others are read.

use licence_core::account::AccountId;
use licence_core::time::Timestamp;
use licence_core::webhook::WebhookId;
use licence_core::webhook::delivery_day::{DAY, DeliveryDay, DeliveryGroup, EndpointActivity};
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{
    ColumnTrait, ConnectionTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};

use super::attempts::deliveries_since;
use super::{endpoints_of_account, rows};
use crate::Store;
use crate::boxed;
use crate::entity::{delivery, webhook_endpoint};
use crate::error::StoreError;
use crate::rows::{Row, count};

impl Store {
    /// Returns the endpoints of an account with the deliveries of their last 24 hours, the oldest
    /// endpoint first.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn webhook_activity(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<Vec<EndpointActivity>, StoreError> {
        self.activity(endpoints_of_account(account), now).await
    }

    /// Returns an endpoint with the deliveries of its last 24 hours; `None` if the account has no
    /// endpoint with that id.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn webhook_activity_of(
        &self,
        account: AccountId,
        id: WebhookId,
        now: Timestamp,
    ) -> Result<Option<EndpointActivity>, StoreError> {
        let wanted =
            endpoints_of_account(account).filter(webhook_endpoint::Column::Id.eq(id.0.to_string()));
        Ok(self.activity(wanted, now).await?.pop())
    }

    async fn activity(
        &self,
        endpoints: Select<webhook_endpoint::Entity>,
        now: Timestamp,
    ) -> Result<Vec<EndpointActivity>, StoreError> {
        let transaction = self.databases.begin_read().await?;
        let endpoints = endpoints.all(&transaction).await?;
        let most = DeliveryDay::most_counted(endpoints.len());
        let mut found = Vec::with_capacity(endpoints.len());
        for row in endpoints {
            let missed_deliveries = count(row.missed_deliveries);
            let endpoint = rows::endpoint(row)?;
            let day = day(&transaction, endpoint.id, most, now).await?;
            found.push(EndpointActivity { endpoint, missed_deliveries, day });
        }
        transaction.commit().await?;
        Ok(found)
    }
}

async fn day(
    connection: &impl ConnectionTrait,
    endpoint: WebhookId,
    most: u64,
    now: Timestamp,
) -> Result<DeliveryDay, StoreError> {
    let id = endpoint.0.to_string();
    let mut groups = Vec::new();
    for row in connection.query_all(&group_query(endpoint, most, now)).await? {
        let status: String = row.try_get("", "status")?;
        let attempt_count: i32 = row.try_get("", "attempt_count")?;
        let millis: Option<i32> = row.try_get("", "millis")?;
        groups.push(DeliveryGroup {
            status: Row { table: "deliveries", id: &id }.parse(&status)?,
            attempt_count: u32::try_from(attempt_count).unwrap_or(0),
            millis: millis.and_then(|millis| u32::try_from(millis).ok()),
            count: count(row.try_get("", "number")?),
        });
    }
    Ok(DeliveryDay::from_groups(&groups, most))
}

/// Selects the newest deliveries, and counts those that have status, attempts and time in common.
fn group_query(endpoint: WebhookId, most: u64, now: Timestamp) -> SelectStatement {
    let columns =
        [delivery::Column::Status, delivery::Column::AttemptCount, delivery::Column::Millis];
    let newest = deliveries_since(endpoint, now.earlier_by(DAY))
        .select_only()
        .columns(columns)
        .order_by_desc(delivery::Column::EventId)
        .limit(most)
        .into_query();
    let mut groups = Query::select();
    groups
        .columns(columns)
        .expr_as(Expr::col("status").count(), "number")
        .from_subquery(newest, "newest")
        .group_by_columns(columns);
    groups
}
