//! A start opens the catalogue that lies beside the database, and never one of another state.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use licence_core::check::Verdict::{self, Licensed, NotFound};
use licence_core::jurisdiction::JurisdictionCode::An;
use licence_core::register::reading::{ListedLicence, RegisterReading};
use licence_store::backup::{self, OverwritePolicy};
use licence_store::{Entropy, Store, StoreOptions};
use sea_orm::{ConnectionTrait, Database};

use crate::support::readings::{answer, apply, licence, now, reading};

const HOST: &str = "a.example";

/// A SQLite database and the file beside it.
struct Place {
    database: PathBuf,
    kept: PathBuf,
}

impl Place {
    fn new(folder: &Path, name: &str) -> Self {
        let kept = folder.join(format!("{name}-catalogue"));
        Self { database: folder.join(name), kept }
    }

    fn options(&self) -> StoreOptions {
        StoreOptions::new(format!("sqlite://{}", self.database.display()))
    }

    /// A process that starts now, with ids that are the same in all databases, as if by the worst
    /// of accidents.
    async fn start(&self, seed: u64) -> Store {
        Store::open(&self.options().with_entropy(Entropy::fixed(seed))).await.unwrap()
    }

    /// Reads a register in which the host has this standing, and keeps the catalogue.
    async fn read(&self, hour: u8, status: &str) {
        let store = self.start(hour.into()).await;
        store.refresh_catalogue().await.unwrap();
        let row = ListedLicence { status_text: Some(status.to_owned()), ..alpha() };
        apply(&store, &reading(An, hour.into(), vec![row])).await.unwrap();
        store.close().await;
    }

    /// What a process that starts now answers.
    async fn verdict(&self) -> Verdict {
        let store = self.start(99).await;
        let verdict = verdict(&store, HOST).await;
        store.close().await;
        verdict
    }

    /// Takes all domains out of the tables by hand, so that only a kept catalogue knows them.
    async fn empty_tables(&self) {
        self.by_hand("delete from domains").await;
    }

    /// Renames all hosts in the tables by hand, so that an answer tells which rows it comes from.
    async fn rename_hosts(&self) {
        self.by_hand("update domains set host = 'renamed.' || host").await;
    }

    async fn by_hand(&self, sql: &str) {
        let database = Database::connect(self.options().database_url).await.unwrap();
        database.execute_unprepared(sql).await.unwrap();
        database.close().await.unwrap();
    }
}

fn alpha() -> ListedLicence {
    licence("Alpha N.V.", "ALSI-1-FI1", "valid", &[HOST])
}

async fn verdict(store: &Store, host: &str) -> Verdict {
    serde_json::from_value(answer(store, host).await["verdict"].clone()).unwrap()
}

#[tokio::test]
async fn a_start_opens_the_kept_catalogue_and_reads_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path(), "licence.db");
    place.read(0, "valid").await;
    let (database, kept) = (&place.database, &place.kept);
    let mode = |path: &Path| fs::metadata(path).unwrap().mode();
    assert_eq!(mode(kept), mode(database));
    place.empty_tables().await;
    assert_eq!(place.verdict().await, Licensed);
    fs::remove_file(kept).unwrap();
    assert_eq!(place.verdict().await, NotFound, "without the file, the tables answer");
    assert!(kept.exists(), "and are kept again");
}

/// Who holds the catalogue before: a process at work, or the file with which one starts.
#[tokio::test]
async fn a_reading_is_merged_without_the_rows_that_it_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path(), "licence.db");
    place.read(0, "valid").await;
    let file = fs::read(&place.kept).unwrap();
    let (at_work, elsewhere) = (place.start(1).await, place.start(2).await);
    at_work.refresh_catalogue().await.unwrap();
    let beta = licence("Beta N.V.", "ALSI-2-FI1", "valid", &["b.example"]);
    apply(&elsewhere, &reading(An, 1, vec![alpha(), beta])).await.unwrap();
    elsewhere.close().await;

    place.rename_hosts().await;
    at_work.refresh_catalogue().await.unwrap();
    fs::write(&place.kept, &file).unwrap();
    for store in [at_work, place.start(3).await] {
        for (host, expected) in [
            (HOST, Licensed),
            ("renamed.a.example", Verdict::RelatedHostListed),
            ("renamed.b.example", Licensed),
        ] {
            assert_eq!(verdict(&store, host).await, expected, "{host}");
        }
        store.close().await;
    }
}

/// The rows of an operator are read again if the reading tells that they changed, or if it is not
/// known which rows did.
#[tokio::test]
async fn rows_are_read_again_wherever_a_merge_could_miss_a_change() {
    let folder = tempfile::tempdir().unwrap();
    let whole = |hour| reading(An, hour, vec![alpha()]);
    let partial = |hour| RegisterReading { complete: false, ..whole(hour) };
    let beta = licence("Beta N.V.", "ALSI-2-FI1", "valid", &["b.example"]);
    let of_another = RegisterReading { licences: vec![beta], ..partial(2) };
    for (case, before, next, by_hand, is_merged) in [
        ("merged", whole(1), whole(2), "", true),
        ("a part without it", whole(1), of_another, "", true),
        ("a part with it", whole(1), partial(2), "", false),
        ("complete, after a part with it", partial(1), whole(2), "", false),
        (
            "of an earlier release",
            whole(1),
            whole(2),
            "delete from catalogue_changes where version = 3",
            false,
        ),
        (
            "of another database",
            whole(1),
            whole(2),
            "update catalogue_changes set state = 'another' where version = 2",
            false,
        ),
        ("forgotten", whole(1), whole(2), "delete from catalogue_changes where version < 3", false),
    ] {
        let place = Place::new(folder.path(), &format!("{case}.db"));
        let (at_work, elsewhere) = (place.start(1).await, place.start(2).await);
        apply(&elsewhere, &whole(0)).await.unwrap();
        apply(&elsewhere, &before).await.unwrap();
        at_work.refresh_catalogue().await.unwrap();
        apply(&elsewhere, &next).await.unwrap();
        elsewhere.close().await;
        place.by_hand(by_hand).await;
        place.rename_hosts().await;
        at_work.refresh_catalogue().await.unwrap();
        let expected = if is_merged { Licensed } else { Verdict::RelatedHostListed };
        assert_eq!(verdict(&at_work, HOST).await, expected, "{case}");
        at_work.close().await;
    }
}

