//! Options of the real binary: what it refuses, and which source wins.

use std::net::TcpListener;

use licence_core::audit::{Actor, AuditQuery};
use licence_store::{Store, StoreOptions};
use serde_json::json;

use super::process::{Server, command, fails, fails_with, new_database};

#[test]
fn a_start_that_fails_says_why_in_one_line() {
    for (arguments, expected) in [
        (&["--nonsense"][..], "'--nonsense'"),
        (&["--listen", "nowhere"], "'nowhere'"),
        (&["--listen", "0.0.0.0:0"], "plain HTTP"),
        (&["--listen", "0.0.0.0:0", "--behind-proxy"], "--trusted-proxy"),
        (&["--metrics-listen", "0.0.0.0:0"], "--metrics-remote"),
        (&["--dashboard-listen", "0.0.0.0:0"], "plain HTTP"),
        (&["--dashboard-url", "https://licence.example/pages"], "without a path"),
        (&["--connector-listen", "127.0.0.1:0"], "--connector-url"),
        (&["--connector-listen", "0.0.0.0:0"], "plain HTTP"),
        (&["--listen", "127.0.0.1:0", "--database-url", "postgres://u:hush@db/x"], "sslmode"),
        (&["--tls-cert", "absent.pem", "--tls-key", "absent.pem"], "absent.pem"),
        (&["--log", "licence_server=loud"], "licence_server=loud"),
        (&["--log", "warning"], "\"warning\" is no log filter"),
        (&["--config", "absent.toml"], "absent.toml"),
        (&["--listen", "127.0.0.1:0", "--database-url", "sqlite:///no/such/place.db"], ""),
        (&["--listen", "127.0.0.1:0", "--database-url", "postgres://u:hush@127.0.0.1:1/x"], ""),
        (&["--listen", "127.0.0.1:0", "--database-url", "mystery://x"], ""),
        (
            &["--listen", "127.0.0.1:0", "--catalogue-folder", "/no/such/folder"],
            "the folder of the catalogue /no/such/folder: No such file",
        ),
        (
            &["--listen", "127.0.0.1:0", "--cache-url", "redis://u:hush@127.0.0.1:99999"],
            "the cache address \"redis://u@127.0.0.1:99999\" is not of the form",
        ),
        (
            &["--listen", "127.0.0.1:0", "--cache-url", "redis://127.0.0.1:6379/abc"],
            "the cache address \"redis://127.0.0.1:6379/abc\" is not of the form",
        ),
    ] {
        let error = fails(arguments);
        assert!(error.contains(expected), "{error}");
        assert!(!error.contains("hush"), "{error}");
    }
}

#[test]
fn certificates_of_ones_own_that_cannot_be_read_stop_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = command(&directory, &["--listen", "127.0.0.1:0"]);
    server.env("SSL_CERT_FILE", "absent.pem");
    let error = fails_with(server);
    assert!(error.contains("SSL_CERT_FILE: cannot read absent.pem"), "{error}");
}

#[test]
fn a_port_in_use_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (arguments, option) in [
        (&["--listen", &address][..], "--listen"),
        (&["--listen", "127.0.0.1:0", "--metrics-listen", &address], "--metrics-listen"),
        (&["--listen", "127.0.0.1:0", "--dashboard-listen", &address], "--dashboard-listen"),
    ] {
        let expected = format!("{address}: another program does; stop it or give {option} another");
        assert!(fails(arguments).contains(&expected));
    }
}

#[test]
fn a_start_says_where_the_documentation_and_the_database_are() {
    for (arguments, before, after) in [
        (&["--no-jobs"][..], "docs      ", "\ndatabase  "),
        (
            &["--log-format", "json"],
            "{\"hint\":\"",
            "\",\"level\":\"INFO\",\"message\":\"docs\"}\n",
        ),
    ] {
        let server = Server::start(arguments);
        let docs = format!("\n{before}http://{}/docs{after}", server.address());
        server.signal("-TERM");
        let (code, stderr) = server.ended_with_hints();
        assert!(code == Some(0) && stderr.contains(&docs), "{stderr}");
    }
}

#[test]
fn a_bad_configuration_file_is_named_with_its_key() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("licence.toml"), "\n[retention]\nevents = 30").unwrap();
    let error = fails_with(command(&directory, &["--config", "licence.toml"]));
    assert!(error.contains("licence.toml, line 3, retention.events"), "{error}");
}

