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
mod tests {
    use super::*;
    use JurisdictionCode::{Mga, Ukgc};
    use LicenceStatus::{Active, NotInRegister};

    #[test]
    fn codes_are_read_in_any_case_and_may_repeat() {
        for (values, codes) in [
            (&["UKGC"][..], &[Ukgc][..]),
            (&["mga,Ukgc"], &[Ukgc, Mga]),
            (&["mga", "ukgc", "MGA"], &[Ukgc, Mga]),
            (&[" mga , ukgc "], &[Ukgc, Mga]),
            (&[], &[]),
        ] {
            let and = |filter: ExportFilter, value: &&str| filter.and_jurisdictions(value);
            let filter = values.iter().try_fold(ExportFilter::default(), and).unwrap();
            assert_eq!(filter.jurisdictions, codes.iter().copied().collect(), "{values:?}");
        }
        for value in ["", "UKGC,", "XX", "UKGC;MGA", "UKGC,,MGA"] {
            assert!(ExportFilter::default().and_jurisdictions(value).is_err(), "{value:?}");
        }
    }

    #[test]
    fn statuses_are_the_words_of_the_enum() {
        let filter = ExportFilter::default().and_statuses("not_in_register,active").unwrap();
        assert_eq!(filter.statuses, [Active, NotInRegister].into());
        for value in ["", "Active", "gone", "active,"] {
            assert!(ExportFilter::default().and_statuses(value).is_err(), "{value:?}");
        }
        let error = ExportFilter::default().and_statuses("gone").unwrap_err().to_string();
        assert!(error.starts_with(r#""gone" is not a licence status; it is one of active,"#));
    }

    #[test]
    fn what_is_not_named_is_not_filtered_by() {
        let none = ExportFilter::default();
        assert!(none.concerns(Mga));
        assert_eq!(serde_json::to_string(&none).unwrap(), r#"{"jurisdiction":null,"status":null}"#);
        let one = none.and_jurisdictions("ukgc").unwrap().and_statuses("active").unwrap();
        assert!(one.concerns(Ukgc) && !one.concerns(Mga));
    }
}