/// Each case leaves a wrong file beside a database whose host is not licensed, or not any more.
#[tokio::test]
async fn a_catalogue_of_another_state_is_never_believed() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| Place::new(folder.path(), name);
    let revoked = |verdict| verdict == Verdict::LicenceNotActive;

    let older = place("older.db");
    older.read(0, "valid").await;
    let file = fs::read(&older.kept).unwrap();
    older.read(1, "revoked").await;
    fs::write(&older.kept, &file).unwrap();
    assert!(revoked(older.verdict().await), "the file of an earlier reading");
    assert_ne!(fs::read(&older.kept).unwrap(), file, "it is replaced");

    let other = place("other.db");
    other.read(0, "revoked").await;
    fs::write(&other.kept, &file).unwrap();
    assert!(revoked(other.verdict().await), "the file of another database, of the same number");

    let copy = place("copy.db");
    fs::copy(&older.database, &copy.database).unwrap();
    copy.read(2, "valid").await;
    older.read(2, "revoked").await;
    fs::copy(&copy.kept, &older.kept).unwrap();
    assert!(revoked(older.verdict().await), "the file of a copy that went on by itself");

    let restored = place("restored.db");
    restored.read(0, "revoked").await;
    let saved = folder.path().join("licence.backup");
    backup::create(&restored.options(), &saved, OverwritePolicy::Refuse).await.unwrap();
    restored.read(1, "valid").await;
    let file = fs::read(&restored.kept).unwrap();
    let (options, existing) = (restored.options(), OverwritePolicy::Replace);
    backup::restore(&options, &saved, existing, now()).await.unwrap();
    assert!(revoked(restored.verdict().await), "the file of what a restore took back");
    restored.read(1, "revoked").await;
    fs::write(&restored.kept, &file).unwrap();
    assert!(revoked(restored.verdict().await), "the same number for another reading");

    fs::remove_file(&restored.database).unwrap();
    fs::write(&restored.kept, &file).unwrap();
    restored.read(1, "revoked").await;
    fs::write(&restored.kept, &file).unwrap();
    assert!(revoked(restored.verdict().await), "the file of a database that was made anew");
}

#[tokio::test]
async fn a_file_that_is_not_whole_is_replaced_by_one_that_is() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path(), "licence.db");
    place.read(0, "valid").await;
    let whole = fs::read(&place.kept).unwrap();
    let first_line = whole.iter().position(|byte| *byte == b'\n').unwrap();
    let release = env!("CARGO_PKG_VERSION").len();
    let mut wrong = vec![
        ("empty", Vec::new()),
        ("a text", b"licence".to_vec()),
        ("a catalogue alone", whole[first_line + 9..].to_vec()),
        ("longer", [&whole[..], b"x"].concat()),
        ("of another release", {
            let line = String::from_utf8(whole[..first_line].to_vec()).unwrap();
            let other = "9".repeat(release);
            [line.replacen(env!("CARGO_PKG_VERSION"), &other, 1).as_bytes(), &whole[first_line..]]
                .concat()
        }),
    ];
    for place in (0..whole.len()).step_by(whole.len() / 40) {
        wrong.push(("cut", whole[..place].to_vec()));
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        wrong.push(("flipped", flipped));
    }
    for (what, bytes) in wrong {
        fs::write(&place.kept, &bytes).unwrap();
        assert_eq!(place.verdict().await, Licensed, "{what}");
        assert!(fs::read(&place.kept).unwrap() == whole, "{what}: {} bytes", bytes.len());
    }
    fs::remove_file(&place.kept).unwrap();
    fs::create_dir(&place.kept).unwrap();
    assert_eq!(place.verdict().await, Licensed, "a place where no file can be written");
}

#[tokio::test]
async fn two_processes_keep_one_whole_file() {
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new(folder.path(), "licence.db");
    let (one, other) = (place.start(1).await, place.start(2).await);
    for hour in 0..4 {
        let row = |hour| licence("Alpha N.V.", &format!("ALSI-{hour}-FI1"), "valid", &[HOST]);
        apply(&one, &reading(An, hour, (0..=hour).map(row).collect())).await.unwrap();
        let (here, there) = tokio::join!(one.refresh_catalogue(), other.refresh_catalogue());
        assert!(here.is_ok() && there.unwrap());
    }
    one.close().await;
    other.close().await;
    place.empty_tables().await;
    assert_eq!(place.verdict().await, Licensed);
    let drafts = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
    let drafts: Vec<_> = drafts.filter(|name| name.to_string_lossy().contains(".part")).collect();
    assert!(drafts.is_empty(), "{drafts:?}");
}

#[tokio::test]
async fn a_database_in_memory_keeps_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = StoreOptions::new("sqlite::memory:");
    options.catalogue_folder = Some(folder.path().to_owned());
    let store = Store::open(&options).await.unwrap();
    let row = licence("Alpha N.V.", "ALSI-1-FI1", "valid", &[HOST]);
    apply(&store, &reading(An, 0, vec![row])).await.unwrap();
    store.refresh_catalogue().await.unwrap();
    store.close().await;
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
