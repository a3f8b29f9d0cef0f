//! Files that are whole, cut, damaged or hostile.

use proptest::prelude::*;
use uuid::Uuid;

use super::file_writer::seal;
use super::fixture::{history, market, now, questions};
use super::layout::{self, Directory};
use super::{Catalogue, CatalogueBuilder, OpenError};
use crate::RegisterReading;
use crate::check::{CheckQuery, ExactCatalogue, Verdict, check, check_row, verdict};
use crate::licence::LicenceId;
use crate::point_in_time::AsOf;

const OPERATORS: usize = 40;
const GOLDEN: &str = "src/catalogue/golden.hex";

fn file() -> Vec<u8> {
    market(OPERATORS).finish().unwrap().with_history(history()).unwrap().to_vec()
}

/// Asks every kind of question: none may panic, whatever the answer.
fn ask(catalogue: &Catalogue) {
    for host in questions(OPERATORS).iter().chain(&["play.example.co.uk".to_owned()]) {
        check(catalogue, &CheckQuery::domain(host).unwrap(), now());
        check_row(catalogue, host, now());
    }
    for number in ["ALSI-00007", "alsi00008", "102"] {
        check(catalogue, &CheckQuery::licence_number(number).unwrap(), now());
    }
    let _ = (catalogue.verify(), catalogue.info());
    let mut changed = CatalogueBuilder::new();
    super::fixture::fill(&mut changed, [1, OPERATORS + 1]);
    let _ = catalogue.merge(changed);
    let today = AsOf::now(now());
    for licence in 0..4 {
        catalogue.point_in_time(LicenceId(Uuid::from_u128(licence)), today);
    }
    let exact = ExactCatalogue::allow_other_rules(catalogue.to_exact_profile()).unwrap();
    for host in questions(OPERATORS) {
        let _ = exact.check(&CheckQuery::domain(&host).unwrap(), now());
    }
}

#[test]
fn a_file_answers_as_the_catalogue_that_wrote_it() {
    let catalogue = market(OPERATORS).finish().unwrap();
    // A byte before it, so that no row of the copy is aligned.
    let shifted = bytes::Bytes::from([&[0], &catalogue.as_bytes()[..]].concat()).slice(1..);
    let copy = Catalogue::from_bytes(shifted).unwrap();
    assert_eq!(copy.verify(), Ok(()));
    assert_eq!(copy.info(), catalogue.info());
    for host in questions(OPERATORS) {
        let query = CheckQuery::domain(&host).unwrap();
        let answer = check(&catalogue, &query, now());
        assert_eq!(check(&copy, &query, now()), answer, "{host}");
        assert_eq!(verdict(&copy, &query), answer.verdict, "{host}");
    }
}

/// A platform's domain, a word that everybody uses, or a register with one host under every licence
/// must not keep the other hosts from being answered.
#[test]
fn what_thousands_of_operators_share_is_a_catalogue_too() {
    let licences = (0..5_000).map(|number| {
        let own = format!("shop{number}.platform.example");
        serde_json::json!({
            "operator": { "name": format!("Operator {number} Ltd"), "trading_names": ["Platform"] },
            "license_number": format!("OGL/2026/100/{number}"),
            "status_text": "",
            "domains": [{ "domain": own }, { "domain": "play.example" }],
        })
    });
    let reading = serde_json::json!({
        "jurisdiction": "CW",
        "read_at": "2026-11-01T06:00:00.000Z",
        "source_kind": "dump",
        "licences": licences.collect::<Vec<_>>(),
    });
    let reading = RegisterReading::from_json(&serde_json::to_vec(&reading).unwrap(), "cw").unwrap();
    let catalogue = Catalogue::from_readings(&[reading]).unwrap();
    assert_eq!(catalogue.verify(), Ok(()));
    for (host, expected) in [
        ("shop4999.platform.example", Verdict::Licensed),
        ("play.example", Verdict::Licensed),
        ("platform.test", Verdict::NotFound),
    ] {
        let answer = check(&catalogue, &CheckQuery::domain(host).unwrap(), now());
        assert_eq!(answer.verdict, expected, "{host}: {}", answer.verdict_detail);
    }
}

#[test]
fn an_empty_catalogue_is_a_whole_file() {
    let catalogue = CatalogueBuilder::new().finish().unwrap();
    assert_eq!(catalogue.verify(), Ok(()));
    ask(&catalogue);
}

