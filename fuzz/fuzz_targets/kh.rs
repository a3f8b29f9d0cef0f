#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::jurisdiction::JurisdictionCode;
use licence_fuzz::{check, files};

fuzz_target!(|input: &[u8]| check(JurisdictionCode::Kh, files(input)));
