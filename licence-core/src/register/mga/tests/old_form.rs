use serde_json::json;

use super::fixture::{B2C, domains, file, guid, message, read_files, seal, statuses};
use crate::register::SourceFile;

/// `Results1.aspx` with these arrays.
fn results(arrays: &[(&str, &str)]) -> SourceFile {
    let arrays: String =
        arrays.iter().map(|(name, texts)| format!("var vArray{name} = {texts};\n")).collect();
    file(
        "Results1.aspx",
        format!(
            "<html><head><title>Licensee Register</title></head><body>\
             <script src=\"list.min.js\"></script><script>\n{arrays}var n = vArrayStatus.length;\
             </script></body></html>"
        ),
    )
}

fn two() -> Vec<(&'static str, String)> {
    let (one, two) = (guid(1), guid(2).to_uppercase());
    vec![
        ("CompanyName", r"['Lantern &amp; Sons Ltd', 'Mill\'s  Ltd']".into()),
        ("LicenceNumber", "['MGA/CL1/123/2004', 'MGA/B2C/2/2020']".into()),
        ("LicenceClass", "['Class 1 on 4', 'Type 1']".into()),
        ("RegNumber", "['C 1234', '']".into()),
        ("CompanySeal", format!("['{one}', '{two}', '{one}', '{two}']")),
        ("Status", "['Surrendered', 'Licensed']".into()),
        ("TerminationDate", "['', '']".into()),
        ("Email", "['someone@lantern.example', '']".into()),
    ]
}

fn page(arrays: &[(&str, String)]) -> SourceFile {
    results(&arrays.iter().map(|(name, texts)| (*name, texts.as_str())).collect::<Vec<_>>())
}

#[test]
fn the_arrays_are_a_complete_list() {
    let files = [
        page(&two()),
        seal(2, "Mill's Ltd", &[["MGA/B2C/2/2020", B2C, "Licensed"]], &["https://mill.example"])
            .file(),
    ];
    let reading = read_files(&files).unwrap();
    assert!(reading.complete);
    assert_eq!(
        statuses(&reading.licences),
        [("MGA/CL1/123/2004", Some("Surrendered")), ("MGA/B2C/2/2020", Some("Licensed"))]
    );
    assert_eq!(
        domains(&reading.licences),
        [
            ("MGA/CL1/123/2004", String::new(), false),
            ("MGA/B2C/2/2020", "https://mill.example".to_owned(), true)
        ]
    );
    let [first, second] = <[_; 2]>::try_from(reading.licences).unwrap();
    assert_eq!(
        (first.operator.name.as_str(), second.operator.name.as_str()),
        ("Lantern & Sons Ltd", "Mill's Ltd")
    );
    assert_eq!(first.operator.upstream_id, Some(guid(1)));
    assert_eq!(first.license_types, ["Class 1 on 4"]);
    assert_eq!(
        first.raw_data,
        json!({ "Registration Number": "C 1234" }).as_object().unwrap().clone()
    );
}

#[test]
fn arrays_that_do_not_fit_are_refused() {
    let one = guid(1);
    for (name, texts, expected) in [
        (
            "Status",
            "['Licensed']",
            "Results1.aspx: vArrayStatus has 1 entries, vArrayCompanyName has 2".to_owned(),
        ),
        (
            "CompanySeal",
            "['a', 'b', 'c']",
            "Results1.aspx: vArrayCompanySeal has 3 entries, vArrayCompanyName has 2".to_owned(),
        ),
        (
            "CompanySeal",
            "['a', 'b', 'b', 'a']",
            "Results1.aspx: the halves of vArrayCompanySeal differ".to_owned(),
        ),
        ("CompanyName", "[]", "Results1.aspx: vArrayCompanyName is empty".to_owned()),
        (
            "LicenceNumber",
            "['MGA/CL1/123/2004', 'MGA/B2C",
            "Results1.aspx: vArrayLicenceNumber is missing or no array of texts".to_owned(),
        ),
        (
            "Status",
            "['Licensed', 'MGA/B2C/2/2020']",
            "Results1.aspx: entry 2: the status of MGA/B2C/2/2020 is \"MGA/B2C/2/2020\", no status"
                .to_owned(),
        ),
        (
            "CompanyName",
            "['C 12345', 'Mill']",
            "Results1.aspx: entry 1: the company is \"C 12345\", no name".to_owned(),
        ),
    ] {
        let mut arrays = two();
        arrays.iter_mut().find(|(of, _)| *of == name).unwrap().1 = texts.to_owned();
        assert_eq!(message(&[page(&arrays)]), expected);
    }
    let mut without = two();
    without.retain(|(name, _)| *name != "Status");
    assert_eq!(
        message(&[page(&without)]),
        "Results1.aspx: vArrayStatus is missing or no array of texts"
    );
    let mut once = two();
    once[4].1 = format!("['{one}', null]");
    assert_eq!(read_files(&[page(&once)]).unwrap().licences.len(), 2);
}
