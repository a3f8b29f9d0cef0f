//! Who acts in an entry of the audit log.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use uuid::Uuid;

use crate::account::key::KeyId;
use crate::member::MemberId;
use crate::text::quoted;
use crate::text_serde::serde_by_text;

/// Who acts, written as one word or as `KIND:WHO`, for example `user:root`.
///
/// ```
/// use licence_core::audit::Actor;
///
/// let actor: Actor = "user:alice as root".parse()?;
/// assert_eq!(actor, Actor::User("alice as root".to_owned()));
/// assert_eq!(actor.to_string(), "user:alice as root");
/// # Ok::<(), licence_core::audit::InvalidActor>(())
/// ```
///
/// Exhaustive, because an auditor must be able to tell all actors apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Actor {
    /// `program`: the program that embeds the library and does not say who acts.
    #[default]
    Program,
    /// `server`: a server without a request, for example at its start.
    Server,
    /// `user:NAME`: a user of the operating system at the command line.
    User(String),
    /// `key:KEY_ID`: the holder of an API key.
    Key(KeyId),
    /// `member:MEMBER_ID`: a member who is signed in to the dashboard.
    Member(MemberId),
}

/// The text is not an actor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not an actor such as server, user:root or key:KEY_ID")]
pub struct InvalidActor(String);

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program => f.write_str("program"),
            Self::Server => f.write_str("server"),
            Self::User(name) => write!(f, "user:{name}"),
            Self::Key(id) => write!(f, "key:{}", id.0),
            Self::Member(id) => write!(f, "member:{}", id.0),
        }
    }
}

impl FromStr for Actor {
    type Err = InvalidActor;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let invalid = || InvalidActor(quoted(text));
        let uuid = |id: &str| Uuid::try_parse(id).map_err(|_| invalid());
        match text.split_once(':') {
            None if text == "program" => Ok(Self::Program),
            None if text == "server" => Ok(Self::Server),
            Some(("user", name)) => Ok(Self::User(name.to_owned())),
            Some(("key", id)) => uuid(id).map(|id| Self::Key(KeyId(id))),
            Some(("member", id)) => uuid(id).map(|id| Self::Member(MemberId(id))),
            _ => Err(invalid()),
        }
    }
}

serde_by_text!(Actor);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_actor_is_written_and_read_back() {
        let key = Actor::Key(KeyId(Uuid::from_u128(7)));
        let member = Actor::Member(MemberId(Uuid::from_u128(8)));
        for (actor, text) in [
            (Actor::Program, "program"),
            (Actor::Server, "server"),
            (Actor::User("root".to_owned()), "user:root"),
            (Actor::User("a:b".to_owned()), "user:a:b"),
            (key, "key:00000000-0000-0000-0000-000000000007"),
            (member, "member:00000000-0000-0000-0000-000000000008"),
        ] {
            assert_eq!(actor.to_string(), text);
            assert_eq!(text.parse(), Ok(actor));
        }
        for text in ["", "root", "server:", "key:7", "member:x"] {
            assert!(text.parse::<Actor>().is_err(), "{text}");
        }
    }
}
