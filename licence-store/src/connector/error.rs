//! Why a client of the connector gets no answer.

use licence_core::oauth::TokenError;
use sea_orm::DbErr;
use thiserror::Error;

use crate::error::StoreError;

/// Why a client gets no token.
///
/// Exhaustive, because the client is told of the one and the operator of the service of the other.
#[derive(Debug, Error)]
pub enum ConnectorError {
    /// A rule of the protocol refuses the request.
    #[error(transparent)]
    Refused(#[from] TokenError),
    /// The database fails.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<DbErr> for ConnectorError {
    fn from(error: DbErr) -> Self {
        Self::Store(error.into())
    }
}
