//! The coverage of a register: a word that events share with the freshness that produces them.

use crate::wire_enum::wire_enum;

wire_enum! {
    /// Whether a register meets its freshness target (specification 4.5 and 6.1).
    pub enum CoverageStatus: "coverage status" {
        /// Read within the target.
        Healthy = "healthy",
        /// Past the target.
        Degraded = "degraded",
    }
}
