//! The same registers give the same bytes, in whatever order their rows come.

use licence_core::check::CheckQuery;
use licence_core::jurisdiction::JurisdictionCode::Ukgc;
use licence_core::register::reading::RegisterReading;
use licence_store::{Store, sample_readings};

use crate::support::databases::TestDatabase;
use crate::support::random::Random;
use crate::support::readings::{answer, apply, licence, now, of_the_cases, open, reading};

fn shuffled(mut reading: RegisterReading, random: &mut Random) -> RegisterReading {
    for licence in &mut reading.licences {
        random.shuffle(&mut licence.domains);
        random.shuffle(&mut licence.operator.trading_names);
    }
    random.shuffle(&mut reading.licences);
    reading
}

async fn store_of(readings: Vec<RegisterReading>) -> (Store, TestDatabase) {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    for reading in readings {
        apply(&store, &reading).await.unwrap();
    }
    (store, database)
}

/// The registers of the cases and the sample, one reading a register.
fn readings() -> Vec<RegisterReading> {
    let sample = sample_readings(now()).unwrap().into_iter().map(|(reading, _)| reading);
    let mut readings: Vec<RegisterReading> = sample.collect();
    for of_cases in of_the_cases() {
        let same = |reading: &&mut RegisterReading| reading.jurisdiction == of_cases.jurisdiction;
        readings.iter_mut().find(same).unwrap().licences.extend(of_cases.licences);
    }
    readings
}

async fn answers(store: &Store) -> Vec<String> {
    let checker = store.checker().await.unwrap();
    let hosts: Vec<String> = readings()
        .iter()
        .flat_map(|reading| &reading.licences)
        .flat_map(|licence| licence.domains.iter().map(|d| d.domain.clone()))
        .collect();
    let near = hosts.iter().map(|host| host.replacen(['a', 'e', 'o'], "i", 1));
    let other_suffix = hosts.iter().map(|host| host.replace(".example", ".test"));
    let numbers = readings().into_iter().flat_map(|reading| reading.licences);
    let numbers = numbers.filter_map(|licence| licence.license_number);
    let queries = hosts.iter().cloned().chain(near).chain(other_suffix).chain(numbers);
    queries
        .filter_map(|query| {
            CheckQuery::domain(&query).ok().or(CheckQuery::licence_number(&query).ok())
        })
        .map(|query| serde_json::to_string(&checker.check(&query, now())).unwrap())
        .collect()
}

#[tokio::test]
async fn shuffled_rows_and_a_second_run_give_the_same_bytes() {
    let (first, database) = store_of(readings()).await;
    let expected = answers(&first).await;
    assert!(expected.len() > 300, "{}", expected.len());
    assert_eq!(answers(&open(&database).await).await, expected, "a store opened later");
    let mut random = Random(11);
    for _ in 0..3 {
        let readings =
            readings().into_iter().map(|reading| shuffled(reading, &mut random)).collect();
        let (store, _database) = store_of(readings).await;
        assert_eq!(answers(&store).await, expected);
    }
}

#[tokio::test]
async fn the_order_of_names_and_domains_does_not_decide_between_two_rows_of_a_licence() {
    let row = |expiry: &str, names: [&str; 2], domains: [&str; 2]| {
        let mut row = licence("Alpha Limited", "000001-R-300001-001", "Active", &domains);
        row.operator.trading_names = names.map(str::to_owned).to_vec();
        row.expiry_date = Some(expiry.parse().unwrap());
        row
    };
    let mut expiries = Vec::new();
    for names in [["Alpha Bet", "Omega Bet"], ["Omega Bet", "Alpha Bet"]] {
        let rows = vec![
            row("2027-01-01", ["Middle Bet", "Other Bet"], ["m.example", "n.example"]),
            row("2028-01-01", names, ["a.example", "z.example"]),
        ];
        let (store, _database) = store_of(vec![reading(Ukgc, 0, rows)]).await;
        expiries.push(answer(&store, "a.example").await["match"]["expires_at"].clone());
    }
    assert_eq!(expiries[0], expiries[1]);
}
