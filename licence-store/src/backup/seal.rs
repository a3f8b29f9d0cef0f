//! The seal: the last line of a backup, with the SHA-256 of every byte before it.
//!
//! Neither SQLite nor `pg_restore` finds a changed letter of a name in a file that still has its
//! form. Both ignore the line: SQLite reads the pages that the header counts, and `pg_restore` what
//! the archive lists.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use licence_core::hex::hex;
use ring::digest::{Context, SHA256};

use super::BackupError;

const BEGINNING: &str = "\nlicence-backup sha256 ";
/// The length of the line: its beginning, 64 digits and its end.
const LENGTH: usize = BEGINNING.len() + 64 + 1;
const BLOCK: usize = 1 << 16;

/// Appends the seal to a finished file.
pub(super) fn append(mut file: &File) -> io::Result<()> {
    file.rewind()?;
    let seal = seal_of(file)?;
    file.write_all(&seal)
}

/// Requires the seal of a file, and returns the length of the content before it.
pub(super) async fn require(file: &Path) -> Result<u64, BackupError> {
    let path = file.to_owned();
    let checking = tokio::task::spawn_blocking(move || check(&path));
    let checked = checking.await.map_err(io::Error::other).flatten();
    match checked.map_err(|error| BackupError::io(file, error))? {
        Seal::Fits { content } => Ok(content),
        Seal::Missing => {
            let why = "it does not end in the SHA-256 that `licence backup` writes last, so it is \
                       cut off, or of another program";
            Err(BackupError::not_a_backup(file, why))
        }
        Seal::OfOtherBytes => {
            let why = "its bytes do not have the SHA-256 that its last line says";
            Err(BackupError::damaged(file, why.to_owned()))
        }
    }
}

enum Seal {
    Fits { content: u64 },
    Missing,
    OfOtherBytes,
}

fn check(path: &Path) -> io::Result<Seal> {
    let mut file = File::open(path)?;
    let Some(content) = file.metadata()?.len().checked_sub(LENGTH as u64) else {
        return Ok(Seal::Missing);
    };
    file.seek(SeekFrom::Start(content))?;
    let mut found = [0; LENGTH];
    file.read_exact(&mut found)?;
    if !found.starts_with(BEGINNING.as_bytes()) {
        return Ok(Seal::Missing);
    }
    file.rewind()?;
    match seal_of(file.take(content))? == found {
        true => Ok(Seal::Fits { content }),
        false => Ok(Seal::OfOtherBytes),
    }
}

/// Returns the seal of all bytes that are left to read.
fn seal_of(mut bytes: impl Read) -> io::Result<Vec<u8>> {
    let mut sum = Context::new(&SHA256);
    let mut block = vec![0; BLOCK];
    loop {
        match bytes.read(&mut block)? {
            0 => break,
            read => sum.update(&block[..read]),
        }
    }
    Ok(format!("{BEGINNING}{}\n", hex(sum.finish().as_ref())).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_sealed_file_with_any_other_byte_is_refused_by_its_cause() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, b"abc").unwrap();
        append(&File::options().read(true).append(true).open(&path).unwrap()).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let expected = "abc\nlicence-backup sha256 \
                        ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n";
        assert_eq!(String::from_utf8_lossy(&whole), expected);
        assert_eq!(require(&path).await.unwrap(), 3);

        let refusal = async |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            require(&path).await.unwrap_err().to_string()
        };
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            let is_in_beginning = (3..3 + BEGINNING.len()).contains(&at);
            let cause = if is_in_beginning { " cut off" } else { " do not have the SHA-256" };
            let refusal = refusal(&changed).await;
            assert!(refusal.contains(cause), "{at}: {refusal}");
        }
        let longer = [&whole[..], b"\n"].concat();
        for cut in [&b""[..], b"abc", &whole[..whole.len() - 1], &longer] {
            let refusal = refusal(cut).await;
            assert!(refusal.contains(" cut off"), "{refusal}");
        }
    }
}
