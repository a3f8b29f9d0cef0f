//! A licence through time at the terminal: readings, history, corrections, coverage, jobs.

use serde_json::{Value, json};

use crate::licence::Licence;

fn reading(day: u32, status: &str, domains: &[&str]) -> Vec<u8> {
    let domains: Vec<Value> = domains.iter().map(|domain| json!({ "domain": domain })).collect();
    json!({
        "jurisdiction": "CW", "read_at": format!("2026-11-{day:02}T06:00:00.000Z"), "complete": true,
        "source_url": "https://register.example/", "source_kind": "scraped",
        "licences": [{
            "operator": { "upstream_id": "7", "name": "Alpha Gaming N.V." },
            "license_number": "OGL/2024/1/0001", "status_text": status, "license_types": ["B2C"],
            "expiry_date": "2026-12-10", "domains": domains,
        }],
    })
    .to_string()
    .into_bytes()
}

/// Read on three days: active, suspended, active.
fn through_time() -> Licence {
    let licence = Licence::new();
    for (day, status) in [(1, "Indefinite"), (3, "Suspended"), (5, "Indefinite")] {
        let bytes = reading(day, status, &["alphabet.example"]);
        let applied = licence.run_with_input(&["registers", "apply", "-", "--json"], &bytes);
        assert_eq!(applied.code, 0, "{applied}");
        assert_eq!(applied.json()["events"], 1);
    }
    licence
}

fn licence_id(licence: &Licence) -> String {
    let answer = licence.run(&["check", "alphabet.example", "--json"]).json();
    answer["match"]["license_id"].as_str().unwrap().to_owned()
}

#[test]
fn a_history_is_read_corrected_and_asked_about() {
    let licence = through_time();
    let id = licence_id(&licence);
    let history = licence.run(&["history", &id, "--json"]).json();
    assert_eq!(history["license_id"], id.as_str());
    let entries = history["history"].as_array().unwrap();
    let told: Vec<_> = entries.iter().map(|e| (&e["new_status"], &e["changed_at"])).collect();
    assert_eq!(told.len(), 3);
    assert_eq!(told[1], (&json!("suspended"), &json!("2026-11-03T06:00:00.000Z")));
    let event = entries[1]["id"].as_str().unwrap();
    let added = licence.run(&["corrections", "add", event, "--note", "misread", "--json"]).json();
    assert_eq!((&added["id"], &added["correction_note"]), (&json!(event), &json!("misread")));
    assert!(added["corrected_at"].is_string() && added["license_id"] == id.as_str());
    for (as_of, knowledge, status) in [
        ("2026-10-31", "before_tracking", Value::Null),
        ("2026-11-01T06:00:00Z", "observed", json!("active")),
        ("2026-11-04", "corrected", Value::Null),
        ("2026-11-05", "observed", json!("active")),
    ] {
        let run = licence.run(&["check", "alphabet.example", "--as-of", as_of, "--json"]);
        let then = &run.json()["as_of"];
        assert_eq!((&then["knowledge"], &then["status_as_of"]), (&json!(knowledge), &status));
        assert_eq!(run.code, 0, "the exit code is that of today's verdict: {run}");
    }
    let card = licence.run(&["check", "alphabet.example", "--as-of", "2026-11-04"]);
    for part in ["as of", "2026-11-04T23:59:59.999Z", "corrected", "misread"] {
        assert!(card.stdout.contains(part), "{card}");
    }
    let table = licence.run(&["history", &id]);
    assert!(table.stdout.contains("active → suspended"), "{table}");
    assert!(table.stdout.contains("WITHDRAWN") && table.stdout.contains(event), "{table}");
}

#[test]
fn the_bytes_behind_an_entry_come_out_as_they_were_read() {
    let licence = through_time();
    let history = licence.run(&["history", &licence_id(&licence), "--json"]).json();
    let sha256 = history["history"][1]["snapshot_sha256"].as_str().unwrap();
    let bytes = licence.run(&["registers", "snapshot", sha256]).stdout.into_bytes();
    assert_eq!(bytes, reading(3, "Suspended", &["alphabet.example"]));
}

#[test]
fn a_dry_run_shows_the_changes_and_makes_none() {
    let licence = through_time();
    let next = reading(7, "Suspended", &["other.example"]);
    let preview = licence.run_with_input(&["registers", "apply", "-", "--dry-run"], &next);
    assert_eq!(preview.code, 0, "{preview}");
    for part in ["active → suspended", "domains delisted: alphabet.example", "nothing was applied"]
    {
        assert!(preview.stdout.contains(part), "{part:?} is not in {preview}");
    }
    assert_eq!(preview.stdout.matches("applied").count(), 1, "{preview}");
    let json = licence.run_with_input(&["registers", "apply", "-", "--dry-run", "--json"], &next);
    assert_eq!(json.json()["changes"][0]["change_type"], "status_change");
    assert_eq!(json.json()["delisted"], 1);
    assert_eq!(licence.run(&["check", "alphabet.example"]).code, 0);
}

#[test]
fn a_partial_reading_is_called_partial() {
    let licence = Licence::new();
    let note = "the reading is partial: what it does not list stays as it is";
    for (day, complete, is_partial) in [
        (1, r#""complete":true"#, false),
        (2, r#""complete":false"#, true),
        (3, r#""complete":null"#, true),
        (4, r#""Complete":true"#, true),
    ] {
        let whole = String::from_utf8(reading(day, "Indefinite", &["alphabet.example"])).unwrap();
        let bytes = whole.replacen(r#""complete":true"#, complete, 1);
        for more in [&["--dry-run"][..], &[]] {
            let args = [&["registers", "apply", "-"], more].concat();
            let run = licence.run_with_input(&args, bytes.as_bytes());
            assert!(run.code == 0 && run.stderr.contains(note) == is_partial, "{complete}: {run}");
        }
    }
}

#[test]
fn coverage_and_jobs_follow_the_instant_they_are_given() {
    let licence = through_time();
    let coverage = licence.run(&["coverage", "--json"]).json();
    assert_eq!(coverage["status"], "degraded");
    assert_eq!(coverage["jurisdictions"]["CW"]["record_count"], 1);
    assert_eq!(coverage["jurisdictions"]["CW"]["domain_coverage"]["coverage_pct"], 100);
    assert_eq!(coverage["jurisdictions"]["UKGC"]["fresh"], Value::Null);
    assert!(licence.run(&["coverage"]).stdout.contains("never read"));
    let job = |job: &str, at: &str| {
        let run = licence.run(&["jobs", "run", job, "--at", at, "--json"]);
        assert_eq!(run.code, 0, "{run}");
        run.json()
    };
    let warned = job("expiry", "2026-11-10T08:00:00Z");
    assert_eq!((&warned["expiring_30d"], &warned["expiring_60d"]), (&json!(1), &json!(0)));
    assert_eq!(job("expiry", "2026-11-10T09:00:00Z")["expiring_30d"], 0);
    let late = "2026-11-07T06:00:00Z";
    assert_eq!(job("coverage", "2026-11-07T05:59:59Z")["degraded"], json!([]));
    assert_eq!(job("coverage", late)["degraded"], json!(["CW"]));
    assert_eq!(job("coverage", late)["degraded"], json!([]));
    assert_eq!(job("prune", "2026-11-07T06:00:00Z")["events"], 0);
    let pruned = job("prune", "2099-01-01T00:00:00Z");
    assert_eq!(pruned["events"], 4);
}
