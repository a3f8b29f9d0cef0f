//! Register files out of a ZIP archive.

use std::borrow::Cow;
use std::io::{Cursor, ErrorKind, Read};

use zip::ZipArchive;
use zip::read::ZipFile;
use zip::result::ZipError;

use super::{RegisterError, RegisterFault, SourceFile};

const LOCAL_HEADER: &[u8] = b"PK\x03\x04";
const END_OF_DIRECTORY: &[u8] = b"PK\x05\x06";

/// The files, with every archive among them replaced by its entries, named `archive/entry`.
///
/// # Errors
/// An archive that is cut off, damaged or encrypted.
pub(crate) fn unpacked(files: &[SourceFile]) -> Result<Vec<Cow<'_, SourceFile>>, RegisterError> {
    let mut unpacked = Vec::new();
    for file in files {
        if is_archive(file) {
            unpacked.extend(entries(file)?.into_iter().map(Cow::Owned));
        } else {
            unpacked.push(Cow::Borrowed(file));
        }
    }
    Ok(unpacked)
}

/// Whether the bytes begin as an archive does, office documents included.
pub(crate) fn is_archive(file: &SourceFile) -> bool {
    file.bytes.starts_with(LOCAL_HEADER) || file.bytes.starts_with(END_OF_DIRECTORY)
}

/// Whether every entry of an archive is whole; for readers that inflate it themselves and say less
/// of what is wrong.
///
/// # Errors
/// As [`unpacked`].
pub(crate) fn check(file: &SourceFile) -> Result<(), RegisterError> {
    entries_where(file, |_| true).map(|_| ())
}

fn entries(file: &SourceFile) -> Result<Vec<SourceFile>, RegisterError> {
    entries_where(file, |name| !is_of_the_packer(name))
}

fn entries_where(
    file: &SourceFile,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<SourceFile>, RegisterError> {
    let refused = |fault| RegisterError::of_file(&file.name, fault);
    let mut archive = ZipArchive::new(Cursor::new(&file.bytes))
        .map_err(|error| refused(unreadable(&error, &file.bytes)))?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let entry =
            archive.by_index(index).map_err(|error| refused(unreadable(&error, &file.bytes)))?;
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

/// What some packers add for themselves.
fn is_of_the_packer(name: &str) -> bool {
    name.starts_with("__MACOSX/") || name.rsplit('/').next().is_some_and(|n| n.starts_with('.'))
}

fn inflated<R: Read>(mut entry: ZipFile<'_, R>) -> Result<Vec<u8>, RegisterFault> {
    let mut bytes = Vec::new();
    match entry.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(CUT_OFF),
        Err(error) => Err(illegible(&error)),
    }
}

const CUT_OFF: RegisterFault = RegisterFault::Truncated { inside: "the ZIP archive" };

fn illegible(error: &dyn std::error::Error) -> RegisterFault {
    RegisterFault::Malformed(format!("the ZIP archive cannot be read: {error}"))
}

/// An archive ends with its directory: without the end of it, the rest is missing.
fn unreadable(error: &ZipError, bytes: &[u8]) -> RegisterFault {
    let has_an_end = bytes.windows(END_OF_DIRECTORY.len()).any(|part| part == END_OF_DIRECTORY);
    if has_an_end { illegible(error) } else { CUT_OFF }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write;

    use proptest::prelude::*;
    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// An archive of these entries.
    pub(in crate::register) fn archive(entries: &[(&str, &[u8])]) -> SourceFile {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            match name.strip_suffix('/') {
                Some(folder) => {
                    writer.add_directory(folder, SimpleFileOptions::default()).unwrap();
                }
                None => {
                    writer.start_file(*name, SimpleFileOptions::default()).unwrap();
                    writer.write_all(bytes).unwrap();
                }
            }
        }
        let bytes = writer.finish().unwrap().into_inner();
        SourceFile { name: "r.zip".into(), bytes }
    }

    fn names(file: &SourceFile) -> Result<Vec<String>, String> {
        let files = unpacked(std::slice::from_ref(file)).map_err(|error| error.to_string())?;
        Ok(files.iter().map(|file| file.name.clone()).collect())
    }

    #[test]
    fn entries_come_out_with_their_names() {
        let zip = archive(&[("d/", b""), ("d/a.csv", b"1"), ("__MACOSX/d/._a.csv", b"")]);
        let plain = SourceFile { name: "b.csv".into(), bytes: b"2".to_vec() };
        let files = [zip, plain];
        let unpacked = unpacked(&files).unwrap();
        let found: Vec<_> = unpacked.iter().map(|f| (f.name.as_str(), &f.bytes[..])).collect();
        assert_eq!(found, [("r.zip/d/a.csv", &b"1"[..]), ("b.csv", b"2")]);
    }

    #[test]
    fn a_cut_archive_is_called_cut() {
        let mut zip = archive(&[("a.csv", b"one two three four"), ("b.csv", b"five")]);
        while zip.bytes.pop().is_some() && zip.bytes.len() > 4 {
            let message = names(&zip).unwrap_err();
            assert!(message.starts_with("r.zip: the "), "{} bytes: {message}", zip.bytes.len());
        }
    }

    #[test]
    fn a_damaged_entry_is_refused() {
        let mut zip = archive(&[("a.csv", b"abcdefgh")]);
        let data = LOCAL_HEADER.len() + 26 + "a.csv".len();
        zip.bytes[data + 2] ^= 0x55;
        let message = names(&zip).unwrap_err();
        assert!(message.starts_with("r.zip/a.csv: the "), "{message}");
    }

    proptest! {
        #[test]
        fn no_bytes_panic(cut in 0usize..200, at in 0usize..200, byte in any::<u8>()) {
            let mut zip = archive(&[("a.csv", b"one two three four"), ("b.csv", b"five")]);
            let len = zip.bytes.len();
            zip.bytes[at % len] = byte;
            zip.bytes.truncate(len - cut % len);
            let _ = names(&zip);
        }
    }
}
