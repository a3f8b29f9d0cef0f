//! What readings leave behind: history entries, events, actions, snapshots (specification 3.1).

use licence_core::history::ChangeType;
use licence_core::jurisdiction::JurisdictionCode::{An, Cw, Mga, Ukgc};
use licence_core::operator::Slug;
use licence_core::register::reading::{ListedAction, ListedLicence, RegisterReading};
use licence_core::status::LicenceStatus;
use licence_core::transition::ApplyRules;
use licence_store::ReadingSummary;

use crate::support::databases::TestDatabase;
use crate::support::readings::{apply, at, licence, now, open, reading, to_json};
use crate::support::recorded::{event_names, events, history, licence_id, short_history};

const NUMBER: &str = "MGA/B2C/1/2020";

fn mga(hour: i64, status: &str) -> RegisterReading {
    reading(Mga, hour, vec![licence("Alpha Limited", NUMBER, status, &[]), another()])
}

fn without(hour: i64) -> RegisterReading {
    reading(Mga, hour, vec![another()])
}

/// A register is never empty.
fn another() -> ListedLicence {
    licence("Other Limited", "MGA/B2C/2/2020", "Licensed", &[])
}

#[tokio::test]
async fn every_change_of_status_is_one_entry_and_one_event() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    for (hour, status) in
        [(0, "Licensed"), (1, "Suspended"), (2, "Expired"), (3, "Cancelled"), (4, "On hold?")]
    {
        apply(&store, &mga(hour, status)).await.unwrap();
        // The same again: nothing more.
        apply(&store, &mga(hour, status)).await.unwrap();
    }
    assert_eq!(
        short_history(&store, NUMBER).await,
        [
            "created:active",
            "status_change:suspended",
            "status_change:expired",
            "revoked:revoked",
            "status_change:unknown"
        ]
    );
    assert_eq!(
        event_names(database.url()).await,
        [
            "license.issued",
            "license.issued",
            "license.status_changed",
            "license.expired",
            "license.status_changed",
            "license.status_changed"
        ]
    );
    let newest = &history(&store, NUMBER).await.history[0];
    assert_eq!(newest.previous_status, Some(LicenceStatus::Revoked));
    assert_eq!(newest.changed_at, at("2026-11-01T04:00:00Z"));
    assert_eq!(newest.source_url, "https://register.example/");
    assert!(
        newest.note.contains("\"On hold?\"") && newest.note.contains("could not be classified")
    );
}

#[tokio::test]
async fn events_carry_what_the_specification_names() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    apply(&store, &mga(0, "Licensed")).await.unwrap();
    apply(&store, &mga(1, "Suspended")).await.unwrap();
    let events = events(database.url()).await;
    let (issued, changed) = (&events[0], &events[2]);
    let names = |value: &serde_json::Value| -> Vec<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(
        names(issued),
        ["api_version", "data", "event", "event_id", "livemode", "timestamp"]
    );
    assert_eq!(issued["api_version"], "2026-04-20");
    assert_eq!(issued["livemode"], true);
    assert_eq!(
        names(&issued["data"]),
        [
            "jurisdiction_code",
            "license_id",
            "license_number",
            "license_types",
            "observed_at",
            "operator_id",
            "operator_slug",
            "source_url",
            "status"
        ]
    );
    assert_eq!(
        names(&changed["data"]),
        [
            "changed_at",
            "jurisdiction_code",
            "license_id",
            "license_number",
            "new_status",
            "operator_id",
            "operator_slug",
            "previous_status",
            "source_url"
        ]
    );
    assert_eq!(changed["data"]["previous_status"], "active");
    assert_eq!(changed["data"]["new_status"], "suspended");
    assert_eq!(changed["data"]["operator_slug"], "alpha-limited");
    let id = licence_id(&store, NUMBER).await.0.to_string();
    assert_eq!(changed["data"]["license_id"], id.as_str());
}

