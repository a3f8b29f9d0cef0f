//! On a database or on a server: which of them, and with which key.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::licence::{Licence, Run};
use crate::stub::{Stub, reply};

fn jurisdictions() -> Stub {
    Stub::answering(vec![reply(200, "", r#"{"jurisdictions":[]}"#)])
}

fn run(licence: &Licence, environment: &[(&str, &str)], args: &[&str]) -> Run {
    licence.run_with(&[&["jurisdictions", "list", "--json"], args].concat(), environment, b"")
}

/// Variables that count as not set, because they are empty.
const EMPTY: [(&str, &str); 8] = [
    ("LICENCE_SERVER", ""),
    ("LICENCE_API_KEY", ""),
    ("LICENCE_CONFIG", ""),
    ("LICENCE_PROFILE", ""),
    ("LICENCE_SECRET_KEY_FILE", ""),
    ("LICENCE_WEBHOOK_ALLOW", ""),
    ("LICENCE_BASE_URL", ""),
    ("LICENCE_CACHE_URL", ""),
];

#[test]
fn the_nearer_source_wins_and_of_two_as_near_the_server() {
    let licence = Licence::new();
    let stub = jurisdictions();
    let url = stub.url.as_str();
    let remote = "{\"jurisdictions\":[]}\n";
    let database = ["--database-url", "sqlite::memory:"];
    for (environment, args, is_remote) in [
        (&[][..], &[][..], false),
        (&[], &["--server", url], true),
        (&[("LICENCE_SERVER", url)], &[], true),
        (&EMPTY, &[], false),
        (&[("LICENCE_SERVER", url)], &database, false),
    ] {
        let run = run(&licence, environment, args);
        assert_eq!(run.code, 0, "{run}");
        assert_eq!(run.stdout == remote, is_remote, "{environment:?} {args:?}: {run}");
    }
    let both = [&database[..], &["--server", url]].concat();
    run(&licence, &[], &both).assert_refused(2, &["exclude each other"]);
    let user = ["--server", "https://me:secret@a.example"];
    let refused = run(&licence, &[], &user);
    refused.assert_refused(2, &["has a user name"]);
    assert!(!refused.stderr.contains("secret"), "{refused}");
    for address in ["licence.example", "ftp://licence.example", "https://a.example/?x=1", "/"] {
        let args = ["--server", address];
        run(&licence, &[], &args).assert_refused(2, &["--server", address]);
    }
}

#[test]
fn a_profile_names_server_and_key_and_is_refused_when_others_can_read_it() {
    let licence = Licence::new();
    let stub = jurisdictions();
    let text = format!("server = {:?}\napi_key = \"lic_from_the_profile\"\n", stub.url);
    let path = licence.file("profile.toml", text.as_bytes());
    let profile = path.to_str().unwrap();
    // Without an address in the environment, which is nearer than a file.
    let ask = |environment: &[(&str, &str)], args: &[&str]| {
        let mut command = licence.command();
        command.env_remove("LICENCE_DATABASE_URL").envs(environment.iter().copied());
        let output = command.args(["jurisdictions", "list", "--json"]).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let mode = |mode| std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
    for open in [0o640, 0o604, 0o660, 0o644] {
        mode(open);
        let (code, complaint) = ask(&[], &["--profile", profile]);
        assert_eq!(code, Some(2), "{open:o}");
        assert!(complaint.contains("chmod 600") && !complaint.contains("lic_"), "{complaint}");
    }
    assert!(stub.lines().is_empty());
    mode(0o600);
    assert_eq!(ask(&[], &["--profile", profile]).0, Some(0));
    assert_eq!(ask(&[("LICENCE_PROFILE", profile)], &[]).0, Some(0));
    assert_eq!(ask(&[("LICENCE_API_KEY", "lic_nearer")], &["--profile", profile]).0, Some(0));
    let other = jurisdictions();
    assert_eq!(ask(&[], &["--profile", profile, "--server", &other.url]).0, Some(0));
    let head = &other.requests()[0].head;
    assert!(!head.contains("authorization"), "the key of a profile is for its server: {head}");
    let keys: Vec<bool> = stub
        .requests()
        .iter()
        .map(|request| request.head.contains("authorization: bearer lic_from_the_profile"))
        .collect();
    assert_eq!(keys, [true, true, false]);
    let home = licence.folder.path().join("home/.config/licence");
    std::fs::create_dir_all(&home).unwrap();
    std::fs::rename(&path, home.join("profile.toml")).unwrap();
    let home = licence.folder.path().join("home");
    assert_eq!(ask(&[("HOME", home.to_str().unwrap())], &[]).0, Some(0));
    assert_eq!(stub.lines().len(), 4, "the profile in its usual place");
    let bad = licence.file("bad.toml", b"api_keys = 'lic_secret'");
    std::fs::set_permissions(&bad, PermissionsExt::from_mode(0o600)).unwrap();
    let (code, complaint) = ask(&[], &["--profile", bad.to_str().unwrap()]);
    assert!(code == Some(2) && !complaint.contains("lic_secret"), "{complaint}");
}

#[test]
fn what_only_a_database_can_do_is_not_asked_of_a_server() {
    let licence = Licence::new();
    let stub = jurisdictions();
    let id = "00000000-0000-4000-8000-000000000000";
    for args in [
        &["accounts", "create", "x", "--plan", "pro"][..],
        &["keys", "list", "--account", id],
        &["corrections", "add", id, "--note", "x"],
        &["jobs", "run", "expiry"],
        &["registers", "status"],
    ] {
        licence
            .run(&[args, &["--server", &stub.url]].concat())
            .assert_refused(2, &["works on a database", "--database-url"]);
    }
    assert!(stub.lines().is_empty());
}

#[test]
fn a_file_of_sqlite_is_the_one_that_its_address_names_literally() {
    let licence = Licence::new();
    let reading = crate::licence::fixture("ukgc.json");
    for name in ["a%20b.db", "file:c.db", "a b#1.db"] {
        let url = format!("sqlite://{name}?mode=rwc");
        let run = |args: &[&str]| {
            let run = licence.run(&[args, &["--database-url", &url]].concat());
            assert_eq!(run.code, 0, "{run}");
        };
        run(&["registers", "apply", reading.to_str().unwrap()]);
        assert!(licence.folder.path().join(name).is_file(), "{name}");
        run(&["check", "bet365.com"]);
        run(&["export", "licences", "--out", "licences.csv"]);
        run(&["backup", "kept"]);
        let restored = "sqlite://restored%20.db";
        assert_eq!(licence.run(&["restore", "kept", "--database-url", restored]).code, 0);
        assert_eq!(licence.run(&["check", "bet365.com", "--database-url", restored]).code, 0);
        for file in std::fs::read_dir(licence.folder.path()).unwrap() {
            std::fs::remove_file(file.unwrap().path()).unwrap();
        }
    }
    for url in ["sqlite://:memory:", "sqlite://a.db?mod=ro", "sqlite://a.db?mode=memory"] {
        let run = licence.run(&["stats", "--database-url", url]);
        run.assert_refused(2, &[url, "sqlite://PATH"]);
    }
}

#[test]
fn the_database_address_may_lie_in_a_file() {
    let licence = Licence::new();
    let address = licence.file("address", b"sqlite://from_file.db\n");
    let environment = [("LICENCE_DATABASE_URL_FILE", address.to_str().unwrap())];
    let create = |environment: &[(&str, &str)], args: &[&str]| {
        let create = ["accounts", "create", "Example", "--plan", "pro"];
        licence.run_with(&[&create[..], args].concat(), environment, b"")
    };
    assert_eq!(create(&environment, &[]).code, 0);
    assert!(licence.folder.path().join("from_file.db").exists());
    assert_eq!(create(&environment, &["--database-url", "sqlite://flag.db"]).code, 0);
    assert!(licence.folder.path().join("flag.db").exists());
    let absent = [("LICENCE_DATABASE_URL_FILE", "absent")];
    create(&absent, &[]).assert_refused(2, &["LICENCE_DATABASE_URL_FILE names absent"]);
}

#[test]
fn a_crash_writes_no_core_dump() {
    let licence = Licence::new();
    let mut command = licence.command();
    command.args(["registers", "apply", "-"]).stdin(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // More than a pipe holds: once it is written the command runs, and waits for the rest.
    let mut input = child.stdin.take().unwrap();
    input.write_all(&[b' '; 1 << 20]).unwrap();
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().collect::<Vec<_>>()[4..6], ["0", "0"]);
}
