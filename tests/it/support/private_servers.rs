//! Servers of a test's own, which it may stop, start and freeze.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::ports::free_address;

/// A PostgreSQL.
pub struct Postgres {
    programs: PathBuf,
    folder: TempDir,
    port: u16,
}

impl Postgres {
    /// One that runs; `None`, with a printed line, where the tests run on SQLite or there is no
    /// PostgreSQL to start.
    pub fn start_new() -> Option<Self> {
        if std::env::var("LICENCE_TEST_DATABASE_URL").is_err() {
            println!("skipped: LICENCE_TEST_DATABASE_URL is not set");
            return None;
        }
        let Some(programs) = postgres_programs() else {
            println!("skipped: there is no /usr/lib/postgresql/*/bin");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            // PostgreSQL refuses to run as root.
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let this = Self { programs, folder, port: free_address().port() };
        let data = this.data();
        run(this.program("initdb").args(["-U", "tester", "--auth=trust", "-D", &data]));
        this.start();
        Some(this)
    }

    /// The address of its database.
    pub fn url(&self) -> String {
        self.url_at(self.port)
    }

    /// The address of its database by a proxy at another port.
    pub fn url_at(&self, port: u16) -> String {
        format!("postgres://tester@127.0.0.1:{port}/postgres")
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Starts it again.
    pub fn start(&self) {
        let Self { port, .. } = self;
        let data = self.data();
        let options = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={data} -c fsync=off"
        );
        let log = format!("{data}/log");
        run(self.program("pg_ctl").args(["-w", "-D", &data, "-l", &log, "-o", &options, "start"]));
    }

    /// Stops it as a crash does.
    pub fn stop(&self) {
        run(self.program("pg_ctl").args(["-D", &self.data(), "-m", "immediate", "stop"]));
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let mut command = match is_root() {
            true => Command::new("runuser"),
            false => Command::new(&program),
        };
        if is_root() {
            command.args(["-u", "postgres", "--"]).arg(&program);
        }
        command.current_dir(self.folder.path());
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let mut stop = self.program("pg_ctl");
        stop.args(["-D", &self.data(), "-m", "immediate", "stop"]);
        let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// A Redis.
pub struct Redis {
    folder: TempDir,
    port: u16,
    running: Option<Child>,
}

impl Redis {
    /// One that runs and answers; `None`, with a printed line, where there is no Redis to start.
    pub fn start_new() -> Option<Self> {
        let mut this = Self {
            folder: tempfile::tempdir().unwrap(),
            port: free_address().port(),
            running: None,
        };
        if Command::new("redis-server").arg("--version").stdout(Stdio::null()).status().is_err() {
            println!("skipped: there is no redis-server");
            return None;
        }
        this.start();
        Some(this)
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Its address for a new user, who may do what these rules of an ACL allow.
    pub fn url_of_user(&self, name: &str, rules: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(format!("ACL SETUSER {name} on >pw {rules}\r\n").as_bytes()).unwrap();
        let mut answer = [0; 5];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"+OK\r\n");
        format!("redis://{name}:pw@127.0.0.1:{}", self.port)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Starts it again, empty.
    pub fn start(&mut self) {
        let mut command = Command::new("redis-server");
        command.args(["--port", &self.port.to_string(), "--bind", "127.0.0.1", "--save", ""]);
        let command = command.current_dir(self.folder.path()).stdout(Stdio::null());
        self.running = Some(command.spawn().unwrap());
        for _ in 0..600 {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("redis-server does not listen on port {}", self.port);
    }

    /// Kills it.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.running.take() {
            // SIGKILL ends a frozen process too.
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Lets it hang: connections stay, nothing answers.
    pub fn freeze(&self) {
        self.signal("-STOP");
    }

    /// Lets it go on.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    /// Lets it forget every script, as it does when it starts again.
    pub fn forget_scripts(&self) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(b"SCRIPT FLUSH\r\n").unwrap();
        let mut answer = [0; 5];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"+OK\r\n");
    }

    /// Closes every connection, as an administrator may.
    pub fn close_connections(&self) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(b"CLIENT KILL TYPE normal\r\n").unwrap();
        let mut answer = [0; 1];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b":", "the number of connections");
    }

    fn signal(&self, signal: &str) {
        let id = self.running.as_ref().unwrap().id().to_string();
        run(Command::new("kill").args([signal, &id]));
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.stop();
    }
}

fn postgres_programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let programs = versions.flatten().map(|version| version.path().join("bin"));
    programs.filter(|folder| folder.join("initdb").exists()).max()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout == b"0\n"
}

fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).status().unwrap();
    assert!(status.success(), "{command:?}: {status}");
}
