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
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_one_line_and_errors_never_show_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("address");
        let found = |content: Option<&str>| {
            match content {
                Some(content) => fs::write(&path, content).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            let environment =
                |name: &str| (name == "A_FILE").then(|| path.clone().into_os_string());
            value_from_file("A", environment).map_err(|error| error.to_string())
        };
        for content in
            ["postgres://u:hush@h/d", "postgres://u:hush@h/d\r\n", "\n postgres://u:hush@h/d "]
        {
            assert_eq!(found(Some(content)), Ok(Some("postgres://u:hush@h/d".to_owned())));
        }
        for (content, why) in [
            (Some(""), "is empty"),
            (Some(" \n"), "is empty"),
            (Some("hush\nhush"), "holds 2 lines instead of one"),
            (None, "cannot be read: "),
        ] {
            let error = found(content).unwrap_err();
            assert!(error.starts_with(&format!("A_FILE names {}, which {why}", path.display())));
            assert!(!error.contains("hush") && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn without_the_variable_there_is_no_value() {
        for value in [None, Some(OsString::new())] {
            assert!(value_from_file("A", |_| value.clone()).unwrap().is_none());
        }
    }
}
