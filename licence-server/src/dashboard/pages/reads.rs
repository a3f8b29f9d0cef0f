//! The reads of a register that a saved answer rests on, in words.

use licence_core::evidence::{AnswerRead, ReadShows};

use crate::dashboard::html::Moment;

/// A read, and what the answer takes from it.
pub(super) struct Read {
    pub(super) meaning: &'static str,
    pub(super) at: Moment,
    pub(super) sha256: Option<String>,
}

impl From<AnswerRead> for Read {
    fn from(read: AnswerRead) -> Self {
        let meaning = match read.shows {
            ReadShows::Register => "Register read",
            ReadShows::Licence => "Licence last verified",
            ReadShows::Status => "Read that showed this status",
            ReadShows::StatusAsOf => "Read that showed the status at the instant asked about",
        };
        Self { meaning, at: Moment::new(read.read_at), sha256: read.snapshot_sha256 }
    }
}
