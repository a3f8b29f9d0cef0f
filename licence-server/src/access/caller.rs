//! Who sends a request.

use licence_core::account::AccountId;
use licence_core::account::key::KeyId;
use licence_core::account::plan::{Plan, PlanLimits};

/// A caller with a key in force, or a client of the connector with a grant. Only the access pipeline
/// and the gate of the connector make one, so a handler that takes a caller cannot run without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    /// The key; `None` for a client of the connector, which asks for a member.
    pub(crate) key_id: Option<KeyId>,
    pub(crate) account_id: AccountId,
    pub(crate) plan: Plan,
    pub(crate) limits: PlanLimits,
}

/// What the access pipeline knows of the sender of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// Nothing: the request was refused before its key was resolved, or its key is ignored.
    Unknown,
    /// The request has no key.
    Keyless,
    /// The request has a key in force.
    Keyed(Caller),
}

impl Identity {
    pub(super) fn caller(&self) -> Option<&Caller> {
        match self {
            Self::Keyed(caller) => Some(caller),
            Self::Unknown | Self::Keyless => None,
        }
    }
}
