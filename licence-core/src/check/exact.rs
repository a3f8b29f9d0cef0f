//! Answers by equality alone: hosts and licence numbers that are on record.
//!
//! A small device has no room for the indices of near names, up to half of a catalogue. And a
//! catalogue that was built under other rules answers no question about a name, but its hosts and
//! numbers are what they are. Both cannot say that nothing is on record: they then have no answer.

use bytes::Bytes;
use thiserror::Error;

use crate::catalogue::{Catalogue, CatalogueInfo, DamagedCatalogue, OpenError};
use crate::check::check_result::{CheckResult, Verdict};
use crate::check::query::CheckQuery;
use crate::check::{answer, ladder, result};
use crate::time::Timestamp;

/// A question is not answered by the equality of a host or of a licence number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "not on record by equality: any other answer needs a catalogue of the profile full, built under \
     the rules of this program"
)]
pub struct NeedsFullProfile;

/// A catalogue that is asked for equality alone, of any profile. Cheap to clone.
///
/// ```
/// use licence_core::catalogue::{Catalogue, OpenError};
/// use licence_core::check::{CheckQuery, ExactCatalogue, NeedsFullProfile};
///
/// let exact = Catalogue::from_readings(&[])?.to_exact_profile();
/// assert_eq!(Catalogue::from_bytes(exact.clone()).unwrap_err(), OpenError::ExactProfile);
/// let catalogue = ExactCatalogue::from_bytes(exact)?;
/// let query = CheckQuery::domain("nothing-on-record.example")?;
/// assert_eq!(catalogue.verdict(&query), Err(NeedsFullProfile));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ExactCatalogue {
    catalogue: Catalogue,
}

impl ExactCatalogue {
    /// Opens the bytes of a catalogue of any profile.
    ///
    /// # Errors
    /// [`OpenError`] as for [`Catalogue::from_bytes`].
    pub fn from_bytes(bytes: impl Into<Bytes>) -> Result<Self, OpenError> {
        Ok(Self { catalogue: Catalogue::open(bytes.into())?.under_own_rules()? })
    }

    /// Opens the bytes of a catalogue that may have been built under other rules:
    /// [`info`](Self::info) names these.
    ///
    /// # Errors
    /// [`OpenError`] for bytes that are no whole catalogue.
    pub fn allow_other_rules(bytes: impl Into<Bytes>) -> Result<Self, OpenError> {
        Ok(Self { catalogue: Catalogue::open(bytes.into())? })
    }

    /// Answers as [`check()`](crate::check()) does from all indices.
    ///
    /// # Errors
    /// [`NeedsFullProfile`] for a host or a number that is not on record.
    pub fn check(
        &self,
        query: &CheckQuery,
        now: Timestamp,
    ) -> Result<CheckResult, NeedsFullProfile> {
        let finding = ladder::find_by_equality(&self.catalogue, query).ok_or(NeedsFullProfile)?;
        Ok(result(&self.catalogue, query, &finding, now))
    }

    /// Answers with the verdict alone.
    ///
    /// # Errors
    /// [`NeedsFullProfile`] for a host or a number that is not on record.
    pub fn verdict(&self, query: &CheckQuery) -> Result<Verdict, NeedsFullProfile> {
        let finding = ladder::find_by_equality(&self.catalogue, query).ok_or(NeedsFullProfile)?;
        Ok(answer::verdict(&self.catalogue, &finding))
    }

    /// Returns what the catalogue says of itself.
    pub fn info(&self) -> CatalogueInfo {
        self.catalogue.info()
    }

    /// Reads the whole file, as [`Catalogue::verify`].
    ///
    /// # Errors
    /// [`DamagedCatalogue`] names the first part that is not whole.
    pub fn verify(&self) -> Result<(), DamagedCatalogue> {
        self.catalogue.verify()
    }
}

#[cfg(test)]
mod tests;
