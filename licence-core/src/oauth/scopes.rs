//! Which scopes a client asks for, and which it gets.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::connector::Scope;
use crate::member::{Permission, Role};

/// A set of scopes, in the order of [`Scope::ALL`].
///
/// ```
/// use licence_core::oauth::Scopes;
///
/// let scopes = Scopes::requested(Some("openid watchlist:read licences:read")).unwrap();
/// assert_eq!(scopes.to_string(), "licences:read watchlist:read");
/// assert_eq!(Scopes::requested(None), Some(scopes));
/// assert_eq!(Scopes::requested(Some("openid")), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(BTreeSet<Scope>);

impl Scopes {
    /// Returns every scope.
    pub fn all() -> Self {
        Scope::ALL.iter().copied().collect()
    }

    /// Returns the scopes of a request without any: those that read.
    pub fn reading() -> Self {
        Scope::ALL.iter().copied().filter(|scope| !scope.can_write()).collect()
    }

    /// Returns the known ones of the scopes that a request names; `None` if it names scopes, and none
    /// of them is known. Unknown ones such as `openid` are left out, because clients ask every server
    /// for them.
    pub fn requested(text: Option<&str>) -> Option<Self> {
        match text.filter(|text| !text.trim().is_empty()) {
            None => Some(Self::reading()),
            Some(text) => Some(Self::parse(text)).filter(|known| !known.is_empty()),
        }
    }

    /// Returns the known scopes of a text that separates them by spaces.
    pub fn parse(text: &str) -> Self {
        text.split(' ').filter_map(|word| word.parse().ok()).collect()
    }

    /// Returns the scopes, in the order of [`Scope::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = Scope> {
        self.0.iter().copied()
    }

    /// Returns whether the set has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether a scope is in the set.
    pub fn contains(&self, scope: Scope) -> bool {
        self.0.contains(&scope)
    }

    /// Returns whether a scope in the set may change something.
    pub fn can_write(&self) -> bool {
        self.iter().any(Scope::can_write)
    }

    /// Returns the scopes that are in both sets.
    pub fn and(&self, other: &Self) -> Self {
        self.iter().filter(|scope| other.contains(*scope)).collect()
    }

    /// Returns the scopes that a member with this role can use. The role counts at every call, so
    /// that a lower role holds at once.
    pub fn within_role(&self, role: Role) -> Self {
        self.iter().filter(|scope| role.allows(scope.permission())).collect()
    }
}

impl Scope {
    /// Returns whether the scope may change something.
    pub const fn can_write(self) -> bool {
        matches!(self, Self::WatchlistWrite)
    }

    /// Returns the permission that a member needs to grant the scope, and to use it.
    pub const fn permission(self) -> Permission {
        match self.can_write() {
            true => Permission::GrantWriting,
            false => Permission::GrantReading,
        }
    }

    /// Returns what the scope allows, as a sentence for the member who grants it.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::LicencesRead => "Check domains and licence numbers, and look up operators.",
            Self::WatchlistRead => "See the watchlist of the account and its events.",
            Self::WatchlistWrite => "Add operators to the watchlist, and remove them.",
        }
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().collect())
    }
}

impl fmt::Display for Scopes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.iter().map(|scope| scope.as_str()).collect();
        f.write_str(&words.join(" "))
    }
}

impl Serialize for Scopes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Scopes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::parse(&String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_gets_the_known_scopes_that_it_names() {
        for (requested, granted) in [
            (None, Some("licences:read watchlist:read")),
            (Some(""), Some("licences:read watchlist:read")),
            (Some("licences:read"), Some("licences:read")),
            (
                Some("watchlist:write licences:read licences:read"),
                Some("licences:read watchlist:write"),
            ),
            (Some("offline_access licences:read"), Some("licences:read")),
            (Some("openid"), None),
            (Some("LICENCES:READ"), None),
            (Some("licences:read\nwatchlist:read"), None),
        ] {
            let scopes = Scopes::requested(requested).map(|scopes| scopes.to_string());
            assert_eq!(scopes.as_deref(), granted, "{requested:?}");
        }
    }

    #[test]
    fn a_viewer_never_writes() {
        for (role, usable) in [
            (Role::Owner, "licences:read watchlist:read watchlist:write"),
            (Role::Developer, "licences:read watchlist:read watchlist:write"),
            (Role::Viewer, "licences:read watchlist:read"),
        ] {
            assert_eq!(Scopes::all().within_role(role).to_string(), usable, "{role}");
        }
    }
}