#[test]
fn a_cut_file_is_refused_at_open() {
    let file = file();
    for length in (0..file.len()).step_by(97).chain([file.len() - 1]) {
        let expected = if length < 8 { "this is no catalogue" } else { "cut or damaged" };
        let error = Catalogue::from_bytes(file[..length].to_vec()).unwrap_err().to_string();
        assert!(error.contains(expected) || length < 256, "{length} bytes: {error}");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(matches!(Catalogue::from_bytes(longer), Err(OpenError::Cut { .. })));
}

#[test]
fn versions_and_sections_of_later_releases_are_refused_by_name_or_ignored() {
    let changed = |place: usize, bytes: &[u8]| {
        let mut file = file();
        file[place..place + bytes.len()].copy_from_slice(bytes);
        seal(&mut file);
        Catalogue::from_bytes(file)
    };
    assert_eq!(changed(8, &[2, 0]).unwrap_err(), OpenError::Version { file: 2, library: 1 });
    let later_minor = changed(10, &[9, 0]).unwrap();
    assert_eq!(later_minor.info().format, "1.9");
    ask(&later_minor);
    let other_rules = changed(32, &[7; 32]).unwrap_err();
    assert!(matches!(&other_rules, OpenError::OtherRules { file, .. } if file.starts_with("0707")));
    // The first line of the directory is the table of operators.
    let unknown = changed(256, b"OPEX").unwrap_err();
    assert_eq!(unknown, OpenError::UnknownSection { tag: "OPEX".to_owned() });
    let ignored = changed(256, b"oper").unwrap_err();
    assert_eq!(ignored, OpenError::Cut { section: "OPER".to_owned() });
}

/// The layout is read by other programs: no release may change it unnoticed. The rules of matching,
/// and the checksum over them, may differ. `UPDATE_GOLDEN=1` writes the file again.
#[test]
fn the_bytes_of_a_small_catalogue_never_change() {
    let written = market(2).finish().unwrap().with_history(history()).unwrap();
    let written = Catalogue::from_bytes(written).unwrap();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let lines: Vec<String> = written.as_bytes().chunks(48).map(super::hex).collect();
        std::fs::write(GOLDEN, lines.join("\n") + "\n").unwrap();
    }
    let hex: String = std::fs::read_to_string(GOLDEN).unwrap().split_whitespace().collect();
    let digit = |place: usize| u8::from_str_radix(&hex[place..place + 2], 16).unwrap();
    let mut golden: Vec<u8> = (0..hex.len()).step_by(2).map(digit).collect();
    for part in [32..64, 248..256] {
        golden[part.clone()].copy_from_slice(&written.as_bytes()[part]);
    }
    assert_eq!(super::hex(&golden), super::hex(written.as_bytes()));
    let query = CheckQuery::domain("lanlanlan0.com").unwrap();
    let golden = Catalogue::from_bytes(golden).unwrap();
    assert_eq!(check(&golden, &query, now()).verdict, Verdict::Licensed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn arbitrary_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(Catalogue::from_bytes(bytes.clone()).is_err());
        prop_assert!(Catalogue::from_bytes([&layout::MAGIC[..], &bytes].concat()).is_err());
    }

    #[test]
    fn verify_finds_a_flipped_bit(place in any::<prop::sample::Index>(), bit in 0..8_u8) {
        let mut file = file();
        let place = place.index(file.len());
        file[place] ^= 1_u8 << bit;
        if let Ok(opened) = Catalogue::from_bytes(file) {
            prop_assert!(opened.verify().is_err(), "bit {} of byte {}", bit, place);
            ask(&opened);
        }
    }

    /// A file whose checksums are right and whose rows are not.
    #[test]
    fn hostile_rows_lead_to_no_panic(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u32>()), 1..40),
        width in 1..5_usize,
    ) {
        let mut file = file();
        let start = Directory::read(&file).unwrap().sections[0].range.start;
        for (place, value) in changes {
            let place = start + place.index(file.len() - start - width);
            file[place..place + width].copy_from_slice(&value.to_le_bytes()[..width]);
        }
        seal(&mut file);
        if let Ok(opened) = Catalogue::from_bytes(file) {
            ask(&opened);
        }
    }
}
