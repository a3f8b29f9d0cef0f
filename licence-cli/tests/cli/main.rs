//! The `licence` binary as a user runs it.

mod accounts;
mod audit;
mod backup;
mod bad_files;
mod batch;
mod batch_table;
mod catalogue;
mod check;
mod concurrently;
mod deliveries;
mod doctor;
mod events;
mod evidence;
mod explain;
mod export;
mod help;
mod history;
mod hostile_files;
mod licence;
mod mcp;
mod members;
mod no_data;
mod parity;
mod pasted;
mod picture;
mod places;
mod records;
mod remote;
mod screens;
mod server;
mod sources;
mod stub;
mod tables;
mod urgent;
mod usage;
mod watchlist;
mod webhooks;

#[path = "../../../tests/it/support/cases.rs"]
mod cases;
// Shared with the tests of the workspace, which need more of it.
#[allow(dead_code)]
#[path = "../../../tests/it/support/databases.rs"]
mod databases;
#[path = "../../../tests/it/support/hostile.rs"]
mod hostile;
