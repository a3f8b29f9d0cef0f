//! Every name on record in a few pages, for a process that asks once.
//!
//! What a name says of a domain that is not on record depends on all names on record: which one it
//! equals, looks like, is one letter away from, and how rare the pieces are that it shares. A
//! [`Catalogue`](crate::catalogue::Catalogue) has indices for that, which take longer to build than
//! a single question may take. Pages hold the bare names, packed so tightly that a
//! [`NameScan`] looks through all of them in their place, and tells which operators a catalogue for
//! the question must hold.
//!
//! Names are only ever added. One that an operator no longer uses costs a little time and never an
//! answer: what counts is the catalogue that the operators are loaded into.
//!
//! ```
//! use licence_core::check::CheckQuery;
//! use licence_core::name_pages::{AddedNames, NameScan, OperatorTag};
//! use licence_core::operator::OperatorId;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let operator = OperatorId("7d0c7f5e-0001-4000-8000-000000000001".parse()?);
//! let mut names = AddedNames::default();
//! names.trading_name(operator, "Lantern Spin");
//! let mut scan = NameScan::for_check(&CheckQuery::domain("lanternspjn.example")?);
//! for added in names.pages() {
//!     let page = added.added_to(&[])?.unwrap_or_default();
//!     scan.look_through(added.number(), &page)?;
//! }
//! assert!(scan.operators().eq([OperatorTag::from_id(operator)]));
//! # Ok(())
//! # }
//! ```

mod added;
mod page;
mod scan;
#[cfg(test)]
mod tests;

pub use added::{AddedNames, AddedToPage};
pub use page::{DamagedPage, OperatorTag, PageNumber};
pub use scan::NameScan;
