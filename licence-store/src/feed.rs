//! Polling the events of the watched operators (specification 4.3, decisions 3, "Feed").
//!
//! The feed is a query over the events, not a table of its own. The watchlist of today therefore
//! decides what a poll returns, including events from before an operator was watched. The cursor is
//! the id of the last event returned.

use licence_core::account::AccountId;
use licence_core::event::EventId;
use licence_core::event::feed::{FeedPage, FeedQuery};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use serde_json::value::RawValue;

use crate::Store;
use crate::entity::{event, watchlist_entry};
use crate::error::StoreError;
use crate::registers::last_event;
use crate::rows::Row;

impl Store {
    /// Returns a page of the events of the operators that an account watches now, each byte for
    /// byte as it was recorded. A caller that follows the cursor gets every event of an operator
    /// that it watches throughout, once: ids ascend in the order of commits, and the cursor is
    /// never ahead of the last recorded event.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// use licence_store::core::event::EVENT_RETENTION;
    /// use licence_store::core::event::feed::FeedQuery;
    ///
    /// let query = FeedQuery::parse(None, None, None, now, EVENT_RETENTION)?;
    /// let page = store.watchlist_events(account, query).await?;
    /// assert!(page.events.is_empty(), "the account watches no operator");
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    pub async fn watchlist_events(
        &self,
        account: AccountId,
        query: FeedQuery,
    ) -> Result<FeedPage<Box<RawValue>>, StoreError> {
        let query = query.not_ahead_of(last_event(&self.databases.reader).await?);
        let watched = watchlist_entry::Entity::find()
            .select_only()
            .column(watchlist_entry::Column::OperatorId)
            .filter(watchlist_entry::Column::AccountId.eq(account.0.to_string()))
            .into_query();
        // Events of an operator are `license.*` and `regulatory_action.*`; the others have none.
        let rows: Vec<(String, String)> = event::Entity::find()
            .select_only()
            .columns([event::Column::Id, event::Column::Body])
            .filter(event::Column::OperatorId.in_subquery(watched))
            .filter(event::Column::Id.gt(query.after.to_string()))
            .order_by_asc(event::Column::Id)
            .limit(query.limit.saturating_add(1))
            .into_tuple()
            .all(&self.databases.reader)
            .await?;
        let found = rows.into_iter().map(decode_event).collect::<Result<_, _>>()?;
        Ok(FeedPage::from_events(query, found))
    }
}

fn decode_event((id, body): (String, String)) -> Result<(EventId, Box<RawValue>), StoreError> {
    let event_id = Row { table: "events", id: &id }.parse(&id)?;
    let body = RawValue::from_string(body);
    Ok((event_id, body.map_err(|error| StoreError::corrupt("events", &id, error))?))
}
