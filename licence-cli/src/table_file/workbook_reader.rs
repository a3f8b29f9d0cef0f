//! Reads a workbook in a separate process, under limits of memory and time.
//!
//! A workbook is a compressed file, and a few kilobytes can unpack to more than any memory. The
//! program therefore starts itself again. The second process sets its own limits, takes the file
//! from its standard input and writes the rows to its standard output.

use std::ffi::OsString;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::process::{ExitCode, ExitStatus, Stdio};
use std::thread;

use licence_store::register_reader;

use super::workbook::{self, FirstSheet};

/// The hidden argument that makes the program a reader of workbooks.
const ARGUMENT: &str = "internal-workbook-reader";
/// The address space of the second process, in MB (10⁶ bytes).
const MEMORY_MB: u64 = 2_000;
/// The processor time of the second process, in seconds.
const PROCESSOR_SECONDS: u64 = 60;

/// Reads a workbook from standard input, if these arguments (the program's name first) ask for it;
/// else returns `None`. Call it first in `main`, before there are threads.
pub(crate) fn run_if_asked(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let is_asked = arguments.into_iter().nth(1).is_some_and(|argument| argument == ARGUMENT);
    is_asked.then(|| match answer() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

fn answer() -> io::Result<()> {
    register_reader::limit_this_process(MEMORY_MB, PROCESSOR_SECONDS)?;
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    let mut output = BufWriter::new(io::stdout());
    serde_json::to_writer(&mut output, &workbook::read(&bytes))?;
    output.flush()
}

/// Returns a workbook's first sheet ([`workbook::read`]).
pub(super) fn read(bytes: &[u8]) -> Result<FirstSheet, String> {
    let failed = |error: io::Error| format!("the process that reads it failed: {error}");
    let (status, answer) = exchange(bytes).map_err(failed)?;
    if !status.success() {
        return Err(format!(
            "reading the workbook takes more than {MEMORY_MB} MB of memory or {PROCESSOR_SECONDS} s \
             of processor time; save it as CSV"
        ));
    }
    answer.map_err(|error| failed(error.into()))?
}

type Answer = Result<Result<FirstSheet, String>, serde_json::Error>;

fn exchange(bytes: &[u8]) -> io::Result<(ExitStatus, Answer)> {
    let mut command = register_reader::parser_command(&register_reader::this_program());
    let mut child = command.arg(ARGUMENT).stderr(Stdio::null()).spawn()?;
    let pipes = child.stdin.take().zip(child.stdout.take());
    let (mut stdin, stdout) = pipes.ok_or(io::ErrorKind::BrokenPipe)?;
    let answer = thread::scope(|scope| {
        // A process that ended early reads no more. Its exit status tells that.
        scope.spawn(move || stdin.write_all(bytes));
        serde_json::from_reader(BufReader::new(stdout))
    });
    Ok((child.wait()?, answer))
}
