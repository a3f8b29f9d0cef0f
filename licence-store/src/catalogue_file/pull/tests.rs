use std::cell::RefCell;
use std::collections::BTreeMap;

use licence_core::catalogue::{OperatorRow, RegisterRows};
use licence_core::records::RecordsBuilder;

use super::super::SigningKey;
use super::*;

/// A publisher of some states, and what it was asked for.
struct Publisher {
    note: String,
    states: Vec<Vec<u8>>,
    asked: RefCell<Vec<&'static str>>,
}

impl Published for Publisher {
    type Error = std::convert::Infallible;

    async fn manifest(&self, held: Option<&str>) -> Result<Option<String>, Self::Error> {
        self.asked.borrow_mut().push("manifest");
        let is_held = held == Some(&records::sha256(self.note.as_bytes()));
        Ok((!is_held).then(|| self.note.clone()))
    }

    async fn records(&self, at_most: u64) -> Result<Vec<u8>, Self::Error> {
        let newest = self.states.last().unwrap();
        let is_as_named = at_most == newest.len() as u64;
        self.asked.borrow_mut().push(if is_as_named { "records" } else { "other records" });
        Ok(newest.clone())
    }

    async fn delta(&self, from: &str, _: u64) -> Result<Option<Vec<u8>>, Self::Error> {
        self.asked.borrow_mut().push("delta");
        let old = self.states.iter().find(|state| records::sha256(state) == from);
        Ok(old.map(|old| records::delta(old, self.states.last().unwrap())))
    }
}

fn state(operators: usize) -> Vec<u8> {
    let mut builder = RecordsBuilder::new();
    for number in 0..operators {
        let slug = format!("operator-{number}");
        builder.add_operator(&OperatorRow {
            slug: &slug,
            display_name: &slug,
            registered_name: None,
        });
    }
    builder.finish()
}

fn key(name: &str, seed: u8) -> SigningKey {
    SigningKey::parse(&SigningKey::generate(name, &[seed; 32]).unwrap()).unwrap()
}

fn publisher(key: &SigningKey, origin: &str, version: i64, operators: &[usize]) -> Publisher {
    let states: Vec<Vec<u8>> = operators.iter().map(|count| state(*count)).collect();
    let catalogue = Catalogue::from_records(states.last().unwrap()).unwrap();
    let manifest = Manifest {
        origin: origin.to_owned(),
        version,
        records: PublishedBytes::of_bytes(states.last().unwrap()),
        file: PublishedBytes::of_bytes(catalogue.as_bytes()),
        rules: catalogue.info().rules,
        registers: Vec::new(),
    };
    Publisher { note: key.sign(&manifest.to_string()), states, asked: RefCell::default() }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

#[tokio::test]
async fn the_first_pull_is_whole_then_deltas_follow_and_an_unchanged_state_sends_no_body() {
    let folder = tempfile::tempdir().unwrap();
    let signing = key("a.example", 1);
    let verifying = signing.verifying_key();
    for (version, states, pulled, asked) in [
        (1, &[3][..], Pulled::Whole, &["manifest", "records"][..]),
        (1, &[3], Pulled::Unchanged, &["manifest"]),
        (2, &[3, 4], Pulled::ByDelta, &["manifest", "delta"]),
        (3, &[9, 5], Pulled::Whole, &["manifest", "delta", "records"]),
        (4, &[5, 5], Pulled::ByDelta, &["manifest"]),
    ] {
        let publisher = publisher(&signing, "a.example", version, states);
        let done = pull(folder.path(), &verifying, &publisher).await.unwrap();
        assert_eq!((done, &publisher.asked.borrow()[..]), (pulled, asked), "version {version}");
        let catalogue = super::super::open(&folder.path().join(CATALOGUE)).unwrap();
        assert_eq!(catalogue.info().operators, *states.last().unwrap());
        assert_eq!(catalogue.verify(), Ok(()));
    }
}

#[tokio::test]
async fn a_manifest_that_is_refused_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (signing, other) = (key("a.example", 1), key("a.example", 2));
    let verifying = signing.verifying_key();
    pull(folder.path(), &verifying, &publisher(&signing, "a.example", 7, &[3])).await.unwrap();
    let before = files(folder.path());
    let mut forged = publisher(&signing, "a.example", 8, &[4]);
    forged.note = forged.note.replacen("version 8", "version 9", 1);
    let mut swapped = publisher(&signing, "a.example", 8, &[4]);
    swapped.states = vec![state(5)];
    for (publisher, expected) in [
        (publisher(&other, "a.example", 8, &[4]), "the note has no signature by the key"),
        (forged, "is not that of this text"),
        (publisher(&signing, "b.example", 8, &[4]), "the manifest is of b.example"),
        (publisher(&signing, "a.example", 6, &[4]), "a version never falls"),
        (swapped, "the records that came have SHA-256"),
    ] {
        let error = pull(folder.path(), &verifying, &publisher).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(files(folder.path()) == before, "{error}");
    }
    // The new key of a publisher begins its own versions.
    let next = publisher(&other, "a.example", 1, &[4]);
    assert_eq!(pull(folder.path(), &other.verifying_key(), &next).await.unwrap(), Pulled::Whole);
}

