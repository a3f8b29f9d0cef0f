//! Texts that a caller gets: copies that it frees.

use std::ffi::c_char;
use std::ptr;

use crate::failure::{Failure, LicenceStatus};

/// A text that belongs to the caller, who ends it with licence_text_free().
#[repr(C)]
#[derive(Debug)]
pub struct LicenceText {
    /// UTF-8 with a zero at its end; null without a text.
    pub data: *mut c_char,
    /// Its bytes without that zero.
    pub length: usize,
}

impl LicenceText {
    const NONE: Self = Self { data: ptr::null_mut(), length: 0 };

    fn new(mut text: Vec<u8>) -> Self {
        let length = text.len();
        text.push(0);
        Self { data: Box::into_raw(text.into_boxed_slice()).cast(), length }
    }
}

/// Writes what a function answers, or its message, and returns its status.
///
/// # Safety
/// `place` is null or may be written.
pub(crate) unsafe fn hand_over(
    outcome: Result<Option<Vec<u8>>, Failure>,
    place: *mut LicenceText,
) -> LicenceStatus {
    let (status, text) = match outcome {
        Ok(answer) => (LicenceStatus::Ok, answer),
        Err(failure) => (failure.status, Some(failure.message.into_bytes())),
    };
    if !place.is_null() {
        // SAFETY: the caller promises that a place that is not null may be written.
        unsafe { place.write(text.map_or(LicenceText::NONE, LicenceText::new)) };
    }
    status
}

/// Frees a text and sets it to null. A null pointer and a text that is null are left alone.
///
/// # Safety
/// The text is as a function of this library wrote it, and is not in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn licence_text_free(text: *mut LicenceText) {
    if text.is_null() {
        return;
    }
    // SAFETY: the caller promises that the text is there and that nobody else uses it.
    let LicenceText { data, length } = unsafe { text.replace(LicenceText::NONE) };
    if !data.is_null() {
        let bytes = ptr::slice_from_raw_parts_mut(data.cast::<u8>(), length + 1);
        // SAFETY: `LicenceText::new` gave away a box of these bytes, and null is written above, so
        // that it is taken back once.
        drop(unsafe { Box::from_raw(bytes) });
    }
}
