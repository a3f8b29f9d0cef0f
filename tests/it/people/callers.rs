//! Callers of the connector, which a process remembers on SQLite until something is announced.

use licence_core::oauth::ConnectorAddress;
use sea_orm::{ConnectionTrait, Database};

use super::grants::{can_use, connector, granted};
use super::*;

/// On SQLite. What changes by hand in the database shows that a call asked it.
#[tokio::test]
async fn a_caller_is_in_memory_until_something_is_announced() {
    let it = granted(Role::Developer).await;
    let access = &it.tokens.access;
    let account = it.member.account_id;
    it.store.create_key(account, "announced", now()).await.unwrap();
    let all = can_use(&it.elsewhere, access, now()).await;
    let by_hand = Database::connect(it.database.url()).await.unwrap();
    by_hand.execute_unprepared("update members set role = 'viewer'").await.unwrap();
    by_hand.close().await.unwrap();
    let less = Some("licences:read watchlist:read".to_owned());
    let in_memory = if it.database.url().starts_with("sqlite") { &all } else { &less };
    assert_eq!(can_use(&it.elsewhere, access, now()).await, *in_memory);
    assert_eq!(can_use(&it.elsewhere, access, after(minutes(60))).await, None, "it ends in time");
    let other = ConnectorAddress("https://other.example".parse().unwrap());
    assert_eq!(it.elsewhere.connector_caller(access, &other, now()).await.unwrap(), None);
    it.store.set_plan(account, Plan::Business, now()).await.unwrap().unwrap();
    assert_eq!(can_use(&it.elsewhere, access, now()).await, less);
}

#[tokio::test]
async fn a_plan_and_a_name_hold_for_the_next_call_of_another_process() {
    let it = granted(Role::Developer).await;
    let id = it.member.account_id;
    it.store.create_key(id, "announced", now()).await.unwrap();
    let account = async || {
        let caller = it.elsewhere.connector_caller(&it.tokens.access, &connector(), now()).await;
        caller.unwrap().unwrap().account
    };
    assert_eq!(account().await.plan, Plan::Pro);
    it.store.set_plan(id, Plan::Canceled, now()).await.unwrap().unwrap();
    assert_eq!(account().await.plan, Plan::Canceled);
    it.store.rename_account(id, &"Renamed".parse().unwrap(), now()).await.unwrap().unwrap();
    assert_eq!(account().await.name, "Renamed");
}
