//! What an analyst pastes: URLs, e-mail addresses and licence numbers.

use serde_json::{Value, json};

use crate::licence::Licence;
use crate::server::Served;

const NUMBER: &str = "MGA/B2C/7114/2021";

#[test]
fn the_host_of_an_address_is_checked_and_named() {
    let licence = Licence::with_the_cases();
    let plain = licence.run(&["check", "bet365.com", "--json"]);
    for pasted in ["https://bet365.com/en/lobby?a=b", "<support@bet365.com>", "bet365.com/"] {
        let run = licence.run(&["check", pasted, "--json"]);
        assert_eq!((run.code, &run.stdout), (0, &plain.stdout), "{run}");
        assert!(run.stderr.contains("is read as the host bet365.com"), "{run}");
        let quiet = licence.run(&["check", pasted, "-q"]);
        assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
    }
    for text in [
        "no host",
        "bet365",
        "1.2.3.4",
        "bet365.com:99999",
        "javascript://bet365.com/",
        "ftp://bet365.com/",
    ] {
        licence.run(&["check", text]).assert_refused(2, &[text, "not a bare hostname"]);
    }
    for text in ["http://bet365.com:65536/", "bet365.com:65536"] {
        licence.run(&["check", text]).assert_refused(2, &[text, "a port is at most 65535"]);
    }
    licence.run(&["check", "bet365.com\\evil"]).assert_refused(2, &["not a bare hostname"]);
}

#[test]
fn a_licence_number_is_recognised_wherever_a_licence_is_named() {
    let served = Served::start();
    let member = |args: &[&str], name: &str| {
        let (local, remote) = (served.local(args), served.remote(args));
        assert_eq!((local.code, &local.stdout), (0, &remote.stdout), "{local}, {remote}");
        local.json()[name].clone()
    };
    let by_flag = served.local(&["check", "--license-number", NUMBER, "--json"]).json();
    let id = &by_flag["match"]["license_id"];
    assert!(id.is_string(), "{by_flag}");
    for args in [&["check", NUMBER, "--json"][..], &["check", "--licence-number", NUMBER, "--json"]]
    {
        assert_eq!(&member(args, "match")["license_id"], id);
    }
    for number in [NUMBER, " mga/b2c/7114/2021", id.as_str().unwrap()] {
        assert_eq!(&member(&["licences", "show", number, "--json"], "id"), id);
        assert_eq!(&member(&["licenses", "show", number, "--json"], "id"), id);
        assert_eq!(&member(&["history", number, "--json"], "license_id"), id);
    }
    for command in [&["history"][..], &["licences", "show"]] {
        let run = served.local(&[command, &["MGA/B2C/9999/1999"]].concat());
        run.assert_refused(3, &["MGA/B2C/9999/1999", "licence operators search"]);
        let run = served.local(&[command, &["no number"]].concat());
        run.assert_refused(
            2,
            &["\"no number\" is no licence id", "the licence number", "licences list"],
        );
    }
}

#[test]
fn an_account_number_says_which_licence_is_shown() {
    let licence = Licence::with_the_cases();
    let check = licence.run(&["check", "bet365.com", "--json"]).json();
    let number = check["match"]["license_number"].as_str().unwrap();
    let account = number.split('-').next().unwrap();
    let shown = licence.run(&["licences", "show", account, "--json"]);
    let listed: Value = shown.json()["license_number"].clone();
    assert!(shown.stderr.contains(listed.as_str().unwrap()), "{shown}");
}

#[test]
fn a_number_that_operators_share_says_whose_licence_is_shown() {
    let licence = Licence::new();
    for (code, operator, status) in [("CW", "Alpha N.V.", ""), ("AN", "Beta Ltd", "Odd words")] {
        let row = json!({
            "operator": { "name": operator }, "license_number": "ABC/123", "status_text": status,
            "license_types": ["B2C"],
        });
        apply(&licence, code, &row);
    }
    for command in [&["licences", "show"][..], &["history"]] {
        let run = licence.run(&[command, &["ABC/123", "--json"]].concat());
        let note = "\"ABC/123\" is read as the licence ABC/123 of Alpha N.V. (CW)";
        assert!(run.code == 0 && run.stderr.contains(note), "{run}");
        let id = run.json()[if command[0] == "history" { "license_id" } else { "id" }].clone();
        let by_id = licence.run(&[command, &[id.as_str().unwrap(), "--json"]].concat());
        assert_eq!((&by_id.stdout, by_id.stderr.as_str()), (&run.stdout, ""));
    }
}

#[test]
fn own_references_and_numbers_with_spaces_are_read_as_they_are_printed() {
    let licence = Licence::new();
    let number = "ALSI 202412917 FI1";
    let numbered = json!({
        "operator": { "name": "Beta Ltd" }, "license_number": number, "status_text": "valid",
        "license_types": ["B2C"],
    });
    let unnumbered = json!({
        "operator": { "name": "Quartz Lantern" }, "license_number": null,
        "status_text": "certified", "license_types": ["Interactive Gaming Permit"],
    });
    apply(&licence, "AN", &numbered);
    apply(&licence, "KH", &unnumbered);
    // The reference of this operator and permit has no digit.
    for (pasted, listed) in
        [(number, number), ("KH-TXEGMJYA", "KH-TXEGMJYA"), ("kh-txegmjya", "KH-TXEGMJYA")]
    {
        let check = licence.run(&["check", pasted, "--json"]).json();
        assert_eq!(check["match"]["license_number"], listed, "{check}");
        for command in [&["licences", "show"][..], &["history"]] {
            let run = licence.run(&[command, &[pasted]].concat());
            let note = format!("is read as the licence {listed} of ");
            assert!(run.code == 0 && run.stderr.contains(&note), "{run}");
        }
    }
}

/// Applies a reading of this register with one licence.
fn apply(licence: &Licence, code: &str, row: &Value) {
    let reading = json!({
        "jurisdiction": code, "read_at": "2026-11-01T06:00:00.000Z", "complete": true,
        "source_url": "https://register.example/", "source_kind": "dump", "licences": [row],
    });
    let reading = reading.to_string();
    let applied = licence.run_with_input(&["registers", "apply", "-"], reading.as_bytes());
    assert_eq!(applied.code, 0, "{applied}");
}
