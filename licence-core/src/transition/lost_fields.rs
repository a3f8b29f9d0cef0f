//! Counts the fields that a reading no longer gives of what it lists. If a column was lost, renamed
//! or filled with other words, the licences are still listed and their fields are gone.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::licence::Licence;
use crate::status::LicenceStatus;
use crate::transition::records::DomainRecord;
use crate::transition::rules::ApplyRules;

/// A field that a register gave before and a reading of it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
#[non_exhaustive]
pub enum LostField {
    /// A licence's status, in a wording that a table knows.
    #[error("licences without a status that is known")]
    KnownStatus,
    /// Any wording of a licence's status.
    #[error("licences without words for their status")]
    StatusWording,
    /// When a licence was issued.
    #[error("licences without the date of their issue")]
    IssuedDate,
    /// When a licence expires.
    #[error("licences without the date of their expiry")]
    ExpiryDate,
    /// A licence's holder as it was.
    #[error("licences under another operator")]
    Holder,
    /// A domain's status, in a wording that a table knows.
    #[error("domains without a status that is known")]
    KnownDomainStatus,
    /// An operator's name as it was.
    #[error("operators under another name")]
    OperatorName,
    /// Any trading name of an operator.
    #[error("operators without a trading name")]
    TradingNames,
}

/// How many had each field before, and how many of these lost it.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses(BTreeMap<LostField, (usize, usize)>);

impl Losses {
    /// Counts a field that was there, and whether it still is.
    pub(super) fn count(&mut self, what: LostField, is_still_there: bool) {
        let (had, lost) = self.0.entry(what).or_default();
        *had += 1;
        *lost += usize::from(!is_still_there);
    }

    pub(super) fn count_licence(&mut self, held: &Licence, listed: &Licence) {
        use LicenceStatus::{NotInRegister, Unknown};
        for (what, was_there, is_there) in [
            (
                LostField::KnownStatus,
                !matches!(held.status, Unknown | NotInRegister),
                listed.status != Unknown,
            ),
            (
                LostField::StatusWording,
                held.upstream_status.is_some(),
                listed.upstream_status.is_some(),
            ),
            (LostField::IssuedDate, held.issued_date.is_some(), listed.issued_date.is_some()),
            (LostField::ExpiryDate, held.expiry_date.is_some(), listed.expiry_date.is_some()),
        ] {
            if was_there {
                self.count(what, is_there);
            }
        }
    }

    pub(super) fn count_domain(&mut self, held: &DomainRecord, listed: &DomainRecord) {
        if held.domain.domain_status.is_some() {
            self.count(LostField::KnownDomainStatus, listed.domain.domain_status.is_some());
        }
    }

    /// Returns the first field that more lost than a register drops at once: the field, how many
    /// lost it, how many had it.
    pub(super) fn implausible(&self, rules: &ApplyRules) -> Option<(LostField, usize, usize)> {
        let mut shares = self.0.iter().map(|(what, (had, lost))| (*what, *lost, *had));
        shares.find(|(_, lost, had)| rules.are_too_many(*lost, *had))
    }
}
