//! An index of the audit log by account. The pages of an account ask for its entries alone, and would
//! otherwise read those of all accounts.

use sea_orm_migration::prelude::*;

use super::steps::index;

migration!(
    "m0023_audit_by_account",
    vec![index("audit_entries_by_account", "audit_entries", &["account_id", "at", "id"])]
);
