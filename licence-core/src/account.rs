//! Accounts, their plans and keys (specification 5 and 8).

pub mod block;
pub mod daily_usage;
pub mod failed_attempts;
pub mod key;
pub mod key_lease;
pub mod label;
pub mod plan;
pub mod quota;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::time::Timestamp;
use plan::Plan;

/// The id of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountId(pub Uuid);

/// An account of a customer. All its keys share its quotas.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Its name.
    pub name: String,
    /// Its plan, which decides what it may do.
    pub plan: Plan,
    /// When it was created.
    pub created_at: Timestamp,
}
