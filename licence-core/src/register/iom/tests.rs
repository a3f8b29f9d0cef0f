//! The traps of the register (guide to the registers, section 7), on invented companies.

mod faults;
mod fixture;
mod joins;
mod page;
mod properties;
mod sheet;