#[tokio::test]
async fn a_missing_licence_keeps_its_status_for_the_grace_window() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let mut shown = mga(0, "Suspended");
    shown.licences[0].status_source_url = Some("https://seal.example/".to_owned());
    apply(&store, &shown).await.unwrap();
    for hour in [24, 71] {
        let applied = apply(&store, &without(hour)).await.unwrap();
        assert_eq!(applied.missing, usize::from(hour == 24));
        assert_eq!(short_history(&store, NUMBER).await, ["created:suspended"]);
    }
    // Forty-eight hours after the first reading that lacked it, and once only.
    for hour in [72, 96, 97] {
        apply(&store, &without(hour)).await.unwrap();
        assert_eq!(
            short_history(&store, NUMBER).await,
            ["created:suspended", "status_change:not_in_register"]
        );
    }
    let gone = &history(&store, NUMBER).await.history[0];
    assert_eq!(gone.source_url, "https://register.example/", "the list shows it, not the seal");
    assert!(gone.note.contains("since 2026-11-02T00:00:00.000Z"), "{}", gone.note);
    assert!(gone.note.contains("not a decision of the regulator"), "{}", gone.note);
    apply(&store, &mga(98, "Suspended")).await.unwrap();
    assert_eq!(short_history(&store, NUMBER).await[2], "status_change:suspended");
    assert_eq!(event_names(database.url()).await.len(), 4);
}

/// A country is that of the register that names the operator.
#[tokio::test]
async fn a_country_that_the_register_changes_changes() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    for (hour, country, expected) in [(0, Some("GB"), "GB"), (1, Some("MT"), "MT"), (2, None, "MT")]
    {
        let mut shown = mga(hour, "Licensed");
        shown.licences[0].operator.country = country.map(str::to_owned);
        apply(&store, &shown).await.unwrap();
        let slug = Slug::from_name("Alpha Limited");
        let alpha = store.operator(&slug, None).await.unwrap().unwrap();
        assert_eq!(alpha.operator.country.as_deref(), Some(expected), "hour {hour}");
    }
}

#[tokio::test]
async fn a_grace_of_nothing_moves_at_once_and_a_return_within_grace_leaves_no_trace() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    apply(&store, &mga(0, "Licensed")).await.unwrap();
    apply(&store, &without(1)).await.unwrap();
    apply(&store, &mga(2, "Licensed")).await.unwrap();
    assert_eq!(short_history(&store, NUMBER).await, ["created:active"]);
    let rules = ApplyRules { grace: "0".parse().unwrap(), ..ApplyRules::default() };
    let (gone, bytes) = (without(3), to_json(&without(3)));
    let snapshot = licence_core::register::Snapshot::of_bytes(bytes);
    store.apply_reading(&gone, &snapshot, &rules, now()).await.unwrap();
    assert_eq!(short_history(&store, NUMBER).await[1], "status_change:not_in_register");
}

#[tokio::test]
async fn what_is_neither_status_nor_renewal_is_a_data_update() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let number = "OGL/2024/1/0001";
    let row = |issued: &str, expiry: &str, kind: &str, domains: &[&str]| {
        let mut row = licence("Beta N.V.", number, "", domains);
        row.status_text = None;
        row.issued_date = issued.parse().ok();
        row.expiry_date = expiry.parse().ok();
        row.license_types = vec![kind.to_owned()];
        row
    };
    for (hour, row, told_last, noted) in [
        (0, row("2026-01-01", "2026-07-01", "B2C", &["a.example"]), "created:active", "first seen"),
        (
            1,
            row("2026-01-01", "2026-12-01", "B2C", &["a.example"]),
            "renewed:active",
            "expiry_date 2026-12-01 (was 2026-07-01)",
        ),
        (
            2,
            row("2026-02-01", "2026-12-01", "B2C", &["a.example"]),
            "renewed:active",
            "issued_date 2026-02-01 (was 2026-01-01)",
        ),
        (
            3,
            row("2026-02-01", "2026-11-01", "B2C", &["a.example"]),
            "data_update:active",
            "expiry_date 2026-11-01 (was 2026-12-01)",
        ),
        (
            4,
            row("2026-02-01", "2026-11-01", "B2B", &["a.example"]),
            "data_update:active",
            "license_types B2B (was B2C)",
        ),
        (
            5,
            row("2026-02-01", "2026-11-01", "B2B", &["b.example", "c.example"]),
            "data_update:active",
            "domains listed: b.example, c.example; domains delisted: a.example",
        ),
    ] {
        apply(&store, &reading(Cw, hour, vec![row])).await.unwrap();
        let told = short_history(&store, number).await;
        assert_eq!((told.len(), told.last().unwrap().as_str()), (hour as usize + 1, told_last));
        let newest = history(&store, number).await.history.remove(0);
        assert!(newest.note.contains(noted), "{}", newest.note);
    }
    assert_eq!(event_names(database.url()).await, ["license.issued"]);
}

