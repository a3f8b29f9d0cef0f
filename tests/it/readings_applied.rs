//! What a reading does to the database, over the real database.

use licence_core::account::plan::{Cap, Plan};
use licence_core::check::{CheckQuery, Verdict};
use licence_core::event::EVENT_RETENTION;
use licence_core::event::feed::FeedQuery;
use licence_core::jurisdiction::JurisdictionCode::{An, Cw, Iom, Kh, Mga, Ukgc};
use licence_core::lookup::Page;
use licence_core::operator::Slug;
use licence_core::period::Period;
use licence_core::point_in_time::AsOf;
use licence_core::register::Snapshot;
use licence_core::register::reading::{
    ListedDomain, ListedLicence, ListedOperator, RegisterReading,
};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_store::{Store, StoreError};
use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};

use crate::support::databases::TestDatabase;
use crate::support::readings::{
    answer, apply, at, fresh_store, licence, now, open, open_seeded, reading, to_json,
};

async fn verdict(store: &Store, domain: &str) -> Verdict {
    store.check(&CheckQuery::domain(domain).unwrap(), None, now()).await.unwrap().verdict
}

#[tokio::test]
async fn the_same_reading_twice_is_applied_once() {
    let store = fresh_store().await;
    let first = reading(An, 0, vec![licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example"])]);
    let applied = apply(&store, &first).await.unwrap();
    assert_eq!((applied.applied, applied.created, applied.unchanged), (true, 1, 0));
    let applied = apply(&store, &first).await.unwrap();
    assert_eq!((applied.applied, applied.created, applied.unchanged), (false, 0, 1));
}

/// What is held is read in pages of a hundred licences and of a thousand operators.
#[tokio::test]
async fn each_licence_of_a_large_register_is_held_once() {
    let store = fresh_store().await;
    let name =
        |n: usize| format!("{} Öp {n} N.V.", ["beta", "Älpha", "ALPHA", "жar", "a-b"][n % 5]);
    let number = |n: usize| format!("{}/{n}/1", ["ogl", "OGL", "Ö", "z\"'", "a_"][n % 5]);
    let listed = |n: usize| match n % 3 {
        0 => licence(&name(n), &number(n), "", &[]),
        _ => {
            licence(&name(n), &number(n), "", &[&format!("n{n}.example"), &format!("m{n}.example")])
        }
    };
    let mut licences: Vec<ListedLicence> = (0..2_050).map(listed).collect();
    assert_eq!(apply(&store, &reading(Cw, 1, licences.clone())).await.unwrap().created, 2_050);
    licences[1_234].status_text = Some("Revoked".to_owned());
    let applied = apply(&store, &reading(Cw, 2, licences)).await.unwrap();
    let counts = (applied.created, applied.changed, applied.missing, applied.unchanged);
    assert_eq!(counts, (0, 1, 0, 2_049));
}

/// Or PostgreSQL would search the whole table for the licences of an operator, until its own process
/// renews its statistics.
#[tokio::test]
async fn a_large_reading_renews_the_statistics_of_postgresql() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let listed = |n| licence(&format!("Op {n} N.V."), &format!("OGL/{n}/1"), "", &[]);
    apply(&store, &reading(Cw, 1, (0..2_000).map(listed).collect())).await.unwrap();
    if database.url().starts_with("postgres") {
        let sql = "select reltuples from pg_class where relname = 'licences'";
        let connection = Database::connect(database.url()).await.unwrap();
        let query = Statement::from_string(DbBackend::Postgres, sql);
        let row = connection.query_one_raw(query).await.unwrap().unwrap();
        assert_eq!(row.try_get::<f32>("", "reltuples").unwrap(), 2_000.0);
    }
}

#[tokio::test]
async fn a_reading_that_must_not_be_applied_changes_nothing() {
    let store = fresh_store().await;
    let many = |range: std::ops::Range<u32>| -> Vec<ListedLicence> {
        range
            .map(|n| licence(&format!("Op {n} N.V."), &format!("OGL/2026/{n}/1"), "", &[]))
            .collect()
    };
    apply(&store, &reading(Cw, 10, many(0..50))).await.unwrap();
    for (refused, because) in [
        (reading(Cw, 9, many(0..50)), "is older than the newest applied one"),
        (reading(Cw, 11, vec![]), "lists no licence"),
        (reading(Cw, 11, many(11..50)), "lacks 11 of 50 listed licences"),
    ] {
        let error = apply(&store, &refused).await.unwrap_err();
        assert!(matches!(error, StoreError::Refused(_)), "{error}");
        assert!(error.to_string().contains(because), "{error}");
    }
    // Ten of fifty is the share that may go; and nothing was counted before.
    let applied = apply(&store, &reading(Cw, 11, many(10..50))).await.unwrap();
    assert_eq!((applied.missing, applied.unchanged), (10, 40));
    let forced = ApplyRules { force: true, ..ApplyRules::default() };
    let few = reading(Cw, 12, many(10..12));
    let snapshot = Snapshot::of_bytes(to_json(&few));
    assert!(apply(&store, &few).await.is_err());
    assert!(store.apply_reading(&few, &snapshot, &forced, few.read_at).await.unwrap().applied);
    let older = store.apply_reading(&reading(Cw, 1, many(0..50)), &snapshot, &forced, now()).await;
    assert!(older.is_err(), "an older reading is never forced");
}

#[tokio::test]
async fn a_reading_more_than_five_minutes_ahead_of_the_clock_is_refused_even_with_force() {
    let store = fresh_store().await;
    let ahead = |millis| {
        let listed = licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example"]);
        let mut reading = reading(An, 7, vec![listed]);
        let at = now().epoch_millis() + 300_000 + millis;
        reading.read_at = Timestamp::from_epoch_millis(at).unwrap();
        reading
    };
    for force in [false, true] {
        let rules = ApplyRules { force, ..ApplyRules::default() };
        for (millis, is_applied) in [(1, false), (0, true), (1, false)] {
            let reading = ahead(millis);
            let snapshot = Snapshot::of_bytes(to_json(&reading));
            let applied = store.apply_reading(&reading, &snapshot, &rules, now()).await;
            assert_eq!(applied.is_ok(), is_applied, "{millis} ms, force {force}: {applied:?}");
            if let Err(error) = applied {
                assert!(error.to_string().contains("5 minutes ahead of the clock"), "{error}");
            }
        }
    }
}

#[tokio::test]
async fn a_domain_shares_the_grace_of_its_missing_licence_whoever_else_lists_the_host() {
    let store = fresh_store().await;
    let alpha = || licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example", "aa.example"]);
    let beta = || licence("Beta N.V.", "ALSI-2-FI1", "valid", &["a.example"]);
    apply(&store, &reading(An, 0, vec![alpha(), beta()])).await.unwrap();
    for (hour, alpha_is) in [(1, "active"), (48, "active"), (49, "not_in_register")] {
        let applied = apply(&store, &reading(An, hour, vec![beta()])).await.unwrap();
        assert_eq!(applied.delisted, 0, "at hour {hour}");
        let both = answer(&store, "a.example").await;
        let pairs = both["jurisdictions"].as_array().unwrap();
        let pair = pairs.iter().find(|pair| pair["operator_slug"] == "alpha-nv").unwrap();
        assert_eq!(pair["status"], alpha_is, "at hour {hour}");
        assert_eq!(pair["domain_status"], "active", "at hour {hour}");
    }
    let listed_without = licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["aa.example"]);
    let applied = apply(&store, &reading(An, 50, vec![listed_without, beta()])).await.unwrap();
    assert_eq!(applied.delisted, 1, "a complete reading lists the licence without the domain");
}

