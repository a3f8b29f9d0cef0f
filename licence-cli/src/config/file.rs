//! The files of the command line.

use std::fs;
use std::path::Path;

/// Returns whether only the owner can read a file.
pub(crate) fn is_private(path: &Path) -> std::io::Result<bool> {
    let metadata = fs::metadata(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        Ok(metadata.permissions().mode() & 0o077 == 0)
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        Ok(true)
    }
}
