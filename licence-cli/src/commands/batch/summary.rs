//! How many rows of a table have which verdict.

use std::collections::BTreeMap;

use serde_json::json;

use super::resume::Answer;
use super::tally::Tally;
use crate::args::Batch;
use crate::exit::Failure;
use crate::notes;
use crate::output;

/// The verdict column of a cell that is no domain.
pub(super) const INVALID: &str = "invalid_hostname";

/// The rows by verdict.
pub(super) struct Summary {
    pub(super) tally: Tally,
    blank: u64,
    verdicts: BTreeMap<String, u64>,
}

impl Summary {
    /// Counts the answers.
    pub(super) fn from_answers(answers: &[Answer]) -> Self {
        let mut summary = Self { tally: Tally::default(), blank: 0, verdicts: BTreeMap::new() };
        for answer in answers {
            match answer.first().map_or("", String::as_str) {
                "" => summary.blank += 1,
                verdict => {
                    summary.tally.count(verdict == INVALID);
                    *summary.verdicts.entry(verdict.to_owned()).or_default() += 1;
                }
            }
        }
        summary
    }

    /// Prints the counts: as JSON to standard output, else for a person to standard error.
    pub(super) fn report(&self, batch: &Batch, is_quiet: bool) -> Result<(), Failure> {
        let rows = self.verdicts.values().sum::<u64>() + self.blank;
        if batch.json {
            let verdicts = &self.verdicts;
            output::json(&json!({ "rows": rows, "blank": self.blank, "verdicts": verdicts }))?;
        } else if !is_quiet {
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
