//! What to fetch next: a page that leads on, for each register.
#![no_main]

use libfuzzer_sys::fuzz_target;
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::SourceFile;
use licence_core::register::sources::{check_link, cw_certificate_urls, follow_ups};

fuzz_target!(|input: &[u8]| {
    let page = SourceFile {
        name: "https://www.cga.cw/en/register/download".to_owned(),
        bytes: input.to_vec(),
    };
    for code in JurisdictionCode::ALL {
        let found = follow_ups(*code, &page).unwrap_or_default();
        found.iter().for_each(|link| assert_eq!(check_link(*code, &page.name, link), Ok(())));
    }
    if let Ok(text) = std::str::from_utf8(input) {
        let numbers: Vec<_> = text.lines().map(str::to_owned).collect();
        let _ = cw_certificate_urls(&page.name, &numbers);
    }
});
