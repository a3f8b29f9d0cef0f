//! Whole lists, page by page (`--all`): one body of the same shape, with every row. `limit` and
//! `offset` stay those of the first page.

use licence_core::lookup::{FoundOperator, PageRules};
use licence_core::provenance::ListProvenance;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::args::PageFlags;
use crate::exit::Failure;
use crate::members::Members;
use crate::service::Body;

/// Pages that become one.
pub(crate) struct Merged {
    list: &'static str,
    last: Option<Members>,
    rows: Vec<Box<RawValue>>,
}

impl Merged {
    /// Of pages whose rows are in this member.
    pub(crate) fn new(list: &'static str) -> Self {
        Self { list, last: None, rows: Vec::new() }
    }

    /// Takes the next page; tells how many rows it had.
    ///
    /// # Errors
    /// [`Failure::UnknownForm`] when it is no page.
    pub(crate) fn take(&mut self, body: &[u8]) -> Result<(&Members, usize), Failure> {
        let page = Members::read(body)?;
        let rows = page.rows(self.list)?;
        let count = rows.len();
        self.rows.extend(rows);
        Ok((self.last.insert(page), count))
    }

    /// How many rows there are so far.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// One page with all rows, and what else the last page said.
    ///
    /// # Errors
    /// [`Failure::UnknownForm`] when a member cannot be written.
    pub(crate) fn whole(self) -> Result<Members, Failure> {
        let mut whole = self.last.unwrap_or_default();
        whole.set(self.list, &self.rows)?;
        Ok(whole)
    }
}

#[derive(Deserialize)]
struct Counts {
    total: u64,
    limit: u64,
    offset: u64,
}

/// The page that the flags ask for, or with `--all` everything from `--offset` on.
///
/// # Errors
/// Whatever a page fails with.
pub(crate) async fn list(
    flags: &PageFlags,
    rules: PageRules,
    member: &'static str,
    ask: impl AsyncFn(Option<&str>, Option<&str>) -> Result<Body, Failure>,
) -> Result<Body, Failure> {
    let (limit, offset) = (flags.limit.as_deref(), flags.offset.as_deref());
    if !flags.all {
        return ask(limit, offset).await;
    }
    let largest = rules.max_limit().to_string();
    let limit = Some(limit.unwrap_or(&largest));
    let first = ask(limit, offset).await?;
    let begin: Counts = serde_json::from_slice(&first).map_err(Failure::UnknownForm)?;
    let mut merged = Merged::new(member);
    let (mut counts, mut page) = (Counts { ..begin }, first);
    loop {
        let (_, rows) = merged.take(&page)?;
        let next = begin.offset.saturating_add(merged.len() as u64);
        if rows == 0 || next >= counts.total {
            break;
        }
        page = ask(limit, Some(&next.to_string())).await?;
        counts = serde_json::from_slice(&page).map_err(Failure::UnknownForm)?;
    }
    whole_list(merged, &begin)
}

fn whole_list(merged: Merged, begin: &Counts) -> Result<Body, Failure> {
    let provenance = provenance(&merged.rows);
    let mut whole = merged.whole()?;
    whole.set("limit", &begin.limit)?;
    whole.set("offset", &begin.offset)?;
    if let Some(provenance) = provenance {
        whole.set("_meta", &provenance)?;
    }
    serde_json::to_vec(&whole).map_err(Failure::UnknownForm)
}

/// A list of rows that each say where they were read says it of all of them.
fn provenance(rows: &[Box<RawValue>]) -> Option<ListProvenance> {
    let rows: Option<Vec<FoundOperator>> =
        rows.iter().map(|row| serde_json::from_str(row.get()).ok()).collect();
    let rows = rows.filter(|rows| !rows.is_empty())?;
    Some(ListProvenance::of(rows.iter().map(|row| &row.meta)))
}
