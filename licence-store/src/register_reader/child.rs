//! The reader process: one request, one answer, the end.

use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;
use std::thread;

use super::wire::{Answer, Request};
use super::{ARGUMENT, limits};

/// Runs the reader and returns its exit code, if these arguments (the program's name first) ask for
/// it; else returns `None`. Call it first in `main`, before a runtime has threads.
pub fn run_if_asked(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let is_asked = arguments.into_iter().nth(1).is_some_and(|argument| argument == ARGUMENT);
    is_asked.then(|| match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    })
}

fn run() -> io::Result<()> {
    limits::limit_this_process(limits::MEMORY_MB, limits::PROCESSOR_SECONDS)?;
    let work = || -> io::Result<()> {
        let request = Request::receive(BufReader::new(io::stdin()))?;
        let answer = request.answer().unwrap_or_else(Answer::from);
        let mut output = BufWriter::new(io::stdout());
        serde_json::to_writer(&mut output, &answer)?;
        output.flush()
    };
    let parser = thread::Builder::new().stack_size(limits::STACK_BYTES).spawn(work)?;
    parser.join().unwrap_or_else(|_| Err(io::Error::other("its parser panicked")))
}
