//! Options, exit codes and help.

use crate::licence::{Licence, fixture};

#[test]
fn bad_usage_ends_with_2_and_says_what_to_do() {
    let licence = Licence::with_the_cases();
    for args in [
        &["check"][..],
        &["check", "a.example", "--license-number", "1"],
        &["check", "a.example", "--colour"],
        &["registers", "read", "XX", "--from", "x"],
        &["registers", "read", "UKGC", "--from", "x", "--read-at", "yesterday"],
        &["history", "not-an-id"],
        &["jobs", "run", "nonsense"],
        &["nonsense"],
        &[],
    ] {
        let run = licence.run(args);
        assert_eq!(run.code, 2, "{args:?}: {run}");
        assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{run}");
    }
    licence
        .run(&["registers", "read", "MGA", "--from", fixture("cw.json").to_str().unwrap()])
        .assert_refused(2, &["cw.json: "]);
    licence.run(&["registers", "read", "MGA"]).assert_refused(2, &["MGA", "save the page"]);
    let unknown = "00000000-0000-4000-8000-000000000000";
    licence.run(&["history", unknown]).assert_refused(3, &[unknown, "No licence has the id"]);
    licence
        .run(&["corrections", "add", unknown, "--note", "wrong"])
        .assert_refused(3, &[unknown, "licence history"]);
    licence.run(&["corrections", "add", unknown, "--note", " "]).assert_refused(2, &["--note"]);
    licence
        .run(&["check", "a.example", "--as-of", "2999-01-01"])
        .assert_refused(2, &["as_of: ", "future"]);
    let too_often = licence.run(&["catalogue", "pull", "x", "--every", "999ms", "--key", "a"]);
    assert_eq!(too_often.code, 2, "{too_often}");
    assert!(too_often.stderr.contains("\"999ms\" is shorter than 1s"), "{too_often}");
    licence.run(&["registers", "snapshot", "00"]).assert_refused(3, &["snapshot 00"]);
}

#[test]
fn a_command_about_what_a_database_holds_creates_none() {
    let licence = Licence::new();
    let id = "00000000-0000-4000-8000-000000000000";
    let path = licence.file("other.db", b"");
    std::fs::remove_file(&path).unwrap();
    let url = format!("sqlite://{}", path.display());
    for command in [
        "registers status",
        "registers snapshot 00",
        &format!("accounts set-plan {id} pro"),
        &format!("accounts invite {id} --name Ann --role owner"),
        &format!("keys create --account {id} --label a"),
        &format!("keys revoke {id}"),
        &format!("keys list --account {id}"),
        &format!("members list --account {id}"),
        "audit",
        "connector clients list",
        &format!("connector grants list --account {id}"),
        &format!("corrections add {id} --note wrong"),
        "jobs run expiry",
        "check a.example",
        "watchlist list",
    ] {
        let arguments: Vec<_> = command.split(' ').chain(["--database-url", &url]).collect();
        licence.run(&arguments).assert_refused(5, &["there is no database at"]);
        assert!(!path.exists(), "{command}");
    }
}

#[test]
fn a_database_that_cannot_be_reached_ends_with_5_and_an_unknown_address_with_2() {
    let licence = Licence::new();
    let with = |url: &str| licence.run(&["check", "a.example", "--database-url", url]);
    with("sqlite:///nowhere/at/all/licence.db").assert_refused(5, &["no database at /nowhere"]);
    let unreachable = with("postgres://me:secret@127.0.0.1:1/licences");
    unreachable.assert_refused(5, &["postgres://me@127.0.0.1:1/licences"]);
    let unprotected = with("postgres://me:secret@db.example/licences");
    unprotected.assert_refused(2, &["postgres://me@db.example/licences", "sslmode=verify-full"]);
    assert!(!unreachable.stderr.contains("secret"));
    with("mysql://db").assert_refused(2, &["sqlite://PATH"]);
}

#[test]
fn flag_environment_and_file_outweigh_each_other_in_this_order() {
    let licence = Licence::new();
    let bad_file = licence.file("bad.toml", b"database_url = 7");
    let file = licence.file("file.toml", b"database_url = \"mysql://file\"\n[registers.UKGC]\n");
    let config = file.to_str().unwrap();
    let run = |environment: Option<&str>, args: &[&str]| {
        let mut command = licence.command();
        command.env_remove("LICENCE_DATABASE_URL").args(["check", "a.example"]).args(args);
        if let Some(url) = environment {
            command.env("LICENCE_DATABASE_URL", url);
        }
        String::from_utf8(command.output().unwrap().stderr).unwrap()
    };
    let flag = ["--config", config, "--database-url", "mysql://flag"];
    assert!(run(Some("mysql://environment"), &flag).contains("mysql://flag"));
    assert!(run(Some("mysql://environment"), &flag[..2]).contains("mysql://environment"));
    assert!(run(None, &flag[..2]).contains("mysql://file"));
    assert!(run(None, &["--config", bad_file.to_str().unwrap()]).contains("bad.toml"));
    assert!(run(None, &["--config", "nowhere.toml"]).contains("nowhere.toml"));
}

#[test]
fn a_typo_suggests_the_nearest_command_only() {
    let licence = Licence::new();
    for (args, suggested) in [
        (&["keys", "crete"][..], "create"),
        (&["keys", "revok"], "revoke"),
        (&["kyes"], "keys"),
        (&["webhooks", "creat"], "create"),
    ] {
        let run = licence.run(args);
        let tip = run.stderr.lines().find(|line| line.contains("tip:")).unwrap_or_default();
        assert_eq!(tip.trim(), format!("tip: a similar subcommand exists: '{suggested}'"), "{run}");
    }
}
