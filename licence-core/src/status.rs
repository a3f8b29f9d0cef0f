//! The eight licence statuses and the one qualifier (specification 2.4, decisions 3).

pub mod wording;

use crate::wire_enum::wire_enum;

wire_enum! {
    /// The standing of a licence (specification 2.4). Only `active` means licensed; every
    /// other value is a non-pass.
    pub enum LicenceStatus: "licence status" {
        /// In force.
        Active = "active",
        /// Suspended by the regulator, as read from a publication.
        Suspended = "suspended",
        /// Revoked by the regulator, as read from a publication.
        Revoked = "revoked",
        /// The register itself reports it as expired or lapsed.
        Expired = "expired",
        /// Applied for, or under assessment.
        Pending = "pending",
        /// Listed with wording that could not be classified; the wording is kept.
        Unknown = "unknown",
        /// Given up by the operator; not a decision of the regulator.
        Surrendered = "surrendered",
        /// No longer listed; an observation about the register, not a decision.
        NotInRegister = "not_in_register",
    }
}

wire_enum! {
    /// What the regulator's wording adds to a status (`status_qualifier`, decisions 3).
    pub enum StatusQualifier: "status qualifier" {
        /// The wording says the licence is provisional, interim or conditional.
        Provisional = "provisional",
    }
}
