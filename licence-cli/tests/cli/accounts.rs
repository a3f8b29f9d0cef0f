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
fn what_is_not_there_or_not_a_plan_is_refused() {
    let licence = Licence::new();
    let nobody = "00000000-0000-4000-8000-000000000000";
    for (args, code, because) in [
        (&["keys", "list", "--account", nobody][..], 3, nobody),
        (&["keys", "create", "--account", nobody, "--label", "x"], 3, nobody),
        (&["keys", "revoke", nobody], 3, nobody),
        (&["accounts", "set-plan", nobody, "pro"], 3, nobody),
        (&["accounts", "create", " ", "--plan", "pro"], 2, "NAME is blank"),
    ] {
        licence.run(args).assert_refused(code, &[because]);
    }
    let unknown = licence.run(&["accounts", "create", "x", "--plan", "gold"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("starter, pro, business"), "{unknown}");
}