#[tokio::test]
async fn a_new_version_of_a_ukgc_number_is_no_new_licence() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = |number: &str| {
        let mut row = licence("Gamma Limited", number, "Active", &["gamma.example"]);
        row.operator.upstream_id = Some("102".to_owned());
        row.license_types = vec!["Remote".to_owned()];
        row
    };
    apply(&store, &reading(Ukgc, 0, vec![row("000102-R-300001-010")])).await.unwrap();
    let applied = apply(&store, &reading(Ukgc, 1, vec![row("000102-R-300001-011")])).await.unwrap();
    assert_eq!((applied.created, applied.changed, applied.missing, applied.events), (0, 1, 0, 0));
    // The older version still resolves.
    let history = history(&store, "000102-R-300001-010").await;
    assert_eq!(history.license_number, "000102-R-300001-011");
    assert_eq!(history.history[0].change_type, ChangeType::DataUpdate);
    assert!(history.history[0].note.contains("(was 000102-R-300001-010)"));
}

fn fine(subject: &str, upstream_id: Option<&str>, cents: i64) -> ListedAction {
    ListedAction {
        subject_name: subject.to_owned(),
        upstream_id: upstream_id.map(str::to_owned),
        action_type: "fine".to_owned(),
        outcomes: vec!["Financial penalty".to_owned()],
        fine_amount_cents: Some(cents),
        fine_currency: Some("GBP".to_owned()),
        decision_date: "2026-09-30".parse().unwrap(),
        description: None,
        source_url: "https://register.example/actions/1".to_owned(),
    }
}

#[tokio::test]
async fn actions_are_added_once_and_linked_only_where_the_match_is_certain() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let with = |hour, operators: &[&str], actions: Vec<ListedAction>| {
        let row = |(nth, name): (usize, &&str)| {
            let mut row = licence(name, &format!("00000{nth}-R-30000{nth}-001"), "Active", &[]);
            row.operator.upstream_id = Some(nth.to_string());
            row
        };
        let licences = operators.iter().enumerate().map(row).collect();
        RegisterReading { regulatory_actions: actions, ..reading(Ukgc, hour, licences) }
    };
    let mut personal = fine("Smith John", None, 1);
    personal.description = Some("A review of his Personal Management Licence.".to_owned());
    let actions = vec![
        fine("Delta Ltd", None, 100),
        fine("Whatever they are called", Some("1"), 200),
        fine("Unknown Limited", None, 300),
        fine("Delta Limited", Some("99"), 400),
        fine("Delta Limited", Some("1"), 500),
        fine("Mr John Delta", Some("1"), 600),
        personal,
    ];
    let applied =
        apply(&store, &with(0, &["Delta Limited", "Epsilon Limited"], actions.clone())).await;
    assert_eq!(applied.unwrap().actions_added, 5);
    let added: Vec<_> = events(database.url())
        .await
        .into_iter()
        .filter(|event| event["event"] == "regulatory_action.added")
        .map(|event| {
            let data = &event["data"];
            assert_eq!((&data["currency"], &data["action_type"]), (&"GBP".into(), &"fine".into()));
            assert_eq!(data["fine_amount_cents"], data["amount_minor_units"]);
            assert_eq!(data["fine_currency"], data["currency"]);
            (data["amount_minor_units"].as_i64().unwrap(), data["operator_slug"].clone())
        })
        .collect();
    let mut by_amount = added.clone();
    by_amount.sort_by_key(|(amount, _)| *amount);
    assert_eq!(
        by_amount,
        [
            (100, "delta-limited".into()),
            (200, "epsilon-limited".into()),
            (300, serde_json::Value::Null),
            (400, serde_json::Value::Null),
            (500, serde_json::Value::Null)
        ]
    );
    // Seen again, reworded, and with the unknown company on the register by now: nothing is added.
    let mut reworded = actions;
    reworded[0].description = Some("In other words.".to_owned());
    let all = ["Delta Limited", "Epsilon Limited", "Unknown Limited"];
    let applied = apply(&store, &with(1, &all, reworded)).await.unwrap();
    assert_eq!((applied.actions_added, applied.events), (0, 1));
}

