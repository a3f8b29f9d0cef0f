//! The pages for people, over the real router and a real database.

mod account;
mod batch;
mod check;
mod cluster;
mod coverage;
mod creating;
mod filters;
mod foreign;
mod forms;
mod hostile;
pub mod page;
mod passkeys;
mod plans;
mod policy;
mod records;
mod routes;
mod secrets;
mod sessions;
pub mod visitor;
