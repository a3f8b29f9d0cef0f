//! Members of accounts at the terminal.

use std::time::SystemTime;

use licence_core::invitation::LinkToken;
use licence_core::time::Timestamp;
use licence_store::service::SignInOrigin;
use licence_store::{Store, StoreOptions};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::licence::Licence;

const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

fn account(licence: &Licence) -> String {
    let account = licence.run(&["accounts", "create", "Example", "--plan", "pro", "--json"]).json();
    account["id"].as_str().unwrap().to_owned()
}

#[test]
fn an_invitation_prints_its_link_once() {
    let licence = Licence::new();
    let account = account(&licence);
    let invite = ["accounts", "invite", &account, "--name", " Ada ", "--role", "owner"];
    let run = |more: &[&str]| licence.run(&[&invite[..], more].concat());
    let link = run(&["--json"]).json();
    assert_eq!((&link["kind"], &link["name"]), (&json!("enrol"), &json!("Ada")));
    assert_eq!((&link["role"], &link["url"]), (&json!("owner"), &Value::Null));
    let path = link["path"].as_str().unwrap();
    assert!(path.starts_with("/link/") && path.len() == 49, "{path}");
    let url = "https://dashboard.example/";
    let whole = run(&["--json", "--dashboard-url", url]).json();
    let path = whole["path"].as_str().unwrap();
    assert_eq!(whole["url"], json!(format!("https://dashboard.example{path}")));
    let table = run(&[]);
    assert!(table.stdout.contains("put the address of the dashboard before it"), "{table}");
    assert!(table.stdout.contains("/link/") && table.stdout.contains("shown only now"), "{table}");
    let quiet = run(&["-q", "--dashboard-url", url]);
    assert!(quiet.stdout.starts_with("https://dashboard.example/link/"), "{quiet}");
    assert_eq!(quiet.stdout.lines().count(), 1);
    let file = licence.file("licence.toml", b"dashboard_url = \"http://localhost:8081\"");
    let from_file = run(&["-q", "--config", file.to_str().unwrap()]);
    assert!(from_file.stdout.starts_with("http://localhost:8081/link/"), "{from_file}");
    assert_eq!(
        licence.run(&["members", "list", "--account", &account, "--json"]).json(),
        json!([])
    );
}

#[test]
fn what_is_refused_or_unknown_says_why() {
    let licence = Licence::new();
    let account = account(&licence);
    let long = "x".repeat(101);
    for (args, code, why) in [
        (&["accounts", "invite", NOBODY, "--name", "A", "--role", "owner"][..], 3, NOBODY),
        (&["accounts", "invite", &account, "--name", " ", "--role", "owner"], 2, "blank"),
        (&["accounts", "invite", &account, "--name", &long, "--role", "owner"], 2, "limit is 100"),
        (&["accounts", "invite", &account, "--name", "A", "--role", "boss"], 2, "viewer"),
        (
            &[
                "accounts",
                "invite",
                &account,
                "--name",
                "A",
                "--role",
                "owner",
                "--dashboard-url",
                "x",
            ],
            2,
            "not an origin",
        ),
        (&["members", "list", "--account", NOBODY], 3, NOBODY),
        (&["members", "link", NOBODY], 3, "licence members list"),
        (&["members", "end-sessions", NOBODY], 3, NOBODY),
        (&["members", "disable", NOBODY], 3, NOBODY),
        (&["members", "set-role", NOBODY, "viewer"], 3, NOBODY),
        (&["members", "set-role", NOBODY, "boss"], 2, "viewer"),
    ] {
        let run = licence.run(args);
        assert!(run.code == code && run.stderr.contains(why), "{why} is not in {run}");
    }
}

/// The member who uses a link on its page.
fn use_link(licence: &Licence, path: &str) -> String {
    let token = LinkToken::parse(path.strip_prefix("/link/").unwrap()).unwrap();
    let from = SignInOrigin { user_agent: "", address: [192, 0, 2, 1].into(), replaces: None };
    let now = Timestamp::from_system_time(SystemTime::now()).unwrap();
    Runtime::new().unwrap().block_on(async {
        let store = Store::open(&StoreOptions::new(licence.database_url())).await.unwrap();
        let session = store.use_link(&token, from, now).await.unwrap().unwrap();
        store.close().await;
        session.member.id.0.to_string()
    })
}

#[test]
fn members_are_listed_linked_changed_and_disabled() {
    let licence = Licence::new();
    let account = account(&licence);
    let invite = |name: &str, role: &str| {
        let args = ["accounts", "invite", &account, "--name", name, "--role", role, "--json"];
        licence.run(&args).json()["path"].as_str().unwrap().to_owned()
    };
    let (ada, bob) = (invite("Ada", "owner"), invite("Bob", "developer"));
    let ada = use_link(&licence, &ada);
    let bob = use_link(&licence, &bob);
    let list = || licence.run(&["members", "list", "--account", &account, "--json"]).json();
    assert_eq!((&list()[0]["id"], &list()[1]["name"]), (&json!(ada), &json!("Bob")));
    let table = licence.run(&["members", "list", "--account", &account]);
    assert!(table.stdout.contains("Ada") && table.stdout.contains("developer"), "{table}");

    let link = licence.run(&["members", "link", &bob, "--json"]).json();
    assert_eq!((&link["kind"], &link["member_id"]), (&json!("sign_in"), &json!(bob)));
    use_link(&licence, link["path"].as_str().unwrap());
    let ended = licence.run(&["members", "end-sessions", &bob, "--json"]).json();
    assert_eq!(ended, json!({"ended": 2}));
    let lowered = licence.run(&["members", "set-role", &bob, "viewer", "--json"]).json();
    assert_eq!(lowered["role"], "viewer");
    for args in [&["members", "disable", &ada][..], &["members", "set-role", &ada, "viewer"]] {
        let refused = licence.run(args);
        assert!(refused.code == 4 && refused.stderr.contains("the last owner"), "{refused}");
    }
    let disabled = licence.run(&["members", "disable", &bob, "--json"]).json();
    assert!(disabled["disabled_at"].is_string());
    let no_link = licence.run(&["members", "link", &bob]);
    assert!(no_link.code == 4 && no_link.stderr.contains("disabled"), "{no_link}");
    let acts = licence.run(&["audit", "--action", "member.disable", "--json"]).json();
    let outcomes: Vec<_> =
        acts["entries"].as_array().unwrap().iter().map(|it| &it["outcome"]).collect();
    assert_eq!(outcomes, ["done", "refused"]);
}
