//! The plans and all their limits, as data (specification 5 and 8, decisions 1 and 3).
//!
//! The daily limit of a trial counts answered requests, as the monthly limits do.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::{Serialize, Serializer};

use crate::wire_enum::wire_enum;

wire_enum! {
    /// What an account may do.
    pub enum Plan: "plan" {
        /// The smallest paid plan.
        Starter = "starter",
        /// With exports.
        Pro = "pro",
        /// Without a monthly cap.
        Business = "business",
        /// Without any cap but its own contract's.
        Enterprise = "enterprise",
        /// Legacy: checks and keyless endpoints only, by the day.
        Trial = "trial",
        /// No plan: nothing.
        None = "none",
        /// A plan that ended: nothing.
        Canceled = "canceled",
    }
}

/// The kind of plan that a request needs, apart from its limits.
///
/// Exhaustive, because every plan decides about each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanRequirement {
    /// No plan: callers without a key may send it too.
    Public,
    /// A paid plan.
    Paid,
    /// A plan with exports.
    Export,
}

/// Why a plan does not admit a request (specification 5 and 7, the rows of 402).
///
/// Exhaustive, because the server maps each reason to an answer of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanRefusal {
    /// The account has no plan, or one that ended.
    Inactive,
    /// A trial key admits public requests only.
    PaidPlanRequired,
    /// The plan has no exports, and the configuration adds none.
    ExportRequiresPro,
}

impl Plan {
    /// Returns whether the plan admits a request of this kind, whatever is used of its limits.
    ///
    /// # Errors
    /// [`PlanRefusal`] if another plan would admit it.
    pub fn allows(
        self,
        requirement: PlanRequirement,
        limits: &PlanLimits,
    ) -> Result<(), PlanRefusal> {
        let has_exports = !limits.exports_per_day.is_none();
        match (self, requirement) {
            (Self::None | Self::Canceled, _) => Err(PlanRefusal::Inactive),
            (Self::Trial | Self::Starter, PlanRequirement::Export) if !has_exports => {
                Err(PlanRefusal::ExportRequiresPro)
            }
            (Self::Trial, PlanRequirement::Paid) => Err(PlanRefusal::PaidPlanRequired),
            (Self::Trial | Self::Starter | Self::Pro | Self::Business | Self::Enterprise, _) => {
                Ok(())
            }
        }
    }
}

/// A limit on a number, or none.
///
/// Exhaustive: a number is limited or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cap {
    /// At most this many.
    AtMost(u64),
    /// No limit.
    Unlimited,
}

impl Cap {
    /// Returns whether nothing at all is admitted.
    pub const fn is_none(self) -> bool {
        matches!(self, Self::AtMost(0))
    }

    /// Returns the number; `None` without a limit.
    pub const fn at_most(self) -> Option<u64> {
        match self {
            Self::AtMost(count) => Some(count),
            Self::Unlimited => None,
        }
    }
}

impl fmt::Display for Cap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtMost(count) => fmt::Display::fmt(count, f),
            Self::Unlimited => f.pad("unlimited"),
        }
    }
}

impl Serialize for Cap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::AtMost(count) => serializer.serialize_u64(*count),
            Self::Unlimited => serializer.serialize_str("unlimited"),
        }
    }
}

