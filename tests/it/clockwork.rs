//! What follows from time alone: coverage edges, expiry warnings, pruning, corrections.

use licence_core::check::CheckQuery;
use licence_core::event::EventId;
use licence_core::jurisdiction::JurisdictionCode::{An, Cw, Mga};
use licence_core::point_in_time::{AsOf, Knowledge};
use licence_core::register::reading::RegisterReading;
use licence_core::register::sources::RegisterPlan;
use licence_core::status::LicenceStatus;
use licence_core::time::Timestamp;
use licence_server::jobs::scheduled_tasks::ScheduledTasks;
use licence_store::service::Retention;
use sea_orm::{ConnectionTrait, Database};

use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, at, licence, open, open_seeded, reading};
use crate::support::recorded::{event_names, events, history};

#[tokio::test]
async fn coverage_is_announced_once_an_edge() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let rows = || vec![licence("Alpha N.V.", "ALSI-1-FI1", "valid", &[])];
    apply(&store, &reading(An, 0, rows())).await.unwrap();
    let elsewhere = open_seeded(&database, 8).await;
    for (now, degraded, restored) in [
        ("2026-11-01T23:59:59.999Z", 0, 0),
        ("2026-11-02T00:00:00.000Z", 1, 0),
        ("2026-11-02T00:01:00.000Z", 0, 0),
    ] {
        let run = store.announce_coverage(at(now), at(now)).await.unwrap();
        assert_eq!((run.degraded.len(), run.restored.len()), (degraded, restored), "{now}");
        let again = elsewhere.announce_coverage(at(now), at(now)).await.unwrap();
        assert!(again.degraded.is_empty() && again.restored.is_empty(), "{now}");
    }
    apply(&store, &reading(An, 30, rows())).await.unwrap();
    let later = at("2026-11-02T06:30:00Z");
    let run = store.announce_coverage(later, later).await.unwrap();
    assert_eq!((run.degraded, run.restored), (vec![], vec![An]));
    let coverage: Vec<_> = events(database.url()).await.split_off(1);
    assert_eq!(coverage[0]["event"], "coverage.degraded");
    assert_eq!(coverage[0]["data"]["previous_status"], "healthy");
    assert_eq!(coverage[0]["data"]["status"], "degraded");
    assert_eq!(coverage[0]["data"]["age_hours"], 24);
    assert_eq!(coverage[0]["data"]["sla_hours"], 24);
    assert_eq!(coverage[0]["data"]["changed_at"], "2026-11-02T00:00:00.000Z");
    assert_eq!(coverage[1]["event"], "coverage.restored");
    assert_eq!(coverage[1]["data"]["last_successful_scrape"], "2026-11-02T06:00:00.000Z");
    assert_eq!(coverage.len(), 2);
}

/// It proves nothing about what it lacks, neither that a licence is gone nor that none came.
#[tokio::test]
async fn a_partial_reading_makes_no_register_fresh() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = |number: u32| {
        let host = format!("beta{number}.example");
        licence("Alpha N.V.", &format!("ALSI-1-FI{number}"), "valid", &[&host])
    };
    let plan = RegisterPlan::from_table(An, None);
    let now = at("2026-11-03T01:00:00Z");
    for (hour, listed, complete, last_read, is_fresh) in [
        (0, vec![row(1)], false, "2026-11-01T00:00:00Z", false),
        (1, vec![row(1), row(2)], true, "2026-11-01T01:00:00Z", false),
        (48, vec![row(1)], false, "2026-11-01T01:00:00Z", false),
        (49, vec![row(1), row(2)], true, "2026-11-03T01:00:00Z", true),
    ] {
        let read = RegisterReading { complete, ..reading(An, hour, listed) };
        apply(&store, &read).await.unwrap();
        let register = &store.coverage(now).await.unwrap().jurisdictions[&An];
        assert_eq!(register.last_successful_scrape, Some(at(last_read)), "{hour}");
        assert_eq!(register.fresh, Some(is_fresh), "{hour}");
        assert_eq!(store.is_due(&plan, now).await.unwrap(), !is_fresh, "{hour}");
        for domain in ["beta1.example", "nobody.example"] {
            let query = CheckQuery::domain(domain).unwrap();
            let answer = store.check(&query, None, now).await.unwrap();
            let stale = answer.meta.stale_jurisdictions.contains(&An);
            assert_eq!(stale, !is_fresh, "{hour} {domain}");
            let tells_its_age = answer.verdict_detail.contains("Read 4");
            assert_eq!(tells_its_age, domain == "beta1.example" && hour < 48, "{hour} {domain}");
        }
    }
}

