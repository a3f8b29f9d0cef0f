//! The filter of an export.

use std::collections::BTreeSet;

use serde::{Serialize, Serializer};

use crate::jurisdiction::JurisdictionCode;
use crate::status::LicenceStatus;
use crate::wire_enum::UnknownWord;

/// The filter of an export (specification 4.2). An empty set filters nothing. The rows are:
///
/// - licences: those in one of the jurisdictions, in one of the statuses;
/// - operators: those that hold a licence of one of the statuses in one of the jurisdictions (one
///   licence has to be both);
/// - domains: those whose licence, the one the link's status comes from, is such a licence.
///
/// ```
/// use licence_core::export::ExportFilter;
///
/// let filter = ExportFilter::default().and_jurisdictions("ukgc,MGA")?.and_statuses("active")?;
/// assert_eq!(serde_json::to_string(&filter).unwrap(),
///     r#"{"jurisdiction":["UKGC","MGA"],"status":["active"]}"#);
/// # Ok::<(), licence_core::UnknownWord>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExportFilter {
    /// The jurisdictions; empty means all.
    #[serde(rename = "jurisdiction", serialize_with = "null_for_none")]
    pub jurisdictions: BTreeSet<JurisdictionCode>,
    /// The statuses; empty means all.
    #[serde(rename = "status", serialize_with = "null_for_none")]
    pub statuses: BTreeSet<LicenceStatus>,
}

impl ExportFilter {
    /// Returns the filter with the codes of one value of the parameter `jurisdiction`, separated by
    /// commas, in any case.
    ///
    /// # Errors
    /// [`UnknownWord`] for an unknown or empty code.
    pub fn and_jurisdictions(mut self, value: &str) -> Result<Self, UnknownWord> {
        for word in words(value) {
            let code = JurisdictionCode::from_any_case(word);
            self.jurisdictions.insert(code.map_or_else(|| word.parse(), Ok)?);
        }
        Ok(self)
    }

    /// Returns the filter with the statuses of one value of the parameter `status`, separated by
    /// commas.
    ///
    /// # Errors
    /// [`UnknownWord`] for an unknown or empty status.
    pub fn and_statuses(mut self, value: &str) -> Result<Self, UnknownWord> {
        for word in words(value) {
            self.statuses.insert(word.parse()?);
        }
        Ok(self)
    }

    /// Returns whether the export may have rows of a jurisdiction.
    pub fn concerns(&self, code: JurisdictionCode) -> bool {
        self.jurisdictions.is_empty() || self.jurisdictions.contains(&code)
    }
}

/// Returns the words of a list without the blanks around them, because people write lists so.
fn words(value: &str) -> impl Iterator<Item = &str> {
    value.split(',').map(str::trim)
}

/// Writes null for an empty set, because an empty list in the file's first line would mean no rows.
fn null_for_none<T: Serialize, S: Serializer>(
    words: &BTreeSet<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if words.is_empty() { serializer.serialize_none() } else { words.serialize(serializer) }
}

#[cfg(test)]
mod tests;
