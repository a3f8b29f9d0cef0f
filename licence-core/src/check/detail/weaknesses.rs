//! What weakens an answer about a licence.

use super::text::{push_date, push_instant, push_number};
use crate::check::standing::Standing;
use crate::status::{LicenceStatus, StatusQualifier};
use crate::time::{Date, Timestamp};

/// What a sentence about a licence looks at.
#[derive(Clone, Copy)]
pub(crate) struct Weaknesses {
    pub(crate) status: LicenceStatus,
    pub(crate) qualifier: Option<StatusQualifier>,
    pub(crate) not_listed_since: Option<Timestamp>,
    pub(crate) expires_at: Option<Date>,
}

impl Weaknesses {
    /// Adds a sentence for each, after a blank.
    pub(crate) fn push(self, detail: &mut String, today: Date) {
        let is_provisional =
            Standing::of_licence(self.status, self.qualifier) == Standing::Provisional;
        if is_provisional {
            detail.push_str(" The regulator calls it provisional.");
        }
        if let Some(since) = self.not_listed_since {
            detail.push_str(" The register has not listed the licence since ");
            push_instant(detail, since);
            detail.push_str(match self.status {
                LicenceStatus::NotInRegister => ".",
                _ => "; it keeps its status until a reading after the grace period lacks it too.",
            });
        }
        let is_active = self.status == LicenceStatus::Active;
        if let Some(date) = self.expires_at.filter(|date| is_active && *date < today) {
            detail.push_str(" The expiry date on the register, ");
            push_date(detail, date);
            detail.push_str(match self.not_listed_since {
                // The register's own word is another.
                None if is_provisional => ", has passed; the register still lists it.",
                None => ", has passed; the register still lists it as active.",
                Some(_) => ", has passed.",
            });
        }
    }
}

/// ` Read 43 days ago: older than the target of 48 hours.`
pub(super) fn push_age(detail: &mut String, hours: i64, target: i64) {
    const HOURS_COUNTED: i64 = 72;
    detail.push_str(" Read ");
    let (age, unit) = if hours < HOURS_COUNTED { (hours, " hours") } else { (hours / 24, " days") };
    push_number(detail, age);
    detail.push_str(unit);
    detail.push_str(" ago: older than the target of ");
    push_number(detail, target);
    detail.push_str(" hours.");
}
