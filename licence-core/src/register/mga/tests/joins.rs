use serde_json::json;

use super::fixture::{B2B, B2C, domains, guid, list, panel, read_files, seal, statuses};
use crate::provenance::SourceKind;
use crate::register::mga::SOURCE_URL;

#[test]
fn the_list_alone_is_complete_but_says_nothing_of_domains() {
    let panels = [
        panel(
            "Harbour  Lantern\u{a0}Gaming Ltd",
            "MGA/B2C/003/2022",
            "Type 1 Gaming Services, Type 2 Gaming Services",
            "Licensed",
            1,
        ),
        panel(
            "Harbour Lantern Gaming Ltd",
            "MGA/CRP/635/2018- 01",
            "Type 3 Gaming Services",
            "Suspended",
            1,
        ),
        panel("Old Mill Ltd", "MGA/CRP/330/2016/Old", "", "Terminated", 2),
    ];
    let reading = read_files(&[list("list.html", &panels, "1 – 3 of 3")]).unwrap();
    assert!(reading.complete);
    assert_eq!(reading.source_kind, SourceKind::Scraped);
    assert_eq!(reading.source_url.as_deref(), Some(SOURCE_URL));
    assert_eq!(reading.validate("list"), Ok(()));
    assert_eq!(
        statuses(&reading.licences),
        [
            ("MGA/B2C/003/2022", Some("Licensed")),
            ("MGA/CRP/635/2018- 01", Some("Suspended")),
            ("MGA/CRP/330/2016/Old", Some("Terminated")),
        ]
    );
    let first = &reading.licences[0];
    assert_eq!(first.operator.name, "Harbour Lantern Gaming Ltd");
    assert_eq!(first.operator.upstream_id.as_deref(), Some(&*guid(1)));
    assert_eq!(first.license_types, ["Type 1", "Type 2"]);
    let raw = "Type 1 Gaming Services, Type 2 Gaming Services";
    assert_eq!(first.license_type_raw.as_deref(), Some(raw));
    assert_eq!(first.raw_data.get("Registration Number"), Some(&json!("C 90210")));
    assert_eq!((&first.status_source_url, first.domains_complete), (&None, false));
    assert!(reading.licences[2].license_types.is_empty());
}

#[test]
fn a_seal_adds_domains_verticals_and_types() {
    let files = [
        list(
            "list.html",
            &[
                panel("Lantern Ltd", "MGA/CRP/121/2006", "Type 1 Gaming Services", "Licensed", 1),
                panel("Mill Ltd", "MGA/B2C/2/2020", "Type 1", "Licensed", 2),
            ],
            "1 – 2 of 2",
        ),
        seal(
            1,
            "LANTERN LTD",
            &[["MGA/CRP/121/2006", B2C, "Licensed"]],
            &["https://Lantern.example", "http://www.lantern.example/en-mt/"],
        )
        .file(),
    ];
    let reading = read_files(&files).unwrap();
    assert!(reading.complete);
    assert_eq!(
        domains(&reading.licences),
        [
            (
                "MGA/CRP/121/2006",
                "http://www.lantern.example/en-mt/ https://Lantern.example".to_owned(),
                true
            ),
            ("MGA/B2C/2/2020", String::new(), false),
        ]
    );
    let first = &reading.licences[0];
    assert_eq!(first.operator.name, "Lantern Ltd");
    assert_eq!(first.license_types, ["B2C", "Type 1"]);
    let query = format!("lang=EN&company={}&details=1", guid(1));
    let url = format!("https://authorisation.mga.org.mt/verification.aspx?{query}");
    assert_eq!(first.status_source_url, Some(url));
    let verticals = json!(["Casino", "Fixed Odd Betting, including Live Betting"]);
    assert_eq!(first.raw_data.get("Verticals"), Some(&verticals));
    assert_eq!(first.raw_data.get("Seal Licence Type"), Some(&json!(B2C)));
}

