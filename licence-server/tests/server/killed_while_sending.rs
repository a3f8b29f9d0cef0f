//! A server that is killed while it delivers: nothing is lost, and little comes twice.

use std::collections::HashSet;

use licence_core::account::AccountId;
use licence_core::account::plan::{Cap, Plan};
use licence_core::jurisdiction::JurisdictionCode;
use licence_core::register::reading::{ListedLicence, ListedOperator, RegisterReading};
use licence_core::register::{Snapshot, SourceFile};
use licence_core::time::Timestamp;
use licence_core::transition::ApplyRules;
use licence_core::webhook::delivery::DeliveryStatus;
use licence_core::webhook::delivery_query::DeliveryQuery;
use licence_core::webhook::endpoint::EndpointDraft;
use licence_store::{Store, StoreOptions};
use serde_json::json;

use super::process::{Server, command, new_database};
use crate::databases::TestDatabase;
use crate::random::Random;
use crate::receiver::{Received, Receiver};

/// Few: were nothing written back, more would come twice than is in flight to them.
const ENDPOINTS: usize = 2;
const EVENTS: usize = 2_500;
/// The most.
const KILLS: usize = 10;
/// How many attempts of an endpoint are begun and not written, at most: 8 that go on and 40 answers.
const IN_FLIGHT: usize = 48;

fn options(database: &TestDatabase) -> StoreOptions {
    let mut options = StoreOptions::new(database.url());
    options.webhooks = database.webhooks();
    options.webhooks.post.policy.allowed = vec!["127.0.0.0/8".parse().unwrap()];
    options
}

/// An account whose endpoints receive an event for every licence that is issued.
async fn subscribe(store: &Store, receiver: &Receiver) -> AccountId {
    let now = licence_server::system_time();
    let account = store.create_account("A", Plan::Business, now).await.unwrap().id;
    for n in 0..ENDPOINTS {
        let body = json!({
            "url": receiver.url(&format!("/{n}")), "events": ["license.issued"],
            "watchlist_only": false,
        });
        let draft = EndpointDraft::from_json(body.to_string().as_bytes(), store.url_policy());
        let created = store.create_webhook(account, draft.unwrap(), Cap::Unlimited, now).await;
        created.unwrap().unwrap();
    }
    account
}

/// Reads a register of so many new licences, each of which is an event.
async fn read(store: &Store, read_at: Timestamp) {
    let licence = |n| ListedLicence {
        operator: ListedOperator { name: format!("Bet {n} Ltd"), ..Default::default() },
        license_number: Some(format!("MGA/B2C/{n}/2020")),
        status_text: Some("Licensed".to_owned()),
        ..Default::default()
    };
    let reading = RegisterReading {
        jurisdiction: JurisdictionCode::Mga,
        read_at,
        complete: true,
        source_url: None,
        source_kind: licence_core::provenance::SourceKind::Scraped,
        licences: (0..EVENTS).map(licence).collect(),
        regulatory_actions: Vec::new(),
        removed_pages: Vec::new(),
    };
    let file = SourceFile { name: "reading".to_owned(), bytes: b"a register".to_vec() };
    let rules = ApplyRules::default();
    let snapshot = Snapshot::new(vec![file]);
    store.apply_reading(&reading, &snapshot, &rules, read_at).await.unwrap();
}

/// A server that delivers, and reads no register.
fn deliverer(database: &TestDatabase) -> Server {
    let directory = tempfile::tempdir().unwrap();
    let tables =
        JurisdictionCode::ALL.iter().map(|code| format!("[registers.{code}]\nurls = []\n"));
    let config = directory.path().join("licence.toml");
    std::fs::write(&config, tables.collect::<String>()).unwrap();
    let key_file = database.webhooks().secret_key_file.unwrap();
    let arguments = [
        "--listen",
        "127.0.0.1:0",
        "--database-url",
        database.url(),
        "--no-jobs=false",
        "--webhook-allow",
        "127.0.0.0/8",
        "--config",
        config.to_str().unwrap(),
        "--secret-key-file",
        key_file.to_str().unwrap(),
    ];
    let command = command(&directory, &[]);
    Server::spawn(command, &arguments, directory)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_again_and_again_loses_no_delivery() {
    let database = new_database();
    let receiver = Receiver::start().await;
    let store = Store::open(&options(&database)).await.unwrap();
    let account = subscribe(&store, &receiver).await;
    read(&store, licence_server::system_time()).await;
    let all = ENDPOINTS * EVENTS;
    let mut random = Random(1);
    let (mut kills, mut reached) = (0, 0);
    // How much a server delivers until the signal reaches it is not known before.
    while kills < KILLS && reached < all * 3 / 4 {
        let server = deliverer(&database);
        receiver.wait_for(reached + 1 + random.below(all / KILLS / 2)).await;
        server.signal("-KILL");
        server.ended();
        (kills, reached) = (kills + 1, receiver.received().len());
    }
    // What was in flight is due again when its lease is over, half a minute later.
    let later = licence_server::system_time().later_by(std::time::Duration::from_secs(40));
    let run = store.deliver_due(later, std::sync::Arc::new(move || later)).await.unwrap();
    assert_eq!((run.retrying, run.failed, run.abandoned), (0, 0, 0));
    let received = receiver.received();
    let once: HashSet<_> = received.iter().map(|it| (it.path.clone(), it.event_id())).collect();
    assert_eq!(once.len(), all, "none was lost");
    let twice = received.len() - all;
    println!("{twice} of {all} deliveries came twice over {kills} kills");
    assert!(twice <= kills * ENDPOINTS * IN_FLIGHT, "{twice}: no more than was in flight");
    assert_all_delivered(&store, account, &received).await;
}

async fn assert_all_delivered(store: &Store, account: AccountId, received: &[Received]) {
    for endpoint in store.webhooks(account).await.unwrap().endpoints {
        for status in DeliveryStatus::ALL.iter().filter(|it| **it != DeliveryStatus::Delivered) {
            let query = DeliveryQuery::parse(Some(status.as_str()), Some("200")).unwrap();
            let page = store.latest_deliveries(account, endpoint.id, query).await.unwrap();
            assert_eq!(page.unwrap().deliveries, [], "{status}");
        }
        assert_eq!(endpoint.failure_count, 0);
    }
    assert!(received.iter().all(|it| it.header("X-Service-Attempt") == Some("1")));
}
