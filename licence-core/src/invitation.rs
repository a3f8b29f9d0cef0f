//! One-time links that lead to a session: invitations of new members, and sign-in links.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::AccountId;
use crate::account::label::Label;
use crate::audit::Actor;
use crate::member::{MemberId, Role};
use crate::secret_token::secret_token;
use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

pub use crate::secret_token::TokenHash;

/// The id of an invitation or a sign-in link. It is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct InvitationId(pub Uuid);

wire_enum! {
    /// What a one-time link gives.
    pub enum LinkKind: "kind of link" {
        /// A new member, and a session.
        Enrol = "enrol",
        /// A session of a member on record.
        SignIn = "sign_in",
    }
}

impl LinkKind {
    /// Returns how long a link of this kind can be used.
    pub const fn lifetime(self) -> Duration {
        match self {
            Self::Enrol => Duration::from_secs(24 * 3_600),
            Self::SignIn => Duration::from_secs(10 * 60),
        }
    }
}

secret_token! {
    /// The secret of a one-time link: 32 random bytes as unpadded base64url.
    pub struct LinkToken;
}

impl LinkToken {
    /// Returns the path of the page that shows the link.
    ///
    /// ```
    /// use licence_core::invitation::LinkToken;
    ///
    /// assert!(LinkToken::new([0; 32]).path().starts_with("/link/AAAA"));
    /// ```
    pub fn path(&self) -> String {
        format!("/link/{}", self.reveal())
    }
}

/// An invitation or a sign-in link, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invitation {
    /// The id.
    pub id: InvitationId,
    /// What the link gives.
    pub kind: LinkKind,
    /// The account.
    pub account_id: AccountId,
    /// The member who signs in; null for an invitation, whose use creates the member.
    pub member_id: Option<MemberId>,
    /// The name of the member.
    pub name: Label,
    /// The role of the member.
    pub role: Role,
    /// Who made the link.
    pub made_by: Actor,
    /// When it was made.
    pub created_at: Timestamp,
    /// From when on it cannot be used.
    pub expires_at: Timestamp,
}

/// What the page of a link shows before it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkView {
    /// What the link gives.
    pub kind: LinkKind,
    /// The member who signs in; `None` for an invitation, whose use creates the member.
    pub member_id: Option<MemberId>,
    /// The name of the account.
    pub account_name: String,
    /// The name of the member.
    pub member_name: Label,
    /// The role of the member.
    pub role: Role,
    /// From when on it cannot be used.
    pub expires_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_lives_a_day_and_a_sign_in_link_ten_minutes() {
        let seconds = |kind: LinkKind| kind.lifetime().as_secs();
        assert_eq!([86_400, 600], [seconds(LinkKind::Enrol), seconds(LinkKind::SignIn)]);
    }
}
