//! Asking a catalogue.

use std::ffi::c_char;

use licence_core::catalogue::Catalogue;
use licence_core::check;
use serde::Serialize;

use crate::catalogue::LicenceCatalogue;
use crate::failure::{Failure, LicenceStatus, caught};
use crate::input::{LicenceInput, instant, query, text, values};
use crate::text::{LicenceText, hand_over};
use crate::verdict::LicenceVerdict;

/// The verdict alone: one byte, nothing to free. LICENCE_VERDICT_NONE if anything is refused.
///
/// # Safety
/// `catalogue` is open. `data` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn licence_verdict(
    catalogue: *const LicenceCatalogue,
    subject: u8,
    data: *const c_char,
    length: usize,
) -> LicenceVerdict {
    let verdict = caught(|| {
        // SAFETY: the promise of the caller.
        let (catalogue, query) = unsafe { (open(catalogue)?, query(subject, data, length)?) };
        Ok(check::verdict(catalogue, &query).into())
    });
    verdict.unwrap_or(LicenceVerdict::None)
}

/// Answers a question with the JSON of `GET /v1/check`, in `*answer`; on failure with a message.
/// `now_ms` are milliseconds since 1970: they decide ages and staleness.
///
/// # Safety
/// `catalogue` is open. `data` points to `length` bytes. `answer` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn licence_check_json(
    catalogue: *const LicenceCatalogue,
    subject: u8,
    data: *const c_char,
    length: usize,
    now_ms: i64,
    answer: *mut LicenceText,
) -> LicenceStatus {
    let outcome = caught(|| {
        require_place(answer)?;
        // SAFETY: the promise of the caller.
        let (catalogue, query) = unsafe { (open(catalogue)?, query(subject, data, length)?) };
        json(&check::check(catalogue, &query, instant(now_ms)?))
    });
    // SAFETY: the promise of the caller.
    unsafe { hand_over(outcome.map(Some), answer) }
}

/// Answers domains with the JSON of `POST /v1/check/batch`, in `*answer`; on failure with a message.
/// A text that is no hostname gets a row that says so. There is no limit of domains but memory: a
/// row has some 700 bytes.
///
/// # Safety
/// `catalogue` is open. `domains` points to `count` texts, each to its bytes. `answer` may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn licence_batch(
    catalogue: *const LicenceCatalogue,
    domains: *const LicenceInput,
    count: usize,
    now_ms: i64,
    answer: *mut LicenceText,
) -> LicenceStatus {
    let outcome = caught(|| {
        require_place(answer)?;
        // SAFETY: the promise of the caller.
        let (catalogue, domains) =
            unsafe { (open(catalogue)?, values(domains, count, "domains")?) };
        let named = |(place, domain): (usize, &LicenceInput)| {
            // SAFETY: the promise of the caller.
            let text = unsafe { text(domain.data, domain.length) };
            text.map_err(|failure| {
                Failure::new(failure.status, format!("domain {place}: {}", failure.message))
            })
        };
        let domains = domains.iter().enumerate().map(named);
        let domains = domains.collect::<Result<Vec<&str>, Failure>>()?;
        json(&check::check_batch(catalogue, domains, instant(now_ms)?))
    });
    // SAFETY: the promise of the caller.
    unsafe { hand_over(outcome.map(Some), answer) }
}

/// # Safety
/// `catalogue` is null or open.
unsafe fn open<'a>(catalogue: *const LicenceCatalogue) -> Result<&'a Catalogue, Failure> {
    // SAFETY: the caller promises that a catalogue that is not null is open until the call ends.
    let catalogue = unsafe { catalogue.as_ref() };
    let catalogue = catalogue.ok_or_else(|| Failure::argument("catalogue is null"))?;
    Ok(&catalogue.catalogue)
}

fn require_place(answer: *mut LicenceText) -> Result<(), Failure> {
    if answer.is_null() { Err(Failure::argument("answer is null")) } else { Ok(()) }
}

fn json(answer: &impl Serialize) -> Result<Vec<u8>, Failure> {
    let internal =
        |error: serde_json::Error| Failure::new(LicenceStatus::InternalError, error.to_string());
    serde_json::to_vec(answer).map_err(internal)
}
