//! Sessions of the dashboard: how old one may get, and when its identity is freshly proven.

mod browser;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::Account;
use crate::member::{Member, MemberId};
use crate::secret_token::secret_token;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

pub use browser::describe_browser;

/// The most sessions of a member at once. One more ends the session that was seen longest ago.
pub const MAX_SESSIONS: usize = 20;

/// How exactly the last use of a session is stored.
pub const SEEN_PRECISION: Duration = Duration::from_secs(60);

/// The id of a session. It is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(pub Uuid);

secret_token! {
    /// The secret in the cookie of a session: 32 random bytes as unpadded base64url.
    pub struct SessionToken;
}

wire_enum! {
    /// What proved the identity of a session's member last.
    pub enum IdentityProof: "proof of identity" {
        /// A one-time link. Everybody who holds it can use it.
        Link = "link",
        /// A passkey, whose device verified the member.
        Passkey = "passkey",
    }
}

/// How long sessions last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionLifetimes {
    /// The longest time between two uses.
    pub idle: Duration,
    /// The longest time since the member's identity was proven.
    pub absolute: Duration,
    /// How long a proof of identity allows acts that need a fresh one, for example a new key.
    pub fresh: Duration,
}

impl Default for SessionLifetimes {
    /// Returns 12 hours, 7 days and 10 minutes.
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(12 * 3_600),
            absolute: Duration::from_secs(7 * 86_400),
            fresh: Duration::from_secs(10 * 60),
        }
    }
}

/// The instants of a session that decide whether it still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionTimes {
    /// When the member signed in.
    pub created_at: Timestamp,
    /// When the session was last used, to the minute.
    pub seen_at: Timestamp,
    /// When the member last proved the identity: at sign-in, or again later.
    pub proven_at: Timestamp,
}

impl SessionTimes {
    /// Returns whether the session is neither idle for too long nor too old.
    pub fn is_live(&self, lifetimes: &SessionLifetimes, now: Timestamp) -> bool {
        now < self.seen_at.later_by(lifetimes.idle)
            && now < self.proven_at.later_by(lifetimes.absolute)
    }

    /// Returns whether the identity was proven recently enough for an act that needs it.
    pub fn is_fresh(&self, lifetimes: &SessionLifetimes, now: Timestamp) -> bool {
        now < self.proven_at.later_by(lifetimes.fresh)
    }
}

/// A session that was not ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The id.
    pub id: SessionId,
    /// The member who signed in.
    pub member_id: MemberId,
    /// The browser and system in words, for example `Firefox on Linux`.
    pub browser: String,
    /// The address that signed in.
    pub address: String,
    /// What proved the identity last.
    pub proven_by: IdentityProof,
    /// Its instants.
    #[serde(flatten)]
    pub times: SessionTimes,
}

/// Who is signed in: the session of a request, read with its member and account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedIn {
    /// The session.
    pub session_id: SessionId,
    /// The instants of the session.
    pub times: SessionTimes,
    /// Whether the identity was proven recently enough for an act that needs it.
    pub is_fresh: bool,
    /// What proved the identity last.
    pub proven_by: IdentityProof,
    /// The member, who is not disabled.
    pub member: Member,
    /// The account of the member.
    pub account: Account,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_when_it_is_idle_or_old_to_the_second() {
        let start: Timestamp = "2026-11-01T06:00:00Z".parse().unwrap();
        let after = |seconds: u64| start.later_by(Duration::from_secs(seconds));
        let lifetimes = SessionLifetimes::default();
        const HOUR: u64 = 3_600;
        const WEEK: u64 = 7 * 24 * HOUR;
        for (seen, proven, now, is_live, is_fresh) in [
            (0, 0, 0, true, true),
            (0, 0, 599, true, true),
            (0, 0, 600, true, false),
            (0, 0, 12 * HOUR - 1, true, false),
            (0, 0, 12 * HOUR, false, false),
            (WEEK - 60, 0, WEEK - 1, true, false),
            (WEEK - 60, 0, WEEK, false, false),
            (WEEK - 60, HOUR, WEEK + HOUR - 1, true, false),
            (WEEK - 60, WEEK - 60, WEEK, true, true),
            (WEEK - 60, HOUR, WEEK + HOUR, false, false),
        ] {
            let times =
                SessionTimes { created_at: start, seen_at: after(seen), proven_at: after(proven) };
            let found =
                (times.is_live(&lifetimes, after(now)), times.is_fresh(&lifetimes, after(now)));
            assert_eq!(found, (is_live, is_fresh), "seen {seen}, proven {proven}, now {now}");
        }
    }
}
