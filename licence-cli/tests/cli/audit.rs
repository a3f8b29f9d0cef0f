//! The audit log at the terminal.

use std::process::Command;

use serde_json::Value;

use crate::licence::Licence;

#[test]
fn every_form_shows_the_same_acts_the_newest_first() {
    let licence = Licence::new();
    let run = |args: &[&str]| licence.run(args).json();
    let account = run(&["accounts", "create", "Example", "--plan", "pro", "--json"]);
    let account = account["id"].as_str().unwrap();
    let key = run(&["keys", "create", "--account", account, "--label", "=x", "--json"]);
    run(&["keys", "revoke", key["id"].as_str().unwrap(), "--json"]);
    let nobody = "00000000-0000-4000-8000-000000000000";
    assert_eq!(licence.run(&["accounts", "set-plan", nobody, "pro"]).code, 3);

    let log = run(&["audit", "--json"]);
    let of = |log: &Value, name: &str| -> Vec<String> {
        let entries = log["entries"].as_array().unwrap();
        entries.iter().map(|entry| entry[name].as_str().unwrap().to_owned()).collect()
    };
    let acts = ["account.set_plan", "key.revoke", "key.create", "account.create"];
    assert_eq!(of(&log, "action"), acts);
    assert_eq!(of(&log, "outcome"), ["refused", "done", "done", "done"]);
    assert_eq!(log["total"], 4);
    let user = Command::new("id").arg("-un").output().unwrap().stdout;
    let user = String::from_utf8(user).unwrap();
    assert!(
        of(&log, "actor").iter().all(|who| who.starts_with("user:") && who.ends_with(user.trim()))
    );

    let lines = licence.run(&["audit", "--ndjson"]).stdout;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(Value::from(lines), log["entries"]);
    let csv = licence.run(&["audit", "--csv"]).stdout;
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let columns = "id,at,actor,action,subject,account_id,outcome,reason,details";
    assert_eq!(csv.headers().unwrap().iter().collect::<Vec<_>>().join(","), columns);
    let rows: Vec<_> = csv.records().map(Result::unwrap).collect();
    assert_eq!(rows.iter().map(|row| row[3].to_owned()).collect::<Vec<_>>(), acts);
    let table = licence.run(&["audit"]);
    assert!(table.stdout.contains("refused: the account is not"), "{table}");
    assert_eq!(licence.run(&["audit", "-q"]).stdout, "");

    for (args, count) in [
        (&["--limit", "1"][..], 1),
        (&["--all"], 4),
        (&["--action", "key.revoke"], 1),
        (&["--account", account], 3),
        (&["--since", "2999-01-01T00:00:00Z"], 0),
        (&["--until", "2999-01-01T00:00:00Z"], 4),
        (&["--since", "2999-01-01"], 0),
        (&["--since", "2026-01-01", "--until", "2999-01-01"], 4),
    ] {
        let log = run(&[&["audit", "--json"], args].concat());
        assert_eq!(log["entries"].as_array().unwrap().len(), count, "{args:?}");
    }
    let part = licence.run(&["audit", "--ndjson", "--limit", "1"]);
    assert_eq!(part.stderr, "1 of 4 entries; --all prints all of them\n");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let licence = Licence::new();
    for (args, because) in [
        (&["--server", "http://127.0.0.1:1"][..], "works on a database"),
        (&["--action", "key.eat"], "key.revoke"),
        (&["--since", "yesterday"], "\"yesterday\" is neither a date such as 2026-11-01 nor"),
        (&["--until", "2026-02-30"], "\"2026-02-30\" is neither a date"),
        (&["--limit", "1", "--all"], "--all"),
    ] {
        let run = licence.run(&[&["audit"], args].concat());
        assert!(run.code == 2 && run.stderr.contains(because), "{args:?}: {run}");
    }
}
