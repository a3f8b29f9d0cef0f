//! What a caller passes: judged before anything reads it.

use std::ffi::c_char;
use std::slice;

use licence_core::check::CheckQuery;
use licence_core::request;
use licence_core::time::Timestamp;

use crate::failure::{Failure, LicenceStatus};

/// The longest text of a question, in bytes. A hostname has 253 characters and a number 64.
const MAX_TEXT_BYTES: usize = 64 * 1024;

/// What a question is about.
#[repr(u8)]
#[derive(Clone, Copy, Debug)]
pub enum LicenceSubject {
    /// A bare hostname.
    Domain = 0,
    /// A licence number, or an account number of the UK register.
    LicenceNumber = 1,
}

/// A text of the caller, in UTF-8 and without a zero at its end.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LicenceInput {
    /// Its first byte.
    pub data: *const c_char,
    /// Its bytes.
    pub length: usize,
}

/// # Safety
/// `data` is null, or points to `length` values that nobody changes while the slice is in use.
pub(crate) unsafe fn values<'a, T>(
    data: *const T,
    length: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if data.is_null() {
        return Err(Failure::argument(format!("{name} is null")));
    }
    let most = isize::MAX as usize / size_of::<T>();
    if length > most || !data.is_aligned() {
        let error = format!("{name}: the length {length} is over {most}, or it is not aligned");
        return Err(Failure::argument(error));
    }
    // SAFETY: `data` is aligned and not null, the values take at most isize::MAX bytes, and the
    // caller promises that they are there and stay as they are.
    Ok(unsafe { slice::from_raw_parts(data, length) })
}

/// # Safety
/// As [`values`].
pub(crate) unsafe fn text<'a>(data: *const c_char, length: usize) -> Result<&'a str, Failure> {
    if length > MAX_TEXT_BYTES {
        let error = format!("the text has {length} bytes, more than {MAX_TEXT_BYTES}");
        return Err(Failure::argument(error));
    }
    // SAFETY: the promise of the caller.
    let bytes = unsafe { values(data.cast::<u8>(), length, "the text")? };
    str::from_utf8(bytes).map_err(|error| {
        let message = format!("the text is not UTF-8 from byte {} on", error.valid_up_to());
        Failure::new(LicenceStatus::NotUtf8, message)
    })
}

/// # Safety
/// As [`values`].
pub(crate) unsafe fn query(
    subject: u8,
    data: *const c_char,
    length: usize,
) -> Result<CheckQuery, Failure> {
    const DOMAIN: u8 = LicenceSubject::Domain as u8;
    const LICENCE_NUMBER: u8 = LicenceSubject::LicenceNumber as u8;
    // SAFETY: the promise of the caller.
    let text = unsafe { text(data, length)? };
    match subject {
        DOMAIN => Ok(request::domain(text)?),
        LICENCE_NUMBER => Ok(request::licence_number(text)?),
        _ => Err(Failure::argument(format!("the subject {subject} is neither 0 nor 1"))),
    }
}

pub(crate) fn instant(now_ms: i64) -> Result<Timestamp, Failure> {
    Timestamp::from_epoch_millis(now_ms).ok_or_else(|| {
        Failure::argument(format!("{now_ms} ms since 1970 is outside the years 0 to 9999"))
    })
}
