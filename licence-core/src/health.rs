//! Whether the service can do its work (specification 4.5, decisions 3, "Health body").

use serde::{Deserialize, Serialize};

use crate::time::Timestamp;
use crate::wire_enum::wire_enum;

wire_enum! {
    /// Whether the service can do its work.
    pub enum HealthStatus: "health status" {
        /// Everything that it depends on answers.
        Ok = "ok",
        /// Something does not.
        Unavailable = "unavailable",
    }
}

/// Whether the service can do its work, and which version it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HealthBody {
    /// `ok`, or `unavailable` when a check fails.
    #[cfg_attr(feature = "openapi", schema(value_type = String, pattern = "^(ok|unavailable)$"))]
    pub status: HealthStatus,
    /// What was asked.
    pub checks: HealthChecks,
    /// The version of the server.
    pub version: String,
    /// The instant of the answer.
    pub timestamp: Timestamp,
}

/// Whether the parts that the service depends on answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HealthChecks {
    /// The database answers.
    pub database: bool,
    /// The cache answers.
    pub cache: bool,
}

impl HealthBody {
    /// Returns the body of what answers; one that does not makes the whole unavailable.
    ///
    /// ```
    /// use licence_core::health::{HealthBody, HealthStatus};
    ///
    /// let now = "2026-11-01T06:00:00Z".parse()?;
    /// assert_eq!(HealthBody::new(true, false, "1.0.0", now).status, HealthStatus::Unavailable);
    /// # Ok::<(), licence_core::time::InvalidTimestamp>(())
    /// ```
    pub fn new(database: bool, cache: bool, version: &str, timestamp: Timestamp) -> Self {
        let status = match database && cache {
            true => HealthStatus::Ok,
            false => HealthStatus::Unavailable,
        };
        let checks = HealthChecks { database, cache };
        Self { status, checks, version: version.to_owned(), timestamp }
    }
}
