//! Opening and closing catalogues.

use std::ffi::{CStr, c_char};
use std::fs;

use licence_core::catalogue::Catalogue;

use crate::failure::{Failure, LicenceStatus, caught};
use crate::input::values;
use crate::text::{LicenceText, hand_over};

/// An open catalogue. It never changes: any number of threads may ask it at once.
pub struct LicenceCatalogue {
    pub(crate) catalogue: Catalogue,
}

/// Opens the bytes of a catalogue, or builds the catalogue of records. The bytes are copied.
///
/// On success `*catalogue` is to be ended with licence_free(). Otherwise it is null, and `*error`
/// has the message; `error` may be null.
///
/// # Safety
/// `bytes` points to `length` bytes. `catalogue` and `error` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn licence_open(
    bytes: *const u8,
    length: usize,
    catalogue: *mut *mut LicenceCatalogue,
    error: *mut LicenceText,
) -> LicenceStatus {
    let opened = caught(|| {
        // SAFETY: the promise of the caller.
        let bytes = unsafe { values(bytes, length, "bytes")? };
        Ok(Catalogue::from_published(bytes.to_vec())?)
    });
    // SAFETY: the promise of the caller.
    unsafe { hand_over_catalogue(opened, catalogue, error) }
}

/// Opens a file as licence_open() opens its bytes. The file is read whole and closed: who replaces
/// it, by a new file under the same name, disturbs nobody.
///
/// # Safety
/// `path` is UTF-8 with a zero at its end. `catalogue` and `error` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn licence_open_file(
    path: *const c_char,
    catalogue: *mut *mut LicenceCatalogue,
    error: *mut LicenceText,
) -> LicenceStatus {
    let opened = caught(|| {
        if path.is_null() {
            return Err(Failure::argument("path is null"));
        }
        // SAFETY: it is not null, and the caller promises the zero at its end.
        let path = unsafe { CStr::from_ptr(path) }.to_str();
        let not_utf8 = |_| Failure::new(LicenceStatus::NotUtf8, "path is not UTF-8");
        let path = path.map_err(not_utf8)?;
        let unreadable = |error| {
            let message = format!("{path}: it cannot be read: {error}");
            Failure::new(LicenceStatus::UnreadableFile, message)
        };
        let opened = Catalogue::from_published(fs::read(path).map_err(unreadable)?);
        opened.map_err(|error| {
            let failure = Failure::from(error);
            Failure::new(failure.status, format!("{path}: {}", failure.message))
        })
    });
    // SAFETY: the promise of the caller.
    unsafe { hand_over_catalogue(opened, catalogue, error) }
}

/// # Safety
/// `place` and `error` are null or may be written.
unsafe fn hand_over_catalogue(
    opened: Result<Catalogue, Failure>,
    place: *mut *mut LicenceCatalogue,
    error: *mut LicenceText,
) -> LicenceStatus {
    let opened = match opened {
        _ if place.is_null() => Err(Failure::argument("catalogue is null")),
        opened => opened,
    };
    let outcome = opened.map(|catalogue| Box::into_raw(Box::new(LicenceCatalogue { catalogue })));
    if !place.is_null() {
        // SAFETY: it is not null, and the caller promises that it may be written.
        unsafe { place.write(*outcome.as_ref().unwrap_or(&std::ptr::null_mut())) };
    }
    // SAFETY: the promise of the caller.
    unsafe { hand_over(outcome.map(|_| None), error) }
}

/// Ends a catalogue. Null is left alone. Texts that were answered from it stay.
///
/// # Safety
/// `catalogue` came from licence_open() or licence_open_file(), is ended once, and no thread is
/// asking it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn licence_free(catalogue: *mut LicenceCatalogue) {
    if !catalogue.is_null() {
        // SAFETY: `hand_over_catalogue` gave away this box, and the caller ends it once.
        drop(unsafe { Box::from_raw(catalogue) });
    }
}