impl<'de> Deserialize<'de> for Cap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CapVisitor;

        impl Visitor<'_> for CapVisitor {
            type Value = Cap;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number or \"unlimited\"")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Cap, E> {
                Ok(Cap::AtMost(number))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Cap, E> {
                let unexpected = || E::invalid_value(de::Unexpected::Signed(number), &self);
                u64::try_from(number).map(Cap::AtMost).map_err(|_| unexpected())
            }

            // A TOML file may hold a number that fits in no 64 bits.
            fn visit_i128<E: de::Error>(self, number: i128) -> Result<Cap, E> {
                let most = u64::MAX;
                Err(E::custom(format_args!(
                    "{number} is not a limit: write a whole number up to {most}, or \"unlimited\""
                )))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Cap, E> {
                match text {
                    "unlimited" => Ok(Cap::Unlimited),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }

        deserializer.deserialize_any(CapVisitor)
    }
}

/// The limits of a plan, or, as a [`PlanTable`], those that the configuration replaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, default, rename(deserialize = "PlanTable"))]
pub struct PlanLimits<C = Cap> {
    /// Keyed requests of an account in one second of the clock.
    pub requests_per_second: C,
    /// Answered requests of an account in one UTC month.
    pub requests_per_month: C,
    /// Requests of a key in one UTC day.
    pub requests_per_day: C,
    /// Polls of the watchlist's events in one hour.
    pub polls_per_hour: C,
    /// Exports in one UTC day.
    pub exports_per_day: C,
    /// Operators on the watchlist.
    pub watchlist_operators: C,
    /// Webhook endpoints.
    pub webhook_endpoints: C,
}

/// `[plans.NAME]` of the configuration: limits that replace those of the specification.
pub type PlanTable = PlanLimits<Option<Cap>>;

/// The limits of every plan: those of the specification, except those that the configuration
/// replaces.
#[derive(Clone, Debug, Default)]
pub struct Plans(pub BTreeMap<Plan, PlanTable>);

impl Plans {
    /// Returns the limits of a plan.
    ///
    /// ```
    /// use licence_core::account::plan::{Cap, Plan, Plans};
    ///
    /// assert_eq!(Plans::default().limits(Plan::Pro).exports_per_day, Cap::AtMost(10));
    /// ```
    pub fn limits(&self, plan: Plan) -> PlanLimits {
        let by_default = specified(plan);
        let Some(table) = self.0.get(&plan) else { return by_default };
        PlanLimits {
            requests_per_second: table
                .requests_per_second
                .unwrap_or(by_default.requests_per_second),
            requests_per_month: table.requests_per_month.unwrap_or(by_default.requests_per_month),
            requests_per_day: table.requests_per_day.unwrap_or(by_default.requests_per_day),
            polls_per_hour: table.polls_per_hour.unwrap_or(by_default.polls_per_hour),
            exports_per_day: table.exports_per_day.unwrap_or(by_default.exports_per_day),
            watchlist_operators: table
                .watchlist_operators
                .unwrap_or(by_default.watchlist_operators),
            webhook_endpoints: table.webhook_endpoints.unwrap_or(by_default.webhook_endpoints),
        }
    }
}

const fn specified(plan: Plan) -> PlanLimits {
    use Cap::{AtMost, Unlimited};
    match plan {
        Plan::Starter => PlanLimits {
            requests_per_second: AtMost(5),
            requests_per_month: AtMost(10_000),
            requests_per_day: Unlimited,
            polls_per_hour: AtMost(10),
            exports_per_day: AtMost(0),
            watchlist_operators: AtMost(25),
            webhook_endpoints: AtMost(1),
        },
        Plan::Pro => PlanLimits {
            requests_per_second: AtMost(20),
            requests_per_month: AtMost(100_000),
            requests_per_day: Unlimited,
            polls_per_hour: AtMost(60),
            exports_per_day: AtMost(10),
            watchlist_operators: AtMost(250),
            webhook_endpoints: AtMost(5),
        },
        Plan::Business => PlanLimits {
            requests_per_second: AtMost(100),
            requests_per_month: Unlimited,
            requests_per_day: Unlimited,
            polls_per_hour: AtMost(600),
            exports_per_day: AtMost(100),
            watchlist_operators: Unlimited,
            webhook_endpoints: AtMost(20),
        },
        Plan::Enterprise => all(Unlimited),
        Plan::Trial => PlanLimits {
            requests_per_second: AtMost(5),
            requests_per_month: Unlimited,
            requests_per_day: AtMost(1_000),
            ..all(AtMost(0))
        },
        Plan::None | Plan::Canceled => all(AtMost(0)),
    }
}

/// Returns limits that have one cap in common.
const fn all(cap: Cap) -> PlanLimits {
    PlanLimits {
        requests_per_second: cap,
        requests_per_month: cap,
        requests_per_day: cap,
        polls_per_hour: cap,
        exports_per_day: cap,
        watchlist_operators: cap,
        webhook_endpoints: cap,
    }
}

#[cfg(test)]
mod tests;
