use serde_json::json;

use super::fixture::*;
use crate::jurisdiction::JurisdictionCode;
use crate::provenance::SourceKind;
use crate::register::cw::SOURCE_URL;
use crate::register::pdf_text::tests::pdf;
use crate::register::tests::listed;
use crate::status::LicenceStatus::{Active, Expired, Pending, Revoked, Suspended, Unknown};
use crate::status::wording::classify;

const HEAD: &str = "OGL/2024/894/1037 Quayside Games B.V. B2C 160873 ";

#[test]
fn a_row_of_the_guide_is_read() {
    let row = "OGL/ 2024/894/1037 Quayside Games B.V. B2C 160873 January 14, 2026 July 14, 2026 \
               Assessment in progress";
    let reading = read_text(&register(&[row])).unwrap();
    assert_eq!(reading.jurisdiction, JurisdictionCode::Cw);
    assert!(reading.complete);
    assert_eq!(reading.source_kind, SourceKind::Scraped);
    assert_eq!(reading.source_url.as_deref(), Some(SOURCE_URL));
    let expected = listed(json!({
        "operator": { "upstream_id": "160873", "name": "Quayside Games B.V." },
        "license_number": "OGL/2024/894/1037", "status_text": "Assessment in progress",
        "license_types": ["B2C"], "license_type_raw": "B2C",
        "issued_date": "2026-01-14", "expiry_date": "2026-07-14",
        "raw_data": {
            "License number": "OGL/ 2024/894/1037", "Company registration number": "160873",
            "Issued": "January 14, 2026", "Expires": "July 14, 2026",
        },
        "domains_complete": false,
    }));
    assert_eq!(reading.licences, [expected]);
}

#[test]
fn dates_and_statuses_are_read_in_all_their_forms() {
    let (january, july) = (["2026-01-14", ""], ["2026-01-14", "2026-07-14"]);
    let (may, until_july) = (["2025-05-19", ""], ["2025-05-19", "2026-07-01"]);
    for (dates, status_text, [issued, expiry], status) in [
        ("January 14, 2026 July 14, 2026", "", july, Active),
        ("May19, 2026 November19, 2026", "", ["2026-05-19", "2026-11-19"], Active),
        ("September 26 ,2025 March 26 ,2026", "", ["2025-09-26", "2026-03-26"], Active),
        ("September 26,2025 March 26 , 2026", "", ["2025-09-26", "2026-03-26"], Active),
        ("January 14, 2026 N/A", "", january, Active),
        ("January 14, 2026 N/A", "Indefinite", january, Active),
        ("January 14, 2026", "Indefinite", january, Active),
        ("January 14, 2026 N/A", "Inde\u{fb01}nite", january, Active),
        ("January 14, 2026 Indefinite", "Indefinite", january, Active),
        ("January 14, 2026 Indefinite", "Suspended", january, Suspended),
        ("January 14, 2026 July 14, 2026", "Expired", july, Expired),
        ("January 14, 2026 July 14, 2026", "Suspended", july, Suspended),
        ("January 14, 2026 N/A", "Assessment in progress", january, Pending),
        ("January 14, 2026", "Revoked on February 6, 2026", january, Revoked),
        ("May19, 2025", "License has been revoked per December 3 ,2025", may, Revoked),
        ("May 19, 2025 July 1, 2026", "License has been revoked", until_july, Revoked),
        ("May 19, 2025 July 1, 2026", "Revoked (appeal pending)", until_july, Revoked),
        ("May 19, 2025", "License revoked", may, Revoked),
        ("May 19, 2025 July 1, 2026", "Revoked on May 2, 2026", until_july, Revoked),
        ("May 19, 2025", "OGL/2024/894/1037 was revoked on May 2, 2026", may, Revoked),
        ("May 19, 2025", "License revoked by the CGA on May 2, 2026", may, Revoked),
        ("N/A N/A", "Withdrawn on request", ["", ""], Unknown),
        ("14/01/2026 14/07/2026", "", july, Active),
    ] {
        let cells = format!("{dates} {status_text}");
        let licence = only(&format!("{HEAD}{cells}"), &[]);
        assert_eq!(licence.issued_date, issued.parse().ok(), "{cells}");
        assert_eq!(licence.expiry_date, expiry.parse().ok(), "{cells}");
        let found = licence.status_text.as_deref();
        assert_eq!(found.unwrap_or_default(), status_text.replace('\u{fb01}', "fi"), "{cells}");
        assert_ne!(found, Some(""), "{cells}");
        assert_eq!(classify(JurisdictionCode::Cw, found, None).status, status, "{cells}");
    }
}

