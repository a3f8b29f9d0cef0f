//! Polling the events of the watched operators (specification 4.3, decisions 3, "Feed").
//!
//! The feed is a query over the events, not a table of its own. The watchlist of today therefore
//! decides what a poll returns, including events from before an operator was watched. The cursor is
//! the id of the last event returned.

use licence_core::account::AccountId;
use licence_core::event::feed::{FeedPage, FeedQuery};
use licence_core::event::{EventId, EventName};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::operator::Slug;
use sea_orm::sea_query::{Expr, ExprTrait, NullOrdering, SelectStatement};
use sea_orm::{
    ColumnTrait, EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
};
use serde_json::value::RawValue;

use crate::Store;
use crate::boxed;
use crate::entity::{event, operator, watchlist_entry};
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
    #[boxed]
    pub async fn watchlist_events(
        &self,
        account: AccountId,
        query: FeedQuery,
    ) -> Result<FeedPage<Box<RawValue>>, StoreError> {
        let query = query.not_ahead_of(last_event(&self.databases.reader).await?);
        // Events of an operator are `license.*` and `regulatory_action.*`; the others have none.
        let rows: Vec<(String, String)> = event::Entity::find()
            .select_only()
            .columns([event::Column::Id, event::Column::Body])
            .filter(event::Column::OperatorId.in_subquery(watched_by(account)))
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

/// Which events of the watched operators to return, the newest first.
#[derive(Clone, Debug)]
pub struct EventFilter {
    /// Events of this name.
    pub name: Option<EventName>,
    /// Events about a licence or an action of this register.
    pub jurisdiction: Option<JurisdictionCode>,
    /// Events of this operator.
    pub operator: Option<Slug>,
    /// Events recorded before this one.
    pub before: Option<EventId>,
    /// The most events to return.
    pub limit: u64,
}

impl Store {
    /// Returns the events of the operators that an account watches now, the newest first, each byte
    /// for byte as it was recorded; and the last id, if older events follow.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn latest_events(
        &self,
        account: AccountId,
        filter: &EventFilter,
    ) -> Result<(Vec<Box<RawValue>>, Option<EventId>), StoreError> {
        let wanted = filter.limit.saturating_add(1);
        let operators = operators_of_newest(account, filter, wanted);
        let rows: Vec<(String, String)> = events_of(filter)
            .columns([event::Column::Id, event::Column::Body])
            .filter(event::Column::OperatorId.in_subquery(operators))
            .order_by_desc(event::Column::Id)
            .limit(wanted)
            .into_tuple()
            .all(&self.databases.reader)
            .await?;
        let mut found: Vec<_> = rows.into_iter().map(decode_event).collect::<Result<_, _>>()?;
        let has_more = found.len() as u64 > filter.limit;
        found.truncate(usize::try_from(filter.limit).unwrap_or(usize::MAX));
        let last = found.last().map(|(id, _)| *id).filter(|_| has_more);
        Ok((found.into_iter().map(|(_, body)| body).collect(), last))
    }
}

/// Selects the operators that an account watches and whose newest events are the newest, at most
/// `count`. The newest `count` events of all that it watches belong to these.
///
/// An index finds the newest event of each operator. If the statement named all watched operators,
/// PostgreSQL could walk through the events of everybody until it had met enough of theirs.
fn operators_of_newest(account: AccountId, filter: &EventFilter, count: u64) -> SelectStatement {
    let of_the_entry =
        event::Column::OperatorId.into_expr().eq(watchlist_entry::Column::OperatorId.into_expr());
    let newest = events_of(filter)
        .column_as(event::Column::Id.max(), "newest")
        .filter(of_the_entry)
        .into_query();
    let mut watched = watched_by(account);
    if let Some(slug) = &filter.operator {
        watched.and_where(watchlist_entry::Column::OperatorId.in_subquery(operator_of(slug)));
    }
    let newest = Expr::SubQuery(None, Box::new(newest.into()));
    watched.order_by_expr_with_nulls(newest, Order::Desc, NullOrdering::Last).limit(count);
    watched
}

/// Selects the events that pass a filter, of any operator, without their columns.
fn events_of(filter: &EventFilter) -> Select<event::Entity> {
    event::Entity::find()
        .select_only()
        .apply_if(filter.name, |rows, name| rows.filter(event::Column::Name.eq(name.as_str())))
        .apply_if(filter.jurisdiction, |rows, code| {
            // The body is our own JSON, so a member of it is one text.
            rows.filter(event::Column::Body.contains(format!("\"jurisdiction_code\":\"{code}\"")))
        })
        .apply_if(filter.before, |rows, id| rows.filter(event::Column::Id.lt(id.to_string())))
}

/// Selects the ids of the operators that an account watches.
pub(crate) fn watched_by(account: AccountId) -> SelectStatement {
    watchlist_entry::Entity::find()
        .select_only()
        .column(watchlist_entry::Column::OperatorId)
        .filter(watchlist_entry::Column::AccountId.eq(account.0.to_string()))
        .into_query()
}

fn operator_of(slug: &Slug) -> SelectStatement {
    operator::Entity::find()
        .select_only()
        .column(operator::Column::Id)
        .filter(operator::Column::Slug.eq(slug.to_string()))
        .into_query()
}

fn decode_event((id, body): (String, String)) -> Result<(EventId, Box<RawValue>), StoreError> {
    let event_id = Row { table: "events", id: &id }.parse(&id)?;
    let body = RawValue::from_string(body);
    Ok((event_id, body.map_err(|error| StoreError::corrupt("events", &id, error))?))
}
