#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::jurisdiction::JurisdictionCode;
use licence_fuzz::{check, files, leave_out_caught_panics};

fuzz_target!(init: leave_out_caught_panics(), |input: &[u8]| check(JurisdictionCode::Cw, files(input)));
