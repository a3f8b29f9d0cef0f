//! Passkeys: members prove their identity with a device that verifies them.
//!
//! A ceremony has two calls. The first returns a challenge, whose options go to the browser; its
//! state stays in the database, so that any process finishes the ceremony, once, within five
//! minutes. The second takes the answer of the browser.
//!
//! A passkey belongs to the host name of the dashboard. Under another name it is useless;
//! `licence members link` is then the way back in.
//!
//! `site` alone knows how a browser is asked and its answer verified. A build without the feature
//! `passkeys` has [`PasskeySite`] without a value, so the rest needs no second form.

mod ceremony;
mod registration;
mod rows;
mod sign_in;
#[cfg(not(feature = "passkeys"))]
#[path = "passkeys/no_site.rs"]
mod site;
#[cfg(feature = "passkeys")]
mod site;

use licence_core::passkey::CeremonyToken;
use serde_json::Value;

pub use sign_in::PasskeyProof;
pub use site::PasskeySite;
use thiserror::Error;

/// What a browser is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyChallenge {
    /// Ties the answer to the challenge.
    pub token: CeremonyToken,
    /// The argument of `navigator.credentials.create` or `get`, in the JSON form of WebAuthn.
    pub options: Value,
}

/// What a browser answers.
#[derive(Clone, Copy, Debug)]
pub struct PasskeyAnswer<'a> {
    /// The token of the challenge.
    pub token: &'a CeremonyToken,
    /// The credential in the JSON form of WebAuthn.
    pub credential: &'a str,
}

/// Why a dashboard can have no passkeys.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum InvalidPasskeySite {
    /// Browsers accept no address as the site of a passkey.
    #[error("passkeys need a host name, and {0} has an address; on this machine use localhost")]
    Address(String),
    /// Browsers offer passkeys only to sites that cannot be forged.
    #[error("passkeys need https, and {0} has http; http works only for localhost")]
    Unprotected(String),
    /// The program was built without them.
    #[error("this program was built without passkeys (the cargo feature `passkeys`)")]
    NotBuilt,
}

/// The reason in the audit log for a passkey that answered when its session had ended.
const SESSION_ENDED: &str = "the session has ended";

/// The options of a challenge, and the state that its answer is compared with.
struct NewChallenge {
    options: Value,
    state: String,
}

/// A passkey that a browser made: its id as base64url, and its public key as JSON.
struct NewCredential {
    id: String,
    credential: String,
}

/// A passkey that answered a challenge: the member that the answer names, and the public key as it
/// is after this use.
struct UsedCredential {
    member: uuid::Uuid,
    credential: String,
}