#[tokio::test]
async fn another_action_of_the_day_takes_the_place_of_none() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let action =
        |cents: Option<i64>, currency: Option<&str>, page: u8, text: Option<&str>| ListedAction {
            fine_amount_cents: cents,
            fine_currency: currency.map(str::to_owned),
            source_url: format!("https://register.example/actions/{page}"),
            description: text.map(str::to_owned),
            ..fine("Delta Limited", None, 0)
        };
    let row = || vec![licence("Delta Limited", "000001-R-300001-001", "Active", &[])];
    for (hour, listed, added) in [
        (0, action(None, None, 1, None), 1),
        // The same page, with a text by now; then the same text on another page.
        (1, action(None, None, 1, Some("Late reports.")), 0),
        (2, action(None, None, 2, Some("Late reports.")), 0),
        (3, action(None, None, 3, Some("No reports.")), 1),
        (4, action(None, None, 4, None), 1),
        (5, action(Some(100), None, 5, None), 1),
        (6, action(Some(100), Some("GBP"), 6, Some("A fine.")), 0),
        (7, action(Some(100), Some("EUR"), 6, Some("A fine.")), 1),
    ] {
        let actions = vec![listed];
        let listed = RegisterReading { regulatory_actions: actions, ..reading(Ukgc, hour, row()) };
        let applied = apply(&store, &listed).await.unwrap();
        assert_eq!((applied.actions_added, hour), (added, hour));
    }
}

#[tokio::test]
async fn an_entry_can_be_traced_to_the_bytes_it_was_read_from() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let (first, second) = (mga(0, "Licensed"), mga(1, "Suspended"));
    apply(&store, &first).await.unwrap();
    apply(&store, &second).await.unwrap();
    let entries = history(&store, NUMBER).await.history;
    for (entry, reading) in entries.iter().zip([&second, &first]) {
        assert_eq!(entry.snapshot_fetched_at, Some(reading.read_at));
        let sha256 = entry.snapshot_sha256.as_deref().unwrap();
        assert_eq!(store.snapshot(sha256).await.unwrap(), Some(to_json(reading)));
    }
    assert_eq!(store.snapshot("0").await.unwrap(), None);
}

#[tokio::test]
async fn a_preview_says_what_would_change_and_changes_nothing() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    apply(&store, &mga(0, "Licensed")).await.unwrap();
    let next = mga(1, "Suspended");
    let snapshot = licence_core::register::Snapshot::of_bytes(to_json(&next));
    let rules = ApplyRules::default();
    let preview = store.preview_reading(&next, &snapshot, &rules, now()).await.unwrap();
    assert_eq!((preview.summary.changed, preview.summary.events), (1, 1));
    assert!(!preview.summary.applied && !preview.repeats_the_last);
    assert_eq!(preview.changes.len(), 1);
    assert_eq!(preview.changes[0].license_number, NUMBER);
    assert_eq!(preview.changes[0].new_status, LicenceStatus::Suspended);
    assert_eq!(short_history(&store, NUMBER).await, ["created:active"]);
    let applied = store.apply_reading(&next, &snapshot, &rules, now()).await.unwrap();
    assert_eq!(applied, ReadingSummary { applied: true, ..preview.summary });
}

