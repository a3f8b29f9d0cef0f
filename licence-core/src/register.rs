//! Registers: the neutral reading, and the readers of the regulators' own formats.

#[cfg(feature = "html")]
mod an;
#[cfg(feature = "html")]
mod archive;
#[cfg(feature = "html")]
mod boilerplate;
#[cfg(feature = "html")]
mod common_texts;
#[cfg(feature = "html")]
mod csv_table;
#[cfg(feature = "html")]
mod cw;
pub mod domain_cell;
#[cfg(feature = "html")]
mod domain_list;
pub mod error;
#[cfg(feature = "html")]
mod html_page;
#[cfg(feature = "html")]
mod html_table;
#[cfg(feature = "html")]
mod introduction;
#[cfg(feature = "html")]
mod iom;
#[cfg(feature = "html")]
mod kh;
#[cfg(feature = "html")]
mod layout;
#[cfg(feature = "html")]
mod licence_types;
#[cfg(feature = "html")]
mod list_table;
#[cfg(feature = "html")]
mod marks;
#[cfg(feature = "html")]
mod markup;
#[cfg(feature = "html")]
mod mga;
#[cfg(feature = "html")]
mod page_files;
#[cfg(feature = "html")]
mod page_layout;
#[cfg(feature = "html")]
mod paging;
#[cfg(feature = "html")]
mod pdf_text;
#[cfg(feature = "html")]
mod pictures;
#[cfg(feature = "html")]
mod read;
pub mod reading;
#[cfg(feature = "html")]
mod saved_page;
mod source_file;
#[cfg(feature = "html")]
pub mod sources;
#[cfg(feature = "html")]
mod survey;
#[cfg(feature = "html")]
mod surveyed_page;
#[cfg(feature = "html")]
mod swapped;
#[cfg(feature = "html")]
mod tgc;
#[cfg(feature = "html")]
mod ukgc;

pub use error::{NameKind, RegisterError, RegisterFault, Unknown};
pub use source_file::{Snapshot, SourceFile};
#[cfg(feature = "html")]
pub use survey::Accepted;

#[cfg(feature = "html")]
pub use read::{Explanation, explain, read};

#[cfg(test)]
pub(crate) mod tests;
