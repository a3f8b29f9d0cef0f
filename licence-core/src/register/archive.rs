//! Register files out of a ZIP archive.

use std::borrow::Cow;

use super::{RegisterError, SourceFile};
#[cfg(feature = "xlsx")]
pub(crate) use library::entries;

const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const END_OF_DIRECTORY: &[u8] = b"PK\x05\x06";

/// Returns the files, with every archive among them replaced by its entries, named `archive/entry`.
pub(crate) fn unpacked(files: &[SourceFile]) -> Result<Vec<Cow<'_, SourceFile>>, RegisterError> {
    let mut unpacked = Vec::new();
    for file in files {
        if is_archive(file) {
            // A packer adds entries of its own.
            let is_of_the_packer = |name: &str| {
                name.starts_with("__MACOSX/")
                    || name.rsplit('/').next().is_some_and(|last| last.starts_with('.'))
            };
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

/// The library that reads ZIP archives.
#[cfg(feature = "xlsx")]
mod library {
    use std::io::{Cursor, ErrorKind, Read};

    use zip::ZipArchive;
    use zip::read::ZipFile;
    use zip::result::ZipError;

    use super::END_OF_DIRECTORY;
    use crate::register::{RegisterError, RegisterFault, SourceFile};

    /// Returns the wanted entries of an archive, named `archive/entry`.
    pub(crate) fn entries(
        file: &SourceFile,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<SourceFile>, RegisterError> {
        let refused = |error| RegisterError::of_file(&file.name, unreadable(&error, &file.bytes));
        let mut archive = ZipArchive::new(Cursor::new(&file.bytes)).map_err(refused)?;
        // Of two entries of one name the library keeps the last.
        if entries_stated(&file.bytes).is_some_and(|stated| stated > archive.len()) {
            let fault = "the ZIP archive holds two entries of one name";
            return Err(RegisterError::malformed(&file.name, fault));
        }
        let mut entries = Vec::new();
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(refused)?;
            let inside = String::from_utf8_lossy(entry.name_raw()).into_owned();
            if entry.is_dir() || !is_wanted(&inside) {
                continue;
            }
            let name = format!("{}/{inside}", file.name);
            let bytes = inflated(entry).map_err(|fault| RegisterError::of_file(&name, fault))?;
            entries.push(SourceFile { name, bytes });
        }
        Ok(entries)
    }

    /// Returns the number of entries that the end of the directory states; `None` if the field is full
    /// (ZIP64).
    fn entries_stated(bytes: &[u8]) -> Option<usize> {
        const TOTAL: std::ops::Range<usize> = 10..12;
        let at = bytes.windows(END_OF_DIRECTORY.len()).rposition(|it| it == END_OF_DIRECTORY)?;
        let total = bytes.get(at..)?.get(TOTAL)?;
        let total = u16::from_le_bytes(total.try_into().ok()?);
        (total < u16::MAX).then_some(total.into())
    }

    fn inflated<R: Read>(mut entry: ZipFile<'_, R>) -> Result<Vec<u8>, RegisterFault> {
        let mut bytes = Vec::new();
        match entry.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(CUT_OFF),
            Err(error) => Err(illegible(&error)),
        }
    }

    const CUT_OFF: RegisterFault = RegisterFault::Truncated("the ZIP archive");

    fn illegible(error: &dyn std::error::Error) -> RegisterFault {
        RegisterFault::Malformed(format!("the ZIP archive cannot be read: {error}"))
    }

    /// Returns the fault of an archive that cannot be opened. An archive ends with its directory, so one
    /// without that end was cut off.
    fn unreadable(error: &ZipError, bytes: &[u8]) -> RegisterFault {
        let has_an_end = bytes.windows(END_OF_DIRECTORY.len()).any(|part| part == END_OF_DIRECTORY);
        if has_an_end { illegible(error) } else { CUT_OFF }
    }
}

#[cfg(not(feature = "xlsx"))]
pub(crate) fn entries(
    file: &SourceFile,
    _: impl Fn(&str) -> bool,
) -> Result<Vec<SourceFile>, RegisterError> {
    let why = "the ZIP archive cannot be read: this program was built without the feature `xlsx`";
    Err(RegisterError::malformed(&file.name, why))
}

#[cfg(test)]
pub(super) mod tests;