#[test]
fn a_text_in_the_place_of_a_date_is_a_remark() {
    for (issued, expires, status, expected) in [
        ("January 14, 2026", "Revoked 18, 2026", "", "Expires: Revoked 18, 2026"),
        ("January 14, 2026", "December 38, 2026", "", "Expires: December 38, 2026"),
        ("Decembr 18, 2025", "N/A", "Indefinite", "Indefinite; Issued: Decembr 18, 2025"),
        (
            "Febuary 28, 2026",
            "June 31, 2026",
            "Suspended",
            "Suspended; Issued: Febuary 28, 2026; Expires: June 31, 2026",
        ),
    ] {
        let licence = only(&format!("{HEAD}{issued} {expires} {status}"), &[]);
        let found = licence.status_text.as_deref();
        assert_eq!(found, Some(expected));
        assert_eq!(classify(JurisdictionCode::Cw, found, None).status, Unknown, "{expected}");
        assert_eq!(licence.raw_data["Issued"], issued);
        assert_eq!(licence.raw_data["Expires"], expires);
    }
}

#[test]
fn numbers_names_and_types_are_read_in_all_their_forms() {
    for (number, name, kind, registration, types) in [
        ("OGL/2023/174/0082", "Dune N.V.", "B2C", "152125", &["B2C"][..]),
        ("OGL/2024/12/618", "Dune N.V.", "B2B", "52125", &["B2B"]),
        ("CGA/2025/1/0001", "Dune N.V.", "B2C & B2B", "152125", &["B2C", "B2B"]),
        ("CGA/2025/1/0001", "Dune N.V.", "B2C, B2B", "152125", &["B2C", "B2B"]),
        ("CGA/2025/1/0001", "Dune N.V.", "B2C; B2B", "152125", &["B2C", "B2B"]),
        ("CGA/2025/1/0001", "Dune N.V.", "B2C B2B", "152125", &["B2C", "B2B"]),
        ("CGA/2025/1/0001", "Dune N.V.", "B2C | B2B", "152125", &["B2C", "B2B"]),
        ("ogl / 2024 / 1 / 0001", "Dune N.V.", "B2B & B2C", "152125", &["B2B", "B2C"]),
        ("OGL/2024/1/ 0001", "Dune N.V.", "B2B&B2C", "152125", &["B2B", "B2C"]),
        ("OGL/2024/1/0001", "978 Dune\u{a0}N.V,", "B2C", "152125", &["B2C"]),
        ("OGL/2024/1/0001", "Alpha B2B Solutions N.V.", "B2C", "152125", &["B2C"]),
        ("OGL/2024/1/0001", "Jack\u{2019}s House B.V.", "B2C", "N/A", &["B2C"]),
        ("OGL/2024/1/0001", "Games & More B.V.", "B2C", "", &["B2C"]),
    ] {
        let row = format!("{number} {name} {kind} {registration} January 14, 2026 July 14, 2026");
        let licence = only(&row, &[]);
        let compact = number.replace(' ', "").to_uppercase();
        assert_eq!(licence.license_number, Some(compact), "{row}");
        assert_eq!(licence.operator.name, name.replace('\u{a0}', " "), "{row}");
        assert_eq!(licence.license_type_raw.as_deref(), Some(kind), "{row}");
        assert_eq!(licence.license_types, types, "{row}");
        assert_eq!(licence.expiry_date, "2026-07-14".parse().ok(), "{row}");
    }
}

/// Rows that wrap, a running number on a line of its own, titles and page numbers repeated, a
/// footer on every page, a sentence over two pages.
#[test]
fn lines_and_pages_do_not_matter() {
    let plain = register(&[
        "OGL/2024/1/0001 Harbour Lantern International Entertainment N.V. B2C 150001 January 14, 2026 July 14, 2026 Assessment in progress",
        "OGL/2024/2/0002 Dune N.V. B2B 150002 May 19, 2026 November 19, 2026",
        "OGL/2024/3/0003 Heath B.V. B2C 150003 May 19, 2025 License revoked by decision of January 20, 2026",
        "OGL/2024/4/0004 Moor B.V. B2C & B2B 150004 May 19, 2025 N/A Indefinite",
    ]);
    let title = "Cura\u{e7}ao Gaming Authority\nOGL License Registry\n";
    let titles = "No.\nLicense number\nLicensee\nCompany type\nCompany registration\nnumber\nIssued\nExpires Status\n";
    let wrapped = format!(
        "{title}{titles}1.\nOGL/\n2024/1/0001 Harbour Lantern\nInternational\n\n  Entertainment N.V. B2C 150001 January\n14, 2026 July 14,\n2026 Assessment in\nprogress\n\
         2.OGL/2024/2/0002 Dune N.V. B2B 150002 May 19, 2026 November 19, 2026\nPublished on July 22, 2026\nPage 1 of 3\n\u{c}{title}{titles}\
         3. OGL/2024/3/0003 Heath B.V. B2C 150003 May 19, 2025 License revoked\nPublished on July 22, 2026\nPage 2 of 3\n\u{c}{title}{titles}by decision of\nJanuary 20, 2026\n\
         4 OGL/2024/4/0004 Moor B.V. B2C &\nB2B 150004 May 19, 2025 N/A Indefinite\nPublished on July 22, 2026\nPage 3 of 3\n\u{c}"
    );
    let expected = read_text(&plain).unwrap();
    let mut found = read_text(&wrapped).unwrap();
    assert_eq!(
        found.licences[0].raw_data.remove("License number"),
        Some(json!("OGL/ 2024/1/0001"))
    );
    assert_eq!(found, expected);
    let pages: Vec<Vec<_>> = wrapped.split('\u{c}').map(|page| page.lines().collect()).collect();
    let mut of_pdf = read_files(&[file("r.pdf", pdf(&pages[..3]))]).unwrap();
    of_pdf.licences[0].raw_data.remove("License number");
    assert_eq!(of_pdf, expected);
}

