//! `licence backup` and `licence restore`.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use licence_store::{Store, StoreOptions};
use sea_orm::{ConnectionTrait, Database, Statement, TransactionTrait};

use crate::licence::{Licence, Run};

const DOMAIN: &str = "bet365.com";

fn file_of(licence: &Licence) -> Option<&str> {
    licence.database_url().strip_prefix("sqlite://")
}

fn check(licence: &Licence) -> Run {
    licence.run(&["check", DOMAIN, "--json"])
}

#[test]
fn a_backup_is_private_whole_and_restores_to_the_same_answers() {
    let licence = Licence::with_the_cases();
    let made = licence.run(&["backup", "a.backup", "--json"]);
    assert_eq!(made.code, 0, "{made}");
    let file = fs::metadata(licence.folder.path().join("a.backup")).unwrap();
    assert_eq!(file.mode() & 0o777, 0o600);
    assert_eq!(made.json()["bytes"], file.len());
    let backup = licence.folder.path().join("a.backup");
    let restored = Licence::new();
    let run = restored.run(&["restore", backup.to_str().unwrap(), "--json"]);
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(run.json()["secret_key"]["standing"], "not_needed");
    assert_eq!(check(&restored).json()["verdict"], check(&licence).json()["verdict"]);
    let names = fs::read_dir(licence.folder.path()).unwrap().count();
    assert_eq!(names, 1, "no draft is left");
    // What is there is replaced by name alone, and nothing that is no backup.
    licence.run(&["backup", "a.backup"]).assert_refused(2, &["a.backup exists", "--force"]);
    assert_eq!(licence.run(&["backup", "a.backup", "--force", "--quiet"]).code, 0);
    if let Some(database) = file_of(&restored) {
        restored.run(&["backup", database, "--force"]).assert_refused(2, &[database]);
    }
    licence.file("notes", b"of mine");
    licence.run(&["backup", "notes", "--force"]).assert_refused(2, &["notes is not a backup"]);
    restored.run(&["restore", backup.to_str().unwrap()]).assert_refused(
        2,
        &["holds data", if file_of(&licence).is_some() { "--force" } else { "createdb" }],
    );
}

/// A limit of the size of files stands in for a full disk.
#[test]
fn a_full_disk_is_named_and_is_no_damage() {
    let licence = Licence::with_the_cases();
    if file_of(&licence).is_none() {
        return;
    }
    let with_room_for = |blocks: u32, command: &str| {
        let program = env!("CARGO_BIN_EXE_licence");
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {command}");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &limited]).current_dir(licence.folder.path()).env_clear();
        let output = shell.env("LICENCE_DATABASE_URL", licence.database_url()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    };
    // The file beside the database that all its processes map has 32 KiB.
    for (blocks, command) in [
        (8, "check bet365.com"),
        (8, "backup a.backup"),
        (8, "doctor --json"),
        (64, "backup a.backup"),
        (64, "doctor --json"),
    ] {
        let (code, said) = with_room_for(blocks, command);
        let is_named = said.contains("is full or fails") || said.contains("a.backup: no storage");
        assert!(code == Some(5) && is_named, "{command}: {said}");
        assert!(!said.contains("damaged"), "{command}: {said}");
    }
    assert_eq!(licence.run(&["backup", "a.backup"]).code, 0);
}

#[test]
fn a_path_that_cannot_be_written_is_bad_usage() {
    let licence = Licence::with_the_cases();
    licence.file("notes", b"of mine");
    for path in ["nowhere/x", "notes/x"] {
        for args in [&["backup", path][..], &["backup", path, "--force"]] {
            licence.run(args).assert_refused(2, &[path]);
        }
    }
}

#[test]
fn what_is_no_backup_is_refused_and_changes_nothing() {
    let licence = Licence::with_the_cases();
    assert_eq!(licence.run(&["backup", "whole"]).code, 0);
    let whole = fs::read(licence.folder.path().join("whole")).unwrap();
    let mut damaged = whole.clone();
    damaged.truncate(whole.len() - whole.len() / 3);
    licence.file("damaged", &damaged);
    licence.file("short", &whole[..whole.len() - 1]);
    // Neither database finds this one: SQLite restores another domain, PostgreSQL another definition.
    let letter = if file_of(&licence).is_some() { DOMAIN } else { "PRIMARY KEY" };
    let at = whole.windows(letter.len()).position(|found| found == letter.as_bytes()).unwrap();
    let mut changed = whole.clone();
    changed[at] ^= 1;
    licence.file("changed", &changed);
    licence.file("text", b"no database");
    let other_kind: &[u8] = match file_of(&licence) {
        Some(_) => b"PGDMP\x01\x0e\x00 and more of it",
        None => b"SQLite format 3\0\x20\x00\x01\x01\x00",
    };
    licence.file("other", other_kind);
    let cut = " is not a backup: it does not end in the SHA-256";
    let empty = Licence::new();
    for (name, why) in [
        ("damaged", cut),
        ("short", cut),
        ("changed", "changed is damaged: its bytes do not have the SHA-256"),
        ("text", "text is not a backup: it begins neither"),
        ("other", "other is a backup of"),
        ("nowhere", "nowhere is not a backup: No such file"),
    ] {
        let file = licence.folder.path().join(name);
        empty.run(&["restore", file.to_str().unwrap()]).assert_refused(2, &[why]);
    }
    let whole = licence.folder.path().join("whole");
    assert_eq!(empty.run(&["restore", whole.to_str().unwrap()]).code, 0, "it is still empty");
}

#[test]
fn a_database_that_lacks_a_table_is_not_backed_up() {
    let licence = Licence::with_the_cases();
    execute(licence.database_url(), "drop table trading_names");
    for command in [&["backup", "a.backup"][..], &["doctor"]] {
        let run = licence.run(command);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(run.code == 5 && said.contains("is damaged"), "{run}");
        assert!(said.contains("trading_names"), "{run}");
    }
    assert!(!licence.folder.path().join("a.backup").exists());
}

/// Who pulls the published catalogue takes no lower version than the last, whatever is restored.
#[test]
fn a_restored_catalogue_has_a_version_that_no_earlier_one_had() {
    let licence = Licence::with_the_cases();
    let backup = licence.folder.path().join("a.backup");
    assert_eq!(licence.run(&["backup", "a.backup"]).code, 0);
    let restored = Licence::new();
    let seconds = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64;
    let before = seconds();
    assert_eq!(restored.run(&["restore", backup.to_str().unwrap()]).code, 0);
    let version = catalogue_version(restored.database_url());
    assert!((before..=seconds()).contains(&version), "{version}");
}

fn catalogue_version(url: &str) -> i64 {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let database = Database::connect(url).await.unwrap();
        let backend = database.get_database_backend();
        let query = Statement::from_string(backend, "select version from catalogue_version");
        let row = database.query_one_raw(query).await.unwrap().unwrap();
        database.close().await.unwrap();
        row.try_get("", "version").unwrap()
    })
}

