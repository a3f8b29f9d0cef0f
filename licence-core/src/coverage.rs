//! Freshness of the registers against their targets (specification 1 and 4.5).

use serde::{Deserialize, Serialize};

use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;

/// How fresh a register is (`_meta.register` of a check, decisions 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterFreshness {
    /// Whose register.
    pub jurisdiction_code: JurisdictionCode,
    /// When it was last read successfully.
    pub last_successful_scrape: Option<Timestamp>,
    /// Whole hours since then.
    pub age_hours: Option<i64>,
    /// The target in hours.
    pub sla_hours: i64,
    /// Whether the age is below the target; `None` for a register never read.
    pub fresh: Option<bool>,
}

impl RegisterFreshness {
    /// The freshness of a register at an instant.
    pub fn at(
        jurisdiction_code: JurisdictionCode,
        last_successful_scrape: Option<Timestamp>,
        now: Timestamp,
    ) -> Self {
        let sla_hours = jurisdiction_code.sla_hours();
        let age_hours = last_successful_scrape.map(|read_at| now.hours_since(read_at));
        let fresh = age_hours.map(|age| age < sla_hours);
        Self { jurisdiction_code, last_successful_scrape, age_hours, sla_hours, fresh }
    }

    /// Past the target, or never read.
    pub fn is_stale(&self) -> bool {
        self.fresh != Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_is_fresh_below_its_target_and_stale_at_it() {
        let at = |text: &str| text.parse::<Timestamp>().unwrap();
        let read = Some(at("2026-11-01T06:00:00Z"));
        for (code, now, age, fresh) in [
            (JurisdictionCode::Ukgc, "2026-11-02T05:59:59.999Z", 23, true),
            (JurisdictionCode::Ukgc, "2026-11-02T06:00:00Z", 24, false),
            (JurisdictionCode::Mga, "2026-11-03T05:59:59Z", 47, true),
            (JurisdictionCode::Mga, "2026-11-03T06:00:00Z", 48, false),
        ] {
            let freshness = RegisterFreshness::at(code, read, at(now));
            assert_eq!((freshness.age_hours, freshness.fresh), (Some(age), Some(fresh)));
        }
        let never = RegisterFreshness::at(JurisdictionCode::Kh, None, at("2026-11-02T06:00:00Z"));
        assert!(never.fresh.is_none() && never.is_stale());
    }
}
