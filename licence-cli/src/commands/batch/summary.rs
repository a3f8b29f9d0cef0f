//! How many rows a batch has, how many were no domains, and how many of a table have which verdict.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use licence_core::check::RowError;
use serde_json::json;

use super::resume::Answer;
use crate::args::Batch;
use crate::exit::{Exit, Failure};
use crate::notes;
use crate::output;

/// The rows of a batch, counted by several threads.
#[derive(Debug, Default)]
pub(super) struct Tally {
    rows: AtomicU64,
    invalid: AtomicU64,
}

impl Tally {
    pub(super) fn count(&self, is_invalid: bool) {
        self.rows.fetch_add(1, Ordering::Relaxed);
        self.invalid.fetch_add(u64::from(is_invalid), Ordering::Relaxed);
    }

    /// Returns how the batch ends. No domain at all is an error: a wrong file or column must not pass
    /// for a screening.
    pub(super) fn outcome(&self, row: &str) -> Result<Exit, Failure> {
        let (rows, invalid) =
            (self.rows.load(Ordering::Relaxed), self.invalid.load(Ordering::Relaxed));
        let error = match rows {
            0 => format!("no {row} holds a domain, so nothing was checked"),
            _ if rows > invalid => return Ok(Exit::Done),
            _ => format!("no {row} is a bare hostname, so nothing was checked"),
        };
        Err(Failure::Usage(error))
    }
}

/// The rows by verdict.
pub(super) struct Summary {
    pub(super) tally: Tally,
    blank: u64,
    verdicts: BTreeMap<String, u64>,
}

impl Summary {
    pub(super) fn from_answers(answers: &[Answer]) -> Self {
        let mut summary = Self { tally: Tally::default(), blank: 0, verdicts: BTreeMap::new() };
        for answer in answers {
            match answer.first().map_or("", String::as_str) {
                "" => summary.blank += 1,
                verdict => {
                    summary.tally.count(verdict == RowError::InvalidHostname.as_str());
                    *summary.verdicts.entry(verdict.to_owned()).or_default() += 1;
                }
            }
        }
        summary
    }

    /// Prints the counts: as JSON to standard output, else for a person to standard error.
    pub(super) fn report(&self, batch: &Batch) -> Result<(), Failure> {
        let rows = self.verdicts.values().sum::<u64>() + self.blank;
        if batch.json {
            let verdicts = &self.verdicts;
            output::json(&json!({ "rows": rows, "blank": self.blank, "verdicts": verdicts }))?;
        } else if !notes::is_quiet() {
            let mut counts: Vec<_> = self.verdicts.iter().collect();
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let blank = ("blank".to_owned(), self.blank);
            let blank = Some((&blank.0, &blank.1)).filter(|(_, count)| **count > 0);
            let mut text = format!("{rows} rows");
            for (verdict, count) in counts.into_iter().chain(blank) {
                text.push_str(&format!("\n{count:>9}  {verdict}"));
            }
            notes::print(text);
        }
        Ok(())
    }
}
