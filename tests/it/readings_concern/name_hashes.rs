//! The database finds operators by stored hashes of their names. It finds those whose names fold to
//! the same key, in any script and whichever release wrote the hashes.

use licence_core::jurisdiction::JurisdictionCode::{Kh, Mga};
use licence_core::register::reading::RegisterReading;
use licence_core::transition::{OperatorRecord, operator_name_hash};
use licence_store::Store;
use proptest::prelude::*;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};

use super::courses::course;
use super::stored::assert_same_rows;
use super::whole::Whole;
use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, licence, open, reading};

/// Companies in the scripts of the registers and in others, with the forms that are folded.
const NAME: &str =
    "(\\PC{0,12}|[A-Za-zÀ-žΑ-ωА-я가-힣ｱ-ﾝⅠ-ⅻﬀ-ﬆ'. &-]{1,12}( Limited| Ltd\\.| N\\.V\\.)?)";

/// Another spelling of a name, which may fold to another key.
fn respelled(name: &str, way: u8) -> String {
    match way % 4 {
        0 => name.to_uppercase(),
        1 => name.replace("Limited", "LTD."),
        2 => name.chars().flat_map(|letter| [letter, '\'']).collect(),
        _ => format!(" {} ", name.to_lowercase()),
    }
}

/// Applies a reading to the database and to everything in memory.
async fn apply_to_both(store: &Store, whole: &mut Whole, reading: &RegisterReading) {
    let (held, operators) = whole.everything(reading.jurisdiction);
    let compared = whole.compare(reading, held, operators);
    let stored = apply(store, reading).await;
    assert_eq!(stored.is_ok(), compared.is_ok(), "{stored:?}, {compared:?}");
    if let Ok(changes) = compared {
        whole.write(reading, changes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn a_name_finds_the_operators_that_folding_all_names_finds(
        names in prop::collection::vec((NAME, any::<u8>()), 1..24),
    ) {
        let rows = |name: &dyn Fn(&(String, u8)) -> String| {
            let number = |nth: usize| format!("B2C/{nth}/2020");
            let row = |(nth, it)| licence(&name(it), &number(nth), "Active", &[]);
            names.iter().enumerate().map(row).collect::<Vec<_>>()
        };
        let first = reading(Kh, 0, rows(&|(name, _)| name.clone()));
        let second = reading(Mga, 30, rows(&|(name, way)| respelled(name, *way)));
        let second = RegisterReading { complete: false, ..second };
        tokio::runtime::Runtime::new().unwrap().block_on(async {
            let database = TestDatabase::new().await;
            let store = open(&database).await;
            let mut whole = Whole::default();
            apply_to_both(&store, &mut whole, &first).await;
            apply_to_both(&store, &mut whole, &second).await;
            store.close().await;
            assert_same_rows(&database, &whole, 0).await;
        });
    }
}

/// What a release writes that folds names under other rules, and one that knows of no hashes.
const OTHER_RELEASES: [[&str; 2]; 2] = [
    [
        "update operators set name_hash = 1",
        "update catalogue_version set name_hashes_of = 'other rules ' || state",
    ],
    ["update operators set name_hash = null", "update catalogue_version set state = 'another'"],
];

#[tokio::test]
async fn hashes_of_other_releases_are_not_believed_and_made_anew() {
    for seed in 2_000..2_008 {
        for written in OTHER_RELEASES {
            let database = TestDatabase::new().await;
            let store = open(&database).await;
            let connection = Database::connect(database.url()).await.unwrap();
            let mut whole = Whole::default();
            let last = reading(Mga, 1_000, vec![licence("Omega N.V.", "NEW", "Active", &[])]);
            let last = RegisterReading { complete: false, ..last };
            for reading in course(seed).iter().chain([&last]) {
                for statement in written {
                    connection.execute_unprepared(statement).await.unwrap();
                }
                apply_to_both(&store, &mut whole, reading).await;
            }
            store.close().await;
            assert_same_rows(&database, &whole, seed).await;
            assert_hashes(&connection, &whole).await;
            connection.close().await.unwrap();
        }
    }
}

async fn assert_hashes(connection: &DatabaseConnection, whole: &Whole) {
    let query = "select slug, name_hash from operators order by name_hash, slug";
    let query = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(query).await.unwrap().into_iter();
    let stored: Vec<(Option<i64>, String)> = rows
        .map(|row| (row.try_get("", "name_hash").unwrap(), row.try_get("", "slug").unwrap()))
        .collect();
    let hash = |record: &OperatorRecord| {
        let hash = operator_name_hash(&record.registered_key());
        (Some(hash), record.operator.slug.to_string())
    };
    let mut expected: Vec<_> = whole.operators.values().map(hash).collect();
    expected.sort();
    assert_eq!(stored, expected);
}
