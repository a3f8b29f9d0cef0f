//! What a reading lists and says less of than before: where a column was lost, renamed or filled
//! with other words, the licences are still there and what was known of them is not.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::licence::Licence;
use crate::status::LicenceStatus;
use crate::transition::{ApplyRules, DomainRecord};

/// What a register said and a reading of it does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unsaid {
    /// A licence's status in words that a table knows.
    KnownStatus,
    /// Any words for a licence's status.
    StatusWording,
    /// When a licence was issued.
    IssuedDate,
    /// When a licence expires.
    ExpiryDate,
    /// A domain's status in words that a table knows.
    KnownDomainStatus,
    /// An operator's name as it was.
    OperatorName,
    /// Any trading name of an operator.
    TradingNames,
}

impl Display for Unsaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KnownStatus => "licences without a status that is known",
            Self::StatusWording => "licences without words for their status",
            Self::IssuedDate => "licences without the date of their issue",
            Self::ExpiryDate => "licences without the date of their expiry",
            Self::KnownDomainStatus => "domains without a status that is known",
            Self::OperatorName => "operators under another name",
            Self::TradingNames => "operators without a trading name",
        })
    }
}

/// How many had something before, and how many of these lost it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    had: usize,
    lost: usize,
}

/// All of it that was counted in a reading.
#[derive(Clone, Debug, Default)]
pub(super) struct Losses(BTreeMap<Unsaid, Share>);

impl Losses {
    /// Counts something that was there, and whether it still is.
    pub(super) fn count(&mut self, what: Unsaid, is_still_there: bool) {
        let share = self.0.entry(what).or_default();
        share.had += 1;
        share.lost += usize::from(!is_still_there);
    }

    pub(super) fn of_licence(&mut self, held: &Licence, shown: &Licence) {
        use LicenceStatus::{NotInRegister, Unknown};
        for (what, was_there, is_there) in [
            (
                Unsaid::KnownStatus,
                !matches!(held.status, Unknown | NotInRegister),
                shown.status != Unknown,
            ),
            (
                Unsaid::StatusWording,
                held.upstream_status.is_some(),
                shown.upstream_status.is_some(),
            ),
            (Unsaid::IssuedDate, held.issued_date.is_some(), shown.issued_date.is_some()),
            (Unsaid::ExpiryDate, held.expiry_date.is_some(), shown.expiry_date.is_some()),
        ] {
            if was_there {
                self.count(what, is_there);
            }
        }
    }

    pub(super) fn of_domain(&mut self, held: &DomainRecord, shown: &DomainRecord) {
        if held.domain.domain_status.is_some() {
            self.count(Unsaid::KnownDomainStatus, shown.domain.domain_status.is_some());
        }
    }

    /// The first of which more was lost than a register loses at once, with how many lost it and
    /// how many had it.
    pub(super) fn implausible(&self, rules: &ApplyRules) -> Option<(Unsaid, usize, usize)> {
        let mut shares = self.0.iter();
        let found = shares.find(|(_, share)| rules.are_too_many(share.lost, share.had));
        found.map(|(what, share)| (*what, share.lost, share.had))
    }
}
