//! The neutral form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::register::reading::RegisterReading;
use licence_fuzz::check_reading;

fuzz_target!(|input: &[u8]| {
    if let Ok(reading) = RegisterReading::from_json(input, "reading.json") {
        assert_eq!(reading.validate("reading.json"), Ok(()));
        check_reading(&reading);
    }
});
