//! A restore that is killed with SIGKILL at any step leaves the old database or the restored one,
//! or a name that nobody opens until the restore is run again. The replaced database stays whole.
//!
//! The process is this test binary, started again for the ignored test at the end. An optimised
//! build has no fail points: there only the run to the end is tested.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use licence_core::account::AccountId;
use licence_core::account::plan::Plan;
use licence_store::backup::{self, OverwritePolicy};
use licence_store::{Store, StoreError, StoreOptions};

use crate::support::readings::now;

const DATABASE: &str = "LICENCE_TEST_RESTORE_DATABASE";
const BACKUP: &str = "LICENCE_TEST_RESTORE_BACKUP";
const SIGKILL: i32 = 9;

#[tokio::test]
async fn a_killed_restore_never_leaves_the_old_database_without_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("licence.backup");
    let (new_store, new) = filled(&folder.path().join("other.db")).await;
    back_up(&folder.path().join("other.db"), &backup).await.unwrap();
    new_store.close().await;
    let (old_store, old) = filled(&folder.path().join("old.db")).await;

    let (mut kills, mut refusals) = (0, 0);
    loop {
        let home = folder.path().join(format!("killed-before-{}", kills + 1));
        let crashed = crashed_copy(&folder.path().join("old.db"), &home);
        let status = restoring(&crashed, &backup, Some(kills + 1));
        assert!(status.success() || status.signal() == Some(SIGKILL), "{status}");
        match owner(&crashed, [old, new]).await {
            Ok(found) => assert_eq!(found == new, status.success(), "write {}", kills + 1),
            Err(refused) => {
                assert!(refused.to_string().contains("run `licence restore FILE --force` again"));
                let copied = back_up(&crashed, &home.join("copy")).await.unwrap_err().to_string();
                assert!(copied.contains("is not finished"), "{copied}");
                refusals += 1;
            }
        }
        if status.success() {
            break;
        }
        kills += 1;
        assert!(restoring(&crashed, &backup, None).success(), "write {kills}, not completed");
        assert_eq!(owner(&crashed, [old, new]).await.unwrap(), new);
        assert_eq!(owner(&first_kept(&home), [old, new]).await.unwrap(), old, "write {kills}");
    }
    // The mark, four files that belong to the old database, the name, and the end of the mark.
    assert!((kills, refusals) == (7, 6) || !cfg!(debug_assertions), "{kills} {refusals}");
    old_store.close().await;
}

/// A new database with an account and its key. While the store is open, the account is in the log alone.
async fn filled(database: &Path) -> (Store, AccountId) {
    let store = Store::open(&options(database)).await.unwrap();
    let account = store.create_account("A", Plan::Pro, now()).await.unwrap().id;
    store.create_key(account, "k", now()).await.unwrap().unwrap();
    (store, account)
}

fn options(database: &Path) -> StoreOptions {
    StoreOptions::new(format!("sqlite://{}", database.display()))
}

async fn back_up(database: &Path, file: &Path) -> Result<(), backup::BackupError> {
    let made = backup::create(&options(database), file, OverwritePolicy::Refuse).await;
    made.map(drop)
}

/// The files that a crash of the process that uses the database would leave.
fn crashed_copy(database: &Path, home: &Path) -> PathBuf {
    fs::create_dir(home).unwrap();
    let copy = home.join("licence.db");
    for suffix in ["", "-wal", "-shm", "-keys"] {
        let from = format!("{}{suffix}", database.display());
        fs::copy(from, format!("{}{suffix}", copy.display())).unwrap();
    }
    copy
}

/// Which of these accounts a database holds.
async fn owner(database: &Path, accounts: [AccountId; 2]) -> Result<AccountId, StoreError> {
    let store = Store::open(&options(database)).await?;
    let mut found = Vec::new();
    for account in accounts {
        found.extend(store.account(account).await?.map(|account| account.id));
    }
    store.close().await;
    assert_eq!(found.len(), 1, "{} is neither database", database.display());
    Ok(found[0])
}

/// The database that the first restore kept: the name of a later one ends in a later instant.
fn first_kept(home: &Path) -> PathBuf {
    let files = fs::read_dir(home).unwrap().map(|file| file.unwrap().path());
    // The names of side files end in a hyphen and a word.
    let is_database =
        |file: &PathBuf| file.to_string_lossy().rsplit('-').next().unwrap().ends_with('Z');
    files.filter(is_database).min().unwrap()
}

/// Runs [`the_process_to_kill`] in a process of its own.
fn restoring(database: &Path, backup: &Path, fail_before: Option<usize>) -> ExitStatus {
    let mut process = Command::new(std::env::current_exe().unwrap());
    process
        .args(["--ignored", "--exact", "interrupted_restore::the_process_to_kill"])
        .env(DATABASE, database)
        .env(BACKUP, backup)
        .stdout(Stdio::null());
    if let Some(write) = fail_before {
        process.env("LICENCE_FAIL_BEFORE_WRITE", write.to_string());
    }
    process.status().unwrap()
}

#[tokio::test]
#[ignore = "the test above starts it in a process of its own"]
async fn the_process_to_kill() {
    let (Some(database), Some(backup)) = (std::env::var_os(DATABASE), std::env::var_os(BACKUP))
    else {
        return;
    };
    let (options, now) = (options(Path::new(&database)), licence_server::system_time());
    let backup = Path::new(&backup);
    backup::restore(&options, backup, OverwritePolicy::Replace, now).await.unwrap();
}