#[tokio::test]
async fn expiry_is_warned_of_exactly_so_many_days_ahead_and_once() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = |number: &str, status: &str, expiry: &str| {
        let mut row = licence("Alpha N.V.", number, status, &[]);
        row.expiry_date = expiry.parse().ok();
        row
    };
    let rows = |renewed: &str| {
        vec![
            row("ALSI-1-FI1", "valid", renewed),
            row("ALSI-2-FI1", "suspended", "2027-03-01"),
            row("ALSI-3-FI1", "valid", "2027-03-02"),
        ]
    };
    apply(&store, &reading(An, 0, rows("2027-03-01"))).await.unwrap();
    let mut warned = Vec::new();
    for day in 0..125 {
        let start = at("2026-11-25T23:59:00Z").epoch_millis();
        let now = Timestamp::from_epoch_millis(start + day * 86_400_000).unwrap();
        for _ in 0..2 {
            let run = store.warn_of_expiry(now, now).await.unwrap();
            for (count, window) in
                [(run.expiring_30d, 30), (run.expiring_60d, 60), (run.expiring_90d, 90)]
            {
                warned.extend((0..count).map(|_| (now.date().to_string(), window)));
            }
        }
    }
    let expected = [
        ("2026-12-01", 90),
        ("2026-12-02", 90),
        ("2026-12-31", 60),
        ("2027-01-01", 60),
        ("2027-01-30", 30),
        ("2027-01-31", 30),
    ];
    assert_eq!(warned, expected.map(|(day, window)| (day.to_owned(), window)));
    let warning = &events(database.url()).await[3];
    assert_eq!(warning["event"], "license.expiring_90d");
    assert_eq!(warning["data"]["expiry_date"], "2027-03-01");
    assert_eq!(warning["data"]["days_remaining"], 90);
    assert_eq!(warning["data"]["status"], "active");
    assert_eq!(warning["data"]["operator_slug"], "alpha-nv");
    // Another date is warned of anew.
    apply(&store, &reading(An, 1, rows("2027-06-01"))).await.unwrap();
    let later = at("2027-03-03T00:00:00Z");
    let run = store.warn_of_expiry(later, later).await.unwrap();
    assert_eq!((run.expiring_90d, run.expiring_60d, run.expiring_30d), (1, 0, 0));
}

#[tokio::test]
async fn what_is_read_during_the_day_is_warned_of_the_same_day() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let mut tasks = ScheduledTasks::default();
    for (now, warnings) in [("2026-11-01T00:00:30Z", 0), ("2026-11-01T12:00:30Z", 2)] {
        tasks.run_due(&store, Retention::default(), at(now)).await.unwrap();
        tasks.run_due(&store, Retention::default(), at(now)).await.unwrap();
        let names = event_names(database.url()).await;
        let warned = names.iter().filter(|name| name.starts_with("license.expiring_")).count();
        assert_eq!(warned, warnings, "{now}");
        let row = |number: &str, expiry: &str| {
            let mut row = licence("Alpha N.V.", number, "valid", &[]);
            row.expiry_date = expiry.parse().ok();
            row
        };
        let rows = vec![row("ALSI-1-FI1", "2026-12-01"), row("ALSI-2-FI1", "2027-01-30")];
        apply(&store, &reading(An, 6, rows)).await.unwrap();
    }
}

#[tokio::test]
async fn a_step_that_fails_holds_up_no_other() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = |status: &str| vec![licence("Alpha Limited", "MGA/B2C/1/2020", status, &[])];
    for (hour, status) in [(0, "Licensed"), (1, "Suspended")] {
        apply(&store, &reading(Mga, hour, row(status))).await.unwrap();
    }
    let now = at("2027-01-01T00:00:00Z");
    store.announce_coverage(at("2026-11-09T00:00:00Z"), at("2026-11-09T00:00:00Z")).await.unwrap();
    let connection = Database::connect(database.url()).await.unwrap();
    connection.execute_unprepared("update coverage_states set status = 'better'").await.unwrap();
    let turned = ScheduledTasks::default().run_due(&store, Retention::default(), now).await;
    assert!(turned.unwrap_err().to_string().contains("better"));
    assert_eq!(event_names(database.url()).await, ["coverage.degraded"], "the others are pruned");
}

/// Ids that are ahead of the clock would stay ahead for ever, and so would deliveries wait.
#[tokio::test]
async fn what_is_judged_as_of_another_day_is_announced_today() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let mut row = licence("Alpha N.V.", "ALSI-1-FI1", "valid", &[]);
    row.expiry_date = "2027-03-01".parse().ok();
    apply(&store, &reading(An, 0, vec![row])).await.unwrap();
    let today = at("2026-11-01T07:00:00Z");
    let run = store.announce_coverage(at("2026-11-05T00:00:00Z"), today).await.unwrap();
    assert_eq!((run.at, run.degraded), (at("2026-11-05T00:00:00Z"), vec![An]));
    let run = store.warn_of_expiry(at("2027-01-30T00:00:00Z"), today).await.unwrap();
    assert_eq!((run.at, run.expiring_30d), (at("2027-01-30T00:00:00Z"), 1));
    let announced = events(database.url()).await.split_off(1);
    assert_eq!(announced[0]["data"]["changed_at"], "2026-11-05T00:00:00.000Z");
    assert_eq!(announced[1]["data"]["days_remaining"], 30);
    for event in announced {
        assert_eq!(event["timestamp"], "2026-11-01T07:00:00.000Z");
        let id: EventId = event["event_id"].as_str().unwrap().parse().unwrap();
        assert!(id <= EventId::last_at(today), "{id}");
    }
}

