//! Accounts and keys at the terminal.

use serde_json::json;

use crate::licence::Licence;

#[test]
fn a_key_is_shown_once_and_listed_without_its_text() {
    let licence = Licence::new();
    let account =
        licence.run(&["accounts", "create", "Example Payments", "--plan", "pro", "--json"]);
    let account = account.json();
    assert_eq!((&account["name"], &account["plan"]), (&json!("Example Payments"), &json!("pro")));
    let id = account["id"].as_str().unwrap();
    let create = ["keys", "create", "--account", id, "--label", "production", "--json"];
    let created = licence.run(&create).json();
    let key = created["key"].as_str().unwrap();
    assert!(key.starts_with("lic_") && key.len() == 36, "{key}");
    assert_eq!(created["account_id"], id);
    let other = licence.run(&create).json();
    assert_ne!(other["key"], created["key"]);
    let list = licence.run(&["keys", "list", "--account", id, "--json"]);
    assert!(!list.stdout.contains(key), "{list}");
    assert_eq!(list.json().as_array().unwrap().len(), 2);
    let key_id = created["id"].as_str().unwrap();
    let revoked = licence.run(&["keys", "revoke", key_id, "--json"]).json();
    assert!(revoked["revoked_at"].is_string());
    let again = licence.run(&["keys", "revoke", key_id, "--json"]).json();
    assert_eq!(again["revoked_at"], revoked["revoked_at"]);
    let moved = licence.run(&["accounts", "set-plan", id, "canceled", "--json"]).json();
    assert_eq!(moved["plan"], "canceled");
    for table in [&["keys", "list", "--account", id][..], &["accounts", "set-plan", id, "none"]] {
        assert_eq!(licence.run(table).code, 0);
    }
}

#[test]
fn a_key_may_expire_and_be_for_some_networks() {
    let licence = Licence::new();
    let account = licence.run(&["accounts", "create", "A", "--plan", "pro", "--json"]).json();
    let id = account["id"].as_str().unwrap();
    let create = ["keys", "create", "--account", id, "--label", "x", "--json"];
    let plain = licence.run(&create).json();
    assert_eq!((&plain["expires_at"], &plain["networks"]), (&json!(null), &json!([])));
    let limits = ["--expires", "2099-12-31", "--network", "192.0.2.7/24", "--network", "::1"];
    let limited = licence.run(&[&create[..], &limits].concat()).json();
    let expected = (json!("2100-01-01T00:00:00.000Z"), json!(["192.0.2.0/24", "::1/128"]));
    assert_eq!((limited["expires_at"].clone(), limited["networks"].clone()), expected);
    let listed = licence.run(&["keys", "list", "--account", id, "--json"]).json();
    let listed = listed.as_array().unwrap();
    let listed = listed.iter().find(|key| key["id"] == limited["id"]).unwrap();
    assert_eq!((listed["expires_at"].clone(), listed["networks"].clone()), expected);
    for (form, expires) in
        [(&[][..], "2100-01-01 00:00Z"), (&["--csv"], "2100-01-01T00:00:00.000Z")]
    {
        let run = licence.run(&[&["keys", "list", "--account", id], form].concat());
        for cell in [expires, "192.0.2.0/24"] {
            assert!(run.code == 0 && run.stdout.contains(cell), "{cell} is not in {run}");
        }
    }
    let field = licence.run(&["keys", "list", "--account", id, "--csv", "--field", "*.id"]);
    assert!(field.stdout.lines().any(|line| limited["id"] == line), "{field}");
    for (flag, value, because) in [
        ("--expires", "2020-01-01", "would expire at 2020-01-02T00:00:00.000Z"),
        ("--expires", "tomorrow", "2026-12-31"),
        ("--network", "192.0.2.0/33", "10.0.0.0/8"),
    ] {
        let run = licence.run(&[&create[..], &[flag, value]].concat());
        assert!(run.code == 2 && run.stderr.contains(because), "{run}");
    }
}

