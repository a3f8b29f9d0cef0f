//! Reads the files of regulators in a separate process, under limits of memory and time.
//!
//! A register's file is foreign, and a kilobyte can make a parser fill the memory or run for ever.
//! A server therefore starts itself again for each read. The second process sets its own limits,
//! takes the files from its standard input, writes the neutral reading to its standard output and
//! ends. Whatever the file does, the first process gets one typed error.
//!
//! A program that uses [`ReaderProgram::this_program`] calls [`run_if_asked`] first thing in
//! `main`:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use licence_store::{ReaderProgram, StoreOptions, register_reader};
//!
//! fn main() -> ExitCode {
//!     if let Some(exit) = register_reader::run_if_asked(std::env::args_os()) {
//!         return exit;
//!     }
//!     let options = StoreOptions::new("sqlite://licence.db")
//!         .with_register_reader(ReaderProgram::this_program());
//!     // …
//!     ExitCode::SUCCESS
//! }
//! ```

mod child;
mod limits;
mod process;
mod wire;

pub use child::run_if_asked;
#[doc(hidden)]
pub use limits::limit_this_process;
#[doc(hidden)]
pub use process::{parser_command, this_program};

use std::ffi::OsString;
use std::path::PathBuf;
use std::slice;
use std::sync::Arc;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{
    Accepted, Explanation, RegisterError, RegisterFault, Snapshot, SourceFile,
};
use licence_core::time::Timestamp;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::boxed;
use crate::outbound::{FollowUps, Following};
use wire::{Answer, Request, Task};

/// The hidden argument that makes a program a reader.
const ARGUMENT: &str = "internal-register-reader";

/// The program that parses the files of regulators.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReaderProgram {
    /// This process, without a limit. A hostile file can fill its memory or block one of its
    /// threads for ever. For programs that read only files they trust.
    #[default]
    InProcess,
    /// A program that calls [`run_if_asked`], started once for each read and limited to 512 MB of
    /// memory, 10 s of processor time and 14 s in all.
    Command {
        /// The program.
        program: PathBuf,
        /// Its arguments.
        arguments: Vec<OsString>,
    },
}

impl ReaderProgram {
    /// Returns the running program. Its `main` must begin with [`run_if_asked`].
    pub fn this_program() -> Self {
        Self::command(this_program())
    }

    /// Returns another program, whose `main` begins with [`run_if_asked`] too.
    pub fn command(program: impl Into<PathBuf>) -> Self {
        Self::Command { program: program.into(), arguments: vec![ARGUMENT.into()] }
    }
}

/// Reads the files of regulators. All clones together run one reader process at a time, so that all
/// registers need no more memory than one.
#[derive(Clone, Debug)]
pub struct RegisterReader {
    program: ReaderProgram,
    turn: Arc<Semaphore>,
}

impl RegisterReader {
    /// Returns a reader that uses this program.
    pub fn new(program: ReaderProgram) -> Self {
        Self { program, turn: Arc::new(Semaphore::new(1)) }
    }

    /// Returns the reading of files in their regulator's own format, and their snapshot. `accepted`
    /// are the names accepted beside those that the reader declares.
    ///
    /// # Errors
    /// [`RegisterError`] naming the file and what was expected in it, the limit that reading it
    /// passes, or how the reader process ended. From a reader process every fault of the file is
    /// a [`RegisterFault::Malformed`] with the text of the fault.
    #[boxed]
    pub async fn read(
        &self,
        code: JurisdictionCode,
        files: Vec<SourceFile>,
        read_at: Timestamp,
        accepted: &Accepted,
    ) -> Result<(RegisterReading, Snapshot), RegisterError> {
        let name = shared_name(&files);
        let task = Task::Read { read_at, accepted: accepted.clone() };
        match self.answer(Request { code, task, files: (&files).into() }, &name).await? {
            Answer::Reading(reading) if reading.jurisdiction == code => {
                // A reader process saw hostile bytes, so its answer is validated too.
                reading.validate(&name)?;
                let snapshot = spawn_blocking(|| Snapshot::new(files)).await;
                Ok((*reading, snapshot.map_err(|_| panicked(&name))?))
            }
            _ => Err(unexpected_answer(&name)),
        }
    }

    /// Returns every part of these files that the reader does not know
    /// ([`explain`](licence_core::register::explain)).
    ///
    /// # Errors
    /// [`RegisterError`] naming the limit that reading the files passes, or how the reader process
    /// ended. A fault of the files is a part of the explanation.
    #[boxed]
    pub async fn explain(
        &self,
        code: JurisdictionCode,
        files: Vec<SourceFile>,
        read_at: Timestamp,
        accepted: &Accepted,
    ) -> Result<Explanation, RegisterError> {
        let name = shared_name(&files);
        let task = Task::Explain { read_at, accepted: accepted.clone() };
        match self.answer(Request { code, task, files: files.into() }, &name).await? {
            Answer::Explanation(explanation) => Ok(explanation),
            _ => Err(unexpected_answer(&name)),
        }
    }

    /// Returns the addresses to download after this page
    /// ([`follow_ups`](licence_core::register::sources::follow_ups)).
    ///
    /// # Errors
    /// As [`RegisterReader::read`], and as
    /// [`follow_ups`](licence_core::register::sources::follow_ups).
    #[boxed]
    pub async fn follow_ups(
        &self,
        code: JurisdictionCode,
        page: &SourceFile,
    ) -> Result<Vec<String>, RegisterError> {
        let request = Request { code, task: Task::FollowUps, files: slice::from_ref(page).into() };
        match self.answer(request, &page.name).await? {
            Answer::FollowUps(links) => Ok(links),
            _ => Err(unexpected_answer(&page.name)),
        }
    }

    async fn answer(&self, request: Request<'_>, name: &str) -> Result<Answer, RegisterError> {
        let ReaderProgram::Command { program, arguments } = &self.program else {
            let Request { code, task, files } = request;
            let request = Request { code, task, files: files.into_owned().into() };
            let answered = spawn_blocking(move || request.answer()).await;
            return answered.map_err(|_| panicked(name))?;
        };
        let _turn = self.turn.acquire().await;
        let answer = process::run(program, arguments, &request).await;
        match answer.map_err(|fault| RegisterError::of_file(name, fault))? {
            Answer::Refused { file, line, fault } => {
                Err(RegisterError { file, line, fault: RegisterFault::Malformed(fault) })
            }
            answer => Ok(answer),
        }
    }
}

impl FollowUps for RegisterReader {
    fn of_page<'p>(&'p self, code: JurisdictionCode, page: &'p SourceFile) -> Following<'p> {
        self.follow_ups(code, page)
    }
}

/// Returns a name for all the files, for an error that is of no known one of them.
fn shared_name(files: &[SourceFile]) -> String {
    let first = files.iter().map(|file| file.name.as_str()).min().unwrap_or("no files");
    match files.len() {
        0 | 1 => first.to_owned(),
        _ => format!("{first} and other files"),
    }
}

fn panicked(name: &str) -> RegisterError {
    RegisterError::of_file(name, RegisterFault::ReaderFailed("its parser panicked".to_owned()))
}

fn unexpected_answer(name: &str) -> RegisterError {
    let why = "its answer is of another kind than the request".to_owned();
    RegisterError::of_file(name, RegisterFault::ReaderFailed(why))
}

#[cfg(test)]
mod tests;
