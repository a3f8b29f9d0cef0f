//! One function for each command.

pub(crate) mod accounts;
pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod batch;
pub(crate) mod catalogue;
pub(crate) mod check;
pub(crate) mod connector;
pub(crate) mod corrections;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod events;
pub(crate) mod export;
pub(crate) mod generated;
pub(crate) mod jobs;
pub(crate) mod lookups;
pub(crate) mod members;
pub(crate) mod open;
pub(crate) mod registers;
pub(crate) mod report;
pub(crate) mod system;
pub(crate) mod watchlist;
pub(crate) mod webhooks;