#[tokio::test]
async fn a_missing_licence_keeps_its_status_for_the_grace_and_then_leaves_the_register() {
    let store = fresh_store().await;
    let stays = || licence("Beta N.V.", "ALSI-2-FI1", "valid", &["b.example"]);
    let goes = || licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example"]);
    apply(&store, &reading(An, 0, vec![goes(), stays()])).await.unwrap();
    let applied = apply(&store, &reading(An, 1, vec![stays()])).await.unwrap();
    assert_eq!((applied.missing, applied.changed), (1, 0));
    assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed);
    let applied = apply(&store, &reading(An, 48, vec![stays()])).await.unwrap();
    assert_eq!(applied.missing, 0, "it stays missing");
    assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed);
    apply(&store, &reading(An, 49, vec![stays()])).await.unwrap();
    let gone = answer(&store, "a.example").await;
    assert_eq!(gone["verdict"], "licence_not_active");
    assert_eq!(gone["match"]["status"], "not_in_register");
    assert!(gone["match"]["upstream_status"].is_null());
    let sentence = gone["verdict_detail"].as_str().unwrap();
    assert!(sentence.contains("no enforcement decision"), "{sentence}");
    apply(&store, &reading(An, 50, vec![goes(), stays()])).await.unwrap();
    assert_eq!(verdict(&store, "a.example").await, Verdict::Licensed);
}

