//! The text that a publisher signs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::records::Manifest;

fuzz_target!(|input: &str| {
    if let Ok(manifest) = input.parse::<Manifest>() {
        assert_eq!(manifest.to_string().parse(), Ok(manifest));
    }
});
