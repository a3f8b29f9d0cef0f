//! Revocations, as the log of key changes holds them until the database does.

use std::collections::BTreeMap;

use licence_core::account::key::{ApiKey, KeyId};
use licence_core::audit::Actor;
use licence_core::member::{Member, MemberId};
use licence_core::oauth::grant::{Grant, GrantId};
use licence_core::session::SessionId;
use licence_core::time::Timestamp;
use serde::{Deserialize, Serialize};

/// A line that takes effect as soon as it is in the log. Members that this version does not know
/// are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Revocation {
    #[serde(flatten)]
    pub(super) ended: Ended,
    pub(super) at: Timestamp,
    /// Who revoked it, as an [`Actor`] is written. Text, because a line whose actor this version does
    /// not know takes effect nevertheless.
    #[serde(default)]
    pub(super) by: String,
}

/// What a revocation ends, in the order in which the database learns it: a disabled member has no
/// sessions there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "revoke", content = "id", rename_all = "snake_case")]
pub(crate) enum Ended {
    /// A key.
    Key(KeyId),
    /// A session.
    Session(SessionId),
    /// A member, who is disabled.
    Member(MemberId),
    /// A grant of the connector.
    Grant(GrantId),
}

/// A revocation that the database may not know yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Revoked {
    /// When it was revoked first.
    pub(crate) at: Timestamp,
    /// Who revoked it.
    pub(crate) by: Actor,
}

/// The part of the log after the version of the keys in the database.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The length of the log.
    pub(crate) end: i64,
    /// What was revoked.
    pub(crate) revoked: BTreeMap<Ended, Revoked>,
    /// Whether the tail holds revocations only. Otherwise a change may be under way, or the log
    /// was damaged.
    pub(crate) is_settled: bool,
}

impl Tail {
    /// Returns whether the database knows every revocation.
    pub(crate) fn is_folded(&self) -> bool {
        self.revoked.is_empty()
    }

    /// Returns when a key was revoked, by its row or else by the log.
    pub(crate) fn revoked_at(&self, key: &ApiKey) -> Option<Timestamp> {
        key.revoked_at.or_else(|| Some(self.revoked.get(&Ended::Key(key.id))?.at))
    }

    /// Returns when a member was disabled, by the row or else by the log.
    pub(crate) fn disabled_at(&self, member: &Member) -> Option<Timestamp> {
        member.disabled_at.or_else(|| Some(self.revoked.get(&Ended::Member(member.id))?.at))
    }

    pub(crate) fn ends_session(&self, id: SessionId) -> bool {
        self.revoked.contains_key(&Ended::Session(id))
    }

    /// Returns whether the log ends a grant, or disables the member who consented to it.
    pub(crate) fn has_ended(&self, grant: &Grant) -> bool {
        self.revoked.contains_key(&Ended::Grant(grant.id))
            || self.revoked.contains_key(&Ended::Member(grant.member_id))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_line_of_each_kind_is_written_as_other_releases_read_it() {
        let id = Uuid::from_u128(7);
        for (ended, word) in [
            (Ended::Key(KeyId(id)), "key"),
            (Ended::Session(SessionId(id)), "session"),
            (Ended::Member(MemberId(id)), "member"),
            (Ended::Grant(GrantId(id)), "grant"),
        ] {
            let line = format!(
                "{{\"revoke\":\"{word}\",\"id\":\"00000000-0000-0000-0000-000000000007\",\
                 \"at\":\"1970-01-01T00:00:00.000Z\",\"by\":\"server\"}}"
            );
            let revocation = Revocation { ended, at: Timestamp::EPOCH, by: "server".to_owned() };
            assert_eq!(serde_json::to_string(&revocation).unwrap(), line);
            assert_eq!(serde_json::from_str::<Revocation>(&line).unwrap(), revocation);
        }
    }
}
