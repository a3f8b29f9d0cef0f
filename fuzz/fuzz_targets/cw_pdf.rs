//! A PDF as it stands, and the input as the content of a page: after the first separator follow
//! further objects, the first of them a font, the second a form.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::SourceFile;
use licence_fuzz::{check, leave_out_caught_panics, pdf_of, pieces};

fuzz_target!(init: leave_out_caught_panics(), |input: &[u8]| {
    let bytes = match input.starts_with(b"%PDF-") {
        true => input.to_vec(),
        false => match pieces(input)[..] {
            [] => return,
            [content, ref objects @ ..] => pdf_of(content, objects),
        },
    };
    check(JurisdictionCode::Cw, vec![SourceFile { name: "register.pdf".to_owned(), bytes }]);
});