#[tokio::test]
async fn times_move_with_every_complete_reading_and_stand_still_for_what_is_gone() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let row = |number: &str| licence("Zeta N.V.", number, "valid", &[]);
    let both = |hour| reading(An, hour, vec![row("ALSI-1-FI1"), row("ALSI-2-FI1")]);
    apply(&store, &both(0)).await.unwrap();
    apply(&store, &both(1)).await.unwrap();
    apply(&store, &reading(An, 2, vec![row("ALSI-1-FI1")])).await.unwrap();
    apply(&store, &reading(An, 3, vec![row("ALSI-1-FI1")])).await.unwrap();
    let observed = async |number: &str| {
        let query = licence_core::check::CheckQuery::licence_number(number).unwrap();
        let answer = store.check(&query, None, now()).await.unwrap();
        (answer.matched.unwrap().status_observed_at.unwrap(), answer.meta.provenance.scraped_at)
    };
    let hour = |hour: i64| both(hour).read_at;
    assert_eq!(observed("ALSI-1-FI1").await, (hour(3), Some(hour(3))));
    assert_eq!(observed("ALSI-2-FI1").await, (hour(1), Some(hour(3))));
}

#[tokio::test]
async fn actions_that_differ_in_words_only_keep_their_identities() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let told = |description: &str| {
        let mut action = fine("Delta Limited", None, 100);
        action.description = Some(description.to_owned());
        action
    };
    let with = |hour, descriptions: &[&str]| RegisterReading {
        regulatory_actions: descriptions.iter().map(|text| told(text)).collect(),
        ..reading(Ukgc, hour, vec![licence("Delta Limited", "000001-R-300001-001", "Active", &[])])
    };
    for (hour, descriptions, added) in [
        (0, &["d2"][..], 1),
        (1, &["d1", "d2"], 1),
        (2, &["d1"], 0),
        (3, &["d2"], 0),
        (4, &["d1", "d2"], 0),
    ] {
        let applied = apply(&store, &with(hour, descriptions)).await.unwrap();
        assert_eq!(applied.actions_added, added, "{descriptions:?}");
    }
    let events = events(database.url()).await;
    let of_action = |event: &&serde_json::Value| event["event"] == "regulatory_action.added";
    let announced: Vec<_> =
        events.iter().filter(of_action).map(|e| e["data"]["description"].clone()).collect();
    assert_eq!(announced, ["d2", "d1"]);
    // Members of the longest that may be: together they are longer than an index takes.
    let mut long = fine(&"Éa".repeat(600), None, 1);
    long.action_type = "ß".repeat(900);
    let with_long = RegisterReading { regulatory_actions: vec![long], ..with(5, &[]) };
    assert_eq!(apply(&store, &with_long).await.unwrap().actions_added, 1);
}

#[tokio::test]
async fn a_domain_that_moves_between_licences_of_one_holder_is_in_the_history_of_both() {
    let database = TestDatabase::new().await;
    let store = open(&database).await;
    let second_number = "MGA/B2C/2/2020";
    let of = |number, domains: &[&str]| licence("Alpha Limited", number, "Licensed", domains);
    for (hour, first, second) in [
        (0, &["a.example"][..], &[][..]),
        (1, &[][..], &["a.example"][..]),
        (2, &["a.example"][..], &[][..]),
    ] {
        let rows = vec![of(NUMBER, first), of(second_number, second)];
        let applied = apply(&store, &reading(Mga, hour, rows)).await.unwrap();
        assert_eq!(applied.delisted, 0, "the holder still has it: {hour}");
    }
    for (number, words) in
        [(NUMBER, ["delisted", "listed"]), (second_number, ["listed", "delisted"])]
    {
        let history = history(&store, number).await.history;
        let notes: Vec<&str> = history.iter().rev().map(|entry| entry.note.as_str()).collect();
        let shown = words.map(|word| format!("The register shows domains {word}: a.example."));
        assert_eq!(notes[1..], shown, "{number}");
    }
}
