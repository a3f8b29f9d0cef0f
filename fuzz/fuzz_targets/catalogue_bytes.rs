//! A catalogue file: opened with a checksum that fits, then asked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::catalogue::Catalogue;
use licence_fuzz::ask;

fuzz_target!(|input: &[u8]| {
    if let Ok(catalogue) = Catalogue::from_bytes(input.to_vec()) {
        ask(&catalogue);
    }
});
