//! Writes the changes of a reading.

use std::collections::{BTreeMap, BTreeSet};

use licence_core::event::{Event, EventDraft, EventId, EventIds};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::operator::OperatorId;
use licence_core::time::Timestamp;
use licence_core::transition::{Changes, DomainRecord, OperatorRecord};
use licence_core::webhook::WebhookId;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbBackend, EntityTrait, NotSet, QueryFilter, QuerySelect, Set,
};

use super::operator_names::in_next_state;
use crate::bulk::{IDS_A_STATEMENT, insert, insert_new, overwrite};
use crate::catalogue::record_state;
use crate::connect::lock_accounts;
use crate::deliveries::enqueue_deliveries;
use crate::entity::{
    catalogue_version, domain, event, licence, operator_key, trading_name, watchlist_entry,
};
use crate::entropy::Entropy;
use crate::error::StoreError;
use crate::fail_point;
use crate::rows::{action_row, domain_row, event_row, history_row, licence_row, operator_row};

/// The fewest new licences of a reading after which PostgreSQL renews its statistics.
const MANY_LICENCES: usize = 2_000;

/// Writes all changes of a reading except its events and [`watch_both`].
pub(crate) async fn changes(
    connection: &impl ConnectionTrait,
    changes: Changes,
) -> Result<(), StoreError> {
    let has_many = changes.new_licences.len() >= MANY_LICENCES;
    operators(connection, changes.new_operators, changes.changed_operators).await?;
    let mut new_licences = changes.new_licences;
    let of_new: Vec<Vec<DomainRecord>> =
        new_licences.iter_mut().map(|record| std::mem::take(&mut record.domains)).collect();
    insert(connection, new_licences.into_iter().map(licence_row)).await?;
    let changed = changes.changed_licences.into_iter().chain(changes.absent_licences);
    overwrite(connection, changed.map(licence_row), &["id"]).await?;
    let new_domains = of_new.into_iter().flatten().chain(changes.new_domains);
    insert(connection, new_domains.map(domain_row)).await?;
    let changed_domains = changes.changed_domains.into_iter().chain(changes.reread_domains);
    overwrite(connection, changed_domains.map(domain_row), &["id"]).await?;
    insert(connection, changes.new_actions.into_iter().map(action_row)).await?;
    overwrite(connection, changes.changed_actions.into_iter().map(action_row), &["id"]).await?;
    insert(connection, changes.history.into_iter().map(history_row)).await?;
    if has_many {
        renew_statistics(connection).await?;
    }
    Ok(())
}

/// Puts the operator that a licence passed to on every watchlist with the operator that it left, also
/// beyond the cap of the plan. Otherwise its watchers would lose the events of the licence.
pub(super) async fn watch_both(
    connection: &impl ConnectionTrait,
    passed_on: BTreeSet<(OperatorId, OperatorId)>,
) -> Result<(), StoreError> {
    if passed_on.is_empty() {
        return Ok(());
    }
    lock_accounts(connection).await?;
    let mut next_of = BTreeMap::<String, Vec<String>>::new();
    for (left, next) in passed_on {
        next_of.entry(left.0.to_string()).or_default().push(next.0.to_string());
    }
    let watched: Vec<String> = next_of.keys().cloned().collect();
    let mut entries = Vec::new();
    for watched in watched.chunks(IDS_A_STATEMENT) {
        let watched = watchlist_entry::Column::OperatorId.is_in(watched);
        for entry in watchlist_entry::Entity::find().filter(watched).all(connection).await? {
            let next = next_of.get(&entry.operator_id).into_iter().flatten();
            entries.extend(next.map(|next| watchlist_entry::ActiveModel {
                id: NotSet,
                account_id: Set(entry.account_id.clone()),
                operator_id: Set(next.clone()),
                added_at: Set(entry.added_at),
            }));
        }
    }
    insert_new(connection, entries.into_iter()).await
}

/// Renews what PostgreSQL knows of the tables that a reading fills. It does so itself up to a minute
/// later; until then it reads a whole table for what an index finds. SQLite plans without.
async fn renew_statistics(connection: &impl ConnectionTrait) -> Result<(), StoreError> {
    if connection.get_database_backend() == DbBackend::Postgres {
        let tables = "operators, operator_keys, trading_names, licences, domains, history";
        connection.execute_unprepared(&format!("analyze {tables}")).await?;
    }
    Ok(())
}

/// Records events in their order, with ids after all recorded events, and enqueues their
/// deliveries. Returns the endpoints for which to wake the sender after the commit. Call it under
/// the write lock: ids then ascend in the order of commits, and no poller passes an event that is
/// not visible yet.
pub(crate) async fn events(
    connection: &impl ConnectionTrait,
    drafts: Vec<EventDraft>,
    entropy: &Entropy,
    now: Timestamp,
) -> Result<BTreeSet<WebhookId>, StoreError> {
    if drafts.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut ids = EventIds::after(last_event(connection).await?, now);
    let mut bits = entropy.many_bits();
    let record = |draft: EventDraft| {
        let operator_id = draft.operator_id;
        (Event::recorded(draft, ids.next(bits()), now), operator_id)
    };
    let events: Vec<(Event, Option<OperatorId>)> = drafts.into_iter().map(record).collect();
    let rows: Vec<_> = events.iter().map(|(event, operator)| event_row(event, *operator)).collect();
    insert(connection, rows.into_iter()).await?;
    enqueue_deliveries(connection, &events, entropy).await
}

