//! The rules that refuse a reading whole.

use std::time::Duration;

use thiserror::Error;

use crate::jurisdiction::JurisdictionCode;
use crate::register::reading::RegisterReading;
use crate::time::Timestamp;
use crate::transition::lost_fields::{Losses, LostField};
use crate::transition::records::HeldRegister;
use crate::transition::rules::ApplyRules;

/// Why a reading is refused whole.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// It lists nothing.
    #[error("the {code} reading of {read_at} lists no licence; nothing was applied")]
    Empty {
        /// Whose reading.
        code: JurisdictionCode,
        /// When it was read.
        read_at: Timestamp,
    },
    /// A newer one was applied already.
    #[error(
        "the {code} reading of {read_at} is older than the newest applied one of {newest}; \
         nothing was applied"
    )]
    Older {
        /// Whose reading.
        code: JurisdictionCode,
        /// When it was read.
        read_at: Timestamp,
        /// When the newest applied one was read.
        newest: Timestamp,
    },
    /// It was read later than now.
    #[error(
        "the {code} reading of {read_at} is more than 5 minutes ahead of the clock ({now}); nothing \
         was applied. Correct its read_at or the clock of this machine"
    )]
    Ahead {
        /// Whose reading.
        code: JurisdictionCode,
        /// When it was read.
        read_at: Timestamp,
        /// What the clock says.
        now: Timestamp,
    },
    /// It lacks more domains of licences that it lists than a register drops at once.
    #[error(
        "the {code} reading of {read_at} lists the licences of {missing} domains without them, more \
         than {limit} percent of the {listed} listed; nothing was applied (--force applies it)"
    )]
    ImplausibleDomains {
        /// Whose reading.
        code: JurisdictionCode,
        /// When it was read.
        read_at: Timestamp,
        /// How many domains it lacks.
        missing: usize,
        /// How many were listed before.
        listed: usize,
        /// The share allowed, in percent.
        limit: usize,
    },
    /// It lacks a field of more licences, domains or operators than a register drops at once.
    #[error(
        "the {code} reading of {read_at} lists {lost} of {had} {what}, more than {limit} percent; \
         nothing was applied (--force applies it)"
    )]
    LostField {
        /// Whose reading.
        code: JurisdictionCode,
        /// When it was read.
        read_at: Timestamp,
        /// The field that it lacks.
        what: LostField,
        /// How many lost the field.
        lost: usize,
        /// How many had it before.
        had: usize,
        /// The share allowed, in percent.
        limit: usize,
    },
    /// It lacks more licences than a register drops at once.
    #[error(
        "the {code} reading of {read_at} lacks {missing} of {listed} listed licences, more than \
         {limit} percent; nothing was applied (--force applies it)"
    )]
    Implausible {
        /// Whose reading.
        code: JurisdictionCode,
        /// When it was read.
        read_at: Timestamp,
        /// How many licences it lacks.
        missing: usize,
        /// How many were listed before.
        listed: usize,
        /// The share allowed, in percent.
        limit: usize,
    },
}

impl Refusal {
    /// Returns whether the reading lacks too much, rather than being of the wrong time.
    pub fn lacks_too_much(&self) -> bool {
        match self {
            Self::Empty { .. }
            | Self::ImplausibleDomains { .. }
            | Self::LostField { .. }
            | Self::Implausible { .. } => true,
            Self::Older { .. } | Self::Ahead { .. } => false,
        }
    }
}

/// How far the clocks of a reader and of this machine may differ.
const MAX_AHEAD: Duration = Duration::from_secs(5 * 60);

/// Refuses a reading from the future, forced or not: every reading of the time between would be
/// refused as older.
///
/// # Errors
/// [`Refusal::Ahead`] when the reading is more than five minutes ahead of `now`.
pub fn refuse_ahead(reading: &RegisterReading, now: Timestamp) -> Result<(), Refusal> {
    let (code, read_at) = (reading.jurisdiction, reading.read_at);
    match read_at > now.later_by(MAX_AHEAD) {
        true => Err(Refusal::Ahead { code, read_at, now }),
        false => Ok(()),
    }
}

pub(super) fn refuse_older_or_empty(
    reading: &RegisterReading,
    held: &HeldRegister,
) -> Result<(), Refusal> {
    let (code, read_at) = (reading.jurisdiction, reading.read_at);
    match held.newest_read_at {
        Some(newest) if read_at < newest => Err(Refusal::Older { code, read_at, newest }),
        _ if reading.licences.is_empty() => Err(Refusal::Empty { code, read_at }),
        _ => Ok(()),
    }
}

/// Refuses a reading that lacks too many licences, domains or fields, because a page or file that was
/// cut off, or whose columns were moved or renamed, would delist the register or take a field from every
/// licence at once. Licences and domains are how many it lacks, and how many were listed before.
pub(super) fn refuse_implausible(
    reading: &RegisterReading,
    (missing, licences): (usize, usize),
    (vanished, domains): (usize, usize),
    losses: [&Losses; 2],
    rules: &ApplyRules,
) -> Result<(), Refusal> {
    let (code, read_at, limit) = (reading.jurisdiction, reading.read_at, rules.max_drop_percent);
    if rules.are_too_many(missing, licences) {
        let listed = licences;
        return Err(Refusal::Implausible { code, read_at, missing, listed, limit });
    }
    if rules.are_too_many(vanished, domains) {
        let (missing, listed) = (vanished, domains);
        return Err(Refusal::ImplausibleDomains { code, read_at, missing, listed, limit });
    }
    match losses.into_iter().find_map(|losses| losses.implausible(rules)) {
        Some((what, lost, had)) => {
            Err(Refusal::LostField { code, read_at, what, lost, had, limit })
        }
        None => Ok(()),
    }
}
