//! What the tests share.

pub mod cases;
pub mod databases;
pub mod dump;
pub mod random;
pub mod readings;
pub mod recorded;
pub mod registers;
