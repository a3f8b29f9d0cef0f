//! The reads of a register that a saved answer rests on.

use licence_core::check::CheckResult;
use licence_core::history::HistoryEntry;
use licence_core::point_in_time::AsOf;
use licence_core::time::Timestamp;

use crate::dashboard::html::Moment;
use crate::dashboard::page_error::PageError;
use crate::dashboard::page_request::PageRequest;
use crate::problem::Problem;

/// A read, and what the answer takes from it.
pub(super) struct Read {
    pub(super) meaning: &'static str,
    pub(super) at: Moment,
    pub(super) sha256: Option<String>,
}

/// A read that may be one of those already known.
type Found = (&'static str, Timestamp, Option<String>);

/// Returns the reads that an answer given at `saved_at` rests on, each once. A reading of some
/// licences alone may be newer than the last one of the whole register.
pub(super) async fn reads(
    page_request: &PageRequest<'_>,
    result: &CheckResult,
    saved_at: Timestamp,
) -> Result<Vec<Read>, PageError> {
    let mut found = reads_of_register(page_request, result, saved_at).await?;
    let status = result.matched.as_ref().and_then(|matched| matched.status);
    let today = page_request.store().point_in_time(result, AsOf::now(saved_at)).await;
    let today = today.map_err(Problem::internal)?.established_by;
    // A reading that was applied after the answer may be of an instant before it.
    let today = today.filter(|entry| Some(entry.new_status) == status);
    found.extend(today.map(|entry| read_of_entry("Read that showed this status", entry)));
    let past = result.as_of.as_ref().and_then(|past| past.established_by.clone());
    let meaning = "Read that showed the status at the instant asked about";
    found.extend(past.map(|entry| read_of_entry(meaning, entry)));
    Ok(each_once(found))
}

/// Returns the last complete read of the register, and the last one that spoke of the licence.
async fn reads_of_register(
    page_request: &PageRequest<'_>,
    result: &CheckResult,
    saved_at: Timestamp,
) -> Result<Vec<Found>, PageError> {
    let Some(register) = result.meta.register else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (meaning, read_at, is_complete) in [
        ("Register read", register.last_successful_scrape, true),
        ("Licence last verified", result.meta.provenance.scraped_at, false),
    ] {
        let Some(read_at) = read_at else { continue };
        let readings = page_request.store().readings_at(register.jurisdiction_code, read_at).await;
        let mut readings = readings.map_err(Problem::internal)?.into_iter();
        let newest =
            readings.rfind(|it| it.applied_at <= saved_at && (it.complete || !is_complete));
        let sha256 = newest.map(|it| it.snapshot_sha256);
        found.push((meaning, read_at, sha256));
    }
    Ok(found)
}

fn read_of_entry(meaning: &'static str, entry: HistoryEntry) -> Found {
    (meaning, entry.changed_at, entry.snapshot_sha256)
}

fn each_once(mut found: Vec<Found>) -> Vec<Read> {
    let mut known = Vec::new();
    found.retain(|(_, at, sha256)| {
        let read = (*at, sha256.clone());
        let is_new = !known.contains(&read);
        known.push(read);
        is_new
    });
    let read = |(meaning, at, sha256)| Read { meaning, at: Moment::new(at), sha256 };
    found.into_iter().map(read).collect()
}
