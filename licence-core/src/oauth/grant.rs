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
mod tests {
    use super::*;

    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    fn start() -> Timestamp {
        "2026-11-01T06:00:00Z".parse().unwrap()
    }

    fn after(seconds: u64) -> Timestamp {
        start().later_by(Duration::from_secs(seconds))
    }

    #[test]
    fn a_code_is_for_its_client_its_address_its_proof_and_a_minute() {
        let terms = CodeTerms {
            client_id: ClientId("reg-1".to_owned()),
            redirect_uri: "https://a.example/cb".to_owned(),
            challenge: Challenge::parse("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM").unwrap(),
            expires_at: start().later_by(CODE_LIFETIME),
        };
        let same = Some("https://a.example/cb");
        for (client, redirect, verifier, seconds, is_allowed) in [
            ("reg-1", same, VERIFIER, 0, true),
            ("reg-1", None, VERIFIER, 59, true),
            ("reg-1", same, VERIFIER, 60, false),
            ("reg-2", same, VERIFIER, 0, false),
            ("reg-1", Some("https://a.example/cb/"), VERIFIER, 0, false),
            ("reg-1", same, "", 0, false),
            ("reg-1", same, &VERIFIER[1..], 0, false),
            ("reg-1", same, &"a".repeat(43), 0, false),
        ] {
            let client = ClientId(client.to_owned());
            let checked = terms.check_exchange(&client, redirect, verifier, after(seconds));
            assert_eq!(checked.is_ok(), is_allowed, "{client} {redirect:?} {verifier} {seconds}");
        }
    }

    #[test]
    fn a_refresh_token_works_eight_times_in_two_minutes_and_then_betrays_a_thief() {
        use RefreshUse::{Refused, Renews, Reused};
        const DAY: u64 = 86_400;
        for (first_use, uses, now, expected) in [
            (0, 1, 0, Renews),
            (29 * DAY, 1, 29 * DAY, Renews),
            (30 * DAY, 1, 30 * DAY, Refused),
            (0, 2, 119, Renews),
            (0, 8, 119, Renews),
            (0, 9, 119, Refused),
            (0, 2, 120, Reused),
            (0, 9, 120, Reused),
            (0, 2, 30 * DAY, Refused),
        ] {
            let expires_at = after(30 * DAY);
            let found = judge_refresh(expires_at, after(first_use), uses, after(now));
            assert_eq!(found, expected, "first {first_use}, use {uses}, at {now}");
        }
    }

    #[test]
    fn no_token_outlives_its_grant() {
        const DAY: u64 = 86_400;
        let ends = after(90 * DAY);
        for (hours, now, access, refresh) in [
            (1, 0, 3_600, 30 * DAY),
            (24, 0, DAY, 30 * DAY),
            (1, 60 * DAY, 60 * DAY + 3_600, 90 * DAY),
            (1, 90 * DAY - 60, 90 * DAY, 90 * DAY),
            (24, 89 * DAY + 1, 90 * DAY, 90 * DAY),
        ] {
            let lifetime = AccessLifetime::try_from(hours).unwrap();
            assert_eq!(token_ends(ends, lifetime, after(now)), (after(access), after(refresh)));
        }
    }
}
