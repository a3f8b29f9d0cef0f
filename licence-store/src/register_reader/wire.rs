//! What goes over the pipes: a request as one line of JSON and the bytes of the files after it, and
//! an answer as JSON.

use std::borrow::Cow;
use std::io::{self, BufRead, Read};

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::RegisterReading;
use licence_core::register::{self, Accepted, Explanation, RegisterError, SourceFile, sources};
use licence_core::time::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) enum Task {
    /// Read the register.
    Read { read_at: Timestamp, accepted: Accepted },
    /// Find what the reader does not know.
    Explain { read_at: Timestamp, accepted: Accepted },
    /// Find the follow-ups of the one page.
    FollowUps,
}

/// A task and its files.
pub(super) struct Request<'f> {
    pub(super) code: JurisdictionCode,
    pub(super) task: Task,
    pub(super) files: Cow<'f, [SourceFile]>,
}

impl Request<'_> {
    /// Returns the line before the bytes of the files: it has the name and the length of each.
    pub(super) fn head(&self) -> io::Result<Vec<u8>> {
        let files = self.files.iter().map(|file| (file.name.as_str(), file.bytes.len()));
        let files: Vec<(&str, usize)> = files.collect();
        let mut line = serde_json::to_vec(&(self.code, &self.task, files))?;
        line.push(b'\n');
        Ok(line)
    }

    /// Reads a whole request.
    pub(super) fn receive(mut input: impl BufRead) -> io::Result<Self> {
        let mut line = String::new();
        input.read_line(&mut line)?;
        let (code, task, lengths): (_, _, Vec<(String, u64)>) = serde_json::from_str(&line)?;
        let mut files = Vec::new();
        for (name, length) in lengths {
            let mut bytes = Vec::new();
            input.by_ref().take(length).read_to_end(&mut bytes)?;
            if bytes.len() as u64 != length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            files.push(SourceFile { name, bytes });
        }
        Ok(Self { code, task, files: files.into() })
    }

    /// Carries the task out.
    pub(super) fn answer(&self) -> Result<Answer, RegisterError> {
        let (code, files) = (self.code, &*self.files);
        match &self.task {
            Task::Read { read_at, accepted } => {
                let reading = register::read(code, files, *read_at, accepted)?;
                Ok(Answer::Reading(Box::new(reading)))
            }
            Task::Explain { read_at, accepted } => {
                Ok(Answer::Explanation(register::explain(code, files, *read_at, accepted)))
            }
            Task::FollowUps => {
                let mut links = Vec::new();
                for page in files {
                    links.extend(sources::follow_ups(code, page)?);
                }
                Ok(Answer::FollowUps(links))
            }
        }
    }
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

impl From<RegisterError> for Answer {
    fn from(error: RegisterError) -> Self {
        let RegisterError { file, line, fault } = error;
        Self::Refused { file, line, fault: fault.to_string() }
    }
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
        let file = |name: &str, bytes: &[u8]| SourceFile { name: name.into(), bytes: bytes.into() };
        let files = vec![file("a\n.csv", b"one\ntwo"), file("b", b""), file("c", b"\0")];
        let request =
            Request { code: JurisdictionCode::An, task: Task::FollowUps, files: files.into() };
        let mut sent = request.head().unwrap();
        request.files.iter().for_each(|file| sent.extend_from_slice(&file.bytes));
        assert_eq!(Request::receive(&sent[..]).unwrap().files, request.files);
        for end in 0..sent.len() {
            assert!(Request::receive(&sent[..end]).is_err(), "{end} bytes");
        }
    }
}
