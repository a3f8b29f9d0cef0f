//! A batch of any length from a server: a hundred domains a request, one request after the other,
//! so that the order and the limits of the plan are kept.

use std::io::{self, BufRead, BufReader, Read, Write};

use licence_core::check::{BatchRow, MAX_BATCH_DOMAINS};
use serde_json::value::RawValue;

use super::line::Line;
use super::summary::Tally;
use crate::clock::now;
use crate::exit::Failure;
use crate::output;
use crate::progress::domain_count;
use crate::raw_object::RawObject;
use crate::service::Service;

/// The most bytes of a body, below the 256 KiB that a server reads.
const BODY_BYTES: usize = 100_000;
/// A line or cell that is longer is cut: it is no hostname.
pub(super) const LINE_BYTES: usize = 4_000;

/// Prints row after row as they come.
pub(super) async fn rows(
    service: &Service,
    lines: impl Read,
    is_ndjson: bool,
    tally: &Tally,
) -> Result<(), Failure> {
    let progress = domain_count();
    let mut chunks = Chunks::new(lines);
    let mut stdout = io::stdout();
    while let Some(domains) = chunks.next()? {
        let (_, rows) = check_chunk(service, &domains, tally).await?;
        let mut out = Vec::new();
        for row in rows {
            let text = if is_ndjson { row.get().to_owned() } else { line(row.get())? };
            out.extend_from_slice(text.as_bytes());
            out.push(b'\n');
        }
        stdout.write_all(&out)?;
        stdout.flush()?;
        progress.inc(domains.len() as u64);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Returns the answer to the lines of one request, with a row for each line.
async fn check_chunk(
    service: &Service,
    texts: &[String],
    tally: &Tally,
) -> Result<(RawObject, Vec<Box<RawValue>>), Failure> {
    let lines: Vec<Line<'_>> = texts.iter().map(|text| Line::parse(text)).collect();
    let hosts: Vec<&str> = lines.iter().map(Line::host).collect();
    let page = RawObject::parse(&service.check_batch(&hosts, now()?).await?)?;
    let rows = page.rows("results")?;
    require_all(texts.len(), rows.len())?;
    rows.iter().for_each(|row| tally.count(is_invalid(row)));
    let rows = rows.into_iter().zip(&lines).map(|(row, line)| line.annotate_json(row));
    Ok((page, rows.collect::<Result<_, _>>()?))
}

/// Refuses an answer with another number of rows than domains: which row is of which domain is then
/// unknown.
pub(super) fn require_all(asked: usize, received: usize) -> Result<(), Failure> {
    if asked == received {
        return Ok(());
    }
    let why = "the server did not answer every domain".to_owned();
    Err(Failure::Truncated { received: received as u64, announced: asked as u64, why })
}

/// Returns whether a row has an error. A row of a form that this version does not know has none.
fn is_invalid(row: &RawValue) -> bool {
    RawObject::parse(row.get().as_bytes()).is_ok_and(|row| row.get("error").is_some())
}

fn line(row: &str) -> Result<String, Failure> {
    let row: BatchRow = serde_json::from_str(row)?;
    Ok(output::verdict::line(&row))
}

/// Prints one body with every row, and the other members of the last answer, or nothing without a row.
pub(super) async fn whole(
    service: &Service,
    lines: impl Read,
    tally: &Tally,
) -> Result<(), Failure> {
    let mut whole = RawObject::default();
    let mut rows = Vec::new();
    let mut chunks = Chunks::new(lines);
    while let Some(domains) = chunks.next()? {
        let (page, more) = check_chunk(service, &domains, tally).await?;
        whole = page;
        rows.extend(more);
    }
    if rows.is_empty() {
        return Ok(());
    }
    whole.set("results", &rows)?;
    whole.set("count", &rows.len())?;
    output::json(&whole)?;
    Ok(())
}

/// How much is in a request so far.
#[derive(Debug, Default)]
pub(super) struct RequestSize {
    pub(super) domains: usize,
    bytes: usize,
}

impl RequestSize {
    /// Returns whether a domain of at most [`LINE_BYTES`] still fits in.
    pub(super) fn has_room(&self) -> bool {
        self.domains < MAX_BATCH_DOMAINS && self.bytes < BODY_BYTES - 6 * LINE_BYTES
    }

    pub(super) fn add(&mut self, domain: &str) -> io::Result<()> {
        self.domains += 1;
        self.bytes += serde_json::to_string(domain)?.len() + 1;
        Ok(())
    }
}

/// The lines of the input, a request's worth at a time; blank ones are left out.
struct Chunks<R> {
    lines: BufReader<R>,
}

impl<R: Read> Chunks<R> {
    fn new(lines: R) -> Self {
        Self { lines: BufReader::new(lines) }
    }

    fn next(&mut self) -> io::Result<Option<Vec<String>>> {
        let mut domains = Vec::new();
        let mut size = RequestSize::default();
        while size.has_room() {
            match self.line()? {
                Some(line) if line.trim().is_empty() => {}
                Some(line) => {
                    size.add(&line)?;
                    domains.push(line);
                }
                None => break,
            }
        }
        Ok(Some(domains).filter(|domains| !domains.is_empty()))
    }

    /// Returns the next line, cut where it is too long to be any domain; `None` at the end.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        self.lines.by_ref().take(LINE_BYTES as u64).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.pop_if(|last| *last == b'\n').is_none() {
            self.lines.skip_until(b'\n')?;
        }
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        Ok(Some(String::from_utf8_lossy(line).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_sent_by_the_hundred_in_their_order() {
        let input: String = (0..250).map(|n| format!("{n}.example\r\n\n")).collect();
        let mut chunks = Chunks::new(input.as_bytes());
        let mut all = Vec::new();
        let mut sizes = Vec::new();
        while let Some(chunk) = chunks.next().unwrap() {
            sizes.push(chunk.len());
            all.extend(chunk);
        }
        assert_eq!(sizes, [100, 100, 50]);
        assert_eq!((all[0].as_str(), all[249].as_str()), ("0.example", "249.example"));
    }

    #[test]
    fn an_endless_line_is_cut_and_a_missing_last_newline_is_taken_as_meant() {
        let input = [vec![b'a'; 100_000], b"\nb.example".to_vec()].concat();
        let chunk = Chunks::new(input.as_slice()).next().unwrap().unwrap();
        assert_eq!((chunk[0].len(), chunk[1].as_str()), (LINE_BYTES, "b.example"));
        assert_eq!(Chunks::new(&b"\n \n"[..]).next().unwrap(), None);
    }
}
