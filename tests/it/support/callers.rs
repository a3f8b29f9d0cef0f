//! Callers with keys.

use licence_core::account::plan::Plan;
use licence_core::time::Timestamp;
use licence_store::Store;

/// The key of a new account on this plan.
pub async fn key_on(store: &Store, plan: Plan) -> String {
    let now = Timestamp::EPOCH;
    let account = store.create_account("A customer", plan, now).await.unwrap();
    let created = store.create_key(account.id, "test", now).await.unwrap().unwrap();
    created.key.reveal().to_owned()
}

/// The header that a key comes in.
pub fn bearer(key: &str) -> String {
    format!("Bearer {key}")
}
