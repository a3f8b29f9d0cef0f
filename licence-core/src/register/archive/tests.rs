use std::io::{Cursor, Write};

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
fn two_entries_of_one_name_are_refused() {
    let mut zip = archive(&[("a.csv", b"one"), ("b.csv", b"two")]);
    for at in 0..zip.bytes.len() - 5 {
        if zip.bytes[at..].starts_with(b"b.csv") {
            zip.bytes[at] = b'a';
        }
    }
    let message = names(&zip).unwrap_err();
    assert_eq!(message, "r.zip: the ZIP archive holds two entries of one name");
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
