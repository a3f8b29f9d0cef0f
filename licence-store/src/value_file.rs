//! Reads values that contain a password from a file.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// The error of a file that a variable such as `LICENCE_DATABASE_URL_FILE` names. Its text never
/// shows the content of the file.
#[derive(Debug, Error)]
#[error("{variable} names {}, which {why}", path.display())]
pub struct ValueFileError {
    variable: String,
    path: PathBuf,
    why: String,
}

/// Returns the one line of the file that `VARIABLE_FILE` names, as container secrets are mounted;
/// `None` when that variable is unset or empty. The file takes precedence over `VARIABLE` itself.
///
/// # Errors
/// [`ValueFileError`]: the file cannot be read, is empty, or holds more than one line.
pub fn value_from_file(
    variable: &str,
    environment: impl Fn(&str) -> Option<OsString>,
) -> Result<Option<String>, ValueFileError> {
    let variable = format!("{variable}_FILE");
    let Some(path) = environment(&variable).filter(|path| !path.is_empty()) else {
        return Ok(None);
    };
    let path = PathBuf::from(path);
    match one_line(&path) {
        Ok(value) => Ok(Some(value)),
        Err(why) => Err(ValueFileError { variable, path, why }),
    }
}

fn one_line(path: &Path) -> Result<String, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"))?;
    let value = text.trim();
    match value.lines().count() {
        0 => Err("is empty".to_owned()),
        1 => Ok(value.to_owned()),
        lines => Err(format!("holds {lines} lines instead of one")),
    }
}

#[cfg(test)]
mod tests;
