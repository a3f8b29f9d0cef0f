use std::fs;
use std::os::fd::AsRawFd;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};

use super::*;

/// Whether a file of this name is mapped by this process.
fn is_mapped(name: &str) -> bool {
    fs::read_to_string("/proc/self/maps").unwrap().contains(name)
}

#[test]
fn of_a_file_that_is_no_catalogue_only_the_beginning_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("big");
    // A file of many GB that takes no room.
    File::create(&path).unwrap().set_len(1 << 40).unwrap();
    assert_eq!(read(&path).unwrap().len() as u64, BEGINNING_BYTES);
    assert!(open(&path).unwrap_err().to_string().contains("no catalogue"));
}

#[test]
fn a_file_that_nobody_can_change_is_mapped_and_any_other_is_read() {
    let catalogue = Catalogue::from_readings(&[]).unwrap();
    for (name, seals, is_sealed) in [
        ("catalogue-sealed", SealFlags::WRITE | SealFlags::SHRINK, true),
        ("catalogue-shrinkable", SealFlags::WRITE, false),
        ("catalogue-writable", SealFlags::SHRINK, false),
        ("catalogue-unsealed", SealFlags::empty(), false),
    ] {
        let memory = memfd_create(name, MemfdFlags::ALLOW_SEALING).unwrap();
        let path = format!("/proc/self/fd/{}", memory.as_raw_fd());
        fs::write(&path, catalogue.as_bytes()).unwrap();
        fcntl_add_seals(&memory, seals).unwrap();
        let opened = open(Path::new(&path)).unwrap();
        assert_eq!(is_mapped(name), is_sealed, "{name}");
        assert_eq!(opened.as_bytes(), catalogue.as_bytes(), "{name}");
        drop(opened);
        assert!(!is_mapped(name), "{name}: the map ends with the catalogue");
    }
}

#[test]
fn a_mapped_file_is_refused_as_a_read_one() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Catalogue::from_readings(&[]).unwrap();
    for bytes in [&[][..], b"PK", &whole.as_bytes()[..300]] {
        let memory = memfd_create("catalogue-cut", MemfdFlags::ALLOW_SEALING).unwrap();
        let mapped = format!("/proc/self/fd/{}", memory.as_raw_fd());
        fs::write(&mapped, bytes).unwrap();
        fcntl_add_seals(&memory, SealFlags::WRITE | SealFlags::SHRINK).unwrap();
        let read = folder.path().join("read");
        fs::write(&read, bytes).unwrap();
        let refusal = |path: &Path| open(path).unwrap_err().to_string();
        assert_eq!(refusal(Path::new(&mapped)), refusal(&read));
    }
}
