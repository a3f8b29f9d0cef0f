//! What this machine has, and what a document's addresses become.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use crate::ports::free_address;

/// The addresses that stand in the guides for a database and a cache.
const POSTGRES: &str = "postgres://licence@127.0.0.1:5432/licence";
const REDIS: &str = "redis://127.0.0.1:6379";

/// The folder of the repository.
pub fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Whether a tool is there, or a server that the tests were given.
pub fn has(need: &str) -> bool {
    match need {
        "postgres" => test_server("LICENCE_TEST_DATABASE_URL").is_some() && has("psql"),
        "redis" => test_server("LICENCE_TEST_CACHE_URL").is_some(),
        tool => std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
            .any(|folder| folder.join(tool).is_file()),
    }
}

fn test_server(variable: &str) -> Option<String> {
    std::env::var(variable).ok().filter(|url| !url.is_empty())
}

/// From the addresses of a document to those of this run, and back.
#[derive(Default)]
pub struct Addresses {
    ports: BTreeMap<u16, u16>,
    database: Option<String>,
}

impl Addresses {
    /// The text with addresses that are free on this machine.
    pub fn here(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        if text.contains(POSTGRES) && has("postgres") {
            let url = self.database.get_or_insert_with(new_database);
            text = text.replace(POSTGRES, url);
        }
        if let Some(url) = test_server("LICENCE_TEST_CACHE_URL") {
            text = text.replace(REDIS, url.trim_end_matches('/'));
        }
        let mut parts = text.split("127.0.0.1:");
        let mut moved = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            let port = part[..digits].parse().ok().map(|port| self.port(port));
            moved.push_str("127.0.0.1:");
            moved.push_str(&port.map_or(part[..digits].to_owned(), |port| port.to_string()));
            moved.push_str(&part[digits..]);
        }
        moved
    }

    /// The free port that stands for this one; those of the tests' own servers stay.
    fn port(&mut self, port: u16) -> u16 {
        let own = ["LICENCE_TEST_DATABASE_URL", "LICENCE_TEST_CACHE_URL"];
        if own.into_iter().filter_map(test_server).any(|url| url.contains(&format!(":{port}"))) {
            return port;
        }
        *self.ports.entry(port).or_insert_with(|| free_address().port())
    }

    /// What was printed, with the addresses of the document.
    pub fn as_written(&self, text: &str) -> String {
        self.ports.iter().fold(text.to_owned(), |text, (written, here)| {
            text.replace(&format!("127.0.0.1:{here}"), &format!("127.0.0.1:{written}"))
        })
    }
}

impl Drop for Addresses {
    fn drop(&mut self) {
        if let Some(name) = self.database.as_deref().and_then(|url| url.rsplit('/').next()) {
            psql(&format!("drop database if exists {name} with (force)"));
        }
    }
}

/// An empty database beside that of the tests.
fn new_database() -> String {
    let name = format!("documents_{}_{}", std::process::id(), free_address().port());
    assert!(psql(&format!("create database {name}")), "no database {name} could be made");
    let url = test_server("LICENCE_TEST_DATABASE_URL").unwrap();
    let (server, _) = url.rsplit_once('/').unwrap();
    format!("{server}/{name}")
}

fn psql(statement: &str) -> bool {
    let Some(url) = test_server("LICENCE_TEST_DATABASE_URL") else { return false };
    let output = Command::new("psql").args([url.as_str(), "-qc", statement]).output();
    output.is_ok_and(|output| output.status.success())
}
