//! Seven registers, eight ways each in which a page can be broken: every one is refused with its
//! cause, nothing of it is applied, and only the freshness of the register suffers.

mod variants;

use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::{ListedDomain, ListedLicence, RegisterReading};
use licence_core::register::{self, Accepted, RegisterError, Snapshot, SourceFile};
use licence_core::time::Timestamp;
use licence_core::transition::{ApplyRules, Refusal};
use licence_store::{ReadingSummary, Store, StoreError};
use sea_orm::{Database, FromQueryResult, JsonValue, Statement};

use crate::support::databases::TestDatabase;
use crate::support::readings::{answer, at, licence, open, reading};
use crate::support::registers;

/// How many licences a register of the tests has.
const LICENCES: usize = 30;

fn first_read() -> Timestamp {
    at("2026-11-01T06:00:00Z")
}

fn hours_later(hours: i64) -> Timestamp {
    Timestamp::from_epoch_millis(first_read().epoch_millis() + hours * 3_600_000).unwrap()
}

async fn apply(
    store: &Store,
    reading: &RegisterReading,
    files: Vec<SourceFile>,
) -> Result<ReadingSummary, StoreError> {
    let (snapshot, rules) = (Snapshot::new(files), ApplyRules::default());
    store.apply_reading(reading, &snapshot, &rules, reading.read_at).await
}

/// What a broken reading must leave as it is: all that is stored, and the answers.
#[derive(PartialEq, Eq)]
struct State {
    rows: Vec<String>,
    answers: Vec<String>,
}

impl State {
    async fn read(store: &Store, database: &TestDatabase) -> Self {
        let mut answers = Vec::new();
        for code in JurisdictionCode::ALL {
            for n in 1..=LICENCES {
                answers.push(answer(store, &registers::host(*code, n)).await.to_string());
            }
        }
        Self { rows: rows(database).await, answers }
    }
}

/// Every row that a reading can write.
async fn rows(database: &TestDatabase) -> Vec<String> {
    const TABLES: [(&str, &str); 5] = [
        ("licences", "id"),
        ("domains", "id"),
        ("history", "seq"),
        ("events", "id"),
        ("register_readings", "id"),
    ];
    let connection = Database::connect(database.url()).await.unwrap();
    let mut rows = Vec::new();
    for (table, key) in TABLES {
        let sql = format!("select * from {table} order by {key}");
        let query = Statement::from_string(connection.get_database_backend(), sql);
        let found = JsonValue::find_by_statement(query).all(&connection).await.unwrap();
        rows.extend(found.iter().map(JsonValue::to_string));
    }
    connection.close().await.unwrap();
    rows
}

/// A store with all seven registers, each read once.
async fn store_with_all(database: &TestDatabase) -> Store {
    let store = open(database).await;
    for code in JurisdictionCode::ALL {
        let files = registers::files(*code, LICENCES);
        let reading = register::read(*code, &files, first_read(), &Accepted::default()).unwrap();
        let applied = apply(&store, &reading, files).await.unwrap();
        let software_provider = usize::from(*code == JurisdictionCode::Kh);
        assert_eq!(applied.created, LICENCES + software_provider, "{code}");
        for n in 1..=LICENCES {
            let answer = answer(&store, &registers::host(*code, n)).await;
            assert_eq!(answer["verdict"], "licensed", "{code} {n}");
        }
    }
    store
}

#[tokio::test]
async fn fifty_six_broken_readings_change_nothing() {
    let database = TestDatabase::new().await;
    let store = store_with_all(&database).await;
    let before = State::read(&store, &database).await;
    let mut refusals = Vec::new();
    for code in JurisdictionCode::ALL {
        for (hour, (name, broken)) in (1..).zip(variants::ALL) {
            let good = registers::files(*code, LICENCES);
            let files = broken(*code, &good);
            assert_ne!(files, good, "{code} {name}: nothing is broken");
            let refusal = refused(&store, *code, &files, hours_later(hour)).await;
            refusals.push(format!("{code} {name}: {refusal}"));
            let is_unchanged = State::read(&store, &database).await == before;
            assert!(is_unchanged, "{code} {name} left a trace");
        }
    }
    assert_eq!(refusals.len(), 56);
    insta::assert_snapshot!("broken_readings", refusals.join("\n"));
}

/// Why the files are not applied: they are no register, or an implausible one.
async fn refused(
    store: &Store,
    code: JurisdictionCode,
    files: &[SourceFile],
    read_at: Timestamp,
) -> String {
    match register::read(code, files, read_at, &Accepted::default()) {
        Err(error) => {
            assert_names_a_file(&error, files);
            error.to_string()
        }
        Ok(reading) => match apply(store, &reading, files.to_vec()).await {
            Err(StoreError::Refused(refusal @ Refusal::Implausible { .. })) => refusal.to_string(),
            other => panic!("{code}: {other:?}"),
        },
    }
}

fn assert_names_a_file(error: &RegisterError, files: &[SourceFile]) {
    let is_of_these = files.iter().any(|file| error.file.contains(&file.name));
    assert!(is_of_these, "{error}");
}

