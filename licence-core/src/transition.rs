//! What a register reading means for what is held: a pure function from (what is held, what the
//! register says) to what changes (specification 3.1, decisions 2 and 3).
//!
//! Absence is never applied blindly: a reading that is empty, older than the newest, or that
//! would drop an implausible share of the register is refused whole, because a changed page
//! layout must never delist a regulator.

mod domains;
mod licences;
mod listed;
mod matching;
mod operators;

pub use operators::{OperatorDirectory, OperatorRecord};

use std::collections::{HashMap, HashSet};

use thiserror::Error;
use uuid::Uuid;

use crate::domain::{Domain, DomainId};
use crate::hostname::Hostname;
use crate::jurisdiction::JurisdictionCode;
use crate::licence::{Licence, LicenceId};
use crate::operator::OperatorId;
use crate::provenance::SourceKind;
use crate::register::reading::RegisterReading;
use crate::time::Timestamp;
use listed::Listed;
use matching::Found;

/// A licence as it is held: the resource, and what the service needs beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct LicenceRecord {
    /// The licence.
    pub licence: Licence,
    /// What makes it the same licence over time: [`crate::licence_number::identity`], and behind
    /// it the operator where several share a number. Unique in its jurisdiction.
    pub identity: String,
    /// Who holds it.
    pub operator_id: OperatorId,
    /// How its register is read.
    pub source_kind: SourceKind,
    /// The domains on record under it.
    pub domains: Vec<DomainRecord>,
}

/// A domain as it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DomainRecord {
    /// The domain.
    pub domain: Domain,
    /// The host that the register's cell licenses; `None` where it licenses none.
    pub host: Option<Hostname>,
    /// The register's cell, verbatim.
    pub cell: String,
    /// The register's wording of the domain's status.
    pub status_text: Option<String>,
}

/// What is held of one jurisdiction before a reading.
#[derive(Clone, Debug, Default)]
pub struct HeldRegister {
    /// When its newest applied reading was read.
    pub newest_read_at: Option<Timestamp>,
    /// Its licences by identity.
    pub licences: HashMap<String, LicenceRecord>,
}

/// How a reading is applied.
#[derive(Clone, Copy, Debug)]
pub struct ApplyRules {
    /// How long a missing licence keeps its status, in hours.
    pub grace_hours: i64,
    /// The share of listed licences, in percent, that one reading may drop.
    pub max_drop_percent: usize,
    /// Apply an implausible reading; never an older one.
    pub force: bool,
}

impl Default for ApplyRules {
    /// 48 hours of grace; at most 20 percent dropped (decisions 2 and 3).
    fn default() -> Self {
        Self { grace_hours: 48, max_drop_percent: 20, force: false }
    }
}

/// Up to this many licences may vanish at once from a register of any size.
const MIN_IMPLAUSIBLE_DROP: usize = 10;

/// Why a reading is refused whole.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
    /// It would drop more than a register loses at once.
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

/// What a reading changes, to be written in one transaction.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Operators seen for the first time.
    pub new_operators: Vec<OperatorRecord>,
    /// Operators whose data changed.
    pub changed_operators: Vec<OperatorRecord>,
    /// Licences seen for the first time, their domains included.
    pub new_licences: Vec<LicenceRecord>,
    /// Licences whose data changed; their domains are below.
    pub changed_licences: Vec<LicenceRecord>,
    /// Licences listed as they are held: only the times of the read change.
    pub unchanged_licences: Vec<LicenceId>,
    /// Domains new under licences held before.
    pub new_domains: Vec<DomainRecord>,
    /// Domains whose data changed.
    pub changed_domains: Vec<DomainRecord>,
    /// Domains listed as they are held: only the time of the read changes.
    pub unchanged_domains: Vec<DomainId>,
    /// How many listed licences the reading lacks for the first time.
    pub missing: usize,
    /// How many domains became delisted.
    pub delisted: usize,
}

/// Says what a reading changes. The order of its rows does not matter; `new_id` is the caller's
/// source of random ids.
///
/// # Errors
/// [`Refusal`] when the reading must not be applied.
pub fn apply(
    reading: &RegisterReading,
    held: HeldRegister,
    directory: &mut OperatorDirectory,
    rules: &ApplyRules,
    now: Timestamp,
    new_id: &mut dyn FnMut() -> Uuid,
) -> Result<Changes, Refusal> {
    let listed = listed::by_number_and_operator(reading);
    refuse_older_or_empty(reading, &held)?;
    refuse_implausible(reading, &held, &listed, rules)?;
    let mut changes = Changes::default();
    let operators = directory.resolve(reading.jurisdiction, &listed, reading.complete, now, new_id);
    let mut held = matching::HeldByNumber::new(held.licences);
    for of_number in matching::by_number(&listed, &operators) {
        for (listed, operator_id, found) in held.take(&of_number) {
            match found {
                Found::Held(held) => {
                    licences::observed(reading, listed, operator_id, *held, &mut changes, new_id);
                }
                Found::New { identity } => {
                    let mut record = licences::created(reading, listed, operator_id, new_id);
                    record.identity = identity;
                    changes.new_licences.push(record);
                }
            }
        }
    }
    if reading.complete {
        let sites = matching::sites_by_operator(&listed, &operators);
        let nowhere = HashSet::new();
        for held in held.left() {
            let sites = sites.get(&held.operator_id).unwrap_or(&nowhere);
            licences::missed(reading.read_at, held, sites, rules.grace_hours, &mut changes);
        }
    }
    (changes.new_operators, changes.changed_operators) = directory.take_changes();
    Ok(changes)
}

fn refuse_older_or_empty(reading: &RegisterReading, held: &HeldRegister) -> Result<(), Refusal> {
    let (code, read_at) = (reading.jurisdiction, reading.read_at);
    match held.newest_read_at {
        Some(newest) if read_at < newest => Err(Refusal::Older { code, read_at, newest }),
        _ if reading.licences.is_empty() => Err(Refusal::Empty { code, read_at }),
        _ => Ok(()),
    }
}

fn refuse_implausible(
    reading: &RegisterReading,
    held: &HeldRegister,
    listed: &[Listed],
    rules: &ApplyRules,
) -> Result<(), Refusal> {
    let numbers: HashSet<&str> = listed.iter().map(|listed| listed.identity.as_str()).collect();
    let is_listed = |record: &&LicenceRecord| record.licence.not_listed_since.is_none();
    let before = held.licences.values().filter(is_listed).count();
    let is_missing =
        |record: &&LicenceRecord| !numbers.contains(matching::number(&record.identity));
    let missing = held.licences.values().filter(is_listed).filter(is_missing).count();
    let limit = rules.max_drop_percent;
    let is_implausible = missing >= MIN_IMPLAUSIBLE_DROP && missing * 100 > before * limit;
    if reading.complete && is_implausible && !rules.force {
        let (code, read_at) = (reading.jurisdiction, reading.read_at);
        return Err(Refusal::Implausible { code, read_at, missing, listed: before, limit });
    }
    Ok(())
}