/// Of list and seal the worse word counts, and its page is where the status comes from.
#[test]
fn a_licensed_never_rests_on_a_contradiction() {
    for (listed, sealed, status, from_seal) in [
        ("Licensed", "Licensed", Some("Licensed"), true),
        ("Licensed", "licensed", Some("licensed"), true),
        ("Licensed", "Suspended", Some("Suspended"), true),
        ("Suspended", "Licensed", Some("Suspended"), false),
        ("Cancelled", "Licensed", Some("Cancelled"), false),
        ("Licensed", "Voluntarily Surrendered", Some("Voluntarily Surrendered"), true),
        ("Licensed", "Terminated", Some("Terminated"), true),
        ("Licensed", "", None, true),
        ("Expired", "Surrendered", Some("Expired"), false),
        ("Licensed (provisional)", "Licensed", Some("Licensed (provisional)"), false),
        ("Licensed", "Provisionally licensed", Some("Provisionally licensed"), true),
    ] {
        let files = [
            list("list.html", &[panel("Lantern Ltd", "MGA/B2C/1/2020", "Type 1", listed, 1)], ""),
            seal(1, "Lantern Ltd", &[["MGA/B2C/1/2020", B2C, sealed]], &[]).file(),
        ];
        let licence = read_files(&files).unwrap().licences.remove(0);
        assert_eq!(licence.status_text.as_deref(), status, "{listed} / {sealed}");
        assert_eq!(licence.status_source_url.is_some(), from_seal, "{listed} / {sealed}");
    }
}

#[test]
fn a_seal_that_names_another_company_than_the_list_makes_the_status_unknown() {
    let list =
        list("list.html", &[panel("Lantern Ltd", "MGA/B2C/1/2020", "Type 1", "Licensed", 1)], "");
    for (company, status) in [
        ("LANTERN LIMITED", "Licensed"),
        ("Mill Ltd", "Licensed; Operator: Mill Ltd"),
        ("Lantern GmbH", "Licensed; Operator: Lantern GmbH"),
    ] {
        let sealed =
            seal(1, company, &[["MGA/B2C/1/2020", B2C, "Licensed"]], &["https://a.example"]);
        let licences = read_files(&[list.clone(), sealed.file()]).unwrap().licences;
        assert_eq!(statuses(&licences), [("MGA/B2C/1/2020", Some(status))]);
        assert_eq!(licences[0].operator.name, "Lantern Ltd");
    }
}

#[test]
fn a_mark_on_the_type_of_a_seal_is_heard() {
    let kind = "B2C - Gaming Service Licence (suspended)";
    let files = [
        list("list.html", &[panel("Lantern Ltd", "MGA/B2C/1/2020", "Type 1", "Licensed", 1)], ""),
        seal(1, "Lantern Ltd", &[["MGA/B2C/1/2020", kind, "Licensed"]], &[]).file(),
    ];
    let status = read_files(&files).unwrap().licences.remove(0).status_text;
    assert_eq!(status, Some(format!("Licensed; Type: {kind}")));
}

#[test]
fn a_mark_on_a_number_makes_no_other_licence() {
    let plain = "MGA/B2C/1/2020";
    for marked in [
        "MGA/B2C/1/2020 (suspended)",
        "MGA/B2C/1/2020*",
        "MGA/B2C/1/2020<br>ended",
        "*MGA/B2C/1/2020",
    ] {
        let status = format!("Licensed; Number: {}", marked.replace("<br>", " "));
        for (on_list, on_seal) in [(marked, marked), (marked, plain), (plain, marked)] {
            let files = [
                list("list.html", &[panel("Lantern Ltd", on_list, "Type 1", "Licensed", 1)], ""),
                seal(1, "Lantern Ltd", &[[on_seal, B2C, "Licensed"]], &[]).file(),
            ];
            let reading = read_files(&files).unwrap();
            let expected = [(plain, Some(status.as_str()))];
            assert_eq!(statuses(&reading.licences), expected, "{on_list} {on_seal}");
        }
    }
}

