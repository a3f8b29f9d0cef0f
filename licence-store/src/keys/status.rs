//! The status of a key.

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::Plan;

/// The status of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyStatus {
    /// No such key.
    Unknown,
    /// It was revoked.
    Revoked,
    /// It expired.
    Expired,
    /// It may not be used from the caller's network.
    OtherNetwork(KeyId),
    /// It is in force.
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
