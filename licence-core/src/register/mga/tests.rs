//! The traps of the register (guides to the registers 2), on invented companies.

mod faults;
mod fixture;
mod joins;
mod properties;
mod real_seals;
mod refusals;
mod remarks;
mod seals;
