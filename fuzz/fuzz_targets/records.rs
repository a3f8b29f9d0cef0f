//! The records of all registers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::catalogue::Catalogue;
use licence_fuzz::ask;

fuzz_target!(|input: &[u8]| {
    let records = [b"licence-records 1\n", input].concat();
    if let Ok(catalogue) = Catalogue::from_records(&records) {
        assert_eq!(catalogue.verify(), Ok(()));
        ask(&catalogue);
    }
});