/// Executes a statement on a database.
fn execute(url: &str, statement: &str) {
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let database = Database::connect(url).await.unwrap();
        database.execute_unprepared(statement).await.unwrap();
        database.close().await.unwrap();
    });
}

/// Returns a database of PostgreSQL with its backup; `None` on SQLite.
fn backed_up_from_postgres() -> Option<(Licence, PathBuf)> {
    let licence = Licence::with_the_cases();
    if file_of(&licence).is_some() {
        return None;
    }
    assert_eq!(licence.run(&["backup", "a.backup"]).code, 0);
    let backup = licence.folder.path().join("a.backup");
    Some((licence, backup))
}

/// Stands in for `pg_restore`: has another process open the database, and works when that one waits
/// for the lock.
const RESTORE_BESIDE_A_START: &str = r#"#!/bin/sh
export PATH="$REST_OF_PATH"
case "$*" in *--dbname*)
  "$PROGRAM" registers status >beside 2>&1 &
  query="select count(*) from pg_locks join pg_database on pg_database.oid = database
    where datname = current_database() and locktype = 'advisory' and not granted"
  until [ "$(psql --no-psqlrc -At -c "$query" "$DATABASE")" = 1 ]; do
    kill -0 $! || exit 1
  done;;
esac
exec pg_restore "$@"
"#;

#[test]
fn a_process_that_starts_during_a_restore_waits_for_its_end() {
    let Some((licence, backup)) = backed_up_from_postgres() else { return };
    let restored = Licence::new();
    let bin = restored.folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    fs::write(bin.join("pg_restore"), RESTORE_BESIDE_A_START).unwrap();
    fs::set_permissions(bin.join("pg_restore"), PermissionsExt::from_mode(0o755)).unwrap();
    let rest = std::env::var("PATH").unwrap();
    let path = format!("{}:{rest}", bin.display());
    let program = env!("CARGO_BIN_EXE_licence");
    let environment = [
        ("PATH", &*path),
        ("REST_OF_PATH", &rest),
        ("PROGRAM", program),
        ("DATABASE", restored.database_url()),
    ];
    let run = restored.run_with(&["restore", backup.to_str().unwrap()], &environment, b"");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(check(&restored).json()["verdict"], check(&licence).json()["verdict"]);
}

