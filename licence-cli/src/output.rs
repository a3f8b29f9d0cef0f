//! What is printed: data to standard output, nothing else.

pub(crate) mod account;
pub(crate) mod coverage;
pub(crate) mod history;
pub(crate) mod reading;
pub(crate) mod sources;
pub(crate) mod style;
pub(crate) mod verdict;

use std::io::{self, Write};

use serde::Serialize;

/// Prints a value as the REST API would send it, and a newline.
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    let mut body = serde_json::to_vec(value)?;
    body.push(b'\n');
    write_all(&body)
}

/// Prints bytes.
pub(crate) fn write_all(bytes: &[u8]) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes)?;
    stdout.flush()
}
