//! The newest version that each key signed, in a file of its own: the manifest may be lost, or be that
//! of another key.

use std::collections::BTreeMap;
use std::fmt;
use std::io;

use super::super::VerifyingKey;

/// The file of a folder: a line `KEY VERSION` for each key.
pub(super) const VERSIONS: &str = "versions";

/// The newest version of each key, by the text of the key.
#[derive(Default)]
pub(super) struct Versions(BTreeMap<String, i64>);

impl Versions {
    /// Returns the versions in the bytes of a file.
    ///
    /// # Errors
    /// A line is not whole: if it were ignored, the version of its key could fall.
    pub(super) fn parse(bytes: &[u8]) -> io::Result<Self> {
        let text = String::from_utf8_lossy(bytes);
        // An empty file has no whole line either.
        let lines = text.split_inclusive('\n').chain(text.is_empty().then_some(""));
        lines.enumerate().try_fold(Self::default(), |versions, (index, line)| {
            let (key, version) = parse_line(line).ok_or_else(|| {
                let why = "is not KEY VERSION; remove the file to begin at that of the manifest";
                io::Error::new(io::ErrorKind::InvalidData, format!("line {} {why}", index + 1))
            })?;
            Ok(versions.with(&key, version))
        })
    }

    /// Returns the versions with one that a key signed.
    pub(super) fn with(mut self, key: &VerifyingKey, version: i64) -> Self {
        let newest = self.0.entry(key.to_string()).or_insert(version);
        *newest = version.max(*newest);
        self
    }

    pub(super) fn newest(&self, key: &VerifyingKey) -> Option<i64> {
        self.0.get(&key.to_string()).copied()
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(key, version)| writeln!(f, "{key} {version}"))
    }
}

fn parse_line(line: &str) -> Option<(VerifyingKey, i64)> {
    let (key, version) = line.strip_suffix('\n')?.split_once(' ')?;
    Some((key.parse().ok()?, version.parse().ok()?))
}
