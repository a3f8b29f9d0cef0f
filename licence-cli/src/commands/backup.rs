//! `licence backup` and `licence restore`.

use std::io;

use licence_store::backup::{
    self, BackupError, BackupFile, OverwritePolicy, RestoredDatabase, SecretKeyStatus,
};

use crate::args::{Backup, Restore};
use crate::clock::now;
use crate::config::Settings;
use crate::exit::{Exit, Failure};
use crate::interrupt::interrupted;
use crate::notes;
use crate::output;
use crate::progress::spinner;
use crate::whole_file;

pub(crate) fn create(settings: &Settings, args: &Backup) -> Result<Exit, Failure> {
    let options = settings.local_store_options()?;
    let bar = spinner("copying and verifying the data");
    let made = backup::create(&options, &args.file, overwrite_policy(args.force));
    let made = settings.block_on(unless_interrupted("the backup", made));
    let made = made.map_err(|failure| match failure {
        Failure::Backup(BackupError::Io { file, error }) if file == args.file => {
            whole_file::cannot_write(&file, &error)
        }
        failure => failure,
    })?;
    bar.finish_and_clear();
    output::value(args.json, &made, line_of_backup)?;
    note_secret_key(&made);
    Ok(Exit::Done)
}

pub(crate) fn restore(settings: &Settings, args: &Restore) -> Result<Exit, Failure> {
    let options = settings.local_store_options()?;
    let now = now()?;
    let bar = spinner("copying and verifying the data");
    let restored = backup::restore(&options, &args.file, overwrite_policy(args.force), now);
    let restored = settings.block_on(unless_interrupted("the restore", restored))?;
    bar.finish_and_clear();
    output::value(args.json, &restored, lines_of_restore)?;
    warn(&restored);
    Ok(Exit::Done)
}

fn overwrite_policy(force: bool) -> OverwritePolicy {
    match force {
        true => OverwritePolicy::Replace,
        false => OverwritePolicy::Refuse,
    }
}

/// Runs work until it is done or interrupted. Interrupted work is dropped, which removes its drafts and
/// kills the programs that it started.
async fn unless_interrupted<T>(
    what: &str,
    work: impl Future<Output = Result<T, BackupError>>,
) -> Result<T, Failure> {
    tokio::select! {
        biased;
        interrupted = interrupted() => {
            interrupted?;
            Err(io::Error::other(format!("{what} was interrupted")).into())
        }
        done = work => Ok(done?),
    }
}

fn note_secret_key(made: &BackupFile) {
    if let Some(key) = &made.secret_key_file {
        notes::note(format_args!(
            "note: the key of the webhook secrets, {}, is not in the backup; keep a copy of it \
             apart from the backup",
            key.display()
        ));
    }
}

fn warn(restored: &RestoredDatabase) {
    notes::note(
        "note: keys that were revoked after the backup was made are in force again; revoke them \
         anew",
    );
    if let SecretKeyStatus::DoesNotOpen(why) = &restored.secret_key {
        notes::note(format_args!(
            "warning: {why}; put the key back that belongs to the backup, or no webhook can be \
             signed"
        ));
    }
}

/// Returns what was backed up, in one line.
fn line_of_backup(made: &BackupFile) -> String {
    let BackupFile { file, kind, bytes, schema, .. } = made;
    format!("{}: a verified backup of {kind}, {bytes} bytes, schema {schema}\n", file.display())
}

/// Returns what was restored, and where the old files are.
fn lines_of_restore(restored: &RestoredDatabase) -> String {
    let RestoredDatabase { database, kind, schema, kept, .. } = restored;
    let kept = kept.as_ref().map_or(String::new(), |kept| {
        format!("the database that was there is kept as {}\n", kept.display())
    });
    format!("{database}: restored on {kind}, schema {schema}\n{kept}")
}
