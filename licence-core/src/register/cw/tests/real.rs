//! The register of early 2026 as a public project read it, put back into the regulator's form.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;

use super::fixture::*;
use crate::register::SourceFile;
use crate::register::layout::company_key as name_key;
use crate::register::pdf_text::tests::pdf;
use crate::register::reading::ListedLicence;
use crate::time::Date;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/registers/CW");

type Line = HashMap<String, String>;

fn real(name: &str) -> Option<String> {
    let text = fs::read_to_string(format!("{FOLDER}/{name}")).ok();
    if text.is_none() {
        println!("skipped: there is no {FOLDER}/{name}");
    }
    text
}

fn lines(csv: &str) -> Vec<Line> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

fn date(text: &str) -> Option<Date> {
    chrono::NaiveDate::parse_from_str(text, "%B %d, %Y").ok()?.to_string().parse().ok()
}

/// The row in the regulator's form, with one of its slips in every few rows.
fn rendered(index: usize, row: &Line) -> String {
    let slip = |text: &str| match index % 5 {
        0 => text.replacen(' ', "", 1),
        1 => text.replacen(',', " ,", 1).replacen(", ", ",", 1),
        _ => text.to_owned(),
    };
    let number = if index.is_multiple_of(7) {
        row["licence"].replace("OGL/", "OGL/ ")
    } else {
        row["licence"].clone()
    };
    let end = expected_status(row);
    let end = match row["status"].as_str() {
        "revoked" => end.unwrap(),
        _ => [Some(slip(&row["expires"])), end].into_iter().flatten().collect::<Vec<_>>().join(" "),
    };
    let (company, kind, registration) = (&row["company"], &row["type"], &row["company_reg"]);
    let text = format!("{number} {company} {kind} {registration} {} {end}", slip(&row["issued"]));
    let broken =
        if index.is_multiple_of(3) { text.replacen(' ', "\n", 1 + index % 9) } else { text };
    format!("{}. {broken}\n", index + 1)
}

fn expected_status(row: &Line) -> Option<String> {
    match (row["status"].as_str(), row["revoked_on"].as_str()) {
        ("active", _) => None,
        ("revoked", "") => Some("License has been revoked".to_owned()),
        ("revoked", on) => Some(format!("License has been revoked on {on}")),
        _ => Some("Assessment in progress".to_owned()),
    }
}

fn assert_is(licence: &ListedLicence, row: &Line) {
    assert_eq!(licence.license_number.as_ref(), Some(&row["licence"]));
    assert_eq!(licence.operator.name, row["company"]);
    assert_eq!(licence.operator.upstream_id.as_ref(), Some(&row["company_reg"]));
    assert_eq!(licence.license_types, [row["type"].as_str()]);
    assert_eq!(licence.issued_date, date(&row["issued"]));
    assert_eq!(licence.expiry_date, date(&row["expires"]));
    assert_eq!(licence.status_text, expected_status(row), "{row:?}");
}

#[test]
fn the_real_register_comes_back_row_by_row() {
    let Some(csv) = real("curacao-register.csv") else { return };
    let rows = lines(&csv);
    let mut pages = Vec::new();
    for (page, chunk) in rows.chunks(26).enumerate() {
        let cells: String =
            chunk.iter().enumerate().map(|(at, row)| rendered(page * 26 + at, row)).collect();
        let of = rows.len().div_ceil(26);
        pages.push(format!(
            "OGL License Registry\nNo. {TITLES}\n{cells}Page {} of {of}\n",
            page + 1
        ));
    }
    let text = read_text(&pages.join("\u{c}")).unwrap();
    assert_eq!(text.licences.len(), rows.len());
    text.licences.iter().zip(&rows).for_each(|(licence, row)| assert_is(licence, row));
    let pages: Vec<Vec<_>> = pages.iter().map(|page| page.lines().collect()).collect();
    assert_eq!(read_files(&[file("r.pdf", pdf(&pages))]).unwrap(), text);
    println!("{} rows", rows.len());
}

fn certificate(entry: &Value, extra: &str) -> SourceFile {
    let texts = entry["domains"].as_array().unwrap().iter().map(|domain| domain.as_str().unwrap());
    let domains: Vec<_> = texts.collect();
    let token = entry["licence"].as_str().unwrap().rsplit('/').next().unwrap();
    let name = format!("https://cert.cga.cw/token?id={}", token.trim_start_matches('0'));
    licence_page(&name, entry["certCompany"].as_str().unwrap(), extra, &domains)
}

#[test]
fn the_real_certificates_find_their_licences() {
    let (Some(csv), Some(json)) = (real("curacao-register.csv"), real("curacao-expanded.json"))
    else {
        return;
    };
    let rows = lines(&csv);
    let entries: Vec<Value> = serde_json::from_str(&json).unwrap();
    let register: String = rows.iter().enumerate().map(|(at, row)| rendered(at, row)).collect();
    let register = file("r.txt", format!("No. {TITLES}\n{register}"));
    for is_numbered in [true, false] {
        let mut files = vec![register.clone()];
        files.extend(entries.iter().map(|entry| {
            let number = format!("under license number {}", entry["licence"].as_str().unwrap());
            certificate(entry, if is_numbered { &number } else { "" })
        }));
        let licences = read_files(&files).unwrap().licences;
        let found: HashMap<_, _> =
            licences.iter().map(|l| (l.license_number.as_deref().unwrap(), l)).collect();
        let mut left_out = 0;
        for entry in &entries {
            let licence = found[entry["licence"].as_str().unwrap()];
            let is_same = name_key(&licence.operator.name)
                == name_key(entry["certCompany"].as_str().unwrap());
            let mut domains: Vec<_> =
                licence.domains.iter().map(|domain| domain.domain.as_str()).collect();
            domains.sort_unstable();
            if is_numbered || is_same {
                let mut expected: Vec<_> = entry["domains"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|domain| domain.as_str().unwrap())
                    .collect();
                expected.sort_unstable();
                expected.dedup();
                assert_eq!(domains, expected, "{entry}");
                assert!(licence.domains_complete);
            } else {
                left_out += 1;
                assert!(domains.is_empty() && !licence.domains_complete, "{entry}");
            }
        }
        println!("{} certificates, {left_out} of another name left out", entries.len());
    }
}
