//! The difference between two states of the records, line by line.
//!
//! ```text
//! licence-delta 1
//! from SHA256
//! to SHA256
//! =N     the next N lines stay
//! -N     the next N lines go
//! +LINE  a line comes in
//! ```

use std::collections::HashMap;

use thiserror::Error;

use crate::records::sha256;

const HEAD: &str = "licence-delta 1";

/// Why a delta does not apply. Nothing was written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeltaError {
    /// The bytes are no delta of this version.
    #[error("this is no delta: {0}")]
    NotADelta(&'static str),
    /// The delta leads on from another state.
    #[error("the delta is for records {from}, not for {held}")]
    OtherRecords {
        /// The SHA-256 that the delta names.
        from: String,
        /// The SHA-256 of the records.
        held: String,
    },
    /// The result is not what the delta promises.
    #[error("the delta leads to records {found}, not to {to} as it says")]
    OtherResult {
        /// The SHA-256 that the delta names.
        to: String,
        /// The SHA-256 of the result.
        found: String,
    },
}

/// Returns the delta that leads from one state of the records to another.
///
/// ```
/// use licence_core::records::{apply, delta};
///
/// let (old, new) = (b"a\nb\nc\n", b"a\nc\nd\n");
/// let delta = delta(old, new);
/// assert!(delta.ends_with(b"=1\n-1\n=1\n+d\n"));
/// assert_eq!(apply(old, &delta)?, new);
/// assert!(apply(new, &delta).is_err());
/// # Ok::<(), licence_core::records::DeltaError>(())
/// ```
pub fn delta(old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut delta = Operations::default();
    let head = format!("{HEAD}\nfrom {}\nto {}\n", sha256(old), sha256(new));
    delta.bytes.extend_from_slice(head.as_bytes());
    let (old, new): (Vec<&[u8]>, Vec<&[u8]>) = (lines(old).collect(), lines(new).collect());
    let (mut old_at, mut new_at) = (0, 0);
    for (old_anchor, new_anchor) in anchors(&old, &new) {
        delta.push_gap(&old[old_at..old_anchor], &new[new_at..new_anchor]);
        delta.keep(1);
        (old_at, new_at) = (old_anchor + 1, new_anchor + 1);
    }
    delta.push_gap(&old[old_at..], &new[new_at..]);
    delta.flush();
    delta.bytes
}

fn lines(records: &[u8]) -> impl Iterator<Item = &[u8]> {
    records.split_inclusive(|byte| *byte == b'\n')
}

/// Returns the places of the lines that each state has once and that are in the same order in both.
/// Little is left to compare between two of them.
fn anchors(old: &[&[u8]], new: &[&[u8]]) -> Vec<(usize, usize)> {
    let in_old = places_of_unique(old);
    let in_new = places_of_unique(new);
    let both = old.iter().enumerate().filter_map(|(place, line)| {
        in_old.get(line).copied().flatten()?;
        Some((place, in_new.get(line).copied().flatten()?))
    });
    longest_increasing(&both.collect::<Vec<_>>())
}

/// Returns the place of each line; `None` for a line that the state has twice.
fn places_of_unique<'r>(lines: &[&'r [u8]]) -> HashMap<&'r [u8], Option<usize>> {
    let mut places = HashMap::with_capacity(lines.len());
    for (place, line) in lines.iter().enumerate() {
        places.entry(*line).and_modify(|known| *known = None).or_insert(Some(place));
    }
    places
}

/// Returns the longest run of pairs whose second places increase. The first places of all pairs do.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best run of each length, and for each pair the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (place, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < pair.1);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut run = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(place) = next {
        run.push(pairs[place]);
        next = before[place];
    }
    run.reverse();
    run
}

/// The operations of a delta, neighbours of one kind together.
#[derive(Default)]
struct Operations {
    bytes: Vec<u8>,
    kept: usize,
}

impl Operations {
    fn push_gap(&mut self, old: &[&[u8]], new: &[&[u8]]) {
        let same_at_start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
        let (old, new) = (&old[same_at_start..], &new[same_at_start..]);
        let from_end = old.iter().rev().zip(new.iter().rev());
        let same_at_end = from_end.take_while(|(one, other)| one == other).count();
        self.keep(same_at_start);
        let dropped = old.len() - same_at_end;
        if dropped > 0 {
            self.flush();
            self.bytes.extend_from_slice(format!("-{dropped}\n").as_bytes());
        }
        for line in &new[..new.len() - same_at_end] {
            self.flush();
            self.bytes.push(b'+');
            self.bytes.extend_from_slice(line);
        }
        self.keep(same_at_end);
    }

    fn keep(&mut self, lines: usize) {
        self.kept += lines;
    }

    fn flush(&mut self) {
        if self.kept > 0 {
            self.bytes.extend_from_slice(format!("={}\n", self.kept).as_bytes());
            self.kept = 0;
        }
    }
}

/// Returns the records that a delta leads to. The SHA-256 of what it is applied to and that of the
/// result are compared with those that the delta names.
///
/// # Errors
/// [`DeltaError`] for a delta that is none, one for other records, and one with another result.
pub fn apply(records: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError> {
    let (from, to, operations) = read_head(delta)?;
    let held = sha256(records);
    if from != held {
        return Err(DeltaError::OtherRecords { from: from.to_owned(), held });
    }
    let result = result_of(records, operations)?;
    let found = sha256(&result);
    if found != to {
        return Err(DeltaError::OtherResult { to: to.to_owned(), found });
    }
    Ok(result)
}

fn read_head(delta: &[u8]) -> Result<(&str, &str, &[u8]), DeltaError> {
    let mut rest = delta;
    let mut line = |label: &str| {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let line = str::from_utf8(&rest[..end]).ok()?.strip_prefix(label)?;
        rest = &rest[end + 1..];
        Some(line)
    };
    let head = line(HEAD).filter(|behind| behind.is_empty());
    head.ok_or(DeltaError::NotADelta("the first line is not `licence-delta 1`"))?;
    let from = line("from ").ok_or(DeltaError::NotADelta("the second line does not say `from`"))?;
    let to = line("to ").ok_or(DeltaError::NotADelta("the third line does not say `to`"))?;
    Ok((from, to, rest))
}

fn result_of(records: &[u8], operations: &[u8]) -> Result<Vec<u8>, DeltaError> {
    let mut old = lines(records);
    let mut result = Vec::with_capacity(records.len());
    for operation in lines(operations) {
        match operation {
            [b'+', line @ ..] => result.extend_from_slice(line),
            [sign @ (b'=' | b'-'), number @ ..] => {
                for _ in 0..count(number)? {
                    let ends = DeltaError::NotADelta("it has more lines than the records");
                    let line = old.next().ok_or(ends)?;
                    if *sign == b'=' {
                        result.extend_from_slice(line);
                    }
                }
            }
            _ => return Err(DeltaError::NotADelta("a line begins with none of `=`, `-`, `+`")),
        }
    }
    match old.next() {
        None => Ok(result),
        Some(_) => Err(DeltaError::NotADelta("it has fewer lines than the records")),
    }
}

fn count(number: &[u8]) -> Result<u64, DeltaError> {
    let number = str::from_utf8(number).ok().and_then(|number| number.strip_suffix('\n'));
    let count = number.and_then(|number| number.parse().ok());
    count.ok_or(DeltaError::NotADelta("a number of lines is no number"))
}
