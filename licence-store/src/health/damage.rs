//! The errors of a damaged database.

use sea_orm::sqlx;

use crate::connect::one_line;
use crate::driver_codes::shows_damage;
use crate::error::StoreError;

/// Returns the error of a statement: damage, if the driver's error shows that.
pub(crate) fn unreadable(error: sqlx::Error) -> StoreError {
    match shows_damage(&error) {
        true => damaged(&error),
        false => error.into(),
    }
}

pub(super) fn damaged(why: &impl ToString) -> StoreError {
    StoreError::Damaged { why: one_line(&why.to_string()) }
}
