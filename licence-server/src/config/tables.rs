//! The tables of the file: registers and retention, which the jobs follow; plans; webhooks, which
//! are checked, so that a file stays valid, and not read yet.

use std::collections::BTreeMap;

use licence_core::account::plan::{Plan, PlanTable};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::period::Period;
use licence_core::register::sources::{RegisterPlan, RegisterTable};

/// What only the file can say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// `[webhooks]`
    pub webhooks: WebhookTable,
    /// `[registers.CODE]`
    pub registers: BTreeMap<JurisdictionCode, RegisterTable>,
    /// `[plans.NAME]`
    pub plans: BTreeMap<Plan, PlanTable>,
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

/// `[retention]`: how long rows are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RetentionTable {
    /// Events.
    pub events: Option<Period>,
    /// Deliveries.
    pub deliveries: Option<Period>,
}
