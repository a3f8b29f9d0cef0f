//! Files from the user, bounded: a wrong path must not fill the memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use licence_core::register::{RegisterError, SourceFile};

use crate::exit::Failure;

/// Reads a file, or standard input for `-`, of at most `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> Result<SourceFile, Failure> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let failed = |error: io::Error| Failure::Usage(format!("{name}: {error}"));
    let mut reader = open(path).map_err(failed)?.take(limit + 1);
    reader.read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(RegisterError::too_large(&name, &bytes, limit).into());
    }
    Ok(SourceFile { name, bytes })
}

/// Opens a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    if path == Path::new("-") { Ok(Box::new(io::stdin())) } else { Ok(Box::new(File::open(path)?)) }
}
