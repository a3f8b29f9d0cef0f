//! The answers of a table so far, in a private file beside the output. An interrupted run continues after
//! the last whole line of this file.

use std::fs::File;
#[cfg(unix)]
use std::fs::Permissions;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
#[cfg(unix)]
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

#[cfg(unix)]
use nix::fcntl::OFlag;
use serde::{Deserialize, Serialize};

use crate::exit::Failure;
use crate::whole_file;

/// The cells that one row of the table gets.
pub(super) type Answer = Vec<String>;

/// What the answers are to. Answers to anything else are discarded.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Question {
    pub(super) sha256: String,
    /// The position of the column with the domains.
    pub(super) column: usize,
    /// Whether the first row names the columns, so that the answers begin at the second one.
    pub(super) has_header: bool,
    /// The database, server or catalogue file that answers.
    pub(super) data_source: String,
    /// The state of the registers that answers; `None` for a server, which has the newest one.
    pub(super) state: Option<String>,
}

/// The answers, kept in a file if the output is one.
pub(super) struct Answers {
    pub(super) rows: Vec<Answer>,
    kept: Option<(PathBuf, File)>,
}

impl Answers {
    /// Opens the file of answers beside an output, with those of an interrupted run. Without an
    /// output the answers are in memory only.
    pub(super) fn open(out: Option<&Path>, question: &Question) -> Result<Self, Failure> {
        let Some(out) = out else { return Ok(Self { rows: Vec::new(), kept: None }) };
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        let path = out.with_file_name(format!(".{name}.licence-batch"));
        // A folder that is not there is that of the output.
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => whole_file::cannot_write(out, &error),
            _ => whole_file::cannot_write(&path, &error),
        };
        let mut file = private_file(&path).map_err(failed)?;
        if file.try_lock().is_err() {
            return Err(Failure::in_file(out, "another run is writing this table"));
        }
        let (rows, end) = read(&file, question).map_err(failed)?;
        file.set_len(end).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        if end == 0 {
            write_line(&mut file, question).map_err(failed)?;
        }
        Ok(Self { rows, kept: Some((path, file)) })
    }

    pub(super) fn extend(&mut self, answers: Vec<Answer>) -> Result<(), Failure> {
        if let Some((path, file)) = &mut self.kept {
            let mut lines = Vec::new();
            answers.iter().try_for_each(|answer| write_line(&mut lines, answer))?;
            file.write_all(&lines).map_err(|error| whole_file::name_file(path, error.into()))?;
        }
        self.rows.extend(answers);
        Ok(())
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.kept.as_ref().map(|(path, _)| path.as_path())
    }

    /// Removes the file: the table is whole.
    pub(super) fn remove_file(&self) -> io::Result<()> {
        self.path().map_or(Ok(()), std::fs::remove_file)
    }
}

/// Opens a file that on Unix only its owner may read, because an output may be private. There a symbolic link of
/// this name is refused: the file that it leads to is another's.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    options.mode(0o600).custom_flags(OFlag::O_NOFOLLOW.bits());
    let file = options.open(path)?;
    #[cfg(unix)]
    file.set_permissions(Permissions::from_mode(0o600))?;
    Ok(file)
}

/// Returns the answers to this question, and where the last whole one ends; 0 if the file is to
/// another question.
fn read(file: &File, question: &Question) -> io::Result<(Vec<Answer>, u64)> {
    let mut lines = BufReader::new(file);
    let (mut rows, mut end, mut line) = (Vec::new(), 0, String::new());
    match lines.read_line(&mut line) {
        // What is no text is of another program, and is discarded too.
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Ok((rows, 0)),
        read => read?,
    };
    let asked = serde_json::from_str::<Question>(&line);
    if !line.ends_with('\n') || !asked.is_ok_and(|asked| asked == *question) {
        return Ok((rows, 0));
    }
    loop {
        end += line.len() as u64;
        line.clear();
        // A line that was cut is not the end of an answer.
        if lines.read_line(&mut line).is_err() || !line.ends_with('\n') {
            return Ok((rows, end));
        }
        match serde_json::from_str(&line) {
            Ok(answer) => rows.push(answer),
            Err(_) => return Ok((rows, end)),
        }
    }
}

fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)
}

#[cfg(test)]
mod tests;
