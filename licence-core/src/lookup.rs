//! The parameters and bodies of lookups of jurisdictions, operators and licences. The fields of a
//! body are in the order of the specification (4.1).

mod actions;
pub mod directory;
mod jurisdictions;
mod licences;
mod operators;
mod page;
mod sentences;

pub use actions::{ACTIONS_NOTE, ActionSort, ActionsMeta, RegulatoryActionsPage, SourceRead};
pub use jurisdictions::{JurisdictionList, JurisdictionOperators, JurisdictionRow};
pub use licences::{LicenceDetail, LicenceHistory, LicenceRow, OperatorLicences};
pub use operators::{
    FoundOperator, OperatorDetail, OperatorSearch, best_licences, provenance_of_operator,
};
pub use page::{AboveMax, InvalidPage, Page, PageRules};

use thiserror::Error;

use crate::text::quoted;

/// The text is neither true nor false.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is neither true nor false")]
pub struct InvalidFlag(String);

/// Parses a parameter that is on or off: `true` or `1`, `false` or `0`.
///
/// # Errors
/// [`InvalidFlag`] for any other text.
pub fn flag(text: &str) -> Result<bool, InvalidFlag> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(InvalidFlag(quoted(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_one_of_four_words() {
        for (text, expected) in [
            ("true", Some(true)),
            ("1", Some(true)),
            ("false", Some(false)),
            ("0", Some(false)),
            ("", None),
            ("TRUE", None),
            ("yes", None),
        ] {
            assert_eq!(flag(text).ok(), expected, "{text:?}");
        }
    }
}