#[test]
fn a_name_may_wrap_in_its_cell() {
    let row = "OGL/2024/1/0001 Harbour Lantern N.V. B2C 150001 January 14, 2026 July 14, 2026";
    for status in ["", " Assessment in progress"] {
        let whole = register(&[
            &format!("{row}{status}"),
            "OGL/2024/2/0002 Dune N.V. B2B 150002 May 19, 2026 N/A",
        ]);
        for end in ["N.V.", "Lantern N.V."] {
            let wrapped = whole.replacen(&format!(" {end} B2C"), " B2C", 1);
            let wrapped = wrapped.replacen("\n2. ", &format!("\n{end}\n2. "), 1);
            assert_eq!(read_text(&wrapped), read_text(&whole), "{wrapped}");
        }
    }
    let two_forms = register(&[&row.replace(" N.V.", " Limited N.V.")]);
    let wrapped = two_forms.replacen(" N.V. B2C", " B2C", 1) + "N.V.\n";
    assert_eq!(read_text(&wrapped), read_text(&two_forms));
    let without_form = row.replace(" N.V.", "");
    for line in ["Suspended N.V.", "Transferred to Bright N.V.", "see Dune N.V."] {
        let other = register(&[&without_form]) + line + "\n";
        assert!(fault(&other).contains(&format!("the heading {line:?}")), "{}", fault(&other));
    }
}

#[test]
fn the_foot_of_a_page_is_no_row() {
    let row = format!("{HEAD}January 14, 2026 N/A");
    for foot in [
        "www.cga.cw",
        "https://www.cga.cw",
        "Date: 20-11-2026",
        "Version 20 November 2026",
        "1 | P a g e",
    ] {
        let text = register(&[&row]) + foot + "\n";
        assert_eq!(read_text(&text), read_text(&register(&[&row])), "{foot}");
    }
}

#[test]
fn the_day_of_the_register_may_be_over_its_table() {
    let plain = register(&[&format!("{HEAD}January 14, 2026 N/A")]);
    for day in [
        "As of November 24, 2026",
        "Updated on November 24, 2026",
        "24 November 2026",
        "OGL License Registry November 24, 2026",
    ] {
        let dated = plain.replace("\nNo.", &format!("\n{day}\nNo."));
        assert_eq!(read_text(&dated), read_text(&plain), "{day}");
    }
    let other = plain.replace("\nNo.", "\nRevoked as of November 24, 2026\nNo.");
    assert!(fault(&other).contains("the heading \"Revoked as of November 24, 2026\""));
}

#[test]
fn titles_may_wrap() {
    let row = format!("{HEAD}January 14, 2026 N/A");
    for (title, wrapped) in [
        ("Company type", "Company\ntype"),
        ("Company registration number", "Company\nregistration\nnumber"),
        ("License number", "License\nnumber"),
    ] {
        let wrapped = register(&[&row]).replace(title, wrapped);
        assert_eq!(read_text(&wrapped), read_text(&register(&[&row])), "{title}");
    }
    let other = register(&[&row]).replace("Licensee ", "Licensee Company\nRegion ");
    let refused = "register.txt: the column \"company region\" is not known";
    assert!(read_text(&other).unwrap_err().to_string().starts_with(refused));
}

#[test]
fn a_pdf_called_by_its_address_is_the_source_of_the_status() {
    let text = register(&[&format!("{HEAD}January 14, 2026 N/A")]);
    let bytes = pdf(&[text.lines().collect()]);
    let address = "https://gamingcontrol.spin-cdn.com/media/license_registry/20260722_ogl.pdf";
    for (name, source) in [
        (address, Some(address)),
        ("https://bad.example/20260722_ogl.pdf", None),
        ("20260722_ogl.pdf", None),
    ] {
        let reading = read_files(&[file(name, &bytes)]).unwrap();
        assert_eq!(reading.licences[0].status_source_url.as_deref(), source);
    }
}
