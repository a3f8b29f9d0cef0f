//! What a process of the connector keeps in memory: callers, under an announced version (see
//! [`crate::keys`]), the last uses of grants, which are written with the usage, when there was no
//! room for registrations, and what was fetched last from the sites of clients.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use licence_core::account::Account;
use licence_core::member::Member;
use licence_core::oauth::Scopes;
use licence_core::oauth::grant::GrantId;
use licence_core::oauth::jwk::Jwks;
use licence_core::oauth::token::TokenHash;
use licence_core::time::Timestamp;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use crate::connect::Databases;
use crate::entity::oauth_grant;
use crate::error::StoreError;
use crate::mutex::lock;

/// How exactly the last use of a grant is stored.
const USE_PRECISION: Duration = Duration::from_secs(60);
/// How long a process refuses new registrations without counting them again.
const FULL_FOR: Duration = Duration::from_secs(60);
/// The most callers in memory. One more empties it, because all of them are soon there again.
const MAX_HELD: usize = 10_000;
/// The most sites whose last fetch is remembered.
const MAX_REMEMBERED: usize = 1_000;

#[derive(Default)]
pub(crate) struct ConnectorState {
    uses: Mutex<HashMap<GrantId, Timestamp>>,
    pub(super) callers: HeldCallers,
    full_until: AtomicI64,
    pub(super) fetches: Fetches,
}

impl ConnectorState {
    /// Records a use of a grant, unless the use before is recent. Returns whether it did.
    pub(super) fn note_use(&self, id: GrantId, before: Option<Timestamp>, now: Timestamp) -> bool {
        let is_due = before.is_none_or(|at| now >= at.later_by(USE_PRECISION));
        if is_due {
            lock(&self.uses).insert(id, now);
        }
        is_due
    }

    /// Returns whether there was no room for another registration a minute ago or later.
    pub(super) fn is_full(&self, now: Timestamp) -> bool {
        now.epoch_millis() < self.full_until.load(Ordering::Relaxed)
    }

    /// Records that there is no room, so that a flood of registrations asks for the database's write
    /// lock once a minute.
    pub(super) fn note_full(&self, now: Timestamp) {
        self.full_until.store(now.later_by(FULL_FOR).epoch_millis(), Ordering::Relaxed);
    }

    /// Writes the uses since the last flush. If the write fails, they stay here.
    pub(crate) async fn flush_uses(&self, databases: &Databases) -> Result<(), StoreError> {
        let uses = std::mem::take(&mut *lock(&self.uses));
        if uses.is_empty() {
            return Ok(());
        }
        let written = write(databases, &uses).await;
        if written.is_err() {
            let mut unwritten = lock(&self.uses);
            uses.into_iter().for_each(|(grant, at)| {
                unwritten.entry(grant).or_insert(at);
            });
        }
        written
    }
}

async fn write(
    databases: &Databases,
    uses: &HashMap<GrantId, Timestamp>,
) -> Result<(), StoreError> {
    let transaction = databases.begin_short_write().await?;
    for (grant, at) in uses {
        oauth_grant::Entity::update_many()
            .col_expr(oauth_grant::Column::LastUsedAt, at.epoch_millis().into())
            .filter(oauth_grant::Column::Id.eq(grant.0.to_string()))
            .exec(&transaction)
            .await?;
    }
    Ok(transaction.commit().await?)
}

/// Who calls with an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectorCaller {
    /// The grant.
    pub grant_id: GrantId,
    /// What the client may do now: what was granted, as far as the member's role allows it.
    pub scopes: Scopes,
    /// The member, who is not disabled.
    pub member: Member,
    /// The account of the member.
    pub account: Account,
}

/// A caller as it was read.
#[derive(Clone)]
pub(super) struct FoundCaller {
    pub(super) caller: ConnectorCaller,
    /// The resource that the token is for.
    pub(super) resource: String,
    /// When the token ends, or the grant if that is earlier.
    pub(super) ends_at: Timestamp,
    pub(super) last_used_at: Option<Timestamp>,
}

/// The callers that were read under an announced version, by their tokens.
#[derive(Default)]
pub(super) struct HeldCallers(Mutex<HashMap<TokenHash, (FoundCaller, i64)>>);

impl HeldCallers {
    /// Returns a caller in memory, and the version that it was read under.
    pub(super) fn find(&self, hash: TokenHash) -> Option<(FoundCaller, i64)> {
        lock(&self.0).get(&hash).cloned()
    }

    pub(super) fn hold(&self, hash: TokenHash, caller: FoundCaller, version: i64) {
        let mut held = lock(&self.0);
        if held.len() >= MAX_HELD {
            held.clear();
        }
        held.insert(hash, (caller, version));
    }

    pub(super) fn note_use(&self, hash: TokenHash, now: Timestamp) {
        if let Some((held, _)) = lock(&self.0).get_mut(&hash) {
            held.last_used_at = Some(now);
        }
    }
}

#[derive(Clone, Default)]
pub(super) struct LastFetch {
    pub(super) failure: Option<(String, Timestamp)>,
    pub(super) keys: Option<(Jwks, Timestamp)>,
}

/// The last fetches by address. Who asks for an address locks its entry, so that a site is asked once.
#[derive(Default)]
pub(super) struct Fetches(Mutex<HashMap<String, Arc<tokio::sync::Mutex<LastFetch>>>>);

impl Fetches {
    pub(super) fn entry(&self, address: &str) -> Arc<tokio::sync::Mutex<LastFetch>> {
        let mut entries = lock(&self.0);
        if entries.len() >= MAX_REMEMBERED {
            entries.retain(|_, entry| Arc::strong_count(entry) > 1);
        }
        Arc::clone(entries.entry(address.to_owned()).or_default())
    }
}
