//! Files from the user, bounded: a wrong path must not fill the memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use licence_core::register::{RegisterError, SourceFile};

use crate::exit::Failure;

/// What is read of a file that is too large, to say what is wrong with it.
const BEGINNING_BYTES: u64 = 4 * 1024 * 1024;

/// The mark that some programs write before UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads a file, or standard input for `-`, of at most `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> Result<SourceFile, Failure> {
    let mut bytes = Vec::new();
    let failed = |error: io::Error| Failure::in_file(path, error);
    let is_known_to_be_larger = std::fs::metadata(path).is_ok_and(|file| file.len() > limit);
    let wanted = if is_known_to_be_larger { BEGINNING_BYTES } else { limit + 1 };
    open(path).map_err(failed)?.take(wanted).read_to_end(&mut bytes).map_err(failed)?;
    let name = path.display().to_string();
    if is_known_to_be_larger || bytes.len() as u64 > limit {
        return Err(RegisterError::too_large(&name, &bytes, limit).into());
    }
    Ok(SourceFile { name, bytes })
}

/// Opens a list of lines, or standard input for `-`, without its byte order mark.
pub(crate) fn open_lines(path: &Path) -> io::Result<impl Read + Send> {
    let mut lines = open(path)?;
    let mut beginning = Vec::new();
    lines.by_ref().take(BYTE_ORDER_MARK.len() as u64).read_to_end(&mut beginning)?;
    if beginning == BYTE_ORDER_MARK {
        beginning.clear();
    }
    Ok(io::Cursor::new(beginning).chain(lines))
}

/// Opens a file, or standard input for `-`.
fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    // A directory can be opened, and not read.
    if path.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        Ok(Box::new(File::open(path)?))
    }
}
