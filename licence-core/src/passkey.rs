//! Passkeys of members, without their public keys, which only the store reads.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::label::Label;
use crate::member::MemberId;
use crate::secret_token::secret_token;
use crate::time::Timestamp;

/// The most passkeys of a member.
pub const MAX_PASSKEYS: usize = 10;

/// How long a browser may take to answer a challenge.
pub const CEREMONY_LIFETIME: Duration = Duration::from_secs(5 * 60);

/// The id of a passkey. It is no secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PasskeyId(pub Uuid);

secret_token! {
    /// The secret that ties the answer of a browser to the challenge that it was given.
    pub struct CeremonyToken;
}

/// A passkey of a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    /// The id.
    pub id: PasskeyId,
    /// The member.
    pub member_id: MemberId,
    /// The label, for example `Ada's laptop`.
    pub label: Label,
    /// When it was added.
    pub created_at: Timestamp,
    /// When the member last signed in with it.
    pub last_used_at: Option<Timestamp>,
}