#[test]
fn domains_hang_on_the_best_licence_for_players() {
    for (licences, holder) in [
        (
            &[["MGA/B2C/2/2020", B2C, "Surrendered"], ["MGA/B2C/3/2020", B2C, "Licensed"]][..],
            "MGA/B2C/3/2020",
        ),
        (
            &[["MGA/B2C/2/2020", B2C, "Licensed"], ["MGA/B2B/1/2020", B2B, "Licensed"]],
            "MGA/B2C/2/2020",
        ),
        // A supplier's licence does not license the site of a surrendered one for players.
        (
            &[["MGA/CRP/120/2006", B2B, "Licensed"], ["MGA/B2C/823/2020", B2C, "Surrendered"]],
            "MGA/B2C/823/2020",
        ),
        (
            &[["MGA/CRP/120/2006", B2B, "Licensed"], ["MGA/CRP/121/2006", B2C, "Licensed"]],
            "MGA/CRP/121/2006",
        ),
        (
            &[["MGA/B2B/1/2020", B2B, "Surrendered"], ["MGA/B2B/2/2020", B2B, "Licensed"]],
            "MGA/B2B/2/2020",
        ),
        (
            &[["MGA/B2C/5/2020", B2C, "Licensed"], ["MGA/B2C/4/2020", B2C, "Licensed"]],
            "MGA/B2C/4/2020",
        ),
    ] {
        let page = seal(1, "Lantern Ltd", licences, &["https://lantern.example/"]).file();
        let panels: Vec<_> =
            licences.iter().map(|[n, k, s]| panel("Lantern Ltd", n, k, s, 1)).collect();
        for files in [vec![page.clone()], vec![list("list.html", &panels, ""), page]] {
            let reading = read_files(&files).unwrap();
            let with: Vec<_> = reading.licences.iter().filter(|l| !l.domains.is_empty()).collect();
            assert_eq!(with.len(), 1, "{licences:?}");
            assert_eq!(with[0].license_number.as_deref(), Some(holder));
            assert!(reading.licences.iter().all(|licence| licence.domains_complete));
        }
    }
}

#[test]
fn what_only_the_seal_has_is_taken_when_it_is_not_in_force() {
    let files = [
        list("list.html", &[panel("Lantern Ltd", "MGA/B2C/1/2020", "Type 1", "Licensed", 1)], ""),
        seal(
            1,
            "Lantern Ltd",
            &[
                ["MGA/B2C/1/2020", B2C, "Licensed"],
                ["MGA/B2C/2/2020", B2C, "Licensed"],
                ["MGA/B2C/3/2020", B2C, "Cancelled"],
            ],
            &["https://lantern.example"],
        )
        .file(),
        seal(2, "Gone Ltd", &[["MGA/B2C/4/2020", B2C, "Cancelled"]], &["https://gone.example"])
            .file(),
    ];
    let reading = read_files(&files).unwrap();
    assert_eq!(
        statuses(&reading.licences),
        [
            ("MGA/B2C/1/2020", Some("Licensed")),
            ("MGA/B2C/3/2020", Some("Cancelled")),
            ("MGA/B2C/4/2020", Some("Cancelled")),
        ]
    );
    let noted = reading.licences[0].raw_data.get("On The Seal Only");
    assert_eq!(noted, Some(&json!(["MGA/B2C/2/2020"])));
    assert_eq!(reading.licences[2].operator.name, "Gone Ltd");
}

#[test]
fn the_pages_of_the_paginator_make_one_list() {
    let all: Vec<_> = (1..=5)
        .map(|n| {
            panel(
                &format!("Company {n} Ltd"),
                &format!("MGA/B2C/{n:03}/2020"),
                "Type 1",
                "Licensed",
                n,
            )
        })
        .collect();
    let whole = read_files(&[list("all.html", &all, "1 – 5 of 5")]).unwrap();
    let pages = [list("b.html", &all[3..], "4 – 5 of 5"), list("a.html", &all[..3], "1 – 3 of 5")];
    assert_eq!(read_files(&pages).unwrap(), whole);
}
