//! Starts a reader process, hands it the files, and judges how it ended.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};

use licence_core::register::RegisterFault;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::limits::{
    MAX_ANSWER_BYTES, MAX_ANSWER_MB, MAX_COMPLAINT_BYTES, MEMORY_MB, PROCESSOR_SECONDS, WALL_TIME,
    parsed_bytes,
};
use super::wire::{Answer, Request};

const SIGABRT: i32 = 6;
const SIGKILL: i32 = 9;
const SIGSEGV: i32 = 11;
const SIGXCPU: i32 = 24;

/// Runs one reader process to its end. Dropping the future kills the process.
pub(super) async fn run(
    program: &Path,
    arguments: &[OsString],
    request: &Request<'_>,
) -> Result<Answer, RegisterFault> {
    let child = start(program, arguments)
        .map_err(|error| failed(format!("{} cannot be started: {error}", program.display())))?;
    let seconds = WALL_TIME.as_secs();
    let end = timeout(WALL_TIME, exchange(child, request)).await;
    let end = end.map_err(|_| too_slow(seconds))?;
    let End { status, answer, complaint } = end.map_err(|error| failed(error.to_string()))?;
    if !status.success() {
        tracing::debug!(%status, complaint, "a reader process failed");
        return Err(exit_fault(status, &complaint));
    }
    if answer.len() as u64 > MAX_ANSWER_BYTES {
        let fault =
            format!("its reading is larger than {MAX_ANSWER_BYTES} bytes; no register's is");
        return Err(RegisterFault::Malformed(fault));
    }
    if parsed_bytes(&answer) > MAX_ANSWER_MB * 1_000_000 {
        return Err(too_much_memory(MAX_ANSWER_MB));
    }
    let parsed = spawn_blocking(move || serde_json::from_slice(&answer)).await;
    match parsed {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(_)) | Err(_) => Err(failed("its answer is not of the expected form")),
    }
}

/// Returns the running program.
pub fn this_program() -> PathBuf {
    // On Linux this name means the running program even after an upgrade replaced its file.
    match cfg!(target_os = "linux") {
        true => PathBuf::from("/proc/self/exe"),
        false => std::env::current_exe().unwrap_or_default(),
    }
}

/// Returns a command that parses a foreign file from its standard input. It has no environment,
/// because this process's environment contains secrets.
pub fn parser_command(program: &Path) -> std::process::Command {
    let mut command = std::process::Command::new(program);
    command.env_clear().current_dir("/").stdin(Stdio::piped()).stdout(Stdio::piped());
    // The command line's allocator would reserve more addresses at its start than the limit allows.
    command.env("MIMALLOC_ARENA_RESERVE", "0");
    command
}

fn start(program: &Path, arguments: &[OsString]) -> io::Result<Child> {
    Command::from(parser_command(program))
        .args(arguments)
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
}

struct End {
    status: ExitStatus,
    answer: Vec<u8>,
    complaint: String,
}

async fn exchange(mut child: Child, request: &Request<'_>) -> io::Result<End> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    // A process that ended early reads no more of the request. Its exit status tells the reason.
    let (_, answer, complaint) = tokio::join!(
        send(stdin, request),
        // One byte more than the limit shows that the answer is too long.
        beginning(stdout, MAX_ANSWER_BYTES + 1),
        beginning(stderr, MAX_COMPLAINT_BYTES),
    );
    let answer = answer?;
    if answer.len() as u64 > MAX_ANSWER_BYTES {
        return Ok(End { status: ExitStatus::default(), answer, complaint: String::new() });
    }
    let status = child.wait().await?;
    Ok(End { status, answer, complaint: String::from_utf8_lossy(&complaint?).into_owned() })
}

async fn send(stdin: Option<ChildStdin>, request: &Request<'_>) -> io::Result<()> {
    let mut stdin = stdin.ok_or(io::ErrorKind::BrokenPipe)?;
    stdin.write_all(&request.head()?).await?;
    for file in request.files.iter() {
        stdin.write_all(&file.bytes).await?;
    }
    stdin.shutdown().await
}

/// Returns the first bytes of a pipe, and closes the pipe.
async fn beginning(pipe: Option<impl AsyncRead + Unpin>, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.ok_or(io::ErrorKind::BrokenPipe)?.take(limit).read_to_end(&mut bytes).await?;
    Ok(bytes)
}

/// Returns why a reader process failed. When memory or stack run out, Rust's runtime prints that on
/// stderr and aborts.
fn exit_fault(status: ExitStatus, complaint: &str) -> RegisterFault {
    match (status.signal(), status.code()) {
        (Some(SIGXCPU), _) => too_slow(PROCESSOR_SECONDS),
        (Some(SIGABRT), _) if complaint.contains("memory allocation of") => {
            too_much_memory(MEMORY_MB)
        }
        (Some(SIGABRT | SIGSEGV), _) if complaint.contains("overflowed its stack") => {
            failed("its parts are nested too deep")
        }
        (Some(SIGKILL), _) => failed("it was killed; is this machine short of memory?"),
        (Some(signal), _) => failed(format!("it was ended by signal {signal}")),
        (None, code) => {
            // The file may have influenced this text.
            let last = complaint.trim_end().lines().last().unwrap_or_default();
            let why: String = last.chars().filter(|c| !c.is_control()).take(200).collect();
            failed(format!("it ended with exit code {}: {why}", code.unwrap_or_default()))
        }
    }
}

fn too_slow(seconds: u64) -> RegisterFault {
    RegisterFault::Malformed(format!("reading it takes longer than {seconds} s; no register does"))
}

fn too_much_memory(mb: u64) -> RegisterFault {
    let fault = format!("reading it takes more than {mb} MB of memory; no register does");
    RegisterFault::Malformed(fault)
}

fn failed(why: impl Into<String>) -> RegisterFault {
    RegisterFault::ReaderFailed(why.into())
}
