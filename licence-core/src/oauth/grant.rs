//! Grants: what a member let a client do, how long that lasts, and how its tokens are renewed.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::access_lifetime::AccessLifetime;
use super::client::{ClientId, ClientKind};
use super::pkce::Challenge;
use super::scopes::Scopes;
use super::token_error::TokenError;
use crate::account::AccountId;
use crate::member::MemberId;
use crate::time::Timestamp;

/// How long a code can be exchanged.
pub const CODE_LIFETIME: Duration = Duration::from_secs(60);
/// How long a refresh token can lie unused.
pub const REFRESH_IDLE: Duration = Duration::from_secs(30 * 86_400);
/// How long a grant lasts, however often it is refreshed.
pub const GRANT_LIFETIME: Duration = Duration::from_secs(90 * 86_400);
/// How long a refresh token works after its first use. The sessions of one desktop program share a
/// token and present it at once.
pub const REFRESH_GRACE: Duration = Duration::from_secs(120);
/// How many times one refresh token works in all, within the grace.
pub const MAX_REFRESH_USES: u32 = 8;

/// The id of a grant. It is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GrantId(pub Uuid);

/// What a member let a client do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// The id.
    pub id: GrantId,
    /// The account that the client asks for.
    pub account_id: AccountId,
    /// The member who consented.
    pub member_id: MemberId,
    /// The client.
    pub client_id: ClientId,
    /// How the service knows the client.
    pub client_kind: ClientKind,
    /// The name that the client gives itself.
    pub client_name: Option<String>,
    /// Where the client took the code.
    pub redirect_uri: String,
    /// What it may do, as far as the member's role allows it.
    pub scopes: Scopes,
    /// When the member consented.
    pub created_at: Timestamp,
    /// When the grant ends.
    pub ends_at: Timestamp,
    /// When the client last asked, to the minute.
    pub last_used_at: Option<Timestamp>,
}

/// What a code was made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeTerms {
    /// The client.
    pub client_id: ClientId,
    /// Where the code was sent.
    pub redirect_uri: String,
    /// The proof that the client owes.
    pub challenge: Challenge,
    /// From when on it cannot be exchanged.
    pub expires_at: Timestamp,
}

impl CodeTerms {
    /// Checks an exchange against what the code was made for. A client of OAuth 2.1 leaves the
    /// redirect address out.
    ///
    /// # Errors
    /// [`TokenError::InvalidGrant`], whatever differs.
    pub fn check_exchange(
        &self,
        client: &ClientId,
        redirect_uri: Option<&str>,
        verifier: &str,
        now: Timestamp,
    ) -> Result<(), TokenError> {
        let is_same = *client == self.client_id
            && redirect_uri.is_none_or(|address| address == self.redirect_uri)
            && self.challenge.is_met_by(verifier)
            && now < self.expires_at;
        if is_same { Ok(()) } else { Err(TokenError::InvalidGrant) }
    }
}

/// What the use of a refresh token leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefreshUse {
    /// New tokens.
    Renews,
    /// Nothing: the token is too old, or was used too often at once.
    Refused,
    /// The end of the grant: somebody else holds the token.
    Reused,
}

/// Returns what a use of a refresh token leads to. `uses` counts this use, and `first_used_at` is the
/// instant of the first one.
pub fn judge_refresh(
    expires_at: Timestamp,
    first_used_at: Timestamp,
    uses: u32,
    now: Timestamp,
) -> RefreshUse {
    if now >= expires_at {
        RefreshUse::Refused
    } else if uses <= 1 {
        RefreshUse::Renews
    } else if now >= first_used_at.later_by(REFRESH_GRACE) {
        RefreshUse::Reused
    } else if uses <= MAX_REFRESH_USES {
        RefreshUse::Renews
    } else {
        RefreshUse::Refused
    }
}

/// Returns when new tokens end: the access token and the refresh token, neither after the grant.
pub fn token_ends(
    grant_ends: Timestamp,
    access: AccessLifetime,
    now: Timestamp,
) -> (Timestamp, Timestamp) {
    let lifetime = Duration::from_secs(u64::from(access.hours()) * 3_600);
    (now.later_by(lifetime).min(grant_ends), now.later_by(REFRESH_IDLE).min(grant_ends))
}

#[cfg(test)]
mod tests;
