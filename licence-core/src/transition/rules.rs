//! The limits within which a reading is applied.

use crate::period::Period;

/// How a reading is applied.
#[derive(Clone, Copy, Debug)]
pub struct ApplyRules {
    /// How long a missing licence keeps its status.
    pub grace: Period,
    /// The share of listed licences, in percent, that one reading may drop.
    pub max_drop_percent: usize,
    /// Apply an implausible reading; never an older one.
    pub force: bool,
}

impl Default for ApplyRules {
    /// 48 hours of grace; at most 20 percent dropped (decisions 2 and 3).
    fn default() -> Self {
        Self { grace: Period::from_hours(48), max_drop_percent: 20, force: false }
    }
}

impl ApplyRules {
    pub(super) fn are_too_many(&self, missing: usize, before: usize) -> bool {
        let exceeds = missing * 100 > before * self.max_drop_percent;
        missing >= MIN_IMPLAUSIBLE_DROP && exceeds && !self.force
    }
}

/// Fewer than this many licences, or domains, may vanish at once from a register of any size.
pub(super) const MIN_IMPLAUSIBLE_DROP: usize = 10;
