use proptest::prelude::*;

use super::fixture::{B2B, B2C, Panel, SealPage, file, list, read_files, seal};
use crate::register::SourceFile;
use crate::register::reading::RegisterReading;

fn panels() -> impl Strategy<Value = Vec<Panel>> {
    let status = prop::sample::select(vec!["Licensed", "Suspended", "Odd", ""]);
    let row =
        (1..4usize, 1..5usize, prop::sample::select(vec!["B2C", "CRP"]), status, any::<bool>());
    let panel = row.prop_map(|(company, number, kind, status, linked)| Panel {
        company: format!("Company {company} Ltd"),
        registration: String::new(),
        number: format!("MGA/{kind}/00{number}/2020"),
        kind: "Type 1".into(),
        status: status.into(),
        seal: linked.then_some(company),
    });
    prop::collection::vec(panel, 1..8)
}

fn seals() -> impl Strategy<Value = Vec<SealPage>> {
    let status = prop::sample::select(vec!["Licensed", "Surrendered", "Odd"]);
    let row = (1..5usize, prop::sample::select(vec![B2C, B2B]), status);
    let seals = (1..4usize, prop::collection::vec(row, 1..4), "[ab]");
    prop::collection::vec(seals, 0..3).prop_map(|seals| {
        let pages = seals.into_iter().map(|(company, rows, site)| {
            let rows: Vec<_> = rows
                .iter()
                .map(|(n, kind, status)| (format!("MGA/B2C/00{n}/2020"), *kind, *status))
                .collect();
            let rows: Vec<_> =
                rows.iter().map(|(n, kind, status)| [n.as_str(), kind, status]).collect();
            seal(
                company,
                &format!("Company {company} Ltd"),
                &rows,
                &[&format!("https://{site}.example")],
            )
        });
        pages.collect()
    })
}

proptest! {
    #[test]
    fn the_order_of_files_and_rows_changes_nothing(
        (panels, shuffled) in panels().prop_flat_map(|p| (Just(p.clone()), Just(p).prop_shuffle())),
        seals in seals(),
    ) {
        let mut files: Vec<_> = seals.iter().map(SealPage::file).collect();
        files.push(list("list.html", &panels, ""));
        let mut other: Vec<_> = seals.iter().rev().map(|seal| {
            let mut seal = seal.clone();
            seal.licences.reverse();
            seal.file()
        }).collect();
        other.insert(0, list("list.html", &shuffled, ""));
        let (reading, again) = (read_files(&files), read_files(&other));
        if let (Ok(reading), Ok(again)) = (&reading, &again) {
            prop_assert_eq!(reading, again);
            prop_assert_eq!(reading.validate("mga"), Ok(()));
            let json = serde_json::to_vec(reading).unwrap();
            prop_assert_eq!(&RegisterReading::from_json(&json, "r").unwrap(), reading);
        } else {
            prop_assert!(reading.is_err() && again.is_err());
        }
    }

    #[test]
    fn no_page_panics(bytes in prop::collection::vec(any::<u8>(), 0..60), text in "\\PC{0,60}", at in any::<prop::sample::Index>(), cut in any::<prop::sample::Index>()) {
        let page = seal(1, "Lantern Ltd", &[["MGA/B2C/1/2020", B2C, "Licensed"]], &["https://a.example"]).file();
        let panels = [super::fixture::panel("Lantern Ltd", "MGA/B2C/1/2020", "Type 1", "Licensed", 1)];
        for whole in [page, list("list.html", &panels, "1 – 1 of 1")] {
            let mut mutated = whole.clone();
            let at = at.index(whole.bytes.len());
            mutated.bytes.splice(at..at, bytes.iter().copied());
            let _ = read_files(&[mutated]);
            let mut mutated = whole.clone();
            mutated.bytes.splice(at..at, text.bytes());
            let _ = read_files(&[mutated]);
            let mut mutated = whole.clone();
            mutated.bytes.truncate(cut.index(whole.bytes.len()));
            let _ = read_files(&[mutated, whole]);
        }
        let _ = read_files(&[SourceFile { name: text.clone(), bytes }, file("text", &text)]);
    }
}
