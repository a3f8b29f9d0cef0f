//! Work on a timer.

pub mod catalogue;
