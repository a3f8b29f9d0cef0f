//! Why a client of the connector gets no answer.

use licence_core::oauth::TokenError;
use thiserror::Error;

use crate::error::StoreError;

/// Why a client gets no token.
///
/// Exhaustive, because one kind is answered to the client and the other is logged.
#[derive(Debug, Error)]
pub enum ConnectorError {
    /// A rule of the protocol refuses the request.
    #[error(transparent)]
    Refused(#[from] TokenError),
    /// The database fails.
    #[error(transparent)]
    Store(StoreError),
}

impl<E: Into<StoreError>> From<E> for ConnectorError {
    fn from(error: E) -> Self {
        Self::Store(error.into())
    }
}
