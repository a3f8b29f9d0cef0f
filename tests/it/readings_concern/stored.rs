//! The same courses on the real database: it holds the rows that everything in memory gives, apart
//! from ids.

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::operator::OperatorId;
use licence_core::transition::{LicenceRecord, OperatorRecord};
use licence_store::StoreError;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, Statement};

use super::courses::course;
use super::whole::Whole;
use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, open};

const COURSES: u64 = 16;

/// What is compared, as one text a row. The order of history and events counts.
const OPERATORS: &str = "select slug || '|' || display_name || '|' || \
     coalesce(registered_name, '-') || '|' || home_jurisdiction as text from operators";
const KEYS: &str = "select o.slug || '|' || k.jurisdiction_code || '|' || k.operator_key || '|' || \
     coalesce(k.upstream_id, '-') as text from operator_keys k join operators o on o.id = k.operator_id";
const NAMES: &str = "select o.slug || '|' || t.jurisdiction_code || '|' || t.name as text \
     from trading_names t join operators o on o.id = t.operator_id";
const LICENCES: &str = "select l.jurisdiction_code || '|' || l.license_number || '|' || o.slug || \
     '|' || l.status || '|' || coalesce(cast(l.not_listed_since as text), '-') as text \
     from licences l join operators o on o.id = l.operator_id";
const DOMAINS: &str = "select l.license_number || '|' || o.slug || '|' || d.domain || '|' || \
     coalesce(d.domain_status, '-') || '|' || coalesce(cast(d.unseen_since as text), '-') as text \
     from domains d join licences l on l.id = d.licence_id join operators o on o.id = l.operator_id";
const ACTIONS: &str = "select a.jurisdiction_code || '|' || a.identity || '|' || \
     coalesce(o.slug, '-') as text from regulatory_actions a \
     left join operators o on o.id = a.operator_id";
const HISTORY: &str = "select change_type || '|' || note as text from history order by seq";
const EVENTS: &str = "select name as text from events order by id";

#[tokio::test]
async fn the_database_holds_what_a_comparison_with_everything_gives() {
    for seed in 1_000..1_000 + COURSES {
        let database = TestDatabase::new().await;
        let store = open(&database).await;
        let mut whole = Whole::default();
        for reading in course(seed) {
            let (held, operators) = whole.everything(reading.jurisdiction);
            let compared = whole.compare(&reading, held, operators);
            match (apply(&store, &reading).await, compared) {
                (Ok(_), Ok(changes)) => whole.write(&reading, changes),
                (Err(StoreError::Refused(stored)), Err(refused)) => assert_eq!(stored, refused),
                (stored, compared) => panic!("course {seed}: {stored:?}, {compared:?}"),
            }
        }
        store.close().await;
        assert_same_rows(&database, &whole, seed).await;
    }
}

/// Asserts that the database holds the rows of everything in memory.
pub async fn assert_same_rows(database: &TestDatabase, whole: &Whole, seed: u64) {
    let connection = Database::connect(database.url()).await.unwrap();
    for (query, mut expected) in [
        (OPERATORS, operators(whole)),
        (KEYS, keys(whole)),
        (NAMES, names(whole)),
        (LICENCES, licences(whole)),
        (DOMAINS, domains(whole)),
        (ACTIONS, actions(whole)),
        // Licences that share a number go missing in the order of their holders' ids, which are random.
        (EVENTS, whole.events.clone()),
        (HISTORY, whole.history.clone()),
    ] {
        let mut stored = texts(&connection, query).await;
        stored.sort_unstable();
        expected.sort_unstable();
        assert_eq!(stored, expected, "course {seed}: {query}");
    }
    connection.close().await.unwrap();
}

async fn texts(connection: &DatabaseConnection, query: &str) -> Vec<String> {
    let query = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(query).await.unwrap();
    rows.iter().map(|row| row.try_get("", "text").unwrap()).collect()
}

fn operators(whole: &Whole) -> Vec<String> {
    let text = |record: &OperatorRecord| {
        let operator = &record.operator;
        let registered_name = operator.registered_name.as_deref().unwrap_or("-");
        let (slug, name, home) = (&operator.slug, &operator.display_name, record.home);
        format!("{slug}|{name}|{registered_name}|{home}")
    };
    whole.operators.values().map(text).collect()
}

fn keys(whole: &Whole) -> Vec<String> {
    let of_operator = |record: &OperatorRecord| {
        let operator = record.operator.clone();
        let text = move |(code, key): (&JurisdictionCode, &String)| {
            let upstream_id = operator.upstream_ids.get(code).map_or("-", String::as_str);
            format!("{}|{code}|{key}|{upstream_id}", operator.slug)
        };
        record.keys.iter().map(text).collect::<Vec<_>>()
    };
    whole.operators.values().flat_map(of_operator).collect()
}

fn names(whole: &Whole) -> Vec<String> {
    let mut texts = Vec::new();
    for record in whole.operators.values() {
        for (code, names) in &record.names {
            let slug = &record.operator.slug;
            texts.extend(names.iter().map(|name| format!("{slug}|{code}|{name}")));
        }
    }
    texts
}

fn all_licences(whole: &Whole) -> impl Iterator<Item = &LicenceRecord> {
    whole.registers.values().flat_map(|register| register.licences.values())
}

fn slug(whole: &Whole, id: OperatorId) -> &str {
    whole.operators[&id].operator.slug.as_str()
}

fn licences(whole: &Whole) -> Vec<String> {
    let text = |record: &LicenceRecord| {
        let (licence, slug) = (&record.licence, slug(whole, record.operator_id));
        let (code, number) = (licence.jurisdiction_code, &licence.license_number);
        let since = licence.not_listed_since;
        let since = since.map_or("-".to_owned(), |since| since.epoch_millis().to_string());
        format!("{code}|{number}|{slug}|{}|{since}", licence.status)
    };
    all_licences(whole).map(text).collect()
}

fn domains(whole: &Whole) -> Vec<String> {
    let mut texts = Vec::new();
    for record in all_licences(whole) {
        let (number, slug) = (&record.licence.license_number, slug(whole, record.operator_id));
        for domain in &record.domains {
            let status = domain.domain.domain_status;
            let status = status.map_or("-".to_owned(), |status| status.to_string());
            let since = domain.unseen_since;
            let since = since.map_or("-".to_owned(), |since| since.epoch_millis().to_string());
            texts.push(format!("{number}|{slug}|{}|{status}|{since}", domain.domain.domain));
        }
    }
    texts
}

fn actions(whole: &Whole) -> Vec<String> {
    let mut texts = Vec::new();
    for (code, register) in &whole.registers {
        for (identity, record) in &register.actions {
            let slug = record.operator_id.map_or("-", |id| slug(whole, id));
            texts.push(format!("{code}|{identity}|{slug}"));
        }
    }
    texts
}
