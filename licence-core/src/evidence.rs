//! Records of checks: a question and its answer, word for word, with the hash of the answer.
//!
//! The hash shows that the answer is the one that was recorded. It covers neither the question nor
//! the time of saving. It does not show what a regulator meant, and a record is no certificate.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::account::AccountId;
use crate::check::QueryEcho;
use crate::hex::sha256_hex;
use crate::member::MemberId;
use crate::point_in_time::AsOf;
use crate::text::quoted;
use crate::text_serde::serde_by_text;
use crate::time::Timestamp;

/// The id of a record: 128 random bits, written as 32 hexadecimal digits. Who knows it can read the
/// record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EvidenceId(pub u128);

/// The text is not the id of a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} is not the id of a record of a check, which has 32 hexadecimal digits")]
pub struct InvalidEvidenceId(String);

/// A record of a check, saved by a member of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The account that saved it.
    pub account_id: AccountId,
    /// The member who saved it.
    pub member_id: MemberId,
    /// The record as a file.
    pub file: EvidenceFile,
    /// When it was withdrawn; `None` while its link works.
    pub revoked_at: Option<Timestamp>,
}

/// A record of a check as it is downloaded. `licence evidence verify` recomputes its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceFile {
    /// Its id.
    pub id: EvidenceId,
    /// When it was saved.
    pub created_at: Timestamp,
    /// What was asked, as [`question_text`] writes it.
    pub question: String,
    /// The SHA-256 of the answer's bytes, as 64 hexadecimal digits.
    pub sha256: String,
    /// The JSON of the answer, byte for byte.
    pub answer: String,
}

/// The file is not a record of a check.
#[derive(Debug, Error)]
#[error("this is not a record of a check as the dashboard saves it: {0}")]
pub struct InvalidEvidence(#[from] serde_json::Error);

/// What an answer repeats of its question.
#[derive(Deserialize)]
struct AnswerEcho {
    query: QueryEcho,
    as_of: Option<AsOfEcho>,
}

#[derive(Deserialize)]
struct AsOfEcho {
    resolved_at: Timestamp,
}

/// The result of verifying a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceVerification {
    /// The record.
    pub id: EvidenceId,
    /// When it was saved, as the file says.
    pub created_at: Timestamp,
    /// What was asked, as the file says.
    pub question: String,
    /// The hash in the file.
    pub sha256: String,
    /// The hash of the answer in the file.
    pub computed_sha256: String,
    /// Whether both are the same.
    pub unchanged: bool,
    /// Whether the question is the one that the answer repeats. The hash does not cover it.
    pub answers_question: bool,
}

/// Returns a question as a record holds it: the parameters of `/v1/check` as they were sent, without
/// escapes.
pub fn question_text(query: &QueryEcho, as_of: Option<&str>) -> String {
    let asked = match &query.license_number {
        Some(number) => format!("license_number={number}"),
        None => format!("domain={}", query.domain.as_deref().unwrap_or_default()),
    };
    match as_of {
        Some(as_of) => format!("{asked}&as_of={as_of}"),
        None => asked,
    }
}

impl EvidenceFile {
    /// Returns a new record.
    pub fn new(id: EvidenceId, question: String, answer: String, created_at: Timestamp) -> Self {
        let sha256 = sha256_hex(answer.as_bytes());
        Self { id, created_at, question, sha256, answer }
    }

    /// Parses a downloaded record.
    ///
    /// # Errors
    /// [`InvalidEvidence`] when the bytes are no JSON object with exactly the members of a record.
    pub fn from_json(bytes: &[u8]) -> Result<Self, InvalidEvidence> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// Recomputes the hash of the answer, and compares the question with the answer.
    ///
    /// ```
    /// use licence_core::evidence::{EvidenceFile, EvidenceId};
    /// use licence_core::time::Timestamp;
    ///
    /// let (question, answer) = ("domain=a.example".to_owned(), "{}".to_owned());
    /// let mut file = EvidenceFile::new(EvidenceId(7), question, answer, Timestamp::EPOCH);
    /// assert!(file.verify().unchanged);
    /// file.answer.push(' ');
    /// assert!(!file.verify().unchanged);
    /// ```
    pub fn verify(&self) -> EvidenceVerification {
        let computed_sha256 = sha256_hex(self.answer.as_bytes());
        EvidenceVerification {
            id: self.id,
            created_at: self.created_at,
            question: self.question.clone(),
            sha256: self.sha256.clone(),
            unchanged: computed_sha256 == self.sha256,
            answers_question: self.answers_question(),
            computed_sha256,
        }
    }

    /// Returns whether the answer is to the saved question. An answer that does not repeat its question
    /// counts as such.
    fn answers_question(&self) -> bool {
        let Ok(answer) = serde_json::from_str::<AnswerEcho>(&self.answer) else { return true };
        let Some(rest) = self.question.strip_prefix(&question_text(&answer.query, None)) else {
            return false;
        };
        match (rest.strip_prefix("&as_of="), answer.as_of) {
            (None, None) => rest.is_empty(),
            (Some(past), Some(echo)) => AsOf::parse(past, self.created_at)
                .is_ok_and(|as_of| as_of.instant() == echo.resolved_at),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl fmt::Display for EvidenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for EvidenceId {
    type Err = InvalidEvidenceId;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_id = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let parsed = u128::from_str_radix(text, 16).ok().filter(|_| is_id);
        parsed.map(Self).ok_or_else(|| InvalidEvidenceId(quoted(text)))
    }
}

serde_by_text!(EvidenceId);

/// The part of an answer that a read of a register shows. Exhaustive, because a page has words for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerPart {
    /// The whole register, as it was read last.
    Register,
    /// The licence, as it was verified last; perhaps in a reading of some licences alone.
    Licence,
    /// The status that the licence has.
    Status,
    /// The status at the instant asked about.
    StatusAsOf,
}

/// A read of a register that an answer rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnswerRead {
    /// What the answer takes from it.
    pub shows: AnswerPart,
    /// When the register was read.
    pub read_at: Timestamp,
    /// The SHA-256 of the bytes that were read, if they are on record.
    pub snapshot_sha256: Option<String>,
}

impl AnswerRead {
    /// Returns the reads without repetitions. A read of several parts is kept with the first.
    pub fn without_repetitions(reads: Vec<Self>) -> Vec<Self> {
        let mut once: Vec<Self> = Vec::new();
        for read in reads {
            let is_same = |it: &Self| {
                (it.read_at, &it.snapshot_sha256) == (read.read_at, &read.snapshot_sha256)
            };
            if !once.iter().any(is_same) {
                once.push(read);
            }
        }
        once
    }
}

#[cfg(test)]
mod tests;