/// A dry run counts the same.
#[tokio::test]
async fn a_licence_counts_as_missing_when_it_goes_and_when_its_grace_ends() {
    let stays = || licence("Beta N.V.", "ALSI-2-FI1", "valid", &["b.example"]);
    let goes = || licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example"]);
    // Readings without the licence: the grace and the hour, licences missing, and events.
    let cases: [&[(u32, i64, usize, usize)]; 3] = [
        &[(48, 1, 1, 0), (48, 48, 0, 0), (48, 49, 1, 1), (48, 50, 0, 0)],
        &[(0, 1, 1, 1), (0, 2, 0, 0)],
        &[(48, 1, 1, 0), (0, 2, 1, 1), (0, 3, 0, 0)],
    ];
    for readings in cases {
        let store = fresh_store().await;
        apply(&store, &reading(An, 0, vec![goes(), stays()])).await.unwrap();
        for (grace, hour, missing, events) in readings.iter().copied() {
            let reading = reading(An, hour, vec![stays()]);
            let snapshot = Snapshot::of_bytes(to_json(&reading));
            let rules = ApplyRules { grace: Period::from_hours(grace), ..ApplyRules::default() };
            let at = reading.read_at;
            let preview = store.preview_reading(&reading, &snapshot, &rules, at).await.unwrap();
            let applied = store.apply_reading(&reading, &snapshot, &rules, at).await.unwrap();
            for summary in [preview.summary, applied] {
                let counts = (summary.changed, summary.missing, summary.events);
                assert_eq!(counts, (0, missing, events), "at hour {hour} of {readings:?}");
                assert_eq!(summary.unchanged, 1);
            }
        }
    }
}

#[tokio::test]
async fn a_partial_reading_never_counts_anything_as_missing() {
    let store = fresh_store().await;
    let alpha = licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example", "aa.example"]);
    let beta = licence("Beta N.V.", "ALSI-2-FI1", "valid", &["b.example"]);
    apply(&store, &reading(An, 0, vec![alpha, beta])).await.unwrap();
    let mut partial =
        reading(An, 100, vec![licence("Alpha N.V.", "ALSI-1-FI1", "valid", &["a.example"])]);
    partial.complete = false;
    let applied = apply(&store, &partial).await.unwrap();
    assert_eq!((applied.missing, applied.delisted), (0, 0));
    for domain in ["a.example", "aa.example", "b.example"] {
        assert_eq!(verdict(&store, domain).await, Verdict::Licensed);
    }
}

