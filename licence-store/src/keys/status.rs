//! The status of a key.

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::Plan;

/// The status of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStatus {
    /// No key has this hash.
    Unknown,
    /// The key was revoked.
    Revoked,
    /// The key expired.
    Expired,
    /// The key does not work from the caller's network.
    OtherNetwork(KeyId),
    /// The key works.
    InForce(KeyHolder),
}

/// The owner of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHolder {
    /// The key.
    pub key_id: KeyId,
    /// Its account.
    pub account_id: AccountId,
    /// The account's plan.
    pub plan: Plan,
}
