//! The traps of the register (guide to the registers, section 5), on invented companies.

mod faults;
mod fixture;
mod headings;
mod properties;
mod real_data;
mod records;