#[tokio::test]
async fn a_domain_that_its_licence_no_longer_lists_is_delisted() {
    let store = fresh_store().await;
    let with = |domains: &[&str]| vec![licence("Alpha N.V.", "ALSI-1-FI1", "valid", domains)];
    apply(&store, &reading(An, 0, with(&["a.example", "b.example"]))).await.unwrap();
    let applied = apply(&store, &reading(An, 1, with(&["a.example"]))).await.unwrap();
    assert_eq!((applied.delisted, applied.changed, applied.unchanged), (1, 1, 0));
    assert_eq!(verdict(&store, "b.example").await, Verdict::DomainNotListed);
    assert_eq!(answer(&store, "b.example").await["match"]["domain_status"], "delisted");
    apply(&store, &reading(An, 2, with(&["a.example", "b.example"]))).await.unwrap();
    assert_eq!(verdict(&store, "b.example").await, Verdict::Licensed);
}

#[tokio::test]
async fn wording_that_no_table_knows_is_kept_and_is_no_pass() {
    let store = fresh_store().await;
    let mut odd_domain = licence("Beta N.V.", "ALSI-2-FI1", "valid", &[]);
    let (domain, wording) = ("b.example".to_owned(), Some("On hold".to_owned()));
    odd_domain.domains.push(ListedDomain { domain, status_text: wording, ..Default::default() });
    let odd_status = licence("Alpha N.V.", "ALSI-1-FI1", "under review", &["a.example"]);
    apply(&store, &reading(An, 0, vec![odd_status, odd_domain])).await.unwrap();
    let unknown = answer(&store, "a.example").await;
    assert_eq!(unknown["verdict"], "licence_not_active");
    assert_eq!(unknown["match"]["status"], "unknown");
    assert_eq!(unknown["match"]["upstream_status"], "under review");
    let not_permitted = answer(&store, "b.example").await;
    assert_eq!(not_permitted["verdict"], "domain_not_listed");
    assert!(not_permitted["match"]["domain_status"].is_null());
}

