//! The real seals of October 2026, put back into pages.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::fixture::{SealPage, list, panel, read_files};
use crate::register::SourceFile;

const SEALS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../shared/registers/MGA/dynamic-seals-2026-10-07.jsonl"
);

fn seals() -> Option<Vec<Value>> {
    if !Path::new(SEALS).exists() {
        println!("skipped: {SEALS} is not there");
        return None;
    }
    let text = std::fs::read_to_string(SEALS).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn page(seal: &Value) -> SourceFile {
    let guid = seal["seal"].as_str().unwrap();
    let text = |licence: &Value, key: &str| licence[key].as_str().unwrap().to_owned();
    let links =
        texts(&seal["website_urls"]).into_iter().map(|url| format!("<a href=\"{url}\">{url}</a>"));
    SealPage {
        name: format!("{guid}.html"),
        company: seal["company"].as_str().map_or(format!("Company of {guid}"), str::to_owned),
        action: String::new(),
        licences: seal["licences"]
            .as_array()
            .unwrap()
            .iter()
            .map(|licence| ["number", "type", "status"].map(|key| text(licence, key)))
            .collect(),
        verticals: texts(&seal["verticals"]).iter().map(|v| format!("• {v}<br>")).collect(),
        websites: Some(links.collect()),
    }
    .file()
}

#[test]
fn every_licence_and_web_site_comes_out() {
    let Some(seals) = seals() else { return };
    let mut pages: Vec<_> = seals.iter().map(page).collect();
    let reading = read_files(&pages).unwrap();
    assert!(!reading.complete);
    assert_eq!(reading.validate("seals"), Ok(()));
    let mut statuses = BTreeMap::new();
    for licence in &reading.licences {
        *statuses.entry(licence.status_text.clone().unwrap()).or_insert(0) += 1;
    }
    assert_eq!(
        statuses.into_iter().collect::<Vec<_>>(),
        [("Licensed".to_owned(), 152), ("Surrendered".to_owned(), 2)]
    );
    let of_each = |seal: &Value| {
        texts(&seal["website_urls"]).into_iter().collect::<std::collections::BTreeSet<_>>().len()
    };
    let cells: usize = reading.licences.iter().map(|licence| licence.domains.len()).sum();
    assert_eq!(cells, seals.iter().map(of_each).sum::<usize>());
    pages.reverse();
    assert_eq!(read_files(&pages).unwrap(), reading);
}

#[test]
fn a_list_of_the_same_companies_joins_them_all() {
    let Some(seals) = seals() else { return };
    let mut pages: Vec<_> = seals.iter().map(page).collect();
    let alone = read_files(&pages).unwrap();
    let panels: Vec<_> = alone
        .licences
        .iter()
        .map(|licence| {
            let mut panel = panel(
                &licence.operator.name,
                licence.license_number.as_deref().unwrap(),
                "Type 1",
                licence.status_text.as_deref().unwrap(),
                0,
            );
            panel.seal = None;
            panel
        })
        .collect();
    let mut page = list("list.html", &panels, "1 – 154 of 154");
    let mut text = String::from_utf8(page.bytes).unwrap();
    for licence in &alone.licences {
        let guid = licence.operator.upstream_id.as_deref().unwrap();
        let link = format!(
            "<th>Company Seal</th> <td><a href=\"https://authorisation.mga.org.mt/verification.aspx?company={guid}\">"
        );
        text = text.replacen("<th>Company Seal</th><td>", &link, 1);
    }
    page.bytes = text.into_bytes();
    pages.push(page);
    let joined = read_files(&pages).unwrap();
    assert!(joined.complete);
    assert_eq!(joined.licences.len(), 154);
    let by_number = |reading: &crate::register::reading::RegisterReading| {
        reading
            .licences
            .iter()
            .map(|l| (l.license_number.clone(), l.operator.upstream_id.clone(), l.domains.clone()))
            .map(|licence| serde_json::to_string(&licence).unwrap())
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(by_number(&joined), by_number(&alone));
}
