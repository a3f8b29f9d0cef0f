//! What a publisher says of its newest records and catalogue: the text that is signed.
//!
//! ```text
//! ORIGIN
//! licence-catalogue 1
//! version N
//! records SHA256 BYTES
//! file full SHA256 BYTES
//! rules SHA256
//! register CODE READ
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::catalogue::RegisterRead;

/// What a publisher says of its newest state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Who publishes: the name of its key.
    pub origin: String,
    /// The version of the state, which only rises under one key.
    pub version: i64,
    /// The records.
    pub records: PublishedBytes,
    /// The catalogue that the publisher built from them.
    pub file: PublishedBytes,
    /// The rules that it was built under.
    pub rules: String,
    /// When each register was last read.
    pub registers: Vec<RegisterRead>,
}

/// The name and the length of some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedBytes {
    /// Their SHA-256, in hexadecimal digits.
    pub sha256: String,
    /// How many there are.
    pub bytes: u64,
}

/// A text is no manifest of this version.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} of the manifest is not `{expected}`")]
pub struct InvalidManifest {
    line: usize,
    expected: &'static str,
}

const FORMAT: &str = "licence-catalogue 1";

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{FORMAT}\nversion {}", self.origin, self.version)?;
        writeln!(f, "records {} {}", self.records.sha256, self.records.bytes)?;
        writeln!(f, "file full {} {}", self.file.sha256, self.file.bytes)?;
        writeln!(f, "rules {}", self.rules)?;
        self.registers.iter().try_for_each(|register| {
            let RegisterRead { jurisdiction_code, last_successful_scrape } = register;
            writeln!(f, "register {jurisdiction_code} {last_successful_scrape}")
        })
    }
}

impl FromStr for Manifest {
    type Err = InvalidManifest;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = Lines { lines: text.split_terminator('\n'), line: 0 };
        let origin = lines.read("ORIGIN", |line| (!line.is_empty()).then(|| line.to_owned()))?;
        lines.read(FORMAT, |line| (line == FORMAT).then_some(()))?;
        let version =
            lines.read("version N", |line| line.strip_prefix("version ")?.parse().ok())?;
        let records = lines.read("records SHA256 BYTES", |line| {
            PublishedBytes::parse(line.strip_prefix("records ")?)
        })?;
        let file = lines.read("file full SHA256 BYTES", |line| {
            PublishedBytes::parse(line.strip_prefix("file full ")?)
        })?;
        let rules = lines.read("rules SHA256", |line| sha256(line.strip_prefix("rules ")?))?;
        let mut registers = Vec::new();
        while lines.lines.clone().next().is_some() {
            registers.push(lines.read("register CODE READ", |line| {
                let (code, read_at) = line.strip_prefix("register ")?.split_once(' ')?;
                let last_successful_scrape = read_at.parse().ok()?;
                Some(RegisterRead { jurisdiction_code: code.parse().ok()?, last_successful_scrape })
            })?);
        }
        Ok(Self { origin, version, records, file, rules, registers })
    }
}

impl PublishedBytes {
    /// Returns the name and the length of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self { sha256: super::sha256(bytes), bytes: bytes.len() as u64 }
    }

    fn parse(text: &str) -> Option<Self> {
        let (hash, bytes) = text.split_once(' ')?;
        Some(Self { sha256: sha256(hash)?, bytes: bytes.parse().ok()? })
    }
}

fn sha256(text: &str) -> Option<String> {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    (text.len() == 64 && text.bytes().all(is_digit)).then(|| text.to_owned())
}

struct Lines<'t> {
    lines: std::str::SplitTerminator<'t, char>,
    line: usize,
}

impl<'t> Lines<'t> {
    fn read<T>(
        &mut self,
        expected: &'static str,
        parse: impl FnOnce(&'t str) -> Option<T>,
    ) -> Result<T, InvalidManifest> {
        self.line += 1;
        let invalid = InvalidManifest { line: self.line, expected };
        self.lines.next().and_then(parse).ok_or(invalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
licences.example\nlicence-catalogue 1\nversion 7\n\
records 0000000000000000000000000000000000000000000000000000000000000000 12\n\
file full 1111111111111111111111111111111111111111111111111111111111111111 345\n\
rules 2222222222222222222222222222222222222222222222222222222222222222\n\
register AN 2026-11-01T06:00:00.000Z\n";

    #[test]
    fn a_manifest_comes_back_and_every_other_line_is_refused_by_number() {
        let manifest: Manifest = TEXT.parse().unwrap();
        assert_eq!((manifest.version, manifest.file.bytes), (7, 345));
        assert_eq!(manifest.to_string(), TEXT);
        for (from, to, expected) in [
            ("licences.example\n", "\n", "line 1 of the manifest is not `ORIGIN`"),
            ("catalogue 1", "catalogue 2", "line 2 of the manifest is not `licence-catalogue 1`"),
            ("version 7", "version x", "line 3 of the manifest is not `version N`"),
            ("records 0", "records g", "line 4 of the manifest is not `records SHA256 BYTES`"),
            ("file full", "file part", "line 5 of the manifest is not `file full SHA256 BYTES`"),
            ("rules 2", "rules ", "line 6 of the manifest is not `rules SHA256`"),
            ("register AN", "register XX", "line 7 of the manifest is not `register CODE READ`"),
        ] {
            let error = TEXT.replacen(from, to, 1).parse::<Manifest>().unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        assert!("".parse::<Manifest>().is_err());
    }
}
