//! The pages for people, over the real router and a real database.

mod account;
mod check;
pub mod page;
mod passkeys;
mod policy;
mod records;
mod routes;
mod sessions;
pub mod visitor;
