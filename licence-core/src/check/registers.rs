//! Which registers an answer rests on, and which of them are stale.

use crate::catalogue::Catalogue;
use crate::coverage::RegisterFreshness;
use crate::jurisdiction::JurisdictionCode;
use crate::time::Timestamp;

/// Returns the registers that were read at least once, by code. A miss rests on these.
pub(crate) fn checked_jurisdictions(catalogue: &Catalogue) -> Vec<JurisdictionCode> {
    sorted_codes(|code| catalogue.last_successful_scrape(code).is_some())
}

/// Returns the registers that are past their freshness target at `now`, by code. A register that
/// was never read is one of them.
pub(crate) fn stale_jurisdictions(catalogue: &Catalogue, now: Timestamp) -> Vec<JurisdictionCode> {
    sorted_codes(|code| {
        RegisterFreshness::at(code, catalogue.last_successful_scrape(code), now).is_stale()
    })
}

fn sorted_codes(wanted: impl Fn(JurisdictionCode) -> bool) -> Vec<JurisdictionCode> {
    let mut codes = Vec::with_capacity(JurisdictionCode::ALL.len());
    codes.extend(JurisdictionCode::BY_WORD.iter().copied().filter(|code| wanted(*code)));
    codes
}
