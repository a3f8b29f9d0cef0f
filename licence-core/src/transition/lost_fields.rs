//! Counts the fields that a reading no longer gives of what it lists. If a column was lost, renamed
//! or filled with other words, the licences are still listed and their fields are gone.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::licence::Licence;
use crate::status::LicenceStatus;
use crate::transition::records::DomainRecord;
use crate::transition::rules::ApplyRules;

/// A field that a register gave before and a reading of it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum LostField {
    /// A licence's status, in a wording that a table knows.
    KnownStatus,
    /// Any wording of a licence's status.
    StatusWording,
    /// When a licence was issued.
    IssuedDate,
    /// When a licence expires.
    ExpiryDate,
    /// A licence's holder as it was.
    Holder,
    /// A domain's status, in a wording that a table knows.
    KnownDomainStatus,
    /// An operator's name as it was.
    OperatorName,
    /// Any trading name of an operator.
    TradingNames,
}

impl Display for LostField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KnownStatus => "licences without a status that is known",
            Self::StatusWording => "licences without words for their status",
            Self::IssuedDate => "licences without the date of their issue",
            Self::ExpiryDate => "licences without the date of their expiry",
            Self::Holder => "licences under another operator",
            Self::KnownDomainStatus => "domains without a status that is known",
            Self::OperatorName => "operators under another name",
            Self::TradingNames => "operators without a trading name",
        })
    }
}

/// How many had a field before, and how many of these lost it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    had: usize,
    lost: usize,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Losses(BTreeMap<LostField, Share>);

impl Losses {
    /// Counts a field that was there, and whether it still is.
    pub(super) fn count(&mut self, what: LostField, is_still_there: bool) {
        let share = self.0.entry(what).or_default();
        share.had += 1;
        share.lost += usize::from(!is_still_there);
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
        let mut shares = self.0.iter();
        let found = shares.find(|(_, share)| rules.are_too_many(share.lost, share.had));
        found.map(|(what, share)| (*what, share.lost, share.had))
    }
}
