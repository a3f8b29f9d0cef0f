//! A catalogue file: opened as it is, and with a head that fits; then asked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::catalogue::Catalogue;
use licence_fuzz::{ask, with_fitting_head};

fuzz_target!(|input: &[u8]| {
    let _ = Catalogue::from_bytes(input.to_vec());
    if let Ok(catalogue) = Catalogue::from_bytes(with_fitting_head(input)) {
        ask(&catalogue);
    }
});
