//! Who calls with an access token, as this process remembers it under an announced version (see
//! [`crate::keys`]).

use std::collections::HashMap;
use std::sync::Mutex;

use licence_core::account::Account;
use licence_core::member::Member;
use licence_core::oauth::Scopes;
use licence_core::oauth::grant::GrantId;
use licence_core::oauth::token::TokenHash;
use licence_core::time::Timestamp;

use crate::mutex::lock;

/// The most callers in memory. One more empties it, because all of them are soon there again.
const MAX_HELD: usize = 10_000;

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
