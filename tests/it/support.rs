//! What the tests share.

pub mod cases;
pub mod databases;
pub mod random;
pub mod readings;
