//! Running the binary on a database of its own.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::databases::TestDatabase;

/// The binary and its database.
pub struct Licence {
    database: TestDatabase,
    pub folder: tempfile::TempDir,
}

/// What a run left behind.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self}"))
    }

    /// Exactly one line of complaint, and nothing on standard output.
    pub fn assert_refused(&self, code: i32, because: &[&str]) {
        assert_eq!(self.code, code, "{self}");
        assert_eq!(self.stdout, "", "{self}");
        assert_eq!(self.stderr.trim_end().lines().count(), 1, "{self}");
        for because in because {
            assert!(self.stderr.contains(because), "{because:?} is not in {self}");
        }
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "exit {}, stdout {:?}, stderr {:?}", self.code, self.stdout, self.stderr)
    }
}

impl Licence {
    /// On an empty database.
    pub fn new() -> Self {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let database = runtime.block_on(TestDatabase::new());
        Self { database, folder: tempfile::tempdir().unwrap() }
    }

    /// On the register of the verdict cases.
    pub fn with_the_cases() -> Self {
        let licence = Self::new();
        for file in ["ukgc.json", "cw.json"] {
            let run = licence.run(&["registers", "apply", fixture(file).to_str().unwrap()]);
            assert_eq!(run.code, 0, "{run}");
        }
        licence
    }

    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_licence"));
        command.current_dir(self.folder.path()).env_clear();
        command.env("LICENCE_DATABASE_URL", self.database.url());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        finished(self.command().args(args).output().unwrap())
    }

    /// The address of its database.
    /// Makes a database that holds no register.
    pub fn make_database(&self) {
        let run = self.run(&["accounts", "create", "Example", "--plan", "pro"]);
        assert_eq!(run.code, 0, "{run}");
    }

    pub fn database_url(&self) -> &str {
        self.database.url()
    }

    pub fn run_with_input(&self, args: &[&str], input: &[u8]) -> Run {
        self.run_with(args, &[], input)
    }

    /// With more of an environment than the address of the database.
    pub fn run_with(&self, args: &[&str], environment: &[(&str, &str)], input: &[u8]) -> Run {
        let mut child = self
            .command()
            .envs(environment.iter().copied())
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = child.wait_with_output().unwrap();
        // The command may refuse before it has read everything.
        let _ = writer.join().unwrap();
        finished(output)
    }

    /// A file in the working directory.
    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

fn finished(output: Output) -> Run {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        code: output.status.code().unwrap(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// A reading of the verdict cases.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/it/fixtures/register_r")).join(name)
}

/// A file of the bundled UKGC register.
pub fn sample_file(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../licence-store/sample/ukgc"))
        .join(format!("business-licence-register-{name}.csv"))
}