#[tokio::test]
async fn one_legal_entity_is_one_operator_across_registers() {
    let store = fresh_store().await;
    let one = licence("Gamma Play Limited", "MGA/B2C/1/2020", "Licensed", &["g.example"]);
    apply(&store, &reading(Mga, 0, vec![one])).await.unwrap();
    let two = licence("GAMMA-PLAY LTD", "OGL/2026/1/1", "", &["g.example"]);
    let other_form = licence("Gamma Play N.V.", "OGL/2026/2/2", "", &["h.example"]);
    apply(&store, &reading(Cw, 0, vec![two, other_form])).await.unwrap();
    let pairs = answer(&store, "g.example").await;
    let slugs: Vec<&str> = pairs["jurisdictions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| pair["operator_slug"].as_str().unwrap())
        .collect();
    assert_eq!(slugs, ["gamma-play-limited", "gamma-play-limited"]);
    assert_eq!(pairs["match"]["operator"], "Gamma Play Limited", "the first register names it");
    assert_eq!(answer(&store, "h.example").await["match"]["operator_slug"], "gamma-play-nv");
}

#[tokio::test]
async fn a_register_that_renames_a_shared_operator_renames_it_nowhere_else() {
    let by_id = |name: &str| {
        let mut row = licence(name, "MGA/B2C/1/2020", "Licensed", &["m.example"]);
        row.operator.upstream_id = Some("guid".to_owned());
        reading(Mga, 0, vec![row])
    };
    let by_name = || reading(Iom, 0, vec![licence("Alpha Limited", "", "Active", &["i.example"])]);
    for first_is_mga in [true, false] {
        let store = fresh_store().await;
        let first = [by_id("Alpha Limited"), by_name()];
        for reading in if first_is_mga { [&first[0], &first[1]] } else { [&first[1], &first[0]] } {
            apply(&store, reading).await.unwrap();
        }
        let account = store.create_account("Watcher", Plan::Pro, now()).await.unwrap().id;
        let alpha = Slug::from_name("Alpha Limited");
        store.watch_operator(account, &alpha, Cap::AtMost(1), now()).await.unwrap();
        let holder = async |domain| {
            let found = answer(&store, domain).await["match"].clone();
            assert_eq!(found["status"], "active", "{domain}");
            found["operator"].as_str().unwrap().to_owned()
        };
        for (hour, name) in [(1, "Zed Limited"), (2, "Zed Limited"), (3, "Omega Limited")] {
            let read_at = reading(Mga, hour, Vec::new()).read_at;
            apply(&store, &RegisterReading { read_at, ..by_id(name) }).await.unwrap();
            assert_eq!(holder("m.example").await, name);
            assert_eq!(holder("i.example").await, "Alpha Limited");
            apply(&store, &RegisterReading { read_at, ..by_name() }).await.unwrap();
            assert_eq!(holder("m.example").await, name);
            assert_eq!(holder("i.example").await, "Alpha Limited");
        }
        let page = Page { limit: 10, offset: 0 };
        let watched = store.watched_operators(account, page).await.unwrap().operators;
        let mut names: Vec<_> = watched.iter().map(|it| it.display_name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["Alpha Limited", "Omega Limited"], "no event of either is lost");
    }
}

/// Returns the row of an account of the Gambling Commission, with one licence of the same digit.
fn of_account(id: &str, name: &str, status: &str, domain: &str) -> ListedLicence {
    let mut row = licence(name, &format!("00000{id}-R-10000{id}-001"), status, &[domain]);
    row.operator.upstream_id = Some(id.to_owned());
    row
}

#[tokio::test]
async fn an_account_that_takes_the_name_of_another_registers_operator_is_that_operator() {
    for complete in [true, false] {
        let store = fresh_store().await;
        let beta = licence("Beta Ltd", "OGL/2026/1/1", "", &["c.example"]);
        apply(&store, &reading(Cw, 0, vec![beta])).await.unwrap();
        let read = async |hour: i64, name: &str, status: &str| {
            let rows = vec![of_account("1", name, status, "u.example")];
            let complete = complete || hour == 0;
            let next = RegisterReading { complete, ..reading(Ukgc, hour, rows) };
            apply(&store, &next).await.unwrap();
            let mut slugs = Vec::new();
            for domain in ["c.example", "u.example"] {
                let found = answer(&store, domain).await["match"]["operator_slug"].clone();
                slugs.push(found.as_str().unwrap().to_owned());
            }
            slugs
        };
        assert_eq!(read(0, "Alpha Ltd", "Active").await, ["beta-ltd", "alpha-ltd"]);
        let mut watchers = Vec::new();
        for name in ["Alpha Ltd", "Beta Ltd"] {
            let account = store.create_account(name, Plan::Pro, now()).await.unwrap().id;
            let slug = Slug::from_name(name);
            store.watch_operator(account, &slug, Cap::AtMost(1), now()).await.unwrap();
            watchers.push(account);
        }
        assert_eq!(read(1, "Beta Ltd", "Active").await, ["beta-ltd", "beta-ltd"], "{complete}");
        assert_eq!(read(2, "Beta Ltd", "Suspended").await, ["beta-ltd", "beta-ltd"], "{complete}");
        for account in watchers {
            let query = FeedQuery::parse(None, None, None, now(), EVENT_RETENTION).unwrap();
            let events = store.watchlist_events(account, query).await.unwrap().events;
            let suspensions = events.iter().filter(|event| event.get().contains("\"suspended\""));
            assert_eq!(suspensions.count(), 1, "{complete}");
        }
        assert_eq!(read(3, "Gamma Ltd", "Active").await, ["beta-ltd", "gamma-ltd"], "{complete}");
        assert_eq!(read(4, "Alpha Ltd", "Active").await, ["beta-ltd", "alpha-ltd"], "{complete}");
        assert_eq!(read(5, "Delta Ltd", "Active").await, ["beta-ltd", "alpha-ltd"], "{complete}");
    }
}

#[tokio::test]
async fn two_accounts_of_one_register_are_two_operators_also_under_one_name() {
    for is_shared in [true, false] {
        let store = fresh_store().await;
        if is_shared {
            let beta = licence("Beta Ltd", "OGL/2026/1/1", "", &["c.example"]);
            apply(&store, &reading(Cw, 0, vec![beta])).await.unwrap();
        }
        for (hour, name) in [(0, "Alpha Ltd"), (1, "Beta Ltd")] {
            let renamed = of_account("1", name, "Active", "one.example");
            let rows = vec![renamed, of_account("2", "Beta Ltd", "Active", "two.example")];
            apply(&store, &reading(Ukgc, hour, rows)).await.unwrap();
            for (domain, slug) in [("one.example", "alpha-ltd"), ("two.example", "beta-ltd")] {
                let found = answer(&store, domain).await["match"]["operator_slug"].clone();
                assert_eq!(found, slug, "{is_shared} {hour}");
            }
        }
    }
}

/// Two accounts are called Alpha Ltd and Beta Ltd. The next reading gives both another name.
#[tokio::test]
async fn a_name_that_one_account_leaves_to_another_joins_the_operator_of_other_registers() {
    for (is_shared, names, slugs) in [
        (true, ["Beta Ltd", "Gamma Ltd"], ["beta-ltd", "gamma-ltd"]),
        (true, ["Beta Ltd", "Alpha Ltd"], ["beta-ltd", "alpha-ltd"]),
        (false, ["Beta Ltd", "Gamma Ltd"], ["alpha-ltd", "beta-ltd"]),
        (false, ["Beta Ltd", "Alpha Ltd"], ["alpha-ltd", "beta-ltd"]),
    ] {
        let store = fresh_store().await;
        if is_shared {
            let beta = licence("Beta Ltd", "OGL/2026/1/1", "", &["c.example"]);
            apply(&store, &reading(Cw, 0, vec![beta])).await.unwrap();
        }
        let before = (["Alpha Ltd", "Beta Ltd"], ["alpha-ltd", "beta-ltd"]);
        for (hour, (names, slugs)) in [(0, before), (1, (names, slugs)), (2, (names, slugs))] {
            let rows = vec![
                of_account("1", names[0], "Active", "one.example"),
                of_account("2", names[1], "Active", "two.example"),
            ];
            apply(&store, &reading(Ukgc, hour, rows)).await.unwrap();
            for (domain, slug) in ["one.example", "two.example"].into_iter().zip(slugs) {
                let found = answer(&store, domain).await["match"]["operator_slug"].clone();
                assert_eq!(found, slug, "{is_shared} {names:?} {hour}");
            }
        }
        if is_shared {
            let found = answer(&store, "c.example").await["match"].clone();
            assert_eq!(found["operator"], "Beta Ltd");
            assert_eq!(found["operator_slug"], "beta-ltd");
        }
    }
}

#[tokio::test]
async fn whoever_watches_a_holder_hears_of_its_licence_under_the_next_one() {
    let row = |name: &str, status| licence(name, "ALSI-202501001-FI1", status, &["a.example"]);
    let known = || licence("Buyer Ltd", "ALSI-202501002-FI1", "valid", &[]);
    for (name, status) in
        [("Seller Gaming Ltd", "valid"), ("Buyer Ltd", "valid"), ("Next Ltd", "revoked")]
    {
        let store = fresh_store().await;
        apply(&store, &reading(An, 0, vec![row("Seller Ltd", "valid"), known()])).await.unwrap();
        let account = store.create_account("Watcher", Plan::Pro, now()).await.unwrap().id;
        let seller = Slug::from_name("Seller Ltd");
        store.watch_operator(account, &seller, Cap::AtMost(1), now()).await.unwrap();
        apply(&store, &reading(An, 1, vec![row(name, status), known()])).await.unwrap();
        apply(&store, &reading(An, 2, vec![row(name, "revoked"), known()])).await.unwrap();
        let query = FeedQuery::parse(None, None, None, now(), EVENT_RETENTION).unwrap();
        let events = store.watchlist_events(account, query).await.unwrap().events;
        let revocations = events.iter().filter(|event| event.get().contains("\"revoked\""));
        assert_eq!(revocations.count(), 1, "{name}");
    }
}

#[tokio::test]
async fn two_entities_of_one_name_get_slugs_of_their_own() {
    let store = fresh_store().await;
    let of = |upstream_id: &str, number: &str, domain: &str| ListedLicence {
        operator: ListedOperator {
            upstream_id: Some(upstream_id.to_owned()),
            name: "Delta Limited".to_owned(),
            ..Default::default()
        },
        ..licence("", number, "Licensed", &[domain])
    };
    let rows =
        vec![of("2", "MGA/B2C/2/2020", "two.example"), of("1", "MGA/B2C/1/2020", "one.example")];
    apply(&store, &reading(Mga, 0, rows)).await.unwrap();
    let slug = async |domain| {
        answer(&store, domain).await["match"]["operator_slug"].as_str().unwrap().to_owned()
    };
    assert_eq!(slug("one.example").await, Slug::from_name("Delta Limited").as_str());
    assert_eq!(slug("two.example").await, "delta-limited-2");
}

#[tokio::test]
async fn registers_without_numbers_get_references_that_a_rebuild_repeats() {
    let mut references = Vec::new();
    for _ in 0..2 {
        let store = fresh_store().await;
        for code in [Kh, Iom] {
            let mut row = licence("Epsilon SRL", "ignored", "Active", &[]);
            row.license_number = None;
            row.domains.push(ListedDomain {
                domain: format!("{}.example", code.as_str().to_lowercase()),
                ..Default::default()
            });
            if code == Kh {
                row.status_text = Some("certified".to_owned());
            }
            apply(&store, &reading(code, 0, vec![row])).await.unwrap();
        }
        let number = async |domain| answer(&store, domain).await["match"]["license_number"].clone();
        references.push([number("kh.example").await, number("iom.example").await]);
    }
    assert_eq!(references[0], references[1]);
    let reference = references[0][0].as_str().unwrap();
    assert!(reference.starts_with("KH-") && reference.len() == 11, "{reference}");
    assert_ne!(references[0][0], references[0][1]);
}

#[tokio::test]
async fn a_reading_that_loses_a_fifth_of_the_domains_at_once_is_refused() {
    let store = fresh_store().await;
    let with_domains = |hour, kept: usize| {
        let row = |nth: usize| {
            let domains: Vec<String> = (0..5)
                .map(|site| format!("site{nth}x{site}.example"))
                .take(kept.saturating_sub(nth * 5))
                .collect();
            let domains: Vec<&str> = domains.iter().map(String::as_str).collect();
            licence(&format!("Operator {nth} N.V."), &format!("OGL/{nth}"), "Indefinite", &domains)
        };
        reading(Cw, hour, (0..10).map(row).collect())
    };
    apply(&store, &with_domains(0, 50)).await.unwrap();
    let error = apply(&store, &with_domains(1, 25)).await.unwrap_err().to_string();
    assert!(error.contains("25 domains") && error.contains("20 percent"), "{error}");
    assert_eq!(verdict(&store, "site9x4.example").await, Verdict::Licensed);
    assert_eq!(apply(&store, &with_domains(2, 40)).await.unwrap().delisted, 10);
    let forced = ApplyRules { force: true, ..ApplyRules::default() };
    let few = with_domains(3, 5);
    let snapshot = Snapshot::of_bytes(to_json(&few));
    assert_eq!(store.apply_reading(&few, &snapshot, &forced, now()).await.unwrap().delisted, 35);
}

/// A column that moved by a row gives every licence the sites, or the holder, of another one.
#[tokio::test]
async fn a_column_that_moved_by_a_row_is_refused() {
    let store = fresh_store().await;
    let moved = |hour, sites: usize, holders: usize| {
        let row = |nth: usize| {
            let site = format!("site{}.example", (nth + sites) % 12);
            let holder = format!("Operator {} N.V.", (nth + holders) % 12);
            let status = if nth == 0 { "revoked" } else { "valid" };
            licence(&holder, &format!("ALSI-{nth}-FI1"), status, &[&site])
        };
        reading(An, hour, (0..12).map(row).collect())
    };
    apply(&store, &moved(0, 0, 0)).await.unwrap();
    for (hour, sites, holders, cause) in [
        (1, 1, 0, "lists the licences of 12 domains without them"),
        (2, 0, 1, "lists 12 of 12 licences under another operator"),
    ] {
        let error = apply(&store, &moved(hour, sites, holders)).await.unwrap_err().to_string();
        assert!(error.contains(cause) && error.contains("20 percent"), "{error}");
        assert_ne!(verdict(&store, "site0.example").await, Verdict::Licensed);
    }
    apply(&store, &moved(3, 0, 0)).await.unwrap();
}

/// What the regulator's page about a domain prints is proof only while it is in force.
#[tokio::test]
async fn a_page_that_is_no_proof_licenses_nothing() {
    let store = fresh_store().await;
    let words =
        ["Active", "Indefinite", "", "Not Active", "Suspended", "Removed from the registry"];
    let row = |(nth, word): (usize, &&str)| {
        let mut row = licence("Alpha N.V.", "OGL/2024/1/1", "", &[&format!("n{nth}.example")]);
        row.domains[0].verification_page_status = Some((*word).to_owned());
        row.license_number = Some(format!("OGL/2024/{nth}/100{nth}"));
        row
    };
    let rows = words.iter().enumerate().map(row).collect();
    apply(&store, &reading(Cw, 0, rows)).await.unwrap();
    for (nth, is_licensed) in [true, true, true, false, false, false].into_iter().enumerate() {
        let verdict = verdict(&store, &format!("n{nth}.example")).await;
        assert_eq!(verdict == Verdict::Licensed, is_licensed, "{}: {verdict:?}", words[nth]);
    }
}

/// A sentence with the name is quoted in case files.
#[tokio::test]
async fn a_name_is_one_line_and_turns_no_text_around() {
    let store = fresh_store().await;
    let row = licence("Rtl \u{202e}Lim\nited\u{1b}[31m", "ALSI-1-FI1", "valid", &["a.example"]);
    apply(&store, &reading(An, 0, vec![row])).await.unwrap();
    assert_eq!(answer(&store, "a.example").await["match"]["operator"], "Rtl Lim ited[31m");
    let query = CheckQuery::domain("a.example").unwrap();
    let sentence = store.check(&query, None, now()).await.unwrap().verdict_detail;
    assert!(sentence.contains("of Rtl Lim ited[31m, status active"), "{sentence}");
}

/// The answer is of the catalogue in memory, and its past of the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_and_its_past_are_of_the_same_readings() {
    let database = TestDatabase::new().await;
    let (store, other) = (open(&database).await, open_seeded(&database, 8).await);
    let turned = |hour: i64| {
        let status = if hour % 2 == 0 { "Active" } else { "Suspended" };
        reading(Cw, hour, vec![licence("Alpha N.V.", "OGL/1/1", status, &["a.example"])])
    };
    apply(&other, &turned(0)).await.unwrap();
    let writer = tokio::spawn(async move {
        for hour in 1..=40 {
            apply(&other, &turned(hour)).await.unwrap();
        }
    });
    let (query, now) = (CheckQuery::domain("a.example").unwrap(), at("2026-12-01T00:00:00Z"));
    while !writer.is_finished() {
        let answer = store.check(&query, Some(AsOf::now(now)), now).await.unwrap();
        let (today, past) = (answer.matched.unwrap(), answer.as_of.unwrap());
        assert_eq!(past.status_as_of, today.status);
    }
    writer.await.unwrap();
}