#[test]
fn what_is_not_there_or_not_a_plan_is_refused() {
    let licence = Licence::new();
    licence.make_database();
    let nobody = "00000000-0000-4000-8000-000000000000";
    let long = "x".repeat(101);
    for (args, code, because) in [
        (&["keys", "list", "--account", nobody][..], 3, nobody),
        (&["keys", "create", "--account", nobody, "--label", "x"], 3, nobody),
        (&["keys", "revoke", nobody], 3, nobody),
        (&["accounts", "set-plan", nobody, "pro"], 3, nobody),
    ] {
        licence.run(args).assert_refused(code, &[because]);
    }
    for (args, because) in [
        (&["accounts", "create", " ", "--plan", "pro"][..], "the text is blank"),
        (&["accounts", "create", &long, "--plan", "pro"], "101 characters; the limit is 100"),
        (&["accounts", "create", "a\nb", "--plan", "pro"], "a control character"),
        (&["keys", "create", "--account", nobody, "--label", " "], "the text is blank"),
        (&["keys", "create", "--account", nobody, "--label", &long], "the limit is 100"),
        (&["keys", "create", "--account", nobody, "--label", "a\nb"], "a control character"),
    ] {
        let run = licence.run(args);
        assert!(run.code == 2 && run.stderr.contains(because), "{run}");
    }
    let key = "lic_0123456789abcdefghijABCDEFGHIJ01";
    for text in [key, &format!(" {key}\n"), &format!("Bearer {key}")] {
        let run = licence.run(&["keys", "revoke", text, "--database-url", "sqlite://none.db"]);
        run.assert_refused(2, &["not its id", "`licence keys list --account ID`"]);
        assert!(!run.stderr.contains(&key[4..]), "{run}");
    }
    licence.run(&["keys", "revoke", "x"]).assert_refused(2, &["KEY_ID: \"x\" is no id: 32"]);
    for args in [
        &["accounts", "set-plan", "x", "pro"][..],
        &["accounts", "invite", "x", "--name", "Ann", "--role", "owner"],
        &["keys", "create", "--account", "x", "--label", "a"],
        &["keys", "list", "--account", "x"],
        &["members", "list", "--account", "x"],
        &["members", "link", "x"],
        &["members", "end-sessions", "x"],
        &["members", "disable", "x"],
        &["members", "set-role", "x", "viewer"],
        &["connector", "grants", "list", "--account", "x"],
        &["connector", "grants", "revoke", "x", "--account", nobody],
        &["corrections", "add", "x", "--note", "wrong"],
        &["audit", "--account", "x"],
        &["watchlist", "show", "--account", "x"],
    ] {
        let run = licence.run(args);
        let rule = "\"x\" is no id: 32 hexadecimal digits in the form of a hyphenated UUID";
        assert!(run.code == 2 && run.stderr.contains(rule), "{args:?}: {run}");
    }
    assert!(!licence.folder.path().join("none.db").exists());
    let unknown = licence.run(&["accounts", "create", "x", "--plan", "gold"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("starter, pro, business"), "{unknown}");
}

/// Linux's device that is always full stands in for a log on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_key_that_nobody_saw_is_named() {
    let licence = Licence::new();
    let account = licence.run(&["accounts", "create", "A", "--plan", "pro", "--json"]).json();
    let id = account["id"].as_str().unwrap();
    let create = ["keys", "create", "--account", id, "--label", "x"];
    for form in [&[][..], &["--json"], &["--quiet"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = licence.command().args(create).args(form).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(5), "{said}");
        let keys = licence.run(&["keys", "list", "--account", id, "--json"]).json();
        let is_named = |key: &serde_json::Value| {
            said.contains(&format!("licence keys revoke {}", key["id"].as_str().unwrap()))
        };
        assert!(keys.as_array().unwrap().iter().any(is_named), "{said}");
        assert!(said.contains("error: standard output: No space left"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_shown_once_and_nobody_saw_is_said_to_be_lost() {
    let licence = Licence::new();
    let account = licence.run(&["accounts", "create", "A", "--plan", "pro", "--json"]).json();
    let id = account["id"].as_str().unwrap();
    let invite = ["accounts", "invite", id, "--name", "Ada", "--role", "owner"];
    let key = ["catalogue", "key", "new", "a.key", "--name", "licence.example"];
    for (args, because) in [
        (&invite[..], "its address is lost: `licence accounts invite` makes another"),
        (&[&invite[..], &["--json"]].concat(), "its address is lost"),
        (&[&invite[..], &["--quiet"]].concat(), "its address is lost"),
        (&key, "a.key was created, and its public half is lost: remove a.key"),
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = licence.command().args(args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(5), "{said}");
        assert!(said.contains(because), "{said}");
        assert!(said.contains("error: standard output: No space left"), "{said}");
    }
}
