//! The verdict cases through the core; the command line and HTTP answer the same table.

use licence_core::check::{CheckQuery, InvalidLicenceNumber, check};
use licence_core::hostname::HostnameError;

use crate::support::cases::{self, Case};
use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, catalogue_of_the_cases, now, of_the_cases, open};

fn query(case: &Case) -> Result<CheckQuery, &'static str> {
    match (case.domain(), case.licence_number()) {
        (Some(domain), _) => CheckQuery::domain(domain).map_err(|error| match error {
            HostnameError::NotAHostname => "not_a_valid_hostname",
            HostnameError::TooLong => "hostname_too_long",
        }),
        (None, number) => {
            CheckQuery::licence_number(number.unwrap()).map_err(|error| match error {
                InvalidLicenceNumber::Empty | InvalidLicenceNumber::TooLong => "invalid_input",
            })
        }
    }
}

#[test]
fn the_core_answers_every_case() {
    let catalogue = catalogue_of_the_cases();
    for case in cases::all() {
        match query(&case) {
            Ok(query) => {
                assert_eq!(case.refused(), None, "{}", case.name());
                let answer = check(&catalogue, &query, now());
                case.assert_answer(&serde_json::to_value(answer).unwrap());
            }
            Err(reason) => assert_eq!(case.refused(), Some(reason), "{}", case.name()),
        }
    }
}

#[tokio::test]
async fn the_store_answers_every_case() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    for reading in of_the_cases() {
        apply(&store, &reading).await.unwrap();
    }
    for case in cases::all() {
        if let Ok(query) = query(&case) {
            let answer = store.check(&query, None, now()).await.unwrap();
            let matched = answer.matched.as_ref();
            let has_id = matched.is_some_and(|matched| matched.license_id.is_some());
            let has_number = matched.is_some_and(|matched| matched.license_number.is_some());
            assert_eq!(has_id, has_number, "{}", case.name());
            case.assert_answer(&serde_json::to_value(answer).unwrap());
        }
    }
}
