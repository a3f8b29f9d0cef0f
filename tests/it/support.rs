//! What the tests share.

pub mod authenticator;
pub mod callers;
pub mod cases;
pub mod databases;
pub mod described;
pub mod dump;
pub mod log;
pub mod ports;
pub mod private_servers;
pub mod proxy;
pub mod random;
pub mod readings;
pub mod receiver;
pub mod recorded;
pub mod registers;
pub mod service;
pub mod slow_commits;
