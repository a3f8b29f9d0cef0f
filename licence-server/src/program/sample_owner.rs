//! The account of the sample: its owner signs in with a link that the server prints.

use licence_core::account::AccountId;
use licence_core::account::plan::Plan;
use licence_core::audit::{Action, Actor, AuditQuery};
use licence_core::invitation::LinkToken;
use licence_core::member::Role;
use licence_core::time::Timestamp;
use licence_store::{Store, StoreError};

const ACCOUNT: &str = "Sample account";
const OWNER: &str = "Sample owner";

/// Returns a new link for the owner of the sample's account, which is made when it is missing.
pub(super) async fn sign_in_link(
    store: &Store,
    now: Timestamp,
) -> Result<Option<LinkToken>, StoreError> {
    let store = store.acting_as(Actor::Server);
    let account = match find_account(&store).await? {
        Some(account) => account,
        None => store.create_account(ACCOUNT, Plan::Pro, now).await?.id,
    };
    let members = store.members(account).await?;
    let mut owners = members.iter().filter(|it| it.role == Role::Owner && it.disabled_at.is_none());
    let link = match (owners.next(), OWNER.parse()) {
        (Some(owner), _) => store.link_member(account, owner.id, now).await?,
        (None, Ok(name)) => store.invite_member(account, &name, Role::Owner, now).await?,
        (None, Err(_)) => None,
    };
    Ok(link.map(|link| link.token))
}

/// Returns the account that an earlier start made. The audit log knows it, and is never changed.
async fn find_account(store: &Store) -> Result<Option<AccountId>, StoreError> {
    let query = AuditQuery { action: Some(Action::AccountCreate), ..AuditQuery::default() };
    let entries = store.audit_log(&query).await?.entries;
    let is_sample = |name: &serde_json::Value| name.as_str() == Some(ACCOUNT);
    let made_by_us = entries.iter().filter(|entry| entry.actor == Actor::Server);
    let mut found = made_by_us.filter(|it| it.details.get("name").is_some_and(is_sample));
    Ok(found.next().and_then(|entry| entry.account_id))
}
