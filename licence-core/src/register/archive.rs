//! Register files out of a ZIP archive.

#[cfg_attr(not(feature = "xlsx"), path = "archive/without_library.rs")]
mod library;
mod signatures;

use std::borrow::Cow;

use super::{RegisterError, SourceFile};
use library::entries;
use signatures::{END_OF_DIRECTORY, LOCAL_HEADER};

/// The files, with every archive among them replaced by its entries, named `archive/entry`.
pub(crate) fn unpacked(files: &[SourceFile]) -> Result<Vec<Cow<'_, SourceFile>>, RegisterError> {
    let mut unpacked = Vec::new();
    for file in files {
        if is_archive(file) {
            let entries = entries(file, |name| !is_of_the_packer(name))?;
            unpacked.extend(entries.into_iter().map(Cow::Owned));
        } else {
            unpacked.push(Cow::Borrowed(file));
        }
    }
    Ok(unpacked)
}

/// Returns whether the bytes begin as an archive does, office documents included.
pub(crate) fn is_archive(file: &SourceFile) -> bool {
    file.bytes.starts_with(LOCAL_HEADER) || file.bytes.starts_with(END_OF_DIRECTORY)
}

/// Returns whether every entry of an archive is whole; for readers that inflate it themselves and
/// say less of what is wrong.
pub(crate) fn check(file: &SourceFile) -> Result<(), RegisterError> {
    entries(file, |_| true).map(|_| ())
}

/// Returns whether a packer added the entry for itself.
fn is_of_the_packer(name: &str) -> bool {
    name.starts_with("__MACOSX/") || name.rsplit('/').next().is_some_and(|n| n.starts_with('.'))
}

#[cfg(test)]
pub(super) mod tests;