pub(crate) async fn last_event(
    connection: &impl ConnectionTrait,
) -> Result<Option<EventId>, StoreError> {
    let last: Option<Option<String>> = event::Entity::find()
        .select_only()
        .column_as(event::Column::Id.max(), "id")
        .into_tuple()
        .one(connection)
        .await?;
    let parse = |id: String| id.parse().map_err(|error| StoreError::corrupt("events", &id, error));
    last.flatten().map(parse).transpose()
}

/// Updates the times of unchanged licences and domains in a partial reading. After a complete
/// reading the register's newest read supplies them. The status of a page that was not read again
/// keeps its time.
pub(crate) async fn touch(
    connection: &impl ConnectionTrait,
    licences: &[String],
    domains: &[String],
    read_at: Timestamp,
) -> Result<(), StoreError> {
    let read_at = read_at.epoch_millis();
    let status_observed_at = || Expr::col(licence::Column::StatusObservedAt);
    let is_of_unread_page = status_observed_at().lt(Expr::col(licence::Column::LastVerifiedAt));
    let observed_at =
        Expr::case(is_of_unread_page, status_observed_at()).finally(Expr::value(read_at));
    for ids in licences.chunks(IDS_A_STATEMENT) {
        fail_point::before_write();
        licence::Entity::update_many()
            .col_expr(licence::Column::LastVerifiedAt, Expr::value(read_at))
            .col_expr(licence::Column::StatusObservedAt, observed_at.clone().into())
            .col_expr(licence::Column::LastListedAt, Expr::value(read_at))
            .filter(licence::Column::Id.is_in(ids))
            .exec(connection)
            .await?;
    }
    for ids in domains.chunks(IDS_A_STATEMENT) {
        fail_point::before_write();
        domain::Entity::update_many()
            .col_expr(domain::Column::LastListedAt, Expr::value(read_at))
            .filter(domain::Column::Id.is_in(ids))
            .exec(connection)
            .await?;
    }
    Ok(())
}

async fn operators(
    connection: &impl ConnectionTrait,
    new: Vec<OperatorRecord>,
    changed: Vec<OperatorRecord>,
) -> Result<(), StoreError> {
    let rows = |records: &[OperatorRecord]| records.iter().map(operator_row).collect::<Vec<_>>();
    insert(connection, rows(&new).into_iter()).await?;
    overwrite(connection, rows(&changed).into_iter(), &["id", "slug"]).await?;
    forget_names_and_keys(connection, &changed).await?;
    let records = || new.iter().chain(&changed);
    let names: Vec<_> = records().flat_map(trading_name_rows).collect();
    insert(connection, names.into_iter()).await?;
    let keys: Vec<_> = records().flat_map(operator_key_rows).collect();
    insert(connection, keys.into_iter()).await
}

async fn forget_names_and_keys(
    connection: &impl ConnectionTrait,
    changed: &[OperatorRecord],
) -> Result<(), StoreError> {
    let ids: Vec<String> = changed.iter().map(|r| r.operator.id.0.to_string()).collect();
    for ids in ids.chunks(IDS_A_STATEMENT) {
        fail_point::before_write();
        trading_name::Entity::delete_many()
            .filter(trading_name::Column::OperatorId.is_in(ids))
            .exec(connection)
            .await?;
        fail_point::before_write();
        operator_key::Entity::delete_many()
            .filter(operator_key::Column::OperatorId.is_in(ids))
            .exec(connection)
            .await?;
    }
    Ok(())
}

fn trading_name_rows(record: &OperatorRecord) -> Vec<trading_name::ActiveModel> {
    let row = |code: &JurisdictionCode, name: &String| trading_name::ActiveModel {
        operator_id: Set(record.operator.id.0.to_string()),
        jurisdiction_code: Set(code.to_string()),
        name: Set(name.clone()),
    };
    let of_register = |(code, names)| BTreeSet::iter(names).map(move |name| row(code, name));
    record.names.iter().flat_map(of_register).collect()
}

fn operator_key_rows(record: &OperatorRecord) -> Vec<operator_key::ActiveModel> {
    let row = |(code, key): (&JurisdictionCode, &String)| operator_key::ActiveModel {
        jurisdiction_code: Set(code.to_string()),
        operator_key: Set(key.clone()),
        operator_id: Set(record.operator.id.0.to_string()),
        upstream_id: Set(record.operator.upstream_ids.get(code).cloned()),
    };
    record.keys.iter().map(row).collect()
}

/// Raises the version, which tells every process that its catalogue is out of date, and names the
/// new state. The name is random even where a test fixes all ids: a kept file is believed by it.
/// `operators` are those by whose rows alone the state differs from the one before.
pub(crate) async fn raise_catalogue_version(
    connection: &impl ConnectionTrait,
    operators: &BTreeSet<OperatorId>,
) -> Result<(), StoreError> {
    let state = Entropy::system().uuid().to_string();
    fail_point::before_write();
    catalogue_version::Entity::update_many()
        .col_expr(
            catalogue_version::Column::Version,
            Expr::col(catalogue_version::Column::Version).add(1),
        )
        .col_expr(catalogue_version::Column::NameHashesOf, in_next_state(&state))
        .col_expr(catalogue_version::Column::State, Expr::value(state))
        .exec(connection)
        .await?;
    record_state(connection, operators).await
}
