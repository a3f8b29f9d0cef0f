//! Checks against a catalogue file, for C and for every language that calls C.
//!
//! The header `include/licence.h` is written from these files by `tests/header.rs`. All rules are
//! those of `licence-core`: this crate turns pointers into slices, and answers into copies.
//!
//! Nothing that a function returns refers into a catalogue, so no answer outlives one. A panic ends
//! at the edge as `LICENCE_STATUS_INTERNAL_ERROR`.

mod ask;
mod catalogue;
mod failure;
mod input;
mod text;
mod verdict;

pub use ask::{licence_batch, licence_check_json, licence_verdict};
pub use catalogue::{LicenceCatalogue, licence_free, licence_open, licence_open_file};
pub use failure::LicenceStatus;
pub use input::{LicenceInput, LicenceSubject};
pub use text::{LicenceText, licence_text_free};
pub use verdict::LicenceVerdict;
