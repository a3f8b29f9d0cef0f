//! Whole lists, page by page (`--all`): one body of the same shape, with every row. `limit` and
//! `offset` stay those of the first page.

use licence_core::lookup::{FoundOperator, PageRules};
use licence_core::provenance::ListProvenance;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::args::PageFlags;
use crate::exit::Failure;
use crate::raw_object::RawObject;
use crate::service::Body;

/// The rows of several pages, merged into one.
pub(crate) struct MergedPages {
    list: &'static str,
    last: RawObject,
    rows: Vec<Box<RawValue>>,
}

impl MergedPages {
    /// Merges pages whose rows are in this member.
    pub(crate) fn new(list: &'static str) -> Self {
        Self { list, last: RawObject::default(), rows: Vec::new() }
    }

    /// Adds the next page; returns the number of its rows.
    pub(crate) fn add(&mut self, body: &[u8]) -> Result<usize, Failure> {
        self.last = RawObject::parse(body)?;
        let rows = self.last.rows(self.list)?;
        let count = rows.len();
        self.rows.extend(rows);
        Ok(count)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns one page with all rows, and the other members of the last page.
    pub(crate) fn into_object(self) -> Result<RawObject, Failure> {
        let mut whole = self.last;
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

/// Returns the body of the page that the flags select, or with `--all` every row from `--offset` on.
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
    let begin: Counts = serde_json::from_slice(&first)?;
    let mut merged = MergedPages::new(member);
    let (mut total, mut page) = (begin.total, first);
    loop {
        let rows = merged.add(&page)?;
        let next = begin.offset.saturating_add(merged.len() as u64);
        if rows == 0 || next >= total {
            break;
        }
        page = ask(limit, Some(&next.to_string())).await?;
        total = serde_json::from_slice::<Counts>(&page)?.total;
    }
    let provenance = provenance(&merged.rows);
    let mut whole = merged.into_object()?;
    whole.set("limit", &begin.limit)?;
    whole.set("offset", &begin.offset)?;
    if let Some(provenance) = provenance {
        whole.set("_meta", &provenance)?;
    }
    Ok(serde_json::to_vec(&whole)?)
}

/// Returns the provenance of the whole list, if every row has its own.
fn provenance(rows: &[Box<RawValue>]) -> Option<ListProvenance> {
    let rows: Option<Vec<FoundOperator>> =
        rows.iter().map(|row| serde_json::from_str(row.get()).ok()).collect();
    let rows = rows.filter(|rows| !rows.is_empty())?;
    Some(ListProvenance::from_rows(rows.iter().map(|row| &row.meta)))
}