#[tokio::test]
async fn a_version_falls_neither_without_a_manifest_nor_after_another_key() {
    let (signing, other) = (key("a.example", 1), key("a.example", 2));
    for manifest in [None, Some("junk")] {
        let folder = tempfile::tempdir().unwrap();
        let (path, verifying) = (folder.path(), signing.verifying_key());
        let of_version = |version| publisher(&signing, "a.example", version, &[3]);
        pull(path, &verifying, &of_version(7)).await.unwrap();
        let next = publisher(&other, "a.example", 1, &[4]);
        pull(path, &other.verifying_key(), &next).await.unwrap();
        match manifest {
            Some(text) => fs::write(path.join(MANIFEST), text).unwrap(),
            None => fs::remove_file(path.join(MANIFEST)).unwrap(),
        }
        let before = files(path);
        let error = pull(path, &verifying, &of_version(6)).await.unwrap_err().to_string();
        assert!(error.contains("has version 6, and version 7 is here"), "{error}");
        assert!(files(path) == before);
        pull(path, &verifying, &of_version(8)).await.unwrap();
        assert_eq!(files(path)[VERSIONS].iter().filter(|byte| **byte == b'\n').count(), 2);
    }
}

#[tokio::test]
async fn a_damaged_list_of_versions_is_refused_by_name() {
    let signing = key("a.example", 1);
    let (verifying, newest) = (signing.verifying_key(), publisher(&signing, "a.example", 7, &[3]));
    let line = format!("{verifying} 7\n");
    for damaged in
        ["", "\n", "junk\n", &line[1..], &line[..line.len() - 1], &line.replace(" 7", "")]
    {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(VERSIONS), damaged).unwrap();
        let before = files(folder.path());
        let error = pull(folder.path(), &verifying, &newest).await.unwrap_err().to_string();
        assert!(error.contains("/versions: line 1 is not KEY VERSION"), "{error}");
        assert_eq!(files(folder.path()).len(), before.len() + 1, "the lock is new");
    }
}

#[tokio::test]
async fn a_file_of_a_folder_that_cannot_be_used_is_named() {
    let signing = key("a.example", 1);
    let (verifying, newest) = (signing.verifying_key(), publisher(&signing, "a.example", 7, &[3]));
    for name in [MANIFEST, RECORDS, CATALOGUE, VERSIONS] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(name)).unwrap();
        let error = pull(folder.path(), &verifying, &newest).await.unwrap_err().to_string();
        assert!(error.contains(&format!("/{name}: ")), "{error}");
    }
}

#[tokio::test]
async fn a_folder_whose_files_are_cut_damaged_or_of_two_states_is_made_whole() {
    let folder = tempfile::tempdir().unwrap();
    let signing = key("a.example", 1);
    let verifying = signing.verifying_key();
    let first = publisher(&signing, "a.example", 1, &[3]);
    pull(folder.path(), &verifying, &first).await.unwrap();
    let whole = files(folder.path());
    let mut flipped = whole[CATALOGUE].clone();
    *flipped.last_mut().unwrap() ^= 1;
    let older = Catalogue::from_records(&state(2)).unwrap().as_bytes().to_vec();
    for (file, bytes) in [
        (RECORDS, b"cut".to_vec()),
        (CATALOGUE, b"cut".to_vec()),
        (MANIFEST, b"cut".to_vec()),
        (CATALOGUE, flipped),
        (CATALOGUE, older),
        (MANIFEST, b"\xff".to_vec()),
        (RECORDS, state(2)),
    ] {
        fs::write(folder.path().join(file), bytes).unwrap();
        assert_ne!(pull(folder.path(), &verifying, &first).await.unwrap(), Pulled::Unchanged);
        assert!(files(folder.path()) == whole, "{file}");
        assert_eq!(pull(folder.path(), &verifying, &first).await.unwrap(), Pulled::Unchanged);
    }
}

#[test]
fn two_pulls_at_once_do_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let signing = key("a.example", 1);
    let verifying = signing.verifying_key();
    let pull_once = || {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let publisher = publisher(&signing, "a.example", 2, &[40, 50]);
        runtime.block_on(pull(folder.path(), &verifying, &publisher)).unwrap()
    };
    let done = std::thread::scope(|scope| {
        let pulls = [scope.spawn(pull_once), scope.spawn(pull_once)];
        pulls.map(|pull| pull.join().unwrap())
    });
    assert!(done.contains(&Pulled::Whole) && done.contains(&Pulled::Unchanged), "{done:?}");
}
