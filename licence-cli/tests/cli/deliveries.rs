//! `licence jobs run deliveries`: what is due is delivered by hand, now or as of an instant.

use licence_core::time::Timestamp;
use licence_core::webhook::signature::{TOLERANCE, verify};
use serde_json::json;

use crate::licence::Licence;
use crate::stub::{Stub, reply};

const READING: &str = r#"{
    "jurisdiction": "CW", "read_at": "2026-11-01T06:00:00.000Z", "complete": true,
    "source_kind": "scraped",
    "licences": [{
        "operator": { "upstream_id": "7", "name": "Alpha Gaming N.V." },
        "license_number": "OGL/2024/1/0001", "status_text": "Indefinite", "license_types": ["B2C"]
    }]
}"#;

#[test]
fn what_is_due_is_delivered_by_hand() {
    let licence = Licence::new();
    let receiver = Stub::answering(vec![reply(503, "", ""), reply(200, "", "")]);
    let url = format!("{}/licence", receiver.url);
    let key_file = licence.folder.path().join("secret.key");
    let options =
        ["--webhook-allow", "127.0.0.0/8", "--secret-key-file", key_file.to_str().unwrap()];
    let run = |args: &[&str]| {
        let run = licence.run(&[args, &options, &["--json"]].concat());
        assert_eq!(run.code, 0, "{run}");
        run.json()
    };
    let account = run(&["accounts", "create", "A", "--plan", "pro"])["id"].clone();
    let account = account.as_str().unwrap();
    let create = ["webhooks", "create", "--account", account, "--url", &url];
    let created =
        run(&[&create[..], &["--event", "license.issued", "--no-watchlist-only"]].concat());
    let applied = licence.run_with_input(&["registers", "apply", "-"], READING.as_bytes());
    assert_eq!(applied.code, 0, "{applied}");
    let deliver = |at: &str| {
        let mut done = run(&["jobs", "run", "deliveries", "--at", at]);
        let members = ["delivered", "retrying", "failed", "abandoned"];
        assert!(done["at"].take().is_string());
        members.map(|member| done[member].as_u64().unwrap())
    };
    let now = Timestamp::from_system_time(std::time::SystemTime::now()).unwrap();
    assert_eq!(deliver("2026-11-01T05:00:00Z"), [0; 4], "nothing is due yet");
    assert_eq!(deliver(&now.to_string()), [0, 1, 0, 0]);
    let later = now.later_by(std::time::Duration::from_secs(60)).to_string();
    assert_eq!(deliver(&later), [1, 0, 0, 0]);
    assert_eq!(deliver(&later), [0; 4]);
    let requests = receiver.requests();
    assert_eq!(requests.len(), 2);
    let last = &requests[1];
    let signature = last.head.lines().find_map(|line| line.strip_prefix("x-service-signature: "));
    // Signed at the true time, whatever instant was judged: no receiver would take another.
    let secret = created["secret"].as_str().unwrap();
    let verified = verify(last.body.as_bytes(), signature.unwrap(), [secret], now, TOLERANCE);
    assert_eq!(verified, Ok(()));
    let list =
        run(&["webhooks", "deliveries", created["id"].as_str().unwrap(), "--account", account]);
    let delivery = &list["deliveries"][0];
    assert_eq!((&delivery["status"], &delivery["attempt_count"]), (&json!("delivered"), &json!(2)));
}

/// Creates the account's only endpoint, on this machine, for the events of every licence.
fn subscribed(licence: &Licence, key: &[&str]) {
    let account = licence.run(&["accounts", "create", "A", "--plan", "pro", "--json"]).json();
    let create = ["webhooks", "create", "--account", account["id"].as_str().unwrap()];
    let to = ["--url", "http://127.0.0.1:9/", "--webhook-allow", "127.0.0.0/8"];
    let of = ["--event", "license.issued", "--no-watchlist-only"];
    let created = licence.run(&[&create[..], &to, &of, key].concat());
    assert_eq!(created.code, 0, "{created}");
    let applied = licence.run_with_input(&["registers", "apply", "-"], READING.as_bytes());
    assert_eq!(applied.code, 0, "{applied}");
}

#[test]
fn what_cannot_be_signed_is_not_passed_over_in_silence() {
    let licence = Licence::new();
    let key_file = licence.folder.path().join("elsewhere.key");
    subscribed(&licence, &["--secret-key-file", key_file.to_str().unwrap()]);
    let run = licence.run(&["jobs", "run", "deliveries"]);
    assert_eq!(run.code, 5, "{run}");
    assert!(run.stderr.contains("the key of the webhook secrets"), "{run}");
}

#[test]
fn what_only_the_server_may_reach_is_warned_of() {
    let licence = Licence::new();
    let key_file = licence.folder.path().join("secret.key");
    let key = ["--secret-key-file", key_file.to_str().unwrap()];
    subscribed(&licence, &key);
    let run = licence.run(&[&["jobs", "run", "deliveries", "--json"][..], &key].concat());
    assert_eq!((run.code, &run.json()["failed"]), (0, &json!(1)), "{run}");
    assert!(run.stderr.contains("--webhook-allow has to be that of the server"), "{run}");
}
