//! The traps of the register (guides to the registers 1.5), on invented companies.

mod faults;
mod fixture;
mod joins;
mod merging;
mod properties;
