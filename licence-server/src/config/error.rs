//! Why the options of a server are refused.

use thiserror::Error;

/// Options the server cannot start with; the text is one line.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ConfigError(pub(super) String);
