//! A shell in a folder of its own, with the two programs on its path.

use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::surroundings::{Addresses, repository};

/// So long a command may take, and a program until it listens.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(20);

/// What `cargo` does in a document: the programs are built already.
const CARGO: &str = r#"#!/bin/sh
case "$1 $2" in
  "run --bin") program=$3; shift 4; exec "$program" "$@" ;;
  "build "* | "install "*) exit 0 ;;
  *) echo "not run in the test of the documents: cargo $*" ;;
esac
"#;

/// Variables live from block to block, as in a terminal.
pub struct Session {
    folder: TempDir,
    addresses: Addresses,
    background: Vec<Child>,
}

impl Session {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join(".bin");
        fs::create_dir(&bin).unwrap();
        symlink(env!("CARGO_BIN_EXE_licence"), bin.join("licence")).unwrap();
        symlink(std::env::current_exe().unwrap(), bin.join("licence-server")).unwrap();
        write_program(&bin.join("cargo"), CARGO);
        for shown in ["examples", "deploy", "licence-store", "docs"] {
            symlink(repository().join(shown), folder.path().join(shown)).unwrap();
        }
        fs::write(folder.path().join(".variables"), "").unwrap();
        Self { folder, addresses: Addresses::default(), background: Vec::new() }
    }

    /// The folder that the commands run in.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file.
    pub fn write(&mut self, file: &str, text: &str) {
        let text = self.addresses.here(text);
        fs::write(self.folder.path().join(file), text).unwrap();
    }

    /// Runs it to its end: whether it succeeded, and all it printed.
    pub fn run(&mut self, script: &str) -> (bool, String) {
        let output = self.folder.path().join(".output");
        let mut child = self.spawn(script, &output);
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status.success();
            }
            if Instant::now() > deadline {
                stop(&mut child, "KILL");
                break false;
            }
            sleep(PAUSE);
        };
        (status, self.addresses.as_written(&read(&output)))
    }

    /// Starts it and waits until it listens.
    pub fn start(&mut self, script: &str) {
        let output = self.folder.path().join(format!(".background-{}", self.background.len()));
        let mut child = self.spawn(script, &output);
        let deadline = Instant::now() + PATIENCE;
        while !read(&output).contains("listening on") {
            let ended = child.try_wait().unwrap();
            let is_late = Instant::now() > deadline;
            if ended.is_some() || is_late {
                stop(&mut child, "KILL");
                panic!("it does not listen ({ended:?}): {script}\n{}", read(&output));
            }
            sleep(PAUSE);
        }
        self.background.push(child);
    }

    fn spawn(&mut self, script: &str, output: &Path) -> Child {
        let script = self.addresses.here(script);
        let listen = self.addresses.here("127.0.0.1:8080");
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = self.folder.path().join(".bin");
        let file = fs::File::create(output).unwrap();
        Command::new("sh")
            .arg("-c")
            .arg(format!("set -eau; . ./.variables\n{script}\nexport -p > .variables"))
            .current_dir(self.folder.path())
            .env_clear()
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("HOME", self.folder.path())
            .env("LICENCE_LISTEN", listen)
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .process_group(0)
            .spawn()
            .unwrap()
    }

    /// Stops what runs in the background, the last first.
    pub fn stop(&mut self) {
        while let Some(mut child) = self.background.pop() {
            stop(&mut child, "TERM");
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Ends a shell and what it started.
fn stop(child: &mut Child, signal: &str) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args([&format!("-{signal}"), "--", &group]).output();
    let _ = child.wait();
}

fn read(path: &Path) -> String {
    let mut bytes = Vec::new();
    let _ = fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}

fn write_program(path: &Path, text: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}
