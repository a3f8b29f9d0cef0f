//! The members of accounts. A disabled member is out at the next request of every process, and a
//! member with a new role signs in again.
//!
//! While another process writes to the SQLite file, for example a reading, the log beside the file
//! says at once who is disabled and which sessions ended. An owner is disabled after that write,
//! because only the database knows whether another owner is left; the sessions and the grants of the
//! connector end at once.

mod change;
mod rows;

use licence_core::account::AccountId;
use licence_core::member::{Member, MemberId};

use crate::Store;
use crate::boxed;
use crate::error::StoreError;
pub use change::MemberChange;
pub(crate) use rows::{
    decode_member, find_member, find_members, fold_member, lock_member, new_member_row,
};

/// The reason in the audit log for an act on an unknown member.
pub(crate) const UNKNOWN_MEMBER: &str = "the account has no such member";

impl Store {
    /// Returns the members of an account, the oldest first, with disabled ones.
    ///
    /// ```
    /// # licence_store::example(async |store, now| {
    /// # use licence_store::core::account::plan::Plan;
    /// # let account = store.create_account("Example Ltd", Plan::Pro, now).await?.id;
    /// assert_eq!(store.members(account).await?, []);
    /// # Ok(()) }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn members(&self, account: AccountId) -> Result<Vec<Member>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let mut members = find_members(&self.databases.reader, account).await?;
        for member in &mut members {
            member.disabled_at = revoked.disabled_at(member);
        }
        Ok(members)
    }

    /// Returns a member of any account, for the operator of the service; `None` for an unknown one.
    ///
    /// # Errors
    /// [`StoreError`] when the database cannot be read.
    #[boxed]
    pub async fn member(&self, id: MemberId) -> Result<Option<Member>, StoreError> {
        let revoked = self.unfolded_revocations().await?;
        let mut member = find_member(&self.databases.reader, id).await?;
        if let Some(member) = &mut member {
            member.disabled_at = revoked.disabled_at(member);
        }
        Ok(member)
    }
}
