//! The parameters and bodies of lookups of jurisdictions, operators and licences. The fields of a
//! body are in the order of the specification (4.1).

mod actions;
pub mod directory;
mod history;
mod jurisdictions;
mod licences;
mod operators;
mod page;
mod query;

pub use actions::{ACTIONS_NOTE, ActionSort, ActionsMeta, RegulatoryActionsPage, SourceRead};
pub use history::LicenceHistory;
pub use jurisdictions::{
    InvalidJurisdictionCode, JurisdictionList, JurisdictionOperators, JurisdictionRow,
    jurisdiction_code,
};
pub use licences::{InvalidLicenceId, LicenceDetail, LicenceRow, OperatorLicences, licence_id};
pub use operators::{
    FoundOperator, OperatorDetail, OperatorSearch, best_licences, provenance_of_operator,
};
pub use page::{AboveMax, InvalidPage, Page, PageRules};
pub use query::{InvalidFlag, flag};
