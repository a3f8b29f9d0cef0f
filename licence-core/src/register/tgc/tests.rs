//! What the pages of the register may be (guides to the registers 6), on invented operators.

mod faults;
mod fixture;
mod joins;
mod pages;
mod properties;
