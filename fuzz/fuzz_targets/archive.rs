//! An archive as it stands, and the pieces of the input in an archive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::SourceFile;
use licence_fuzz::{check, pieces, zip_of};

fuzz_target!(|input: &[u8]| {
    let bytes = match input.starts_with(b"PK") {
        true => input.to_vec(),
        false => {
            let names = ["a.csv", "b/c.csv", "d.csv", "__MACOSX/._d.csv", "e.csv"];
            zip_of(&names.into_iter().zip(pieces(input)).collect::<Vec<_>>())
        }
    };
    let files = vec![SourceFile { name: "register.zip".to_owned(), bytes }];
    check(JurisdictionCode::Ukgc, files.clone());
    check(JurisdictionCode::Tgc, files);
});