#[test]
fn a_cell_that_no_database_keeps_is_named() {
    let with_name = |name: String| {
        let mut files = registers::files(JurisdictionCode::Ukgc, LICENCES);
        let table = files.iter_mut().find(|file| file.name == "businesses.csv").unwrap();
        let text = String::from_utf8(table.bytes.clone()).unwrap();
        table.bytes = text.replace("Albion 7 Limited", &name).into_bytes();
        register::read(JurisdictionCode::Ukgc, &files, first_read(), &Accepted::default())
    };
    let refusal = with_name("A".repeat(2001)).unwrap_err().to_string();
    let place = "licence 7 (\"000007-R-300007-001\"): operator.name";
    assert!(refusal.contains(place), "{refusal}");
    assert!(with_name("A".repeat(2000)).is_ok());
}

#[tokio::test]
async fn half_a_register_that_can_be_read_is_implausible() {
    let database = TestDatabase::new().await;
    let store = store_with_all(&database).await;
    let before = State::read(&store, &database).await;
    for code in JurisdictionCode::ALL {
        let files = registers::files(*code, LICENCES / 2);
        let reading = register::read(*code, &files, hours_later(1), &Accepted::default()).unwrap();
        assert!(reading.complete, "{code}");
        match apply(&store, &reading, files).await {
            Err(StoreError::Refused(Refusal::Implausible { missing: 15, .. })) => {}
            other => panic!("{code}: {other:?}"),
        }
        assert!(State::read(&store, &database).await == before, "{code} left a trace");
    }
}

/// A register of which every licence has everything.
fn full(hour: i64) -> RegisterReading {
    let licence = |n: usize| ListedLicence {
        issued_date: "2020-01-01".parse().ok(),
        expiry_date: "2030-01-01".parse().ok(),
        ..licence(&format!("Bet {n} Ltd"), &format!("MGA/B2C/{n}/2020"), "Licensed", &[])
    };
    let mut full = reading(JurisdictionCode::Mga, hour, (0..LICENCES).map(licence).collect());
    for (n, licence) in full.licences.iter_mut().enumerate() {
        licence.operator.upstream_id = Some(n.to_string());
        licence.operator.trading_names = vec![format!("Bet {n}")];
        let domain = format!("bet{n}.example");
        licence.domains = vec![ListedDomain { domain, ..ListedDomain::default() }];
    }
    full
}

#[tokio::test]
async fn a_register_does_not_stop_saying_what_it_said() {
    type Change = fn(&mut ListedLicence);
    let changes: [(&str, Change); 7] = [
        ("licences without a status that is known", |it| {
            it.status_text = Some("Zugelassen".into())
        }),
        ("licences without words for their status", |it| it.status_text = None),
        ("licences without the date of their issue", |it| it.issued_date = None),
        ("licences without the date of their expiry", |it| it.expiry_date = None),
        ("domains without a status that is known", |it| {
            it.domains[0].status_text = Some("Live".into());
        }),
        ("operators under another name", |it| {
            let id = it.operator.upstream_id.clone().unwrap_or_default();
            it.operator.registered_name = None;
            it.operator.name = format!("Account {id}");
        }),
        ("operators without a trading name", |it| it.operator.trading_names.clear()),
    ];
    for (what, change) in changes {
        let database = TestDatabase::new().await;
        let store = open(&database).await;
        apply(&store, &full(0), Vec::new()).await.unwrap();
        let with = |count: usize, hour| {
            let mut changed = full(hour);
            changed.licences[..count].iter_mut().for_each(change);
            changed
        };
        let before = rows(&database).await;
        for count in [10, LICENCES] {
            let refused = apply(&store, &with(count, 1), Vec::new()).await.unwrap_err();
            let start = format!("lists {count} of 30 {what}, more than 20 percent");
            // Without any words none is known either: the first that is found is named.
            let is_named = refused.to_string().contains(&start)
                || (what.contains("words") && refused.to_string().contains("that is known"));
            assert!(is_named, "{what}: {refused}");
            assert_eq!(rows(&database).await, before, "{what}");
        }
        assert!(apply(&store, &with(9, 1), Vec::new()).await.is_ok(), "{what}");
        let forced = ApplyRules { force: true, ..ApplyRules::default() };
        let (all, snapshot) = (with(LICENCES, 2), Snapshot::new(Vec::new()));
        let applied = store.apply_reading(&all, &snapshot, &forced, all.read_at).await;
        assert!(applied.is_ok(), "{what}");
    }
}

#[tokio::test]
async fn a_register_that_is_only_refused_goes_stale_on_time_and_says_so_once() {
    let database = TestDatabase::new().await;
    let store = store_with_all(&database).await;
    for code in JurisdictionCode::ALL {
        let files = variants::emptied(*code, &registers::files(*code, LICENCES));
        refused(&store, *code, &files, hours_later(1)).await;
    }
    let mut announced = Vec::new();
    for hour in 0..=80 {
        let now = hours_later(hour);
        let just_before = Timestamp::from_epoch_millis(now.epoch_millis() - 1).unwrap();
        for instant in [just_before, now] {
            for register in store.freshness(instant).await.unwrap() {
                let age = instant.epoch_millis() - first_read().epoch_millis();
                let is_fresh = age < register.sla_hours * 3_600_000;
                assert_eq!(register.fresh, Some(is_fresh), "{register:?}");
            }
            let run = store.announce_coverage(instant, instant).await.unwrap();
            assert!(run.restored.is_empty());
            for code in run.degraded {
                assert_eq!(instant, hours_later(code.sla_hours()), "{code}");
                announced.push(code);
            }
        }
    }
    announced.sort();
    let mut all = JurisdictionCode::ALL.to_vec();
    all.sort();
    assert_eq!(announced, all);
}
