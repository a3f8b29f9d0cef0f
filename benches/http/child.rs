//! A server in a process of its own: this program again, with other arguments.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{self, ChildStdin, Command, Stdio};

use crate::register::Register;
use crate::servers::Kind;
use crate::support::processor::processor_seconds;

/// A running server.
pub struct Child {
    process: process::Child,
    /// The server runs for as long as this is open.
    stdin: Option<ChildStdin>,
    address: SocketAddr,
}

impl Child {
    /// Starts a server on the first core.
    pub fn start(kind: Kind, register: &Register) -> Self {
        let program = this_program();
        let mut command = match is_installed("taskset") {
            true => Command::new("taskset"),
            false => Command::new(&program),
        };
        if is_installed("taskset") {
            command.args(["-c", "0"]).arg(&program);
        }
        Self::spawn(command, kind, register)
    }

    /// Starts it under callgrind, which writes its totals to a file at the end.
    pub fn start_counted(kind: Kind, register: &Register, totals: &Path) -> Self {
        let mut command = Command::new("valgrind");
        command.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", totals.display()));
        command.arg(this_program());
        Self::spawn(command, kind, register)
    }

    fn spawn(mut command: Command, kind: Kind, register: &Register) -> Self {
        command.args(kind.arguments(register)).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.stderr(Stdio::null()).spawn().expect("a child process");
        let stdout = process.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("its address");
        let address = line.trim().parse().expect("an address");
        Self { stdin: process.stdin.take(), process, address }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The number of its process.
    pub fn process_id(&self) -> String {
        self.process.id().to_string()
    }

    /// The processor time it took so far.
    pub fn processor_seconds(&self) -> f64 {
        processor_seconds(&self.process_id())
    }

    /// Ends it in good order.
    pub fn stop(mut self) {
        self.stdin.take();
        let _ = self.process.wait();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn this_program() -> std::path::PathBuf {
    std::env::current_exe().expect("the path of this program")
}

/// Whether a program can be started.
pub fn is_installed(program: &str) -> bool {
    let version = Command::new(program).arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Keeps the client off the servers' core, where there is another.
pub fn pin_this_process() -> bool {
    let process = process::id().to_string();
    let pinned =
        Command::new("taskset").args(["-cp", "1", &process]).stdout(Stdio::null()).status();
    pinned.is_ok_and(|status| status.success())
}
