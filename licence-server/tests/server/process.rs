//! The real binary.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::sync::mpsc;

use super::client::PATIENCE;
use crate::databases::TestDatabase;

/// The binary with these arguments and nothing of ours in its environment, in an empty directory.
pub fn command(directory: &tempfile::TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_licence-server"));
    let ours = std::env::vars().map(|(name, _)| name).filter(|name| name.starts_with("LICENCE_"));
    for name in ours {
        command.env_remove(name);
    }
    // No test reaches out: the jobs would read the real registers.
    command.current_dir(directory).args(arguments).env("LICENCE_NO_JOBS", "true");
    command
}

/// A new, empty database, from inside or outside of a runtime.
pub fn new_database() -> TestDatabase {
    let make = || tokio::runtime::Runtime::new().unwrap().block_on(TestDatabase::new());
    std::thread::spawn(make).join().unwrap()
}

/// A server that has said where it listens. Dropping it kills it.
pub struct Server {
    child: Child,
    stdout: mpsc::Receiver<String>,
    pub line: String,
    pub directory: tempfile::TempDir,
    _database: Option<TestDatabase>,
}

impl Server {
    /// On a free port, with the sample registers in a database of its own.
    pub fn start(arguments: &[&str]) -> Self {
        let database = new_database();
        let mut server = Self::on(database.url(), &[&["--sample"], arguments].concat());
        server._database = Some(database);
        server
    }

    /// At this address of the API, with the sample registers.
    pub fn start_on(address: &str) -> Self {
        let database = new_database();
        let mut server = Self::at(address, database.url(), &["--sample"]);
        server._database = Some(database);
        server
    }

    /// On a free port and this database.
    pub fn on(database_url: &str, arguments: &[&str]) -> Self {
        Self::at("127.0.0.1:0", database_url, arguments)
    }

    fn at(address: &str, database_url: &str, arguments: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let cache_url = std::env::var("LICENCE_TEST_CACHE_URL").unwrap_or("memory://".to_owned());
        let arguments = [
            &["--listen", address, "--database-url", database_url, "--cache-url", &cache_url],
            arguments,
        ]
        .concat();
        let command = command(&directory, &[]);
        Self::spawn(command, &arguments, directory)
    }

    pub fn spawn(mut command: Command, arguments: &[&str], directory: tempfile::TempDir) -> Self {
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, receive) = mpsc::channel();
        std::thread::spawn(move || {
            let (mut line, mut more) = (String::new(), String::new());
            stdout.read_line(&mut line).unwrap();
            send.send(line).unwrap();
            stdout.read_to_string(&mut more).unwrap();
            // Nobody receives it when the test ends without waiting for the server.
            let _ = send.send(more);
        });
        let line = receive.recv_timeout(PATIENCE).expect("the server did not start");
        Self { child, stdout: receive, line, directory, _database: None }
    }

    pub fn address(&self) -> SocketAddr {
        let url = self.line.strip_prefix("listening on ").unwrap().trim_end();
        url.split_once("://").unwrap().1.parse().unwrap()
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Keeps its database for as long as it runs.
    pub fn keeping(mut self, database: TestDatabase) -> Self {
        self._database = Some(database);
        self
    }

    /// Its log, as it comes; [`Server::ended`] gives none of it then.
    pub fn stderr(&mut self) -> ChildStderr {
        self.child.stderr.take().unwrap()
    }

    pub fn signal(&self, signal: &str) {
        assert!(
            Command::new("kill").args([signal, &self.id().to_string()]).status().unwrap().success()
        );
    }

    /// Waits for the end: the exit code and the log. Stdout has held one line and no more.
    pub fn ended(self) -> (Option<i32>, String) {
        let (code, stderr) = self.ended_with_hints();
        let log = stderr.split_inclusive('\n').filter(|line| !is_hint(line));
        (code, log.collect())
    }

    /// Waits for the end: the exit code and all of stderr.
    pub fn ended_with_hints(mut self) -> (Option<i32>, String) {
        assert_eq!(self.stdout.recv_timeout(PATIENCE).expect("the server did not end"), "");
        let status = self.child.wait().unwrap();
        let mut stderr = String::new();
        if let Some(mut pipe) = self.child.stderr.take() {
            pipe.read_to_string(&mut stderr).unwrap();
        }
        (status.code(), stderr)
    }
}

/// Whether a line of stderr tells the person who started the server where to look next.
pub fn is_hint(line: &str) -> bool {
    ["API       ", "docs      ", "dashboard ", "sign in   ", "database  ", "connector "]
        .iter()
        .any(|hint| line.starts_with(hint))
        || line.starts_with("{\"hint\":")
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the binary to its end: it is expected not to start.
pub fn fails(arguments: &[&str]) -> String {
    let directory = tempfile::tempdir().unwrap();
    fails_with(command(&directory, arguments))
}

/// The one line on stderr of a start that fails with exit code 2.
pub fn fails_with(mut command: Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(2), "{stderr}");
    assert!(stdout.is_empty());
    assert_eq!(stderr.matches('\n').count(), 1, "{stderr}");
    assert!(stderr.starts_with("error: ") && stderr.ends_with('\n'), "{stderr}");
    stderr
}
