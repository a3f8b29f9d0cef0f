//! What goes over the pipes: a request as one line of JSON and the bytes of the files after it, and
//! an answer as JSON.

use std::io::{self, BufRead, Read};

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::register::sources::{self, FetchedPage};
use licence_core::register::{self, Accepted, Explanation, RegisterError, SourceFile};
use licence_core::time::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Task {
    /// Read the register.
    Read { read_at: Timestamp, accepted: Accepted },
    /// Find what the reader does not know.
    Explain { read_at: Timestamp, accepted: Accepted },
    /// Find the follow-ups of the one page.
    FollowUps,
}

/// A task and the names and bytes of its files, borrowed from the process that asks.
pub(super) struct Request<'f> {
    pub(super) code: JurisdictionCode,
    pub(super) task: Task,
    pub(super) files: &'f [(&'f str, &'f [u8])],
}

#[derive(Serialize, Deserialize)]
struct Head {
    code: JurisdictionCode,
    task: Task,
    /// The name of each file and its length in bytes.
    files: Vec<(String, u64)>,
}

impl Request<'_> {
    /// Returns the line before the bytes of the files.
    pub(super) fn head(&self) -> io::Result<Vec<u8>> {
        let files = self.files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.len() as u64));
        let head = Head { code: self.code, task: self.task.clone(), files: files.collect() };
        let mut line = serde_json::to_vec(&head)?;
        line.push(b'\n');
        Ok(line)
    }
}

/// A request as the reader process receives it.
pub(super) struct Received {
    code: JurisdictionCode,
    task: Task,
    files: Vec<SourceFile>,
}

impl Received {
    /// Reads a whole request.
    pub(super) fn from(mut input: impl BufRead) -> io::Result<Self> {
        let mut line = String::new();
        input.read_line(&mut line)?;
        let Head { code, task, files } = serde_json::from_str(&line)?;
        let mut received = Vec::new();
        for (name, length) in files {
            let mut bytes = Vec::new();
            input.by_ref().take(length).read_to_end(&mut bytes)?;
            if bytes.len() as u64 != length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            received.push(SourceFile { name, bytes });
        }
        Ok(Self { code, task, files: received })
    }

    pub(super) fn answer(self) -> Answer {
        let Self { code, task, files } = self;
        let answer = match task {
            Task::Read { read_at, accepted } => register::read(code, &files, read_at, &accepted)
                .map(|reading| Answer::Reading(Box::new(reading))),
            Task::Explain { read_at, accepted } => {
                Ok(Answer::Explanation(register::explain(code, &files, read_at, &accepted)))
            }
            Task::FollowUps => follow_ups(code, files),
        };
        answer.unwrap_or_else(|RegisterError { file, line, fault }| Answer::Refused {
            file,
            line,
            fault: fault.to_string(),
        })
    }
}

fn follow_ups(code: JurisdictionCode, files: Vec<SourceFile>) -> Result<Answer, RegisterError> {
    let pages = files.into_iter().map(|file| FetchedPage { url: file.name, bytes: file.bytes });
    let links = pages.map(|page| sources::follow_ups(code, &page));
    Ok(Answer::FollowUps(links.collect::<Result<Vec<_>, _>>()?.concat()))
}

/// The result of a task.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The register in the neutral form.
    Reading(Box<RegisterReading>),
    /// The addresses to fetch next.
    FollowUps(Vec<String>),
    /// What the reader does not know.
    Explanation(Explanation),
    /// A [`RegisterError`], its fault as text.
    Refused { file: String, line: Option<u64>, fault: String },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reading_comes_back_as_it_was() {
        let read_at = "2026-11-01T06:00:00.123Z".parse().unwrap();
        for (reading, _) in crate::sample_readings(read_at).unwrap() {
            let answer = Answer::Reading(Box::new(reading));
            let sent = serde_json::to_vec(&answer).unwrap();
            assert_eq!(serde_json::from_slice::<Answer>(&sent).unwrap(), answer);
        }
    }

    #[test]
    fn a_request_comes_back_as_it_was_or_not_at_all() {
        let files = [("a\n.csv", &b"one\ntwo"[..]), ("b", b""), ("c", b"\0")];
        let request = Request { code: JurisdictionCode::An, task: Task::FollowUps, files: &files };
        let mut sent = request.head().unwrap();
        files.iter().for_each(|(_, bytes)| sent.extend_from_slice(bytes));
        let received = Received::from(&sent[..]).unwrap();
        let received: Vec<_> =
            received.files.iter().map(|file| (&*file.name, &*file.bytes)).collect();
        assert_eq!(received, files);
        for end in 0..sent.len() {
            assert!(Received::from(&sent[..end]).is_err(), "{end} bytes");
        }
    }
}
