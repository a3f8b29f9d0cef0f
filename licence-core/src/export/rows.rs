//! The rows of the datasets: their values, in the order of the columns.

mod domain;
mod licence;
mod operator;

pub use domain::DomainRow;
pub use licence::{LicenceNumberKind, LicenceRow};
pub use operator::{OperatorLicence, OperatorRow};

#[cfg(test)]
mod tests;
