//! Members of accounts, their links and their sessions.

mod audited;
mod callers;
mod grants;
mod links;
mod members;
mod passkeys;
mod registrations;
mod sessions;
mod urgent;

use std::net::IpAddr;
use std::time::Duration;

use licence_core::account::AccountId;
use licence_core::account::label::Label;
use licence_core::account::plan::Plan;
use licence_core::audit::{Actor, AuditEntry, AuditQuery};
use licence_core::member::{Member, MemberId, Role};
use licence_core::session::SessionToken;
use licence_core::time::Timestamp;
use licence_store::Store;
use licence_store::service::{NewSession, SignInOrigin};

use crate::support::readings::now;

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

fn origin() -> SignInOrigin<'static> {
    SignInOrigin { user_agent: FIREFOX, address: IpAddr::from([203, 0, 113, 7]), replaces: None }
}

fn name(text: &str) -> Label {
    text.parse().unwrap()
}

fn after(duration: Duration) -> Timestamp {
    now().later_by(duration)
}

fn minutes(count: u64) -> Duration {
    Duration::from_secs(60 * count)
}

async fn account(store: &Store) -> AccountId {
    store.create_account("A customer", Plan::Pro, now()).await.unwrap().id
}

/// A new member of an account, who is signed in.
async fn enrolled(store: &Store, account: AccountId, who: &str, role: Role) -> NewSession {
    let link = store.invite_member(account, &name(who), role, now()).await.unwrap().unwrap();
    store.use_link(&link.token, origin(), now()).await.unwrap().unwrap()
}

/// One more session of a member.
async fn signed_in(store: &Store, member: &Member, at: Timestamp) -> NewSession {
    let link = store.link_member(member.account_id, member.id, at).await.unwrap().unwrap();
    store.use_link(&link.token, origin(), at).await.unwrap().unwrap()
}

/// The member whom a token signs in, if any.
async fn who(store: &Store, token: &SessionToken, at: Timestamp) -> Option<MemberId> {
    let signed_in = store.session(token, at).await.unwrap();
    signed_in.map(|signed_in| signed_in.member.id)
}

/// The entries of the audit log, the oldest first.
async fn entries(store: &Store) -> Vec<AuditEntry> {
    let mut entries = store.audit_log(&AuditQuery::default()).await.unwrap().entries;
    entries.sort_by_key(|entry| entry.id);
    entries
}