#[test]
fn a_flag_wins_over_the_environment_and_the_environment_over_the_file() {
    let started = |arguments: &[&str], environment: &[(&str, &str)]| {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("licence.toml");
        std::fs::write(file, "listen = '127.0.0.3:0'\ndatabase_url = 'sqlite://f.db'").unwrap();
        let mut command = command(&directory, &[]);
        command.env("LICENCE_CONFIG", "licence.toml").envs(environment.iter().copied());
        let server = Server::spawn(command, arguments, directory);
        assert!(server.directory.path().join("f.db").exists());
        server.address().ip().to_string()
    };
    assert_eq!(started(&[], &[]), "127.0.0.3");
    assert_eq!(started(&[], &[("LICENCE_LISTEN", "127.0.0.2:0")]), "127.0.0.2");
    let empty = ["LICENCE_LISTEN", "LICENCE_BEHIND_PROXY", "LICENCE_TRUSTED_PROXY", "LICENCE_LOG"];
    assert_eq!(started(&[], &empty.map(|name| (name, ""))), "127.0.0.3", "empty is not set");
    assert_eq!(
        started(&["--listen", "127.0.0.1:0"], &[("LICENCE_LISTEN", "127.0.0.2:0")]),
        "127.0.0.1"
    );
}

#[tokio::test]
async fn options_that_changed_since_the_last_start_are_on_record() {
    let database = new_database();
    for arguments in
        [&[][..], &[], &["--log", "error", "--trusted-proxy", "10.0.0.2"], &["--log=error"]]
    {
        let server = Server::on(database.url(), arguments);
        server.signal("-TERM");
        server.ended();
    }
    let store = Store::open(&StoreOptions::new(database.url())).await.unwrap();
    let entries = store.audit_log(&AuditQuery::default()).await.unwrap().entries;
    let changes: Vec<_> = entries.iter().map(|entry| json!(entry.details["changes"])).collect();
    let (log, proxy) = (json!({ "from": "warn", "to": "error" }), json!(["10.0.0.2/32"]));
    assert_eq!(
        changes,
        [
            json!({ "trusted_proxy": { "from": proxy, "to": [] } }),
            json!({ "log": log, "trusted_proxy": { "from": [], "to": proxy } }),
            json!({}),
        ]
    );
    assert!(entries.iter().all(|entry| entry.actor == Actor::Server));
    assert!(entries.iter().all(|entry| entry.subject == "127.0.0.1:0"));
    store.close().await;
}

#[test]
fn an_address_in_a_file_outweighs_its_variable_and_a_flag_outweighs_both() {
    let used = |arguments: &[&str], made: &str| {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("address"), "sqlite://file.db\n").unwrap();
        let mut command = command(&directory, &["--listen", "127.0.0.1:0"]);
        command.env("LICENCE_DATABASE_URL", "sqlite://variable.db");
        command.env("LICENCE_DATABASE_URL_FILE", "address");
        let server = Server::spawn(command, arguments, directory);
        let databases = ["file.db", "variable.db", "flag.db"];
        let is_made = |name: &&str| server.directory.path().join(name).exists();
        assert_eq!(databases.into_iter().filter(is_made).collect::<Vec<_>>(), [made]);
    };
    used(&[], "file.db");
    used(&["--database-url", "sqlite://flag.db"], "flag.db");
    let directory = tempfile::tempdir().unwrap();
    let mut absent = command(&directory, &[]);
    absent.env("LICENCE_CACHE_URL_FILE", "absent");
    let error = fails_with(absent);
    assert!(error.contains("LICENCE_CACHE_URL_FILE names absent, which cannot be read"), "{error}");
}

#[test]
fn a_crash_writes_no_core_dump() {
    let server = Server::start(&[]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().collect::<Vec<_>>()[4..6], ["0", "0"]);
}

#[test]
fn variables_are_read_like_flags() {
    let with = |name: &str, value: &str| {
        let directory = tempfile::tempdir().unwrap();
        let mut command = command(&directory, &["--listen", "0.0.0.0:0"]);
        command.env(name, value);
        fails_with(command)
    };
    assert!(with("LICENCE_BEHIND_PROXY", "perhaps").contains("'perhaps'"));
    assert!(with("LICENCE_BEHIND_PROXY", "0").contains("plain HTTP"));
    assert!(with("LICENCE_TRUSTED_PROXY", "10.0.0.0/8,10.0.0.0/99").contains("10.0.0.0/99"));
}

#[test]
fn help_names_every_option_and_needs_no_database() {
    let directory = tempfile::tempdir().unwrap();
    let output = command(&directory, &["--help"]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    let help = String::from_utf8(output.stdout).unwrap();
    for option in
        "config database-url cache-url listen behind-proxy tls-cert tls-key trusted-proxy \
                   metrics-listen metrics-remote dashboard-listen dashboard-url require-passkey \
                    connector-listen connector-url connector-token-hours \
                   base-url sample no-jobs webhook-allow secret-key-file catalogue-folder log log-format"
            .split_whitespace()
    {
        assert!(help.contains(&format!("--{option}")), "{option}");
        let variable = format!("LICENCE_{}", option.replace('-', "_").to_uppercase());
        assert!(help.contains(&variable), "{variable}");
    }
    assert!(std::fs::read_dir(&directory).unwrap().next().is_none());
}
