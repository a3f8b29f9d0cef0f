//! The tables of the file that are merged key by key: registers, plans, retention.

use std::collections::BTreeMap;

use licence_core::account::plan::{Plan, PlanTable};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::sources::{RegisterPlan, RegisterTable};
use licence_store::service::Retention;

/// The options that only the file has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// `[registers.CODE]`
    pub registers: BTreeMap<JurisdictionCode, RegisterTable>,
    /// `[plans.NAME]`
    pub plans: BTreeMap<Plan, PlanTable>,
    /// `[retention]`
    pub retention: Retention,
}

impl Tables {
    /// Returns how a register is read: by the file, and by the defaults for the rest.
    pub fn register_plan(&self, code: JurisdictionCode) -> RegisterPlan {
        RegisterPlan::from_table(code, self.registers.get(&code))
    }
}
