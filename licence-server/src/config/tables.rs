//! The tables of the file: registers, plans, webhooks, retention. They are checked, so that a file
//! stays valid, and nothing reads them yet.

use std::collections::BTreeMap;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::period::Period;
use licence_core::register::sources::{RegisterPlan, RegisterTable};

use super::values::Cap;

/// What only the file can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// `[webhooks]`
    pub webhooks: WebhookTable,
    /// `[registers.CODE]`
    pub registers: BTreeMap<JurisdictionCode, RegisterTable>,
    /// `[plans.NAME]`
    pub plans: BTreeMap<PlanName, PlanTable>,
    /// `[retention]`
    pub retention: RetentionTable,
}

impl Tables {
    /// How a register is read: what the file says, and the defaults for the rest.
    pub fn register_plan(&self, code: JurisdictionCode) -> RegisterPlan {
        RegisterPlan::of(code, self.registers.get(&code))
    }
}

/// `[webhooks]`: how deliveries are tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WebhookTable {
    /// The waits before the second and later attempts.
    pub retry_delays: Option<Vec<Period>>,
    /// How long an attempt may take.
    pub attempt_timeout: Option<Period>,
}

/// The plans of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlanName {
    /// Starter
    Starter,
    /// Pro
    Pro,
    /// Business
    Business,
    /// Enterprise
    Enterprise,
    /// The legacy trial keys.
    Trial,
}

/// `[plans.NAME]`: limits other than the specification's.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlanTable {
    /// Requests in one second.
    pub requests_per_second: Option<Cap>,
    /// Answered requests in a month.
    pub requests_per_month: Option<Cap>,
    /// Requests in a day.
    pub requests_per_day: Option<Cap>,
    /// Polls of the feed in an hour.
    pub polls_per_hour: Option<Cap>,
    /// Exports in a day.
    pub exports_per_day: Option<Cap>,
    /// Operators on the watchlist.
    pub watchlist_operators: Option<Cap>,
    /// Webhook endpoints.
    pub webhook_endpoints: Option<Cap>,
}

/// `[retention]`: how long rows are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetentionTable {
    /// Events.
    pub events: Option<Period>,
    /// Deliveries.
    pub deliveries: Option<Period>,
}
