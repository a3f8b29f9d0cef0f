//! A function a command.

pub(crate) mod accounts;
pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod corrections;
pub(crate) mod coverage;
pub(crate) mod history;
pub(crate) mod jobs;
pub(crate) mod registers;

use std::io;

use licence_core::time::Timestamp;
use serde::Serialize;

use crate::exit::Failure;
use crate::output;

/// Prints a value as JSON or as a table.
fn print<T: Serialize>(json: bool, value: &T, table: impl Fn(&T) -> String) -> io::Result<()> {
    if json { output::json(value) } else { output::write_all(table(value).as_bytes()) }
}

/// The one place that reads the clock.
fn now() -> Result<Timestamp, Failure> {
    Timestamp::from_system_time(std::time::SystemTime::now())
        .ok_or_else(|| Failure::Usage("the system clock is before 1970 or after 9999".to_owned()))
}
