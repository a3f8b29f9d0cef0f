//! Pages, spreadsheets, and the XML of a sheet, which is put into a spreadsheet.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::jurisdiction::JurisdictionCode;
use licence_fuzz::{check, files, leave_out_caught_panics, with_workbooks};

fuzz_target!(init: leave_out_caught_panics(), |input: &[u8]| {
    check(JurisdictionCode::Iom, with_workbooks(files(input)));
});
