//! The `licence` binary as a user runs it.

mod accounts;
mod bad_files;
mod batch;
mod check;
mod concurrently;
mod history;
mod licence;
mod sources;
mod usage;

#[path = "../../../tests/it/support/cases.rs"]
mod cases;
#[path = "../../../tests/it/support/databases.rs"]
mod databases;