#[test]
fn a_database_that_is_being_migrated_is_not_restored_to() {
    let Some((_licence, backup)) = backed_up_from_postgres() else { return };
    let restored = Licence::new();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let starting = runtime.block_on(async {
        let database = Database::connect(restored.database_url()).await.unwrap();
        let starting = database.begin().await.unwrap();
        // The lock that a start holds while it makes its tables.
        let lock = "select pg_advisory_xact_lock(x'6c6963656e636521'::bigint)";
        starting.execute_unprepared(lock).await.unwrap();
        starting
    });
    let restore = ["restore", backup.to_str().unwrap()];
    restored.run(&restore).assert_refused(2, &["is in use; stop the server"]);
    runtime.block_on(starting.rollback()).unwrap();
    assert_eq!(restored.run(&restore).code, 0);
}

#[test]
fn a_database_in_use_is_not_replaced() {
    let licence = Licence::with_the_cases();
    let Some(file) = file_of(&licence) else { return };
    assert_eq!(licence.run(&["backup", "a.backup"]).code, 0);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options = StoreOptions::new(licence.database_url());
    let store = runtime.block_on(Store::open(&options)).unwrap();
    licence.run(&["restore", "a.backup", "--force"]).assert_refused(2, &["is in use"]);
    // The file of a database in use is no backup: the rest of it is in the log beside it.
    fs::copy(file, licence.folder.path().join("copy")).unwrap();
    licence
        .run(&["restore", "copy", "--database-url", "sqlite://new.db"])
        .assert_refused(2, &["copy is not a backup: it is the file of a database in use"]);
    runtime.block_on(store.close());
    let run = licence.run(&["restore", "a.backup", "--force", "--json"]);
    assert_eq!(run.code, 0, "{run}");
    assert!(fs::metadata(run.json()["kept"].as_str().unwrap()).unwrap().len() > 0);
    assert_eq!(check(&licence).code, 0);
}

#[test]
fn a_log_of_other_content_never_meets_the_restored_database() {
    let licence = Licence::with_the_cases();
    let Some(file) = file_of(&licence) else { return };
    assert_eq!(licence.run(&["backup", "a.backup"]).code, 0);
    let expected = check(&licence).json();
    for suffix in ["-wal", "-shm", "-journal", "-keys"] {
        fs::write(format!("{file}{suffix}"), b"of a node that crashed").unwrap();
    }
    let run = licence.run(&["restore", "a.backup", "--force", "--json"]);
    assert_eq!(run.code, 0, "{run}");
    let kept = run.json()["kept"].as_str().unwrap().to_owned();
    for suffix in ["-wal", "-shm", "-journal", "-keys"] {
        assert!(!fs::exists(format!("{file}{suffix}")).unwrap(), "{suffix} is gone");
        assert!(fs::exists(format!("{kept}{suffix}")).unwrap(), "{suffix} is kept");
    }
    assert_eq!(check(&licence).json()["verdict"], expected["verdict"]);
}

#[test]
fn the_programs_of_postgresql_are_asked_for_and_never_told_a_password() {
    let licence = Licence::new();
    if file_of(&licence).is_some() {
        return;
    }
    licence.run(&["backup", "x"]).assert_refused(2, &["it does not hold the tables"]);
    assert_eq!(licence.run(&["registers", "status"]).code, 0, "which makes the tables");
    let bin = licence.folder.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let path = bin.to_str().unwrap();
    let missing = licence.run_with(&["backup", "x"], &[("PATH", path)], b"");
    missing.assert_refused(5, &["pg_dump was not found"]);
    let script = "#!/bin/sh\necho \"$@\" > arguments\necho \"pg_dump: error: aborting because of \
                  server version mismatch\" >&2\nexit 1\n";
    fs::write(bin.join("pg_dump"), script).unwrap();
    fs::set_permissions(bin.join("pg_dump"), PermissionsExt::from_mode(0o755)).unwrap();
    let old = licence.run_with(&["backup", "x"], &[("PATH", path)], b"");
    old.assert_refused(5, &["pg_dump failed", "server version mismatch"]);
    let arguments = fs::read_to_string(licence.folder.path().join("arguments")).unwrap();
    assert!(!arguments.contains("postgres://"), "{arguments}");
}

#[test]
fn what_cannot_be_backed_up_is_named() {
    let licence = Licence::new();
    licence
        .run(&["backup", "x", "--database-url", "sqlite::memory:"])
        .assert_refused(2, &["nothing to back up"]);
    licence
        .run(&["backup", "x", "--database-url", "sqlite://nowhere.db"])
        .assert_refused(5, &["nowhere.db cannot be reached", "no such file"]);
    licence
        .run(&["backup", "x", "--database-url", "postgres://db.example/licences"])
        .assert_refused(2, &["sslmode=verify-full"]);
    licence
        .run(&["restore", "x", "--server", "http://127.0.0.1:1"])
        .assert_refused(2, &["works on a database"]);
    assert_eq!(fs::read_dir(licence.folder.path()).unwrap().count(), 0);
}
