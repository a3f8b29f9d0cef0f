//! Lookups of operators and licences (specification 4.1). Each reads one state of the database.

mod actions;
mod directory;
mod licence;
mod operator;
mod operators;
mod read;

pub(crate) use directory::HeldDirectory;
pub(crate) use read::{domains_by_licence, licence_by_id, licences_by_operator, operator_id};
