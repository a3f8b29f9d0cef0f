//! `licence evidence`.

use licence_core::evidence::EvidenceFile;

use crate::args::VerifyEvidence;
use crate::exit::{Exit, Failure};
use crate::{input, output};

/// The largest record that is verified; those of the service are a thousand times smaller.
const MAX_RECORD_BYTES: u64 = 16 * 1024 * 1024;

/// Recomputes the hash of a record of a check, and compares its question with its answer.
pub(crate) fn verify(is_quiet: bool, verify: &VerifyEvidence) -> Result<Exit, Failure> {
    let record = input::read(&verify.file, MAX_RECORD_BYTES)?;
    let record = EvidenceFile::from_json(&record.bytes)
        .map_err(|error| Failure::in_file(&verify.file, error))?;
    let verification = record.verify();
    output::value(is_quiet, verify.json, &verification, output::evidence::verification)?;
    let is_good = verification.unchanged && verification.answers_question;
    Ok(if is_good { Exit::Done } else { Exit::NotAPass })
}