#[tokio::test]
async fn events_are_pruned_and_ids_go_on_ascending() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = |status: &str| vec![licence("Alpha Limited", "MGA/B2C/1/2020", status, &[])];
    for (hour, status) in [(0, "Licensed"), (1, "Suspended"), (2, "Licensed")] {
        apply(&store, &reading(Mga, hour, row(status))).await.unwrap();
    }
    let before = events(database.url()).await;
    // Exactly thirty days after the first event: it is not older than that.
    let run = store.prune(Retention::default(), at("2026-12-01T00:00:00Z")).await.unwrap();
    assert_eq!(run.events, 0);
    let run = store.prune(Retention::default(), at("2026-12-01T01:00:00Z")).await.unwrap();
    assert_eq!(run.events, 1);
    // The newest stays, so that a clock that was set back gives no id twice.
    let run = store.prune(Retention::default(), at("2030-01-01T00:00:00Z")).await.unwrap();
    assert_eq!((run.events, event_names(database.url()).await.len()), (1, 1));
    apply(&store, &reading(Mga, 3, row("Suspended"))).await.unwrap();
    let after = events(database.url()).await;
    assert!(after[1]["event_id"].as_str() > before[2]["event_id"].as_str());
    assert_eq!(history(&store, "MGA/B2C/1/2020").await.history.len(), 4);
}

#[tokio::test]
async fn a_withdrawn_entry_is_told_as_withdrawn_until_the_next() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = |status: &str| {
        let mut row = licence("Beta N.V.", "OGL/1", status, &["beta.example"]);
        row.status_text = Some(status.to_owned()).filter(|text| !text.is_empty());
        vec![row]
    };
    for (hour, status) in [(0, ""), (24, "Suspended"), (48, "")] {
        apply(&store, &reading(Cw, hour, row(status))).await.unwrap();
    }
    let now = at("2026-11-20T00:00:00Z");
    let suspended = history(&store, "OGL/1").await.history[1].id;
    let corrected = store.correct(suspended, "another licence's row", now).await.unwrap().unwrap();
    assert_eq!(corrected.entry.corrected_at, Some(now));
    // A second time only rewords the note.
    let later = at("2026-11-21T00:00:00Z");
    let again = store.correct(suspended, "misread", later).await.unwrap().unwrap();
    assert_eq!(again.entry.corrected_at, Some(now));
    assert_eq!(again.entry.correction_note.as_deref(), Some("misread"));
    let query = CheckQuery::domain("www.beta.example").unwrap();
    let as_of = async |text: &str| {
        let as_of = AsOf::parse(text, later).unwrap();
        let answer = store.check(&query, Some(as_of), later).await.unwrap();
        assert_eq!(answer.matched.unwrap().status, Some(LicenceStatus::Active));
        let then = answer.as_of.unwrap();
        (then.knowledge, then.status_as_of)
    };
    assert_eq!(as_of("2026-10-31").await, (Knowledge::BeforeTracking, None));
    assert_eq!(as_of("2026-11-01").await, (Knowledge::Observed, Some(LicenceStatus::Active)));
    assert_eq!(as_of("2026-11-02").await, (Knowledge::Corrected, None));
    assert_eq!(as_of("2026-11-03").await, (Knowledge::Observed, Some(LicenceStatus::Active)));
    assert_eq!(history(&store, "OGL/1").await.history.len(), 3);
}

#[tokio::test]
async fn a_question_without_a_licence_says_why() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = licence("Zephyr Azure N.V.", "ALSI-1-FI1", "valid", &["shop.zephyrazure.example"]);
    apply(&store, &reading(An, 0, vec![row])).await.unwrap();
    let now = at("2026-11-20T00:00:00Z");
    let as_of = Some(AsOf::parse("2026-11-10", now).unwrap());
    for (domain, expected) in [
        ("nothing.example", Knowledge::NoSuchLicense),
        ("zephyrazure.example", Knowledge::NoLicenseResolved),
        ("zephyrazure.test", Knowledge::NoLicenseResolved),
        ("casino.test", Knowledge::NoLicenseResolved),
    ] {
        let query = CheckQuery::domain(domain).unwrap();
        let answer = store.check(&query, as_of, now).await.unwrap();
        let then = answer.as_of.unwrap();
        assert_eq!((then.knowledge, then.status_as_of), (expected, None), "{domain}");
    }
}
