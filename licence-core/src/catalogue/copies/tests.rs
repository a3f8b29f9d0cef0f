use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::catalogue::fixture::{entry, market, now};
use crate::check::{CheckQuery, NoHistory, check_as_of};
use crate::history::HistoryEntry;
use crate::point_in_time::Knowledge;
use crate::status::LicenceStatus;

const LICENCES: usize = 4;

fn licence(number: usize) -> LicenceId {
    LicenceId(Uuid::from_u128(number as u128))
}

fn as_of(day: u32) -> AsOf {
    AsOf::parse(&format!("2026-11-{day:02}"), "2026-11-30T00:00:00Z".parse().unwrap()).unwrap()
}

fn entries() -> impl Strategy<Value = Vec<(usize, HistoryEntry)>> {
    let status = prop::sample::select(LicenceStatus::ALL);
    let corrected = prop::option::of("\\PC{0,20}");
    let one = (0..LICENCES, 1..5_u32, prop::option::of(status.clone()), status, corrected);
    let one = one.prop_map(|(licence, day, previous, new, correction_note)| {
        let entry = entry(day, previous, new);
        let corrected_at = correction_note.is_some().then(now);
        (licence, HistoryEntry { corrected_at, correction_note, ..entry })
    });
    prop::collection::vec(one, 0..20)
}

proptest! {
    #[test]
    fn a_file_knows_of_the_past_what_the_history_says(entries in entries()) {
        let mut builder = HistoryBuilder::default();
        entries.iter().for_each(|(number, entry)| builder.add(licence(*number), entry));
        let bytes = market(2).finish().unwrap().with_history(builder).unwrap();
        let catalogue = Catalogue::from_bytes(bytes).unwrap();
        prop_assert_eq!(catalogue.verify(), Ok(()));
        prop_assert_eq!(catalogue.info().history_entries, Some(entries.len()));
        for number in 0..=LICENCES {
            let of_licence = entries.iter().filter(|(of, _)| *of == number);
            let history: Vec<_> = of_licence.map(|(_, entry)| entry.clone()).collect();
            for day in 1..6 {
                let expected = PointInTime::from_history(&history, as_of(day));
                let known = catalogue.point_in_time(licence(number), as_of(day));
                prop_assert_eq!(known, Some(expected));
            }
        }
    }
}

#[test]
fn a_catalogue_without_history_has_no_answer_and_one_with_an_empty_history_has() {
    let catalogue = market(2).finish().unwrap();
    let query = CheckQuery::domain("nothing-on-record.example").unwrap();
    let ask = |catalogue: &Catalogue| check_as_of(catalogue, &query, as_of(1), now());
    assert_eq!(ask(&catalogue), Err(NoHistory));
    let bytes = catalogue.with_history(HistoryBuilder::default()).unwrap();
    let with_history = Catalogue::from_bytes(bytes).unwrap();
    let answer = ask(&with_history).unwrap().as_of.unwrap();
    assert_eq!(answer.knowledge, Knowledge::NoSuchLicense);
    let replaced = with_history.with_history(crate::catalogue::fixture::history()).unwrap();
    assert_eq!(Catalogue::from_bytes(replaced).unwrap().info().history_entries, Some(4));
}
